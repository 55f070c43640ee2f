"""The running account of an encounter: what happened, in sentences, newest first."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Line:
    """One sentence of the account."""

    number: int
    text: str
    rules: list[str]
    private: bool
    struck: bool
    first: bool
    by_hand: bool = False
    # A reveal: {"name", "cards" (their codes, with spaces), "bonus", "total"} for each side.
    sides: list[dict[str, Any]] = field(default_factory=list)


def lines(events: list[dict[str, Any]], people: dict[str, dict[str, Any]]) -> list[Line]:
    """A line an event that a viewer may know, newest first; `people` are the participants by id."""
    told: list[Line] = []
    last = None
    # Seals are for whoever verifies; at the table they would drown what happened.
    for event in [event for event in events if event["type"] != "sealed"]:
        number = event["number"]
        told.append(
            Line(
                number, event["text"], event["rules"], event["visible_to"] != "all", event["struck"], number != last,
                "supplied" in event, _revealed(event, people),
            )
        )  # fmt: skip
        last = number
    return told[::-1]


def _revealed(event: dict[str, Any], people: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    if event["type"] != "revealed":
        return []
    return [
        {**side, "name": people.get(side["id"], {}).get("name", side["id"]), "cards": " ".join(side["cards"])}
        for side in event.get("sides", [])
    ]
