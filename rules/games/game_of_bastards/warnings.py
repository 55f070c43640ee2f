"""What the Dealer should know before an opposition begins."""

from rules.engine.json_types import SetupWarning
from rules.games.game_of_bastards import figures, tables, view
from rules.games.game_of_bastards.state import State


def warnings(state: State) -> list[SetupWarning]:
    """Sentences with rule ids about a state from `start`; [] when there is nothing to say."""
    setup_warnings: list[SetupWarning] = []
    participants = [participant for participant in state.participants if participant.out is None]
    wanted, has = (
        sum([figures.hand_size(participant) for participant in participants]),
        len(tables.DECKS[state.deck.decks]),
    )
    if wanted > has:
        text = f"All hands together need {wanted} cards and there are only {has}: the last hands get fewer cards."
        setup_warnings.append({"text": text, "rules": ["GOB-01", "GOB-40"]})
    for participant in state.participants:
        if participant.out is not None:
            text = f"{participant.name} has empty pools and cannot take part. Let them rest and join again."
            setup_warnings.append({"text": text, "rules": ["GOB-49"]})
    if view.proposed_outcome(state) is not None:
        text = "Only one side can act."
        setup_warnings.append({"text": text, "rules": ["GOB-49"]})
    return setup_warnings
