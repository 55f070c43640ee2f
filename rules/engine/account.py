"""The account of a command: the events that it caused, in order, each with who may see it."""

from typing import Any

Event = dict[str, Any]


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
