"""Replays stored commands: from the start state to the state at any number."""

from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS

from campaigns.encounters.models import Command, Encounter
from rules import play as rules

UNDO = "undo"
# A hand-over: numbered like a command so that every page updates, but not a matter of the rules.
CONTROL = "control"


@dataclass(frozen=True, slots=True)
class StoredCommand:
    """The part of a stored command that replay needs; an undo's body is {"to": n, "seed": hex or null}."""

    number: int
    type: str
    body: dict[str, Any]
    reveals: bool

    @property
    def before(self) -> int:
        """The number whose state this row follows: the one before, or the one an undo went back to."""
        return int(self.body["to"]) if self.type == UNDO else self.number - 1


def stored_commands(encounter: Encounter, using: str = DEFAULT_DB_ALIAS) -> dict[int, StoredCommand]:
    """All commands of the encounter by number, including undone ones."""
    rows = Command.objects.using(using).filter(encounter=encounter.pk).order_by("number")
    return {
        number: StoredCommand(number, type_, body, reveals)
        for number, type_, body, reveals in rows.values_list("number", "type", "body", "reveals")
    }


def commands_leading_to(rows: dict[int, StoredCommand], number: int) -> list[StoredCommand]:
    """The commands that lead from the start to the state at `number`, oldest first, without undone ones."""
    path: list[StoredCommand] = []
    while number > 0:
        path.append(rows[number])
        number = rows[number].before
    return path[::-1]


def replay_to(system: str, start: dict[str, Any], rows: dict[int, StoredCommand], number: int) -> dict[str, Any]:
    """The state after command `number`, played again from the start state."""
    state = start
    for row in commands_leading_to(rows, number):
        if row.type == UNDO and row.body["seed"] is not None:
            state = rules.redeal(system, state, seed=row.body["seed"])["state"]
        elif row.type not in {UNDO, CONTROL}:
            state = rules.act(system, state, row.body)["state"]
    return state
