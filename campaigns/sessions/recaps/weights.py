"""Chooses the written entries that a recap quotes: the weightiest ones, so that a bot's transcript does not fill it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from campaigns.log.models import LogEntry
from campaigns.world import wiki_links
from characters.models import Character

Kind = LogEntry.Kind
# What people write weighs more than what a tool records. Entries of the site have their own sections.
KINDS: Final = {Kind.NOTE: 6, Kind.DEATH: 5, Kind.REVEAL: 4, Kind.DO: 3, Kind.SAY: 2, Kind.ROLL: 1, Kind.TRANSCRIPT: 0}
BY_A_TOOL: Final = -3
LINK, LINKS = 2, 2  # for each named page, at most so many
NAME, NAMES = 1, 3  # for each named character, at most so many
ABOUT: Final = 3
CORRECTED: Final = 2  # someone cared enough to correct it
SHORT, TOO_SHORT = 25, -2


def weightiest_entries(
    entries: Iterable[LogEntry],
    most: int,
    *,
    names: Sequence[str],
    character: Character | None,
    read: Callable[[str], str],
) -> list[LogEntry]:
    """Up to `most` of the written entries in the order of events, each text once; of equal weight the earlier ones.

    `names` are the characters whom the reader knows. `read` reduces a text to what the reader may see: only that has
    a weight, so that the choice tells nothing else."""
    written = {entry.text.casefold(): entry for entry in reversed(list(entries))}.values()
    folded = [name.casefold() for name in names if len(name) > 1]
    weights = {entry.pk: weight_of(entry, read(entry.text), folded, character) for entry in written}
    best = sorted(written, key=lambda entry: (-weights[entry.pk], entry.pk))[:most]
    return sorted(best, key=lambda entry: (entry.when, entry.pk))


def weight_of(entry: LogEntry, text: str, names: Sequence[str], character: Character | None) -> int:
    """The weight of a written entry by its visible text; `names` in lower case."""
    weight, folded = KINDS[Kind(entry.kind)] + (BY_A_TOOL if entry.source else 0), text.casefold()
    weight += LINK * min(LINKS, len(wiki_links.linked_names(text)))
    weight += NAME * min(NAMES, sum(name in folded for name in names))
    if character is not None and (entry.character_id == character.pk or entry.speaker == character.name):
        weight += ABOUT
    weight += CORRECTED if getattr(entry, "is_corrected", False) else 0
    return weight + (TOO_SHORT if len(text) < SHORT else 0)
