"""Who is told what changed: a signal inside the transaction, heard after its commit. Only numbers travel."""

import json

from django.db import connection

CHANNEL = "fatekeeper"


def changed(encounter_id: int, number: int) -> None:
    """Says that an encounter stands at a number. PostgreSQL carries it; on SQLite the file itself tells."""
    _notify({"encounter": encounter_id, "number": number})


def members_changed(campaign_id: int) -> None:
    """Says that somebody's place in a campaign changed, so that streams look again who may listen."""
    _notify({"campaign": campaign_id})


def _notify(payload: dict[str, int]) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(payload)])
