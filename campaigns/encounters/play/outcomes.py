"""The outcome of an accepted command as the person who gave it may see it; computed on demand."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from campaigns.encounters.models import Encounter
from campaigns.encounters.play.visibility import EncounterReading, read_encounter
from people.models import Member


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A command that was just stored: the state after it and the bodies of its events."""

    state: dict[str, Any]
    events: list[dict[str, Any]]


@dataclass
class Outcome:
    """An accepted command; view and events are lazy, because a page that shows the table does not use them."""

    encounter: Encounter
    membership: Member
    number: int
    actor: str | None
    repeated: bool = False
    written: StoredResult | None = None

    @cached_property
    def reading(self) -> EncounterReading:
        """The encounter after the command: from memory if possible, or else from the database."""
        if self.written is None:
            return read_encounter(self.encounter, self.membership)
        return EncounterReading(self.encounter, self.membership, self.number, self.written.state)

    @cached_property
    def seat(self) -> str:
        """The seat that sees the outcome: the actor if the person plays it, or else the person's first seat."""
        seats = self.reading.seats
        return self.actor if self.actor in seats else seats[0]

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """The events that the seat may know."""
        if self.written is not None:
            return self.reading.events_of_command(self.written.events, self.seat)
        bodies = self.reading.events(self.number - 1, self.seat)
        return [event for event in bodies if event["number"] == self.number]

    @cached_property
    def view(self) -> dict[str, Any]:
        """The encounter as the seat may see it now."""
        return self.reading.view(self.seat)
