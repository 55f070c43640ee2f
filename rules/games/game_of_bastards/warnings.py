"""What a game master should know before an opposition begins."""

from typing import Any

from rules.games.game_of_bastards import figures, tables, view
from rules.games.game_of_bastards.state import State


def warnings(state: State) -> list[dict[str, Any]]:
    """Sentences with ledger ids about a state as `start` made it; [] when nothing stands against it."""
    found: list[dict[str, Any]] = []
    people = [person for person in state.people if person.out is None]
    wanted, has = sum([figures.hand_size(person) for person in people]), len(tables.DECKS[state.deck.decks])
    if wanted > has:
        text = f"All hands together want {wanted} cards of {has}: the deck is dealt as far as it reaches."
        found.append({"text": text, "rules": ["GOB-01", "GOB-40"]})
    for person in state.people:
        if person.out is not None:
            text = f"{person.name} comes with empty pools and takes no part until rested and let in again."
            found.append({"text": text, "rules": ["GOB-49"]})
    if view.proposal(state) is not None:
        text = "Only one side has anybody who can act."
        found.append({"text": text, "rules": ["GOB-49"]})
    return found
