"""What the Fate Dealer should know before an encounter begins."""

from rules.engine import cards
from rules.engine.json_types import SetupWarning
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import State


def warnings(state: State) -> list[SetupWarning]:
    """Sentences with rule ids about a state from `start`; [] when there is nothing to say (F52-09)."""
    heroes = [participant for participant in state.participants if participant.group == tables.PLAYERS]
    cards_needed = sum(participant.max_hp for participant in heroes) + Fight(state).fd_limit()
    if cards_needed <= len(cards.DECK):
        return []
    text = (
        f"This party is too large for one deck: all hands together need {cards_needed} cards and there are only "
        f"{len(cards.DECK)}. The last hands get fewer cards."
    )
    return [{"text": text, "rules": ["F52-09", "F52-10", "F52-11"]}]
