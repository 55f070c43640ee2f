"""What an encounter leaves on the sheets: slots, the free slot, full pools, and that play has begun.

See FOS-02, FOS-22 and FOS-24."""

from typing import Any

from rules.engine.json_types import Aftermath, ParticipantAftermath
from rules.engine.refusals import refuse
from rules.games.fortune_system import view
from rules.games.fortune_system.state import Participant, State


def aftermath(state: State) -> Aftermath:
    """What the encounter leaves; `Refused` before its end.

    Everyone who took part is listed, also those who left early, with the slots that they had then. Nobody dies in this
    game, so everyone survives.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.", "FOS-28")
    return {
        "outcome": state.outcome,
        "counts": True,
        "participants": {
            participant.id: participant_aftermath(state, participant)
            for participant in [*state.participants, *state.gone]
        },
    }


def participant_aftermath(state: State, participant: Participant) -> ParticipantAftermath:
    """The changed fields of the sheet; after the first check no mulligan is left (FOS-02).

    After a rest hit and magic points are full, which a sheet stores as null (FOS-24).
    """
    visible = view.participant_view(participant)
    sheet: dict[str, Any] = {"slots": visible["slots"], "free": visible["free"]}
    if state.called or participant.redone:
        sheet["played"] = True
    if participant.rested:
        sheet |= {"hp": None, "mp": None}
    return {"survived": True, "sheet": sheet}
