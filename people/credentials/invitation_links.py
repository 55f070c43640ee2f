"""The secrets of invitation links, derived from the row and SECRET_KEY and never stored."""

import base64
from functools import partial

from django.utils.crypto import salted_hmac

from common import parsing, secret_keys
from people.models import Invitation

SALT = "campaigns.invitation"


def link_token(invitation: Invitation, secret: str | None = None) -> str:
    """The text of the link: the row's id and 256 bits bound to its campaign, role and nonce, by SECRET_KEY."""
    bound = f"{invitation.pk}:{invitation.campaign_id}:{invitation.role}:{invitation.nonce}"
    digest = salted_hmac(SALT, bound, secret=secret, algorithm="sha256").digest()
    return f"{invitation.pk}-{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def invitation_id_of(text: str) -> int | None:
    """The id in a link, or None if there is none that a column can hold."""
    return parsing.parse_id(text.partition("-")[0])


def is_genuine(text: str, invitation: Invitation) -> bool:
    """Whether the link was made for this row, under today's secret key or an earlier one."""
    return secret_keys.is_genuine(text, partial(link_token, invitation))
