"""The events that a command causes, in order, each with who may see it."""

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from rules.engine import agreement
from rules.engine.json_types import Event
from rules.engine.refusals import quote, refuse


class Participant(Protocol):
    """Someone who takes part: an id that commands use, a name that people read."""

    id: str
    name: str


ParticipantT = TypeVar("ParticipantT", bound=Participant)


class EventList:
    """Collects the events of one command; `reveals` is set when anything hidden becomes known to anyone.

    `presence_rules`: ids of the rules by which someone comes and goes, for the events that say so.
    `shuffle_rules`: ids of the rules by which cards are shuffled or dice rolled.
    `silent`: keep no event and publish no commitment. Simulations use it, because nobody reads their events. The most
    frequent commands ask it before they build the sentence.
    """

    __slots__ = ("events", "presence_rules", "reveals", "silent")
    shuffle_rules: tuple[str, ...] = ()

    def __init__(self, presence_rules: tuple[str, ...] = (), *, silent: bool = False) -> None:
        self.silent = silent
        self.presence_rules = presence_rules
        self.events: list[Event] = []
        self.reveals = False

    def add_event(self, kind: str, text: str, rules: tuple[str, ...], **facts: Any) -> Event:
        """Add an event that everyone may see; `facts` become its other fields."""
        if self.silent:
            return {"rules": []}
        event = {"type": kind, **facts, "text": text, "rules": [*rules], "visible_to": "all"}
        self.events.append(event)
        return event

    def add_private_event(
        self, kind: str, text: str, rules: tuple[str, ...], viewers: list[str], **facts: Any
    ) -> Event:
        """Add an event that only `viewers` (participants' ids, "gm") may see."""
        if self.silent:
            return {"rules": []}
        event = {"type": kind, **facts, "text": text, "rules": [*rules], "visible_to": viewers}
        self.events.append(event)
        return event


class EncounterContext(EventList, Generic[ParticipantT]):
    """The context of a command: its events, and the participants by id. Games add their state and their chance."""

    __slots__ = ("by_id",)

    def __init__(
        self, participants: Iterable[ParticipantT], presence_rules: tuple[str, ...] = (), *, silent: bool = False
    ) -> None:
        super().__init__(presence_rules, silent=silent)
        self.by_id: dict[str, ParticipantT] = {participant.id: participant for participant in participants}

    def add_event(self, kind: str, text: str, rules: tuple[str, ...], **facts: Any) -> Event:
        """Add an event that everyone may see; its verbs agree with a plural name at the beginning."""
        if self.silent:
            return {"rules": []}
        return super().add_event(kind, self._agree(text, facts), rules, **facts)

    def add_private_event(
        self, kind: str, text: str, rules: tuple[str, ...], viewers: list[str], **facts: Any
    ) -> Event:
        """Add an event that only `viewers` may see; its verbs agree with a plural name at the beginning."""
        if self.silent:
            return {"rules": []}
        return super().add_private_event(kind, self._agree(text, facts), rules, viewers, **facts)

    def is_plural(self, participant: ParticipantT) -> bool:
        """Whether verbs that belong to the participant are in the plural."""
        return agreement.is_surely_plural(participant.name)

    def _agree(self, text: str, facts: dict[str, Any]) -> str:
        for field in ("actor", "target"):
            participant = self.by_id.get(facts.get(field, ""))
            if participant is not None and self.is_plural(participant) and text.startswith(participant.name):
                return agreement.agree(text, participant.name)
        return text

    def find(self, who: str, path: str) -> ParticipantT:
        """The participant of that id, else `Refused`; `path` names the field of the command in the sentence."""
        participant = self.by_id.get(who)
        if participant is None:
            text = f"{path}: {quote(who)} is not in this encounter; name one of its participants."
            refuse("participant.unknown", text)
        return participant
