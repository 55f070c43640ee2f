"""Sends errors to a service with Sentry's protocol if SENTRY_DSN names one, without personal data."""

from typing import Any

from django.conf import settings

from common.version import VERSION
from config.logs import CURRENT, is_refused_request, route_of, user_of


def install() -> None:
    """Starts sending errors; does nothing without SENTRY_DSN."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk  # the settings refuse SENTRY_DSN without this package

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=f"fatekeeper@{VERSION}",
        environment=settings.MODE,
        # Local variables may contain a hand of cards, and requests a token.
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=strip_event,
    )


def strip_event(event: Any, _hint: dict[str, Any]) -> Any:
    """The event with the route and the ids of request and person, and nothing else of the request.

    Of exceptions it keeps type and frames, because their texts may contain addresses. None, which reports nothing, for
    requests that Django refused."""
    if is_refused_request(event.get("logger") or ""):
        return None
    for part in ("request", "user", "extra", "breadcrumbs", "server_name", "logentry", "modules"):
        event.pop(part, None)
    for fault in (event.get("exception") or {}).get("values") or []:
        fault.pop("value", None)
    request = CURRENT.get()
    if request is not None:
        event["transaction"] = route_of(request)
        event["tags"] = {"request_id": getattr(request, "request_id", ""), "user_id": user_of(request)}
    return event
