"""The type of requests after the middleware, and the address of the site."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class PageRequest(HttpRequest):
    """A request for a page; `htmx` is true if an open page requests a fragment."""

    htmx: HtmxDetails


def site_of(request: HttpRequest) -> str:
    """The address of the site, without a slash at its end: for links in mails and for example scripts."""
    return request.build_absolute_uri("/").rstrip("/")
