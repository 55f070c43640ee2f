"""The participants of the Fortune System, their slots and talents, as a setup takes them.

Slots are written as one text: "60 80d x 30@Physical" is a sound 60, a damaged 80, a blown slot, and a sound 30 that
Lucky gives for Physical ("x@Physical" and "30d@Physical" are its worse states).
"""

from collections.abc import Iterable
from typing import Any


def slots_of(text: str) -> list[dict[str, Any]]:
    """Slots written as one text, as a setup takes them."""
    found = []
    for word in text.split():
        figure, _, group = word.partition("@")
        condition = {"x": "blown", "d": "damaged"}.get(figure[-1], "sound")
        value = None if condition == "blown" else int(figure.rstrip("d"))
        found.append({"value": value, "condition": condition, **({"group": group} if group else {})})
    return found


def written(slots: list[dict[str, Any]]) -> str:
    """The slots of a view, as one text."""
    marks = {"sound": "", "damaged": "d", "blown": ""}
    words = []
    for slot in slots:
        figure = "x" if slot["value"] is None else str(slot["value"])
        words.append(figure + marks[slot["condition"]] + (f"@{slot['group']}" if slot["group"] else ""))
    return " ".join(words)


def talent(key: str, focus: str | None = "Physical", ranks: int = 1) -> dict[str, Any]:
    return {"key": key, "focus": focus, "ranks": ranks}


def who(ref: str, text: str | None = "60 80 40 90", /, *talents: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A participant for the setup, with a level that allows many talents."""
    block: dict[str, Any] = {"id": ref, "name": ref.title(), "level": 45, **more}
    if text is not None:
        block["slots"] = slots_of(text)
    if talents:
        block["talents"] = list(talents)
    return block


def written_numbers(values: Iterable[int | None]) -> str:
    """The same as one text: a value below 0 is a damaged slot, None a blown one."""
    return " ".join("x" if value is None else f"{abs(value)}d" if value < 0 else str(value) for value in values)


def slot(value: int | None, group: str | None = None) -> dict[str, Any]:
    """A slot: a value, one below 0 for a damaged slot, None for a blown one; Lucky for `group`."""
    if value is None:
        made: dict[str, Any] = {"value": None, "condition": "blown"}
    else:
        made = {"value": abs(value), "condition": "sound" if value > 0 else "damaged"}
    return {**made, "group": group} if group else made
