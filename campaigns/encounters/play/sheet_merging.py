"""Merging what an encounter changed with what was changed on a sheet while the encounter was running."""

from collections.abc import Mapping
from typing import Any, Final

from rules import play as rules

MISSING: Final = object()


def values_at_start(system: str, start: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The fields of sheets that the encounter may change, as they were at its start, by participant's id.

    Those who joined later are not in it. {} when the game cannot read the start, such as that of an old encounter.
    """
    return {
        key: dict(result["sheet"]) for key, result in aftermath_by_participant(system, start, state["outcome"]).items()
    }


def values_at_joining(system: str, start: Mapping[str, Any], joining: Mapping[str, Any]) -> dict[str, Any]:
    """As `values_at_start` for one who joined later with the command `joining`, as if that were the first command.

    {} when the game does not accept it at the start.
    """
    participant = {name: value for name, value in joining["participant"].items() if name != "hidden"}
    try:
        joined = rules.act(system, start, {**joining, "participant": participant})["state"]
    except rules.Refused:
        return {}
    return dict(aftermath_by_participant(system, joined).get(participant["id"], {}).get("sheet", {}))


def aftermath_by_participant(
    system: str, state: Mapping[str, Any], outcome: str = "other"
) -> Mapping[str, Mapping[str, Any]]:
    """What the aftermath of an encounter that ended in this state would give, by the ids of the visible participants.

    {} when the game cannot read the state.
    """
    try:
        return rules.aftermath(system, {**state, "outcome": outcome})["participants"]
    except rules.Refused:
        return {}


def values_before_opening(began: Mapping[str, Any], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """`began` with its numbers, and with the lists that the opening filled, as they were on the sheet before it.

    Otherwise the end would not write that change: a joker of the opening hand is a wildcard, for example, and fortune
    slots that are empty on the sheet are rolled."""
    changed = {
        name
        for name, value in began.items()
        if type(value) is type(sheet.get(name)) is int or (type(value) is list and sheet.get(name) == [])
    }
    return {name: sheet[name] if name in changed else value for name, value in began.items()}


def merge_changes(sheet: Mapping[str, Any], began: Mapping[str, Any], ended: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of `ended`, each with what changed on the sheet since `began`."""
    return {
        name: _merge(sheet.get(name, MISSING), began[name], value) if name in began else value
        for name, value in ended.items()
    }


def _merge(now: Any, began: Any, ended: Any) -> Any:
    """The value of one field: numbers by their difference, objects by field, and entries of lists at their place."""
    if now is MISSING or now == began:
        return ended
    if ended == began:
        return now
    if type(now) is type(began) is type(ended) is int:
        return max(0, now + ended - began)
    if type(now) is type(began) is type(ended) is dict:
        return merge_changes(now, began, ended)
    if type(now) is type(began) is type(ended) is list and len(now) >= len(began) == len(ended):
        both = zip(now, began, ended, strict=False)
        return [mine if last == first else last for mine, first, last in both] + now[len(began) :]
    return ended
