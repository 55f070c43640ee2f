"""Rounds of mails that a background job sends: a mail server that is slow or silent must delay no other message."""

from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from django.core.cache import cache

from common.mail_failures import is_server_failure

# Seconds after which a round begins no further mail. One mail takes ten seconds if the server does not answer.
ROUND_SECONDS: Final = 20.0
# How long no mail is sent after the server could not be used.
PAUSE: Final = timedelta(minutes=1)
# When a mail with which that was noticed is tried again: other mails come first, because the fault may be its own.
AFTER_OUTAGE: Final = timedelta(minutes=5)
PAUSED_UNTIL: Final = "mails-paused-until"


def is_paused(now: datetime) -> bool:
    """Whether no mail is sent, because the server could not be used a moment ago."""
    until = cache.get(PAUSED_UNTIL)
    return until is not None and now < until <= now + PAUSE


class MailRound:
    """One round of mails; what it does not send stays due."""

    def __init__(self, now: datetime) -> None:
        self._now, self._end = now, monotonic() + ROUND_SECONDS
        self._is_paused: bool | None = None

    def is_over(self) -> bool:
        """Whether no further mail may be begun: the time is over, or the server could not be used a moment ago."""
        if self._is_paused is None:
            self._is_paused = is_paused(self._now)
        return self._is_paused or monotonic() >= self._end

    def note_failure(self, fault: Exception) -> None:
        """Ends the round, and those of the next minute, if the other mails would fail too."""
        if is_server_failure(fault):
            self._is_paused = True
            cache.set(PAUSED_UNTIL, self._now + PAUSE, PAUSE.total_seconds())
