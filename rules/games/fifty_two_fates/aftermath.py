"""What an encounter that is over leaves: who survived, and what goes back to the sheets (F52-34, F52-90)."""

from rules.engine.json_types import Aftermath, ParticipantAftermath
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates.state import Participant, State


def aftermath(state: State) -> Aftermath:
    """What the encounter leaves; `Refused` before its end.

    Everyone who took part is listed, also those who left early: what happened to them remains (F52-90). The end of the
    encounter ends unconsciousness (F52-34). A character who is still dying has not failed the third draw and so has not
    died (F52-33): it survives with zero hit points, as a stable one does, and must be healed before it fights again.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.", "F52-62")
    return {
        "outcome": state.outcome,
        "counts": state.counts,
        "participants": {
            participant.id: participant_aftermath(participant) for participant in [*state.participants, *state.gone]
        },
    }


def participant_aftermath(participant: Participant) -> ParticipantAftermath:
    """Whether the participant survived, and the changed fields of the sheet; `hp` is null when unhurt."""
    hp = None if participant.hp == participant.max_hp else participant.hp
    survived = participant.status not in ("dead", "defeated")
    return {"survived": survived, "sheet": {"hp": hp, "weapon_state": participant.weapon}}
