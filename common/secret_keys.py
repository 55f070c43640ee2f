"""Checks texts that the site derived from its secret key, also while an earlier key still counts."""

from collections.abc import Callable

from django.conf import settings
from django.utils.crypto import constant_time_compare


def is_genuine(text: str, derive: Callable[[str | None], str]) -> bool:
    """Whether `derive` gives the text under today's secret key (None) or one of SECRET_KEY_FALLBACKS."""
    genuine = [derive(secret) for secret in (None, *settings.SECRET_KEY_FALLBACKS)]
    return any(constant_time_compare(text, one) for one in genuine)
