"""What webhooks are told about log entries: what every member of the campaign may know."""

from collections.abc import Iterable
from typing import Any

from campaigns.log.access import is_for_everyone
from campaigns.log.models import LogEntry
from campaigns.webhooks import outbox
from campaigns.webhooks.outbox import Message, Topic
from characters.models import Character
from common.link_syntax import words_only


def queue_log_entries(entries: Iterable[LogEntry]) -> None:
    """Queues the entries of one campaign that every member may read."""
    queued = [entry for entry in entries if is_for_everyone(entry)]
    if queued:
        outbox.queue_messages(queued[0].campaign_id, [_message(entry) for entry in queued])


def _message(entry: LogEntry) -> Message:
    topics = {Topic.LOG.value} | ({Topic.AWARD.value} if entry.kind == LogEntry.Kind.AWARD else set())
    return Message(topics, lambda: {"log": entry_json(entry)})


def entry_json(entry: LogEntry) -> dict[str, Any]:
    """What everyone may read of an entry. Its character is named if every member may open the sheet."""
    about = entry.character
    is_open = about is not None and about.visible and about.kind == Character.Kind.PC and entry.campaign.open_sheets
    return {
        "id": entry.pk,
        "kind": entry.kind,
        "text": words_only(entry.text),
        "by": entry.by.username if entry.by else None,
        "created": entry.created.isoformat(),
        "happened_at": entry.happened_at.isoformat() if entry.happened_at else None,
        "speaker": entry.speaker,
        "source": entry.source,
        "character": {"id": about.pk, "name": about.name} if about is not None and is_open else None,
        "session": entry.session_id,
        "encounter": entry.encounter_id,
        "corrects": entry.corrects_id,
    }
