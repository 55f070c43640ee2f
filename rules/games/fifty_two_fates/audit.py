"""The audit of a state: whether its parts fit together, beyond what the types of its fields check."""

from rules.engine import cards
from rules.engine import hidden as hiding
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates.state import State

FULL_DECK = frozenset(cards.DECK)


def audit(state: State) -> None:
    """Refuse a state whose parts do not fit each other."""
    hiding.check_ids(state)
    known = {participant.id for participant in state.participants}
    pending = state.pending
    if pending is not None and not known.issuperset((pending.actor, pending.target)):
        refuse("state.pending", "pending: names someone who is not in the encounter.")
    if pending is not None and not set(pending.cards) <= set(state.deck.played):
        refuse("state.pending", "pending: names cards that were not played.")
    if any(not known.issuperset(pair.split(" ")) or pair.count(" ") != 1 for pair in state.ranges):
        refuse("state.ranges", "ranges: names someone who is not in the encounter.")
    if any(group.card not in FULL_DECK and group.card != "" for group in state.initiative):
        refuse("state.initiative", "initiative: names a card that the deck lacks.")
    covered = set("".join([shuffle.order for shuffle in state.deck.shuffles]))
    if covered != FULL_DECK or len(state.deck.key) != 64 or set(state.deck.key) - set("0123456789abcdef"):
        refuse("state.deck", "deck: its shuffles or its key are damaged.")
