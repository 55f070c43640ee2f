"""The calendar feed of a member: planned, played and cancelled sessions, for a calendar program."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.sessions.feed.access import get_feed_member
from campaigns.sessions.feed.queries import write_feed


@require_safe
def session_feed(request: HttpRequest, key: str) -> HttpResponse:
    """The sessions as iCalendar, for anyone with the address."""
    membership = get_feed_member(key)
    body = write_feed(membership, lambda session: request.build_absolute_uri(reverse("session", args=[session.pk])))
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="sessions.ics"'
    response["Cache-Control"] = "private, no-store"
    return response
