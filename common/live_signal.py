"""Who is told what changed: a signal inside the transaction, heard after its commit. Only numbers travel."""

import json

from django.db import connection

CHANNEL = "fatekeeper"
RESTORED = "restored"
SIGNS = "signs"
LOG = "log"


def notify_encounter(encounter_id: int, number: int) -> None:
    """Says that an encounter stands at a number. PostgreSQL carries it; on SQLite the file itself tells."""
    _notify(encounter_notice(encounter_id, number))


def encounter_notice(encounter_id: int, number: int) -> str:
    """What `notify_encounter` sends over CHANNEL, for a statement that sends it along with what it writes."""
    return json.dumps({"encounter": encounter_id, "number": number})


def notify_log(campaign_id: int) -> None:
    """Says that a campaign's log has new entries; on SQLite the file itself tells."""
    _notify(json.dumps({LOG: campaign_id}))


def notify_signs(encounter_id: int) -> None:
    """Says that somebody at an encounter's table shows a sign; on SQLite the file itself tells."""
    _notify(json.dumps({SIGNS: encounter_id}))


def notify_members(campaign_id: int) -> None:
    """Says that somebody's place in a campaign changed, so that streams look again who may listen."""
    _notify(json.dumps({"campaign": campaign_id}))


def signal_restore() -> None:
    """Says that a backup replaced everything, so that every stream looks again who may listen."""
    _notify(json.dumps({RESTORED: 1}))


def _notify(payload: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
