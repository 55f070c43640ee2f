"""What an encounter that is over leaves: who survived, and what goes back to the sheets (F52-34, F52-90)."""

from typing import Any

from rules.engine.refusals import refuse
from rules.games.fifty_two_fates.state import Participant, State


def aftermath(state: State) -> dict[str, Any]:
    """`{"outcome", "counts", "participants": {id: {"survived", "sheet"}}}`; `Refused` before the end.

    Those who left before the end are among them: what befell them before that stands (F52-90).
    The end of the encounter ends unconsciousness (F52-34). One that was still dying has not made its three
    draws, so it has not died (F52-33): it survives at zero hit points, as a stabilised one does, and needs
    healing before it fights again.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.", "F52-62")
    return {
        "outcome": state.outcome,
        "counts": state.counts,
        "participants": {person.id: left(person) for person in [*state.people, *state.gone]},
    }


def left(person: Participant) -> dict[str, Any]:
    """Whether somebody survived, and the sheet's fields as they are now; `hp` null when unhurt."""
    hp = None if person.hp == person.max_hp else person.hp
    survived = person.status not in ("dead", "defeated")
    return {"survived": survived, "sheet": {"hp": hp, "weapon_state": person.weapon}}
