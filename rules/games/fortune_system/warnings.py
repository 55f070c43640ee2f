"""What a GM should know before an encounter of the Fortune System begins."""

from typing import Any

from rules.games.fortune_system.state import State

LARGE_PARTY, LARGE_PARTY_SLOTS = 6, 3  # FOS-01


def warnings(state: State) -> list[dict[str, Any]]:
    """Sentences with ledger ids about a state as `start` made it; [] when nothing stands against it."""
    found = []
    people = state.people
    if len(people) > LARGE_PARTY and any(ordinary(person.slots) > LARGE_PARTY_SLOTS for person in people):
        text = f"A party of {len(people)} has much fortune together; {LARGE_PARTY_SLOTS} slots each are enough for it."
        found.append({"text": text, "rules": ["FOS-01"]})
    for person in people:
        if not person.whole():
            text = f"Every slot of {person.name} is blown: it rolls a plain d100, without talents, until it recovers."
            found.append({"text": text, "rules": ["FOS-07", "FOS-08"]})
    return found


def ordinary(slots: list[Any]) -> int:
    """How many slots are not Lucky."""
    return sum([slot.group is None for slot in slots])
