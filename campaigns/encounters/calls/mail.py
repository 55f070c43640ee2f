"""The mail to someone for whom a table has waited long: one for each wait, without a card or a name.

A mail that failed is tried again (retries.py); the cache knows the tries. `mailed` stays set for a mail that is given
up, and for one that the mail server refuses for good. While the mail server cannot be used at all, no try counts: then
at most one mail is tried each minute, not always the same."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.calls.due import DueWait
from campaigns.encounters.calls.models import Call
from campaigns.encounters.calls.retries import MOST_TRIES, retry_delay
from common.mail_failures import MAIL_FAILURES, describe_failure, is_permanent, is_server_failure
from common.mail_rounds import AFTER_OUTAGE, MailRound
from people.credentials.email_addresses import confirmed_address

log = logging.getLogger(__name__)
YOUR_TURN: Final = gettext_lazy("It is your turn.")
SECONDS_OF_TRIES: Final = 24 * 60 * 60  # how long the cache keeps them; tries that count take half an hour


def send_if_due(wait: DueWait, now: datetime, mails: MailRound) -> bool:
    """Sends the mail if the person wants one by now and has a confirmed address; returns whether it was sent."""
    after = wait.preferences.mail_after
    if not after or wait.call.mailed is not None or now - wait.newest_since < timedelta(hours=after):
        return False
    address = "" if mails.is_over() or _failed_lately(wait.call, now) else confirmed_address(wait.member.user)
    if not address or not Call.objects.filter(pk=wait.call.pk, mailed__isnull=True).update(mailed=now):
        return False
    try:
        _send(wait, address)
    except MAIL_FAILURES as fault:
        log.error("An email could not be sent (%s). Check EMAIL_URL.", describe_failure(fault))
        mails.note_failure(fault)
        if not is_permanent(fault):
            _try_again(wait.call, now, counts=not is_server_failure(fault))
        return False
    return True


def _failed_lately(call: Call, now: datetime) -> bool:
    """Whether the mail failed, and its next try is still ahead."""
    _tries, due = cache.get(_cache_key(call), (0, now))
    return bool(now < due)


def _try_again(call: Call, now: datetime, *, counts: bool) -> None:
    """Gives back the claim and stores when the next try is due, unless this one counts and was the last."""
    tries = cache.get(_cache_key(call), (0, now))[0] + counts
    if tries < MOST_TRIES:
        due = now + (retry_delay(tries) if counts else AFTER_OUTAGE)
        cache.set(_cache_key(call), (tries, due), SECONDS_OF_TRIES)
        Call.objects.filter(pk=call.pk).update(mailed=None)


def _cache_key(call: Call) -> str:
    return f"mail-of-call-{call.pk}"


def _send(wait: DueWait, address: str) -> None:
    encounter = wait.table.encounter
    words = {"campaign": encounter.campaign.name, "title": encounter.title}
    text = render_to_string(
        "campaigns/encounters/calls/mail.txt",
        words
        | {
            "user": wait.member.user.username,
            "table": wait.preferences.origin + encounter.get_absolute_url(),
            "origin": wait.preferences.origin,
        },
    )
    # A title may have line breaks, a subject may not.
    subject = " ".join((_("It is your turn: %(campaign)s · %(title)s") % words).split())
    send_mail(subject, text, None, [address])
