"""What an opposition that is over leaves: pools and wildcards go back to the sheets (GOB-06, GOB-49)."""

from typing import Any

from rules.engine.json_types import Aftermath, ParticipantAftermath
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.state import Participant, State


def aftermath(state: State) -> Aftermath:
    """What the opposition leaves; `Refused` before its end.

    Everyone who took part is listed, also those who left early: what they lost stays lost. The Dealer decides about
    death (GOB-49), so everyone survives except a group of extras without members.
    """
    if state.outcome is None:
        refuse("encounter.running", "The encounter is not over yet; end it first.", "GOB-50")
    return {
        "outcome": state.outcome,
        "counts": True,
        "participants": {
            participant.id: participant_aftermath(participant) for participant in [*state.participants, *state.gone]
        },
    }


def participant_aftermath(participant: Participant) -> ParticipantAftermath:
    """Whether the participant is still there, and the changed fields of the sheet."""
    sheet: dict[str, Any] = {}
    if participant.kind == "fated":
        sheet["pools"] = dict(zip(tables.POOLS, participant.pools, strict=True))
        sheet["wildcards"] = min(tables.HIGHEST, participant.wildcards)
    return {"survived": participant.kind != "extras" or participant.members > 0, "sheet": sheet}
