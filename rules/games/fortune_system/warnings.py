"""What the GM should know before an encounter begins."""

from typing import Any

from rules.engine.json_types import SetupWarning
from rules.games.fortune_system.state import State

LARGE_PARTY, LARGE_PARTY_SLOTS = 6, 3  # FOS-01


def warnings(state: State) -> list[SetupWarning]:
    """Sentences with rule ids about a state from `start`; [] when there is nothing to say."""
    setup_warnings: list[SetupWarning] = []
    participants = state.participants
    if len(participants) > LARGE_PARTY and any(
        ordinary(participant.slots) > LARGE_PARTY_SLOTS for participant in participants
    ):
        text = (
            f"A party of {len(participants)} has much fortune together; {LARGE_PARTY_SLOTS} slots for each are enough."
        )
        setup_warnings.append({"text": text, "rules": ["FOS-01"]})
    for participant in participants:
        if not participant.unblown_slots():
            text = (
                f"Every slot of {participant.name} is blown: they roll a plain d100, without talents, "
                "until a slot recovers."
            )
            setup_warnings.append({"text": text, "rules": ["FOS-07", "FOS-08"]})
    return setup_warnings


def ordinary(slots: list[Any]) -> int:
    """The number of slots that do not belong to Lucky."""
    return sum([slot.group is None for slot in slots])
