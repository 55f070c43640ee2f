"""The use of API tokens: whether one still counts, and when it was last used."""

from contextlib import suppress
from datetime import timedelta
from typing import Final

from django.db import OperationalError, transaction
from django.utils import timezone

from people.credentials.models import ApiToken

# A script that polls every second must not cause a write every second.
USE_NOTED_EVERY: Final = timedelta(hours=1)


def is_token_expired(token: ApiToken) -> bool:
    """Whether the token has expired."""
    return token.expiry is not None and token.expiry <= timezone.now()


def note_token_use(token: ApiToken) -> None:
    """Stores that the token was used, at most once an hour; ignores a full disk."""
    now = timezone.now()
    if token.last_used is None or token.last_used < now - USE_NOTED_EVERY:
        with suppress(OperationalError), transaction.atomic():
            ApiToken.objects.filter(pk=token.pk).update(last_used=now)
