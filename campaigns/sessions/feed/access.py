"""The secret address of a member's calendar feed. Calendar programs cannot sign in, so the address is the key."""

from typing import Final

from django.conf import settings
from django.http import Http404
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

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
    if row is None or not is_membership_of(row.user, row) or not _is_genuine(digest, row):
        raise Http404(_("There is no such calendar."))
    return row


def _is_genuine(digest: str, membership: Member) -> bool:
    """Whether the key was made for this member, under today's secret key or an earlier one."""
    digests = [_digest(membership, secret) for secret in (None, *settings.SECRET_KEY_FALLBACKS)]
    return any(constant_time_compare(digest, expected) for expected in digests)


def _digest(membership: Member, secret: str | None = None) -> str:
    value = f"{membership.pk}:{membership.user_id}:{membership.user.password}"
    return salted_hmac("campaigns.sessions.feed", value, secret=secret, algorithm="sha256").hexdigest()[:LENGTH]
