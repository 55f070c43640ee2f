"""A member's sessions as an iCalendar file (RFC 5545)."""

from collections.abc import Callable
from datetime import UTC, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.utils import timezone
from icalendar import Calendar, Event

from campaigns.sessions.access import visible_sessions
from campaigns.sessions.models import Session
from common.one_line import one_line
from people.models import Member

# A session has no end; calendars show it with this length.
LENGTH: Final = timedelta(hours=4)
# Older sessions are in the log.
SINCE: Final = timedelta(days=366)
MOST: Final = 500


def write_feed(membership: Member, address_of: Callable[[Session], str]) -> bytes:
    """The calendar of a campaign's dated sessions, from a year ago on.

    It has titles and times alone, because the provider of someone's calendar reads it. `address_of` gives the absolute
    address of a session's page.
    """
    feed = Calendar()
    feed.add("prodid", "-//Fatekeeper//Sessions//EN")
    feed.add("version", "2.0")
    feed.add("x-wr-calname", one_line(membership.campaign.name))
    rows = visible_sessions(membership).filter(starts__gte=timezone.now() - SINCE).order_by("starts", "pk")
    for session in rows[:MOST]:
        session.campaign = membership.campaign
        feed.add_component(_build_event(session, address_of(session)))
    return bytes(feed.to_ical())


def _build_event(session: Session, address: str) -> Event:
    assert session.starts is not None  # the query asks for it
    event = Event()
    event.add("uid", f"session-{session.pk}@{urlsplit(address).netloc}")
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("dtstart", session.starts.astimezone(UTC))
    event.add("dtend", (session.starts + LENGTH).astimezone(UTC))
    event.add("summary", one_line(f"{session.campaign.name}: {session}"))
    event.add("url", address)
    if session.status == Session.Status.CANCELLED:
        event.add("status", "CANCELLED")
    return event
