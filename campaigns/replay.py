"""Commands are the truth: from the start state and the stored rows to the state at any number."""

from dataclasses import dataclass
from typing import Any

from campaigns.models import Command, Encounter
from rules import play as rules

UNDO = "undo"
# Somebody else plays a participant: numbered like a command so that every page hears of it, no rule is asked.
CONTROL = "control"


@dataclass(frozen=True, slots=True)
class Row:
    """What replay needs of a stored command; an undo's body is {"to": n, "seed": hex or null}."""

    number: int
    type: str
    body: dict[str, Any]
    reveals: bool

    @property
    def before(self) -> int:
        """The number after whose state this row stands: the one before, or the one an undo went back to."""
        return int(self.body["to"]) if self.type == UNDO else self.number - 1


def stored(encounter: Encounter) -> dict[int, Row]:
    """All rows of the encounter by number, struck ones too."""
    rows = Command.objects.filter(encounter=encounter).order_by("number")
    return {
        number: Row(number, type_, body, reveals)
        for number, type_, body, reveals in rows.values_list("number", "type", "body", "reveals")
    }


def branch(rows: dict[int, Row], number: int) -> list[Row]:
    """The rows that lead from the start to the state at `number`, oldest first: nothing that was struck."""
    path: list[Row] = []
    while number > 0:
        path.append(rows[number])
        number = rows[number].before
    return path[::-1]


def fold(system: str, start: dict[str, Any], rows: dict[int, Row], number: int) -> dict[str, Any]:
    """The state after row `number`, played again from the start state."""
    state = start
    for row in branch(rows, number):
        if row.type == UNDO and row.body["seed"] is not None:
            state = rules.redeal(system, state, seed=row.body["seed"])["state"]
        elif row.type not in {UNDO, CONTROL}:
            state = rules.act(system, state, row.body)["state"]
    return state
