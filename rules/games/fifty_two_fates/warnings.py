"""What a game master should know before an encounter of 52 Fates begins."""

from typing import Any

from rules.engine import cards
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import State


def warnings(state: State) -> list[dict[str, Any]]:
    """Sentences with ledger ids about a state as `start` made it; [] when nothing stands against it (F52-09)."""
    heroes = [person for person in state.people if person.group == tables.PLAYERS]
    wanted = sum(person.hp for person in heroes) + Fight(state).fd_limit()
    if wanted <= len(cards.DECK):
        return []
    text = (
        f"This party outgrows one deck: all hands together want {wanted} cards of {len(cards.DECK)}. "
        "The deck is dealt as far as it reaches."
    )
    return [{"text": text, "rules": ["F52-09", "F52-10", "F52-11"]}]
