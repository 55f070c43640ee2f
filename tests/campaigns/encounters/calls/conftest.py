"""The table of the ambush, and a push service on this machine that decrypts what it receives."""

import pytest

from tests.campaigns.encounters.calls.receiver import PushReceiver
from tests.campaigns.encounters.play.conftest import fight, mara, membership, oskar, prepared

__all__ = ["fight", "mara", "membership", "oskar", "prepared"]


@pytest.fixture
def receiver(settings):
    """The push service; it is on this machine, which only WEBHOOKS_PRIVATE allows."""
    settings.WEBHOOKS_PRIVATE = True
    with PushReceiver() as one:
        yield one
