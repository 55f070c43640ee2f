"""Lets web pages of origins that the operator names call the API with a token (CORS); off by default.

Cookies are never allowed across origins, so that a foreign page acts only for people who gave it a token."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from config.server.asgi_types import Scope

API: Final = "/api/v1/"
METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS: Final = (
    "Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, If-Match, If-None-Match"
)
READ: Final = (
    "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Request-ID, X-Licence-Warning"
)
KEPT_SECONDS: Final = "600"


class CrossOriginMiddleware:
    """Answers preflight requests to the API, and adds the headers with which browsers allow a page to read
    responses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; with headers for another origin only if it is one of the operator's."""
        if not _is_open(request.path_info):
            return self.get_response(request)
        headers = _origin_headers(request.headers.get("Origin", ""))
        asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204) if asks and headers else self.get_response(request)
        patch_vary_headers(response, ["Origin"])
        for name, value in headers.items():
            response.headers[name] = value
        if headers and asks:
            response.headers["Access-Control-Allow-Methods"] = METHODS
            response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
            response.headers["Access-Control-Max-Age"] = KEPT_SECONDS
        return response


def headers_beside_django(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The same headers for a response that is sent without Django: a stream, or a refusal of the server."""
    if not _is_open(scope["path"]):
        return []
    origin = next((value for name, value in scope["headers"] if name == b"origin"), b"").decode("latin-1")
    headers = {"Vary": "Origin"} | _origin_headers(origin)
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def _is_open(path: str) -> bool:
    """Whether pages of other origins may call an address."""
    return bool(settings.API_ORIGINS) and path.startswith(API)


def _origin_headers(origin: str) -> dict[str, str]:
    """The headers with which pages of an origin may read a response; none for one that the operator does not name."""
    if origin not in settings.API_ORIGINS:
        return {}
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": READ}
