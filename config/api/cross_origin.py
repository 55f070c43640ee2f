"""Lets web pages of origins that the operator names call the API with a token (CORS); off by default.

Cookies are never allowed across origins, so that a foreign page acts only for people who gave it a token."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

API: Final = "/api/v1/"
METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS: Final = (
    "Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, If-Match, If-None-Match"
)
READ: Final = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Licence-Warning"
KEPT_SECONDS: Final = "600"


class CrossOriginMiddleware:
    """Answers preflight requests to the API, and adds the headers with which browsers allow a page to read
    responses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; with headers for another origin only if it is one of the operator's."""
        if not settings.API_ORIGINS or not request.path_info.startswith(API):
            return self.get_response(request)
        origin = request.headers.get("Origin", "")
        allowed = origin in settings.API_ORIGINS
        asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204) if asks and allowed else self.get_response(request)
        patch_vary_headers(response, ["Origin"])
        if allowed:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = READ
        if allowed and asks:
            response.headers["Access-Control-Allow-Methods"] = METHODS
            response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
            response.headers["Access-Control-Max-Age"] = KEPT_SECONDS
        return response
