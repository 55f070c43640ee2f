"""What the Dealer should know before an opposition begins."""

from rules.engine.json_types import SetupWarning
from rules.games.game_of_bastards import figures, tables, view
from rules.games.game_of_bastards.state import State


def warnings(state: State) -> list[SetupWarning]:
    """Sentences with rule ids about a state from `start`; [] when there is nothing to say."""
    setup_warnings: list[SetupWarning] = []
    people = [person for person in state.people if person.out is None]
    wanted, has = sum([figures.hand_size(person) for person in people]), len(tables.DECKS[state.deck.decks])
    if wanted > has:
        text = f"All hands together need {wanted} cards and there are only {has}: the last hands get fewer cards."
        setup_warnings.append({"text": text, "rules": ["GOB-01", "GOB-40"]})
    for person in state.people:
        if person.out is not None:
            text = f"{person.name} has empty pools and cannot take part. Let them rest and join again."
            setup_warnings.append({"text": text, "rules": ["GOB-49"]})
    if view.proposed_outcome(state) is not None:
        text = "Only one side can act."
        setup_warnings.append({"text": text, "rules": ["GOB-49"]})
    return setup_warnings
