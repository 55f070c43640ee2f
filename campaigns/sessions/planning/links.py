"""The secrets of links to proposed dates, derived from the row and SECRET_KEY and never stored."""

import base64
from functools import partial
from typing import Final

from django.utils.crypto import salted_hmac

from campaigns.sessions.planning.models import DateLink
from common import secret_keys
from common.parsing import parse_id

SALT: Final = "campaigns.sessions.planning"


def link_key(link: DateLink, secret: str | None = None) -> str:
    """The text of the link: the row's id and 256 bits bound to its poll, member and nonce, by SECRET_KEY."""
    bound = f"{link.pk}:{link.poll_id}:{link.member_id}:{link.nonce}"
    digest = salted_hmac(SALT, bound, secret=secret, algorithm="sha256").digest()
    return f"{link.pk}-{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def id_in(text: str) -> int | None:
    """The id in a link, or None if there is none that a column can hold."""
    return parse_id(text.partition("-")[0])


def is_genuine(text: str, link: DateLink) -> bool:
    """Whether the link was made for this row, under today's secret key or an earlier one."""
    return secret_keys.is_genuine(text, partial(link_key, link))
