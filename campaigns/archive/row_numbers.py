"""The numbers of new rows after a restore. Receivers of webhooks recognise a repeated message by its number (`Call` and
`WebhookDelivery`), so a restored site must not use a number again that the site used after the backup."""

from time import time
from typing import Any, Final

from django.core.management.color import no_style
from django.db import connections
from django.db.models import Max

NEVER_AGAIN: Final = {"campaigns.Call", "campaigns.WebhookDelivery"}
# The next number is at least the time in seconds: a site sends less than one message a second over the years, so that
# numbers of before stay below, also after several restores of one backup. The distance helps where the clock is wrong.
DISTANCE: Final = 1_000_000


def reset_numbers(using: str, tables: list[Any]) -> None:
    """Makes new rows follow the highest number of their tables; those of `NEVER_AGAIN` follow at a distance."""
    last = {model: _last_number(using, model) for model in tables if model._meta.label in NEVER_AGAIN}
    with connections[using].cursor() as cursor:
        for sql in connections[using].ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(sql)
    for model, before in last.items():
        highest = model._base_manager.using(using).aggregate(highest=Max("pk"))["highest"] or 0
        _set_last_number(using, model, max(before, highest + DISTANCE, int(time())))


def _last_number(using: str, model: Any) -> int:
    """The highest number that this database has given to a row of the table, also to one that is gone."""
    with connections[using].cursor() as cursor:
        if connections[using].vendor == "postgresql":
            cursor.execute("SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)", _column(model))
        else:
            cursor.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
        return cursor.fetchone()[0] or 0


def _set_last_number(using: str, model: Any, number: int) -> None:
    with connections[using].cursor() as cursor:
        if connections[using].vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [*_column(model), number])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [model._meta.db_table, number])


def _column(model: Any) -> list[str]:
    return [model._meta.db_table, model._meta.pk.column]
