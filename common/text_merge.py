"""Three-way merge of texts by paragraphs, for two people who changed the same text at once."""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from common.secret_blocks import has_whole_blocks, repeats_number, split_blocks
from common.text_differences import find_changes

# Without the indent of the next paragraph, which may belong to a list or be code.
BREAK: Final = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)*")
MINE, THEIRS, BOTH = "mine", "theirs", "both"
CHOICES: Final = (BOTH, MINE, THEIRS)


@dataclass(frozen=True)
class Conflict:
    """A place that both changed differently: the two texts, perhaps empty."""

    mine: str
    theirs: str

    def resolve(self, choice: str) -> str:
        """The text of a choice; both of them one after the other, unless someone chose."""
        if choice in (MINE, THEIRS):
            return self.mine if choice == MINE else self.theirs
        return "\n\n".join(text for text in (self.mine, self.theirs) if text)


@dataclass(frozen=True)
class TextMerge:
    """The parts of a merged text in their order: paragraphs, and conflicts."""

    parts: tuple[str | Conflict, ...]

    @property
    def conflicts(self) -> list[Conflict]:
        """The places to decide."""
        return [part for part in self.parts if isinstance(part, Conflict)]

    @property
    def digest(self) -> str:
        """What identifies the conflicts, so that choices fit them."""
        text = json.dumps([[conflict.mine, conflict.theirs] for conflict in self.conflicts])
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def resolve(self, choices: Sequence[str] = ()) -> str:
        """The text, each conflict decided by its choice."""
        left = iter(choices)
        texts = [part.resolve(next(left, BOTH)) if isinstance(part, Conflict) else part for part in self.parts]
        return "\n\n".join(text for text in texts if text)


def whole_conflict(mine: str, theirs: str) -> TextMerge:
    """A merge in which the two texts are one conflict."""
    return TextMerge((Conflict(mine, theirs),))


def merge_texts(base: str, mine: str, theirs: str) -> TextMerge:
    """The changes of both since `base`; a conflict where both changed the same paragraphs differently.

    The whole texts are a conflict if the merge, or a choice, would move a paragraph into another secret block than in
    both texts, or out of its block."""
    parts = tuple(_merged_parts(*(BREAK.split(text) for text in (base, mine, theirs))))
    merged = TextMerge(parts)
    together = merged.resolve()
    if _places(together) <= _places(mine) | _places(theirs) and _may_choose(merged, mine, theirs):
        return merged
    return whole_conflict(mine, theirs)


def _may_choose(merged: TextMerge, *texts: str) -> bool:
    """Whether every choice leaves all other paragraphs in their secret blocks.

    A side that begins or ends a block alone would take the marks of other paragraphs away, and one with the first of
    two equal numbers would give its readers the second block."""
    sides = [side for conflict in merged.conflicts for side in (conflict.mine, conflict.theirs)]
    return not sides or (all(map(has_whole_blocks, sides)) and not any(map(repeats_number, texts)))


def _places(text: str) -> set[tuple[str, tuple[int | None, ...]]]:
    """The lines of a text, each with the secret blocks around it."""
    return {
        (line.strip(), tuple(block.number for block in piece.blocks))
        for piece in split_blocks(text)
        for line in piece.text.splitlines()
        if line.strip()
    }


def _merged_parts(base: list[str], mine: list[str], theirs: list[str]) -> Iterator[str | Conflict]:
    in_mine, in_theirs = _same_places(base, mine), _same_places(base, theirs)
    before = (0, 0, 0)
    for place in [*(n for n in range(len(base)) if n in in_mine and n in in_theirs), len(base)]:
        after = (place, in_mine.get(place, len(mine)), in_theirs.get(place, len(theirs)))
        yield from _merged_region(base[before[0] : after[0]], mine[before[1] : after[1]], theirs[before[2] : after[2]])
        if place < len(base):
            yield base[place]
        before = (after[0] + 1, after[1] + 1, after[2] + 1)


def _same_places(base: list[str], other: list[str]) -> dict[int, int]:
    """Where the unchanged paragraphs of `base` are in another text."""
    same = [change for change in find_changes(base, other) if change.equal]
    return {
        change.old_start + n: change.new_start + n for change in same for n in range(change.old_end - change.old_start)
    }


def _merged_region(base: list[str], mine: list[str], theirs: list[str]) -> Iterator[str | Conflict]:
    if mine in (base, theirs):
        yield from theirs
    elif theirs == base:
        yield from mine
    elif len(base) == len(mine) == len(theirs) > 1:
        for paragraphs in zip(base, mine, theirs, strict=True):
            yield from _merged_region(*([paragraph] for paragraph in paragraphs))
    elif (places := _added_only(base, mine)) is not None and len(theirs) == len(base):
        yield from _replace_paragraphs(mine, places, theirs)
    elif (places := _added_only(base, theirs)) is not None and len(mine) == len(base):
        yield from _replace_paragraphs(theirs, places, mine)
    else:
        yield Conflict("\n\n".join(mine), "\n\n".join(theirs))


def _added_only(base: list[str], other: list[str]) -> list[int] | None:
    """Where the paragraphs of `base` are in a text that only added paragraphs; None if it changed one, or all."""
    places, start = list[int](), 0
    for paragraph in base:
        try:
            place = other.index(paragraph, start)
        except ValueError:
            return None
        places.append(place)
        start = place + 1
    return places or None


def _replace_paragraphs(longer: list[str], places: list[int], changed: list[str]) -> Iterator[str]:
    """A text with added paragraphs, in which the other ones are as someone else changed them."""
    new = dict(zip(places, changed, strict=True))
    yield from (new.get(place, paragraph) for place, paragraph in enumerate(longer))
