"""What an encounter that is over leaves: wounds, shocks and fortune for the sheets (FNP-40, FNP-41)."""

from rules.engine.json_types import Aftermath, ParticipantAftermath
from rules.engine.refusals import refuse
from rules.games.fortune_and_power.state import Participant, State


def aftermath(state: State) -> Aftermath:
    """What the encounter leaves; `Refused` before its end.

    Everyone who took part is listed, also those who left early: their wounds and spent fortune remain. The Adversary
    decides whether an incapacitated character dies (FNP-41), so everyone survives here. An encounter gives no
    experience (FNP-04), so `counts` is false.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.")
    participants = {
        participant.id: participant_aftermath(participant) for participant in [*state.participants, *state.gone]
    }
    return {"outcome": state.outcome, "counts": False, "participants": participants}


def participant_aftermath(participant: Participant) -> ParticipantAftermath:
    """The sheet's fields as they are now."""
    pools = {"wounds": participant.wounds, "shocks": participant.shocks, "fortune": participant.fortune}
    return {"survived": True, "sheet": pools}
