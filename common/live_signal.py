"""Signals that something changed: sent inside the transaction, delivered after its commit, with numbers only."""

import json

from django.db import connection

CHANNEL = "fatekeeper"
# What a signal is about: each has one of these keys, which config/live/hub.py reads.
ENCOUNTER = "encounter"
LOG = "log"
SIGNS = "signs"
MEMBERS_OF = "campaign"
RESTORED = "restored"


def notify_encounter(encounter_id: int, number: int) -> None:
    """Signals the number of an encounter through PostgreSQL; on SQLite the changed file is the signal."""
    _notify(encounter_notice(encounter_id, number))


def encounter_notice(encounter_id: int, number: int) -> str:
    """The payload of `notify_encounter` on CHANNEL, for a statement that sends it together with its write."""
    return json.dumps({ENCOUNTER: encounter_id, "number": number})


def notify_log(campaign_id: int) -> None:
    """Signals that a campaign's log has new entries; on SQLite the changed file is the signal."""
    _notify(json.dumps({LOG: campaign_id}))


def notify_signs(encounter_id: int, member_ids: list[int] | None = None) -> None:
    """Signals that someone at an encounter shows a sign, or something to these members alone.

    On SQLite the changed file is the signal."""
    _notify(json.dumps({SIGNS: encounter_id, "members": member_ids}))


def notify_members(campaign_id: int) -> None:
    """Signals that a membership changed, so that streams check again who may listen."""
    _notify(json.dumps({MEMBERS_OF: campaign_id}))


def notify_restore() -> None:
    """Signals that a backup replaced everything, so that every stream checks again who may listen."""
    _notify(json.dumps({RESTORED: 1}))


def _notify(payload: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
