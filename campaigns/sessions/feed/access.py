"""The secret address of a member's calendar feed. Calendar programs cannot sign in, so the address is the key."""

from functools import partial
from typing import Final

from django.http import Http404
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from common import secret_keys
from common.parsing import parse_id
from people.access import is_membership_of
from people.models import Member

LENGTH: Final = 32  # hexadecimal digits, 128 bits


def feed_key(membership: Member) -> str:
    """The key in the address of a member's feed; a new password makes a new one."""
    return f"{membership.pk}-{_digest(membership)}"


def get_feed_member(key: str) -> Member:
    """The member whose feed this is; Http404 for a wrong key, and for someone who left or was deactivated."""
    number, _dash, digest = key.partition("-")
    row = Member.objects.filter(pk=parse_id(number) or 0).select_related("campaign", "user").first()
    if row is None or not is_membership_of(row.user, row) or not secret_keys.is_genuine(digest, partial(_digest, row)):
        raise Http404(_("There is no such calendar."))
    return row


def _digest(membership: Member, secret: str | None = None) -> str:
    value = f"{membership.pk}:{membership.user_id}:{membership.user.password}"
    return salted_hmac("campaigns.sessions.feed", value, secret=secret, algorithm="sha256").hexdigest()[:LENGTH]
