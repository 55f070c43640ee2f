"""Reuses the results of the middleware for a screen of a table while everything that they depend on is unchanged.

After each play every screen sends the request that it sent before. Who signed in, the language and the headers of the
response are the same, and finding them out again takes longer than the view. They are remembered with everything that
they depend on: the address and all headers of the request are the key, and the account and the session are read again
and compared value by value. Whether the person may see the table, and what of it, is no part of the memory: the view
decides it each time. Anything unusual is left to Django: another status than 200, an error, a new cookie.
"""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from django.utils import timezone, translation
from django_htmx.middleware import HtmxDetails

from campaigns.encounters.table import pieces
from common.compiled_query import CompiledQuery
from config.middleware import time_zone_of
from config.server.routes import resolve_path
from people.models import User

Handler = Callable[[HttpRequest], HttpResponse]
# The routes that screens ask again and again. Their views read nothing of a request but the account, the parameters,
# the token of its forms and the pieces that the screen has.
ROUTES: Final = frozenset({"encounter-table"})
# After so many seconds Django answers again, which also renews the cookie of the token.
LONGEST: Final = 30.0
MOST_SCREENS: Final = 5000
# The id that a proxy gives each request, which the log reads and nothing else.
REQUEST_ID: Final = "HTTP_X_REQUEST_ID"
# The pieces of the table that the screen has: others after each play. Only the view reads them; whether a request names
# any decides about the type of the response, so that is a part of the key.
PIECES: Final = f"HTTP_{pieces.HEADER.upper().replace('-', '_')}"

ACCOUNT: Final = CompiledQuery(
    lambda account, session, now: User.objects.filter(pk=account).annotate(
        session_data=Subquery(Session.objects.filter(session_key=session, expire_date__gt=now).values("session_data"))
    )
)
VALUES: Final = itemgetter(*(field.attname for field in User._meta.concrete_fields))


@dataclass(frozen=True, slots=True)
class SignIn:
    """What was found out about a request, and the values of the session and the account that it depends on."""

    account: int
    session: str
    session_data: str | None
    account_values: tuple[Any, ...]
    csrf_secret: str
    language: str
    headers: dict[str, tuple[str, str]]
    until: float


class SignInMemory:
    """The middleware; what stands before it in the settings runs for every request."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self._known: OrderedDict[bytes, SignIn] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        match = resolve_path(request.path_info) if request.method == "GET" else None
        if match is None or match.url_name not in ROUTES:
            return self.get_response(request)
        key = _request_key(request)
        known = self._known.get(key)
        response = None if known is None or known.until < time.monotonic() else _repeat(request, match, known)
        if response is None:
            response = self.get_response(request)
            self._remember(key, _find_sign_in(request, response))
        return response

    def _remember(self, key: bytes, found: SignIn | None) -> None:
        with self._lock:
            self._known.pop(key, None)
            if found is not None:
                self._known[key] = found
                if len(self._known) > MOST_SCREENS:
                    self._known.popitem(last=False)


def _request_key(request: HttpRequest) -> bytes:
    """A digest of everything in a request that the middleware may read."""
    facts = request.META
    names = (name for name in facts if name[:5] == "HTTP_" and name != REQUEST_ID)
    headers = [(name, "" if name == PIECES else facts[name]) for name in names]
    material = (request.scheme, request.path, facts.get("QUERY_STRING"), facts.get("REMOTE_ADDR"), sorted(headers))
    return hashlib.blake2b(repr(material).encode("utf-8", "surrogatepass"), digest_size=24).digest()


def _find_sign_in(request: HttpRequest, response: HttpResponse) -> SignIn | None:
    """What Django found out while it answered; None where a repetition might be another answer."""
    session, secret = getattr(request, "session", None), request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    usual = response.status_code == 200 and response.cookies.keys() <= {settings.CSRF_COOKIE_NAME}
    if not usual or session is None or session.stored_data is None or session.modified:
        return None
    if not request.user.is_authenticated or secret is None or secret != request.META.get("CSRF_COOKIE"):
        return None
    headers = {name: pair for name, pair in response.headers._store.items() if name != "content-length"}
    return SignIn(
        account=request.user.pk,
        session=session.session_key,
        session_data=session.stored_data,
        account_values=_values(request.user),
        csrf_secret=secret,
        language=translation.get_language(),
        headers=headers,
        until=time.monotonic() + LONGEST,
    )


def _values(account: User) -> tuple[Any, ...]:
    values: tuple[Any, ...] = VALUES(account.__dict__)
    return values


def _repeat(request: HttpRequest, match: ResolverMatch, known: SignIn) -> HttpResponse | None:
    """The view's answer with the headers of the earlier response; None if Django must answer."""
    try:
        found = ACCOUNT.rows(known.account, known.session, timezone.now())
        if not found or found[0].session_data != known.session_data or _values(found[0]) != known.account_values:
            return None
        response = _call_view(request, match, known, found[0])
    except Exception:  # Django meets the same error, and answers it
        return None
    if response.status_code != 200:
        return None
    # One step for all headers: Django would check each value again, although it has checked these already.
    response.headers._store.update(known.headers)
    response.headers["Content-Length"] = str(len(response.content))
    return response


def _call_view(request: HttpRequest, match: ResolverMatch, known: SignIn, account: User) -> HttpResponse:
    request.user = account
    request.resolver_match = match
    request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]
    request.META["CSRF_COOKIE"] = known.csrf_secret
    translation.activate(known.language)
    with timezone.override(time_zone_of(request)):
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    return response
