"""What an opposition that is over leaves: pools, wildcards and weapons go back to the sheets (GOB-06, GOB-49)."""

from typing import Any

from rules.engine.refusals import refuse
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.state import Person, State


def aftermath(state: State) -> dict[str, Any]:
    """`{"outcome", "counts", "participants": {id: {"survived", "sheet"}}}`; `Refused` before the end.

    Those who left before the end are among them: what they lost before that is lost.
    Death is the Dealer's call (GOB-49), so everybody survives but a group of extras without members.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.", "GOB-50")
    return {
        "outcome": state.outcome,
        "counts": True,
        "participants": {person.id: left(person) for person in [*state.people, *state.gone]},
    }


def left(person: Person) -> dict[str, Any]:
    """Whether somebody is still there, and the sheet's fields as they are now."""
    sheet: dict[str, Any] = {}
    if person.kind == "fated":
        sheet["pools"] = dict(zip(tables.POOLS, person.pools, strict=True))
        sheet["wildcards"] = min(tables.HIGHEST, person.wildcards)
    return {"survived": person.kind != "extras" or person.members > 0, "sheet": sheet}
