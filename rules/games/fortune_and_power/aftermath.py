"""What an encounter that is over leaves: wounds, shocks and fortune for the sheets (FNP-40, FNP-41)."""

from typing import Any

from rules.engine.refusals import refuse
from rules.games.fortune_and_power.state import Person, State


def aftermath(state: State) -> dict[str, Any]:
    """`{"outcome", "counts", "participants": {id: {"survived", "sheet"}}}`; `Refused` before the end.

    Those who left before the end are among them: a wound taken and fortune spent before that are not undone.
    Whether somebody incapacitated dies is the Adversary's word (FNP-41), so everybody survives here; and no
    experience comes from an encounter by itself (FNP-04), so none counts.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.")
    participants = {person.id: left(person) for person in [*state.people, *state.gone]}
    return {"outcome": state.outcome, "counts": False, "participants": participants}


def left(person: Person) -> dict[str, Any]:
    """The sheet's fields as they are now."""
    pools = {"wounds": person.wounds, "shocks": person.shocks, "fortune": person.fortune}
    return {"survived": True, "sheet": pools}
