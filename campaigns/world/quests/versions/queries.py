"""Reads of what the steps and rewards of a thread were; for GMs."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from campaigns.world.models import WorldEntry
from campaigns.world.quests.models import QuestLine


def list_versions(thread: WorldEntry) -> QuerySet[Any]:
    """What the steps and rewards of a thread were, newest first, with those that were removed.

    A row whose `history_type` is "-" says when a line was removed, and what it was then."""
    versions: QuerySet[Any] = QuestLine.history.filter(thread=thread.pk).order_by("-history_id")
    return versions


def mark_restorable(thread: WorldEntry, versions: Iterable[Any]) -> None:
    """Sets `restorable` of each version: whether a restore would change the step or reward of today; one query."""
    present = {line.pk: _content(line) for line in QuestLine.objects.filter(thread=thread)}
    for version in versions:
        version.restorable = present.get(version.id) != _content(version)


def _content(row: QuestLine) -> tuple[str, bool]:
    """What a restore writes."""
    return row.text, row.done is not None
