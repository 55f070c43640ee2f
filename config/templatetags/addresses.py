"""Django's `url` tag with a cache: a page has twenty to a hundred addresses, most of them repeatedly."""

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import defaulttags
from django.template.base import Parser, Token
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse

from common.template_values import show_value

register = template.Library()


@lru_cache(maxsize=8192)
def find_address(name: str, args: tuple[Any, ...], site: tuple[str, str]) -> str | None:
    """The address of a view, or None if there is none; `site` is its prefix and its urlconf."""
    try:
        return reverse(name, args=args, urlconf=site[1])
    except NoReverseMatch:
        return None


def find_site(context: Any) -> tuple[str, str]:
    """The prefix and the urlconf of the page's request, read once for each page."""
    request = context.get("request")
    site = getattr(request, "site_of_addresses", None)
    if site is None:
        site = get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF
        if request is not None:
            request.site_of_addresses = site
    return site


class RememberedURLNode(defaulttags.URLNode):
    """Resolves an address once for each view and arguments."""

    def render(self, context: Any) -> str:
        """The address as Django's own node renders it, which also raises for an unknown address."""
        name = self.view_name.resolve(context)
        args = tuple(arg.resolve(context) for arg in self.args)
        address = find_address(name, args, find_site(context))
        if address is None:
            return super().render(context)
        if self.asvar:
            context[self.asvar] = address
            return ""
        return show_value(address, context)


@register.tag
def url(parser: Parser, token: Token) -> defaulttags.URLNode:
    """`{% url 'name' args as variable %}`; one with named arguments or a namespace is Django's own."""
    node = defaulttags.url(parser, token)
    if node.kwargs or ":" in str(node.view_name):
        return node
    return RememberedURLNode(node.view_name, node.args, node.kwargs, node.asvar)
