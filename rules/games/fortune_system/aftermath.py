"""What an encounter that is over leaves on the sheets: slots, free slots, that a game has begun (FOS-02, FOS-22)."""

from typing import Any

from rules.engine.refusals import refuse
from rules.games.fortune_system import view
from rules.games.fortune_system.state import Participant, State


def aftermath(state: State) -> dict[str, Any]:
    """`{"outcome", "counts", "participants": {id: {"survived", "sheet"}}}`; `Refused` before the end.

    Those who left before the end are among them: their slots stay as they were when they left. Nobody dies of
    a blown slot, so everybody survives.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.", "FOS-28")
    return {
        "outcome": state.outcome,
        "counts": True,
        "participants": {person.id: left(state, person) for person in [*state.people, *state.gone]},
    }


def left(state: State, person: Participant) -> dict[str, Any]:
    """The sheet's fields as they are now; a mulligan is over once a check was called (FOS-02)."""
    seen = view.participant(person)
    sheet = {"slots": seen["slots"], "free": seen["free"]}
    if state.called or person.redone:
        sheet["played"] = True
    return {"survived": True, "sheet": sheet}
