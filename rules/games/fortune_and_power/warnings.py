"""What the Adversary should know before an encounter of Fortune and Power begins."""

from typing import Any

from rules.games.fortune_and_power import view
from rules.games.fortune_and_power.state import State


def warnings(state: State) -> list[dict[str, Any]]:
    """Sentences with ledger ids about a state as `start` made it; [] when nothing stands against it."""
    found = []
    side = view.proposal(state)
    if side is not None:
        text = f"Only one side can act, {side}: the encounter is as good as over."
        found.append({"text": text, "rules": ["FNP-32", "FNP-44"]})
    down = [person.name for person in state.people if person.incapacitated]
    if down:
        text = f"Incapacitated from the start: {', '.join(down)}."
        found.append({"text": text, "rules": ["FNP-41", "FNP-44"]})
    return found
