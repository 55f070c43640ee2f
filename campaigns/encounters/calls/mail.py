"""The mail to someone for whom a table has waited long: one for each wait, without a card or a name."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.calls.due import DueWait
from campaigns.encounters.calls.models import Call
from common.mail_failures import MAIL_FAILURES, describe_failure
from people.credentials.email_addresses import confirmed_address

log = logging.getLogger(__name__)
YOUR_TURN: Final = gettext_lazy("It is your turn.")


def send_if_due(wait: DueWait, now: datetime) -> bool:
    """Sends the mail if the person wants one by now and has a confirmed address; returns whether it was sent."""
    after = wait.preferences.mail_after
    if not after or wait.call.mailed is not None or now - wait.newest_since < timedelta(hours=after):
        return False
    address = confirmed_address(wait.member.user)
    if not address or not Call.objects.filter(pk=wait.call.pk, mailed__isnull=True).update(mailed=now):
        return False
    try:
        _send(wait, address)
    except MAIL_FAILURES as fault:
        log.error("An email could not be sent (%s). Check EMAIL_URL.", describe_failure(fault))
        Call.objects.filter(pk=wait.call.pk).update(mailed=None)
        return False
    return True


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
