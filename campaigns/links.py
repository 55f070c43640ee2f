"""The secret of an invitation link: derived from the row and SECRET_KEY, never stored."""

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

from campaigns.models import Invitation
from rules import typed

SALT = "campaigns.invitation"


def token(invitation: Invitation) -> str:
    """The text of the link: the row's id and 256 bits bound to its campaign, role and nonce."""
    bound = f"{invitation.pk}:{invitation.campaign_id}:{invitation.role}:{invitation.nonce}"
    digest = salted_hmac(SALT, bound, algorithm="sha256").digest()
    return f"{invitation.pk}-{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def row_id(text: str) -> int | None:
    """The id a link names, or None when it names none a column could hold."""
    return typed.whole(text.partition("-")[0])


def genuine(text: str, invitation: Invitation) -> bool:
    """Whether the link was made for this row; takes the same time for every wrong link."""
    return constant_time_compare(text, token(invitation))
