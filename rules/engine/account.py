"""The account of a command: the events that it caused, in order, each with who may see it."""

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from rules.engine.refusals import quoted, refuse

Event = dict[str, Any]


class Named(Protocol):
    """Whoever takes part: an id that commands use, a name that people read."""

    id: str
    name: str


Who = TypeVar("Who", bound=Named)


class Account:
    """Collects events; `reveals` tells whether anything hidden became known to anyone."""

    __slots__ = ("events", "reveals")
    shuffle_rules: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.reveals = False

    def tell(self, kind: str, text: str, rules: tuple[str, ...], **facts: Any) -> Event:
        """Add an event that everybody may see."""
        event = {"type": kind, **facts, "text": text, "rules": [*rules], "visible_to": "all"}
        self.events.append(event)
        return event

    def whisper(self, kind: str, text: str, rules: tuple[str, ...], viewers: list[str], **facts: Any) -> Event:
        """Add an event that only `viewers` may see."""
        event = {"type": kind, **facts, "text": text, "rules": [*rules], "visible_to": viewers}
        self.events.append(event)
        return event


class Company(Account, Generic[Who]):
    """The account of an encounter in which people take part, each found by its id."""

    __slots__ = ("by_id",)

    def __init__(self, people: Iterable[Who]) -> None:
        super().__init__()
        self.by_id: dict[str, Who] = {person.id: person for person in people}

    def find(self, who: str, path: str) -> Who:
        """The participant of that id, else `Refused`; `path` names the field in the sentence."""
        person = self.by_id.get(who)
        if person is None:
            text = f"{path}: {quoted(who)} is not in this encounter; name one of its participants."
            refuse("participant.unknown", text)
        return person
