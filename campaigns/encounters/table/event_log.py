"""The event log of a table: what happened, in sentences, newest first."""

from dataclasses import dataclass, field
from typing import Any, Final

from common.fragments import Facts
from rules.pages import fairness

UNLISTED_EVENTS: Final = frozenset({"sealed", "promised", "closing", "secret-opened"})


@dataclass(frozen=True, repr=False)
class EventLine(Facts):
    """One sentence of the event log."""

    number: int
    text: str
    rules: list[str]
    private: bool
    struck: bool
    first: bool
    supplied: bool = False
    # A reveal: {"name", "cards" (their codes, with spaces), "bonus", "total"} for each side.
    sides: list[dict[str, Any]] = field(default_factory=list)

    @property
    def classes(self) -> str:
        """The classes of its element."""
        return " ".join(word for word, holds in (("struck", self.struck), ("own", self.private)) if holds)

    @property
    def facts(self) -> "LineFacts":
        """The values that the HTML of its sentence depends on."""
        return LineFacts(self.text, self.rules, self.private, self.supplied, self.sides)


@dataclass(frozen=True, repr=False)
class LineFacts(Facts):
    """The values from which a sentence of the event log is rendered."""

    text: str
    rules: list[str]
    private: bool
    supplied: bool
    sides: list[dict[str, Any]]


def listed_events(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events that have a line, oldest first. Seals, and their opening at the end, are for the verifier; here they
    would only hide what happened."""
    return [event for event in events if event["type"] not in UNLISTED_EVENTS]


def event_lines(
    listed: list[dict[str, Any]], participants: dict[str, dict[str, Any]], first: int = 0
) -> list[EventLine]:
    """A line for each listed event from the place `first` on, newest first; the participants are by id."""
    before = listed[max(0, first) - 1]["number"] if first > 0 else None
    lines: list[EventLine] = []
    for event in listed[max(0, first) :]:
        lines.append(
            EventLine(
                event["number"],
                event["text"],
                event["rules"],
                event["visible_to"] != "all",
                event["struck"],
                event["number"] != before,
                "supplied" in event,
                _revealed_cards(event, participants),
            )
        )
        before = event["number"]
    return lines[::-1]


@dataclass(frozen=True)
class Roll:
    """Rolled dice, and what they were rolled for."""

    text: str
    dice: list[int]


def result_sentence(events: list[dict[str, Any]], number: int) -> str:
    """Return the sentence about a numbered result, without its outcome; empty if these events do not have it."""
    mark = f"(result {number})"
    sentences = [event["text"] for event in events if mark in event["text"] and not event["struck"]]
    return sentences[-1].rpartition(": ")[0] if sentences else ""


def last_roll(events: list[dict[str, Any]]) -> Roll | None:
    """Return the newest roll among these events."""
    for event in reversed(events):
        dice = event.get("rolls") or event.get("rolled")
        if dice and not event["struck"]:
            return Roll(event["text"], dice)
    return None


def last_receipt(events: list[dict[str, Any]]) -> str:
    """Return the receipt of the last shuffle, or of the last sealed dice, among these events."""
    published = [event for event in events if event["type"] in {"shuffled", "sealed"} and not event["struck"]]
    return fairness.receipt(published[-1]) if published else ""


def _revealed_cards(event: dict[str, Any], participants: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    if event["type"] != "revealed":
        return []
    return [
        {**side, "name": participants.get(side["id"], {}).get("name", side["id"]), "cards": " ".join(side["cards"])}
        for side in event.get("sides", [])
    ]
