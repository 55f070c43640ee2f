"""Middleware: who is signed in, limits of demo visitors, headers that keep pages safe, and the time zone."""

import zoneinfo
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode

from campaigns.encounters import demo_visitors
from common.bounded.limits import NoProcessFree
from config.api.problems import MEDIA_TYPE, Problem
from config.server.session_users import get_user, renew_hash
from people.access import require_account
from people.requests import PageRequest

Handler = Callable[[HttpRequest], HttpResponse]
# Django's own pages about a fault need inline styles; only developers see them.
DEBUG_PAGES: Final = frozenset({404, 500})


class ContentSecurityPolicyMiddleware:
    """Sends the policy of the settings, which is the same for every page, so its text is made once."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not (settings.DEBUG and response.status_code in DEBUG_PAGES):
            response.setdefault("Content-Security-Policy", self.policy)
        return response


class SignedInMiddleware(AuthenticationMiddleware):
    """Reads the account at once, because every request needs it and a plain object is faster than a lazy one."""

    def process_request(self, request: HttpRequest) -> None:
        """Sets `request.user`."""
        super().process_request(request)
        request.user = get_user(request)
        renew_hash(request, request.user)


class PrivatePagesMiddleware:
    """Forbids caches to store responses to signed-in people."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            patch_cache_control(response, no_store=True, private=True)
        return response


class PostOnlyMiddleware:
    """Shows an explanation for GET on a POST-only URL, which happens after signing in again."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        looked = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if response.status_code != 405 or not looked or response.get("Content-Type", "").startswith(MEDIA_TYPE):
            return response
        page = render(request, "errors/405.html", status=405)
        page["Allow"] = response.get("Allow", "POST")
        return page


class SignInAgainMiddleware:
    """Leads an open page to the sign-in page when a request of htmx finds nobody signed in.

    A redirect would put the sign-in page into a part of the open page. Afterwards the open page comes back."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: PageRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 302 or not request.htmx:
            return response
        sign_in = reverse("account_login")
        if not response["Location"].startswith(sign_in):
            return response
        back = urlencode({"next": request.htmx.current_url_abs_path or "/"})
        # Not 200: nothing was done, and the page must not say that it was sent.
        return HttpResponse(status=401, headers={"HX-Redirect": f"{sign_in}?{back}"})


class StorableAddressMiddleware:
    """Refuses addresses of pages with a NUL character, which no database can store; the API refuses them itself."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            if "\0" in request.path_info:
                raise Http404
            if "%00" in request.META.get("QUERY_STRING", ""):
                raise BadRequest("The address contains a NUL character.")
        return self.get_response(request)


class StorableFormMiddleware:
    """Refuses forms of pages with a NUL character, which no database can store; the API refuses its bodies itself."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Looks at the fields, which the check of the CSRF token has read before."""
        if request.method != "POST" or request.path_info.startswith("/api/"):
            return
        for name, values in request.POST.lists():
            if "\0" in name or any("\0" in value for value in values):
                raise BadRequest("The form contains a NUL character.")


class DemoVisitorMiddleware:
    """Lets visitors of the demo table open only the listed pages."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Refuses addresses that are not open to visitors, with a sentence."""
        match = request.resolver_match
        user = request.user
        if not user.is_authenticated or demo_visitors.visitor_may_open(user, match.view_name if match else None):
            return None
        try:
            require_account(user)
        except PermissionDenied as refusal:
            if not request.path_info.startswith("/api/"):
                raise
            body = Problem(403, "forbidden", str(refusal)).body()
            return JsonResponse(body, status=403, content_type=MEDIA_TYPE)
        return None


class BusyPages:
    """Answers 503 if bounded work finds no free slot."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answers `NoProcessFree` with 503."""
        if not isinstance(exception, NoProcessFree):
            return None
        response = render(request, "errors/503.html", status=503)
        response["Retry-After"] = "10"
        return response


@cache
def _zones() -> set[str]:
    return zoneinfo.available_timezones()


class TimeZoneMiddleware:
    """Sets the time zone that the person chose, or else the browser's."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(time_zone_of(request)):
            return self.get_response(request)


def time_zone_of(request: HttpRequest) -> zoneinfo.ZoneInfo | None:
    """The time zone for the pages of a person; None for that of the site."""
    name = getattr(request.user, "zone", "") if request.user.is_authenticated else ""
    if not name and request.COOKIES.get("zone") in _zones():
        name = request.COOKIES["zone"]
    return zoneinfo.ZoneInfo(name) if name else None
