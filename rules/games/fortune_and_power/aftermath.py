"""What an encounter that is over leaves: wounds, shocks and fortune for the sheets (FNP-40, FNP-41)."""

from rules.engine.json_types import Aftermath, ParticipantAftermath
from rules.engine.refusals import refuse
from rules.games.fortune_and_power.state import Person, State


def aftermath(state: State) -> Aftermath:
    """What the encounter leaves; `Refused` before its end.

    Everyone who took part is listed, also those who left early: their wounds and spent fortune remain. The Adversary
    decides whether an incapacitated character dies (FNP-41), so everyone survives here. An encounter gives no
    experience (FNP-04), so `counts` is false.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.")
    participants = {person.id: participant_aftermath(person) for person in [*state.people, *state.gone]}
    return {"outcome": state.outcome, "counts": False, "participants": participants}


def participant_aftermath(person: Person) -> ParticipantAftermath:
    """The sheet's fields as they are now."""
    pools = {"wounds": person.wounds, "shocks": person.shocks, "fortune": person.fortune}
    return {"survived": True, "sheet": pools}
