"""The words of notices: of sessions titles and dates, and in a recap what its reader may see."""

import zoneinfo
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from campaigns.sessions.models import Session
from campaigns.sessions.notices.models import AnyNotice, SessionNotice
from campaigns.sessions.planning.links import link_key
from campaigns.sessions.planning.models import DateLink
from campaigns.world.shared_worlds.offers.notices import content
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from people.devices.models import PushDevice
from people.models import Member

Kind = SessionNotice.Kind


def time_words(moment: datetime, member: Member) -> str:
    """A date with time in the member's time zone, which it names."""
    zone = zoneinfo.ZoneInfo(member.user.zone or member.campaign.zone)
    when = formats.date_format(moment.astimezone(zone), "l j F Y, H:i")
    return f"{when} ({zone.key.replace('_', ' ')})"


def headline(notice: AnyNotice) -> str:
    """What the notice says, in one sentence."""
    if isinstance(notice, OfferNotice):
        return content.headline(notice)
    assert notice.member is not None  # webhooks get no words
    words = {"session": str(notice.session)}
    if notice.kind == Kind.DATES:
        return _("When can you come? Please answer the proposed dates for “%(session)s”.") % words
    if notice.kind == Kind.RECAP:
        return _("The recap of “%(session)s”, which you missed, is ready.") % words
    words["when"] = time_words(notice.session.starts, notice.member) if notice.session.starts else ""
    if notice.session.status == Session.Status.CANCELLED:
        return _("“%(session)s” on %(when)s is cancelled.") % words
    if notice.kind == Kind.CHOSEN:
        return _("“%(session)s” takes place on %(when)s.") % words
    return _("Reminder: “%(session)s” is on %(when)s.") % words


def own_link(notice: AnyNotice) -> str:
    """The path of the link by which the member answers proposed dates without signing in; empty if there is none."""
    if not isinstance(notice, SessionNotice) or notice.kind != Kind.DATES:
        return ""
    link = DateLink.objects.filter(poll__session=notice.session_id, member=notice.member_id).first()
    return reverse("date-link", args=[link_key(link)]) if link is not None and link.revoked is None else ""


def page_path(notice: AnyNotice) -> str:
    """The page that the notice opens: for proposed dates, the member's link."""
    if isinstance(notice, OfferNotice):
        return content.page_path(notice)
    if notice.kind == Kind.DATES:
        return own_link(notice) or reverse("session-poll", args=[notice.session_id])
    if notice.kind == Kind.RECAP:
        return reverse("session-recap", args=[notice.session_id])
    return notice.session.get_absolute_url()


def push_message(notice: AnyNotice, device: PushDevice) -> dict[str, Any]:
    """The message for a device."""
    return {
        "title": notice.campaign.name,
        "body": headline(notice),
        "path": page_path(notice),
        "signal": device.signal,
    }
