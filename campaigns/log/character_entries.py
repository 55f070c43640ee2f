"""The log entries that characters write, and the in-world date of a death."""

from typing import Unpack

from campaigns.log.calendar.dates import date_death
from campaigns.log.entries import EntryFields, write_entry
from campaigns.log.models import LogEntry


def write_character_entry(*, outside_sessions: bool = False, **fields: Unpack[EntryFields]) -> LogEntry:
    """Stores an entry about a character; a death has its own kind, and a date in the campaign's calendar."""
    died = bool(fields.get("data", {}).get("died"))
    if died:
        fields["kind"] = LogEntry.Kind.DEATH
    entry = write_entry(outside_sessions=outside_sessions, **fields)
    character = fields.get("character")
    if character is not None and died:
        date_death(character, entry)
    return entry
