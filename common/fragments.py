"""Renders HTML that several pages share once, and keeps it in a bounded cache of this process.

A fragment is a pure function of its facts: the template receives nothing but the facts, and the key is made of all of
them, with the language and the script prefix. Two viewers share an entry only if all their facts are equal, so nobody
receives anything that is not among their own facts; a viewer who loses a right has other facts. Changes evict nothing,
because changed facts have another key.

Values that differ in every response (the CSRF token, the number and the key of the forms) are no facts: the kept HTML
has marks in their place. Only the site's processes know the marks, so nobody can write one into a text.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.template import loader
from django.urls import get_script_prefix
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from common.text_cache import TextCache


def _mark(name: str) -> str:
    return f"{name}-{salted_hmac('common.fragments', name, algorithm='sha256').hexdigest()[:32]}"


CSRF_MARK: Final = _mark("csrf")
NUMBER_MARK: Final = _mark("number")
KEY_MARK: Final = _mark("key")
CACHE: Final = TextCache(16 * 1024 * 1024)  # characters


class Facts:
    """A record of facts; its `repr` is in the key of a fragment, so it has all values and no more words than needed."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}{(*vars(self).values(),)!r}"


def current_environment() -> tuple[str | None, str]:
    """What every fragment depends on beside its facts: the language and the script prefix."""
    return get_language(), get_script_prefix()


def fragment_key(
    names: Sequence[str], facts: Mapping[str, Any], environment: tuple[str | None, str] | None = None
) -> bytes:
    """A digest of the templates' names, all facts and the environment, if not given the current one."""
    material = repr((tuple(names), environment or current_environment(), dict(facts)))
    return hashlib.blake2b(material.encode("utf-8", "surrogatepass"), digest_size=24).digest()


def render_fragment(
    names: Sequence[str], facts: Mapping[str, Any], environment: tuple[str | None, str] | None = None
) -> SafeString:
    """The first of the templates that exists, rendered with these facts and nothing else.

    `facts` are plain values or records of plain values, whose `repr` says everything they hold.
    """
    return keep_html(names, facts, lambda: loader.select_template(list(names)).render(dict(facts)), environment)


def keep_html(
    names: Sequence[str],
    facts: Mapping[str, Any],
    render: Callable[[], str],
    environment: tuple[str | None, str] | None = None,
) -> SafeString:
    """The HTML that `render` returns, kept for the same names and facts; `render` may only read the facts."""
    key = fragment_key(names, facts, environment)
    html = CACHE.get(key)
    if html is None:
        html = render()
        CACHE.put(key, html)
    return SafeString(html)  # the output of a template


def fill_marks(html: str, *, csrf_token: str, number: int | str, key: str) -> SafeString:
    """The HTML of a fragment with forms, with this response's own token, number and key of the forms."""
    filled = html.replace(CSRF_MARK, csrf_token).replace(NUMBER_MARK, str(number)).replace(KEY_MARK, key)
    return SafeString(filled)  # numbers and tokens made by the site
