"""What the Adversary should know before an encounter of Fortune and Power begins."""

from rules.engine.json_types import SetupWarning
from rules.games.fortune_and_power import view
from rules.games.fortune_and_power.state import State


def warnings(state: State) -> list[SetupWarning]:
    """Sentences with rule ids about a state from `start`; [] when there is nothing to say."""
    setup_warnings: list[SetupWarning] = []
    side = view.proposed_outcome(state)
    if side is not None:
        text = f"Only one side can act ({side}), so the encounter is almost over."
        setup_warnings.append({"text": text, "rules": ["FNP-32", "FNP-44"]})
    down = [participant.name for participant in state.participants if participant.incapacitated]
    if down:
        text = f"Incapacitated from the start: {', '.join(down)}."
        setup_warnings.append({"text": text, "rules": ["FNP-41", "FNP-44"]})
    return setup_warnings
