"""The outermost middleware: gives every request an id, logs one line about it, and counts it for metrics."""

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.logs import CURRENT, route_of

Handler = Callable[[HttpRequest], HttpResponse]
# The form of an id from the operator's proxy; other values could inject lines into the log.
GIVEN_ID: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
log = logging.getLogger("fatekeeper.requests")


class RequestLog:
    """Adds the id of the request to every line that is logged meanwhile and, if requests are logged, to the
    response."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.count: Callable[[str, str, int, float], Any] | None = None
        if settings.METRICS_TOKEN:
            from config.server import metrics  # imported only if metrics are on

            self.count = metrics.count_request

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = _request_id(request)
        request.request_id = request_id  # type: ignore[attr-defined]
        begun = time.perf_counter()
        token = CURRENT.set(request)
        try:
            response = self.get_response(request)
            self._note(request, response, time.perf_counter() - begun)
        finally:
            CURRENT.reset(token)
        if settings.LOG_REQUESTS:
            response["X-Request-ID"] = request_id
        return response

    def _note(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        method = request.method or ""
        if self.count is not None:
            self.count(method, route_of(request), response.status_code, seconds)
        if settings.LOG_REQUESTS and not request.path_info.startswith(settings.STATIC_URL):
            status, ms = response.status_code, round(seconds * 1000, 1)
            facts = {"method": method, "status": status, "ms": ms}
            # At this point the person is known without another query.
            log.info("%s %s %s ms", method, status, ms, extra={"facts": facts})


def _request_id(request: HttpRequest) -> str:
    header = request.META.get("HTTP_X_REQUEST_ID", "")
    if settings.TRUSTED_PROXIES and GIVEN_ID.fullmatch(header):
        return str(header)
    return secrets.token_hex(8)
