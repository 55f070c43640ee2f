"""Finds the highlights of an encounter in its public events."""

from collections.abc import Iterable
from typing import Any, Final, Literal, NotRequired, Protocol, TypedDict, runtime_checkable

PublicEvent = dict[str, Any]
Kind = Literal["boldest", "closest", "luckiest", "hardest"]
# Successes at this chance or above do not count as bold.
BOLD: Final = 0.5


class Highlight(TypedDict):
    """One highlight.

    `kind`: "boldest", a success against the odds; "closest", one that nearly failed; "luckiest", the best card or
    fall of the dice; "hardest", the most damage done at once. `text`: the sentence of the event. `cards` and `against`:
    cards that were played, as names such as "TD". `chance`: 0 to 1.
    """

    kind: Kind
    actor: str
    text: str
    cards: NotRequired[list[str]]
    against: NotRequired[list[str]]
    chance: NotRequired[float]


@runtime_checkable
class HasHighlights(Protocol):
    """A game that finds the highlights of its encounters."""

    def highlights(self, events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
        """The highlights of these participants; see `rules.play.highlights`."""


def best(kind: Kind, found: Iterable[tuple[float, Highlight]]) -> list[Highlight]:
    """The highlight with the greatest score, of equal ones the last; [] if there is none."""
    ranked = sorted(found, key=lambda scored: scored[0])
    return [{**ranked[-1][1], "kind": kind}] if ranked else []


def moment(event: PublicEvent, actor: str, **more: Any) -> Highlight:
    """A highlight with the sentence of an event; `best` sets its kind."""
    return {"kind": "luckiest", "actor": actor, "text": event["text"], **more}  # type: ignore[typeddict-item]
