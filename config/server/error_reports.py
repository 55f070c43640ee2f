"""Sends errors to a service that speaks Sentry's protocol, where SENTRY_DSN names one; without people's data."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from common.version import VERSION
from config.logs import CURRENT, route_of, user_of


def install() -> None:
    """Begins to send errors; does nothing without SENTRY_DSN. ImproperlyConfigured when the package is missing."""
    if not settings.SENTRY_DSN:
        return
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but sentry-sdk is not installed: install fatekeeper[sentry]."
        ) from None
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=f"fatekeeper@{VERSION}",
        environment=settings.MODE,
        # Variables of a frame may be a hand of cards; a request may hold a token.
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=strip_event,
    )


def strip_event(event: Any, _hint: dict[str, Any]) -> Any:
    """The event with the route and the ids of request and person, and nothing else of the request."""
    for part in ("request", "user", "extra", "breadcrumbs", "server_name", "logentry", "modules"):
        event.pop(part, None)
    request = CURRENT.get()
    if request is not None:
        event["transaction"] = route_of(request)
        event["tags"] = {"request_id": getattr(request, "request_id", ""), "user_id": user_of(request)}
    return event
