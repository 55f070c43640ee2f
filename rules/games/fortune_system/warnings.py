"""What the GM should know before an encounter begins."""

from typing import Any

from rules.engine.json_types import SetupWarning
from rules.games.fortune_system import tables
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Participant, State

LARGE_PARTY, LARGE_PARTY_SLOTS = 6, 3  # FOS-01


def warnings(state: State) -> list[SetupWarning]:
    """Sentences with rule ids about a state from `start`; [] when there is nothing to say."""
    setup_warnings: list[SetupWarning] = []
    participants = state.participants
    if len(participants) > LARGE_PARTY and any(
        ordinary(participant.slots) > LARGE_PARTY_SLOTS for participant in participants
    ):
        text = f"A party of {len(participants)} has a lot of fortune in all; {LARGE_PARTY_SLOTS} slots each are enough."
        setup_warnings.append({"text": text, "rules": ["FOS-01"]})
    for participant in participants:
        missing = missing_slots(state, participant)
        if missing:
            slots = "1 slot is" if missing == 1 else f"{missing} slots are"
            text = f"{slots} missing on the sheet of {participant.name}. Roll the slots that are missing first."
            setup_warnings.append({"text": text, "rules": ["FOS-01", "FOS-39"]})
        if not participant.unblown_slots():
            text = (
                f"Every slot of {participant.name} is blown: they roll a plain d100, without talents, "
                "until a slot recovers."
            )
            setup_warnings.append({"text": text, "rules": ["FOS-07", "FOS-08"]})
    return setup_warnings


def missing_slots(state: State, participant: Participant) -> int:
    """How many slots the option and the ranks of Lucky give beyond those that a participant has (FOS-01, FOS-39)."""
    missing = max(0, (state.options.slots or tables.SLOTS) - ordinary(participant.slots))
    scene = Scene(state)
    for held in participant.talents:
        talent = scene.talent(held.key)
        if talent is not None and talent.slots and held.focus is not None:
            have = sum([slot.group == held.focus for slot in participant.slots])
            missing += max(0, talent.slots * held.ranks - have)
    return missing


def ordinary(slots: list[Any]) -> int:
    """The number of slots that do not belong to Lucky."""
    return sum([slot.group is None for slot in slots])
