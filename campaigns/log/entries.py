"""The one place that adds entries to the campaign's log."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Required, TypedDict, Unpack

from campaigns.log import webhook_messages
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session, running_session
from characters.models import Character
from common.live_signal import notify_log
from common.picture_syntax import pictures_as_words
from people.models import Campaign, User

MAX_TEXT: Final = 8000
BATCH_SIZE: Final = 1000


class EntryFields(TypedDict, total=False):
    """What an entry consists of; `by` is None for the site itself."""

    campaign: Required[Campaign]
    kind: Required[str]
    text: Required[str]
    by: Required[User | None]
    audience: str
    session: Session | None
    encounter_id: int | None
    character: Character | None
    data: dict[str, Any]
    rules: list[str]
    corrects: LogEntry | None
    created: datetime
    speaker: str
    source: str
    external_id: str
    happened_at: datetime | None


def build_entry(**fields: Unpack[EntryFields]) -> LogEntry:
    """An entry for `write_entries`; not stored yet."""
    return LogEntry(**fields)


def write_entry(
    *, happens_now: bool = False, outside_sessions: bool = False, **fields: Unpack[EntryFields]
) -> LogEntry:
    """Stores one entry whose sentence the site wrote, cut to what fits, and tells webhooks.

    Callers check who may write it.

    With `happens_now` the entry belongs to the running session, whatever its kind; with `outside_sessions` to none
    but the one that it names."""
    # The entry quotes names and reasons that players gave, who show only pictures that they added.
    fields["text"] = pictures_as_words(fields["text"])[:MAX_TEXT]
    if happens_now:
        fields["session"] = running_session(fields["campaign"].pk)
    return write_entries([build_entry(**fields)], outside_sessions=outside_sessions)[0]


def write_entries(
    entries: Sequence[LogEntry], *, tell_webhooks: bool = True, outside_sessions: bool = False
) -> list[LogEntry]:
    """Stores entries of one campaign in their order: the only function that adds rows to the log.

    Entries about play without a session get the session that is running, unless `outside_sessions`. Webhooks receive
    the entries that everyone may read."""
    without_session = [
        entry
        for entry in entries
        if entry.session_id is None and entry.kind in LogEntry.PLAYED and not entry.is_written
    ]
    if without_session and not outside_sessions and (session := running_session(without_session[0].campaign_id)):
        for entry in without_session:
            entry.session = session
    stored = LogEntry.objects.bulk_create(entries, batch_size=BATCH_SIZE)
    if stored:
        notify_log(stored[0].campaign_id)
    if tell_webhooks:
        webhook_messages.queue_log_entries(stored)
    return stored
