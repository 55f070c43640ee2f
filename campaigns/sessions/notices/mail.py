"""The mail of a notice: its words, a link, and for a session the dates or the recap."""

import logging
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse

from campaigns.sessions.notices import wording
from campaigns.sessions.notices.models import AnyNotice, SessionNotice
from campaigns.sessions.planning.models import ProposedDate
from campaigns.sessions.recaps.recipients import recap_text_for
from common.mail_failures import MAIL_FAILURES, describe_failure, is_permanent, is_server_failure
from common.mail_rounds import MailRound
from common.one_line import one_line
from people.credentials.email_addresses import confirmed_address
from people.devices.models import CallPreferences

log = logging.getLogger(__name__)
SENT: Final = "sent"
FAILED: Final = "failed"
DOWN: Final = "down"  # the mail server could not be used
REFUSED: Final = "refused"  # for good: another try is of no use
LEFT: Final = "left"  # until a later round of mails
UNWANTED: Final = "unwanted"  # or sent or refused before
# How long the cache knows that a mail was refused for good; the tries of the push message take half an hour, and quiet
# hours. `mailed` does not know it, because it says that the mail was sent.
SECONDS_OF_REFUSALS: Final = 48 * 60 * 60


def send(notice: AnyNotice, preferences: CallPreferences, now: datetime, mails: MailRound) -> str:
    """Sends the mail once, if the person wants it and has a confirmed address; returns what became of it."""
    assert notice.member is not None  # the job asks for notices of members
    address = confirmed_address(notice.member.user) if preferences.session_mail else ""
    if not address or notice.mailed is not None:
        return UNWANTED
    if mails.is_over():
        return LEFT
    row = type(notice)._default_manager.filter(pk=notice.pk)
    refusal = f"refused-mail-{notice._meta.model_name}-{notice.pk}"
    if cache.get(refusal):
        return UNWANTED
    if not row.filter(mailed__isnull=True).update(mailed=now):
        return UNWANTED
    try:
        # A restored title may have line breaks, a subject may not.
        subject = one_line(f"{notice.campaign.name}: {wording.headline(notice)}")
        send_mail(subject, _text(notice, preferences, now), None, [address])
    except MAIL_FAILURES as fault:
        log.error("An email could not be sent (%s). Check EMAIL_URL.", describe_failure(fault))
        mails.note_failure(fault)
        row.update(mailed=None)
        if is_permanent(fault):
            cache.set(refusal, True, SECONDS_OF_REFUSALS)
            return REFUSED
        return DOWN if is_server_failure(fault) else FAILED
    return SENT


def _text(notice: AnyNotice, preferences: CallPreferences, now: datetime) -> str:
    origin = notice.origin or preferences.origin or site_origin()
    words: dict[str, Any] = {"notice": notice, "user": notice.member, "headline": wording.headline(notice)}
    words |= {
        "address": origin + wording.page_path(notice) if origin else "",
        "preferences": origin + reverse("calls") if origin else "",
    }
    if isinstance(notice, SessionNotice):
        words |= {"dates": _proposed_dates(notice, now), "recap": _recap(notice)}
        words["has_link"] = bool(wording.own_link(notice))
    return render_to_string("campaigns/sessions/notices/mail.txt", words)


def _proposed_dates(notice: SessionNotice, now: datetime) -> list[str]:
    """The proposed dates ahead, in words."""
    if notice.kind != SessionNotice.Kind.DATES or notice.member is None:
        return []
    rows = ProposedDate.objects.filter(poll__session=notice.session_id, starts__gt=now)
    return [wording.time_words(row.starts, notice.member) for row in rows]


def _recap(notice: SessionNotice) -> str:
    """The recap as the member may read it now."""
    if notice.kind != SessionNotice.Kind.RECAP or notice.member is None:
        return ""
    return recap_text_for(notice.member, notice.session)


def site_origin() -> str:
    """The site's address by its settings, for a mail that no request asked for; empty if they do not name one."""
    hosts = [host for host in settings.ALLOWED_HOSTS if host.strip("*.") and not host.startswith((".", "*"))]
    if settings.CSRF_TRUSTED_ORIGINS:
        return str(settings.CSRF_TRUSTED_ORIGINS[0]).rstrip("/")
    return f"https://{hosts[0]}" if hosts and settings.HTTPS else ""
