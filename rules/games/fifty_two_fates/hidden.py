"""Hidden participants in 52 Fates: when they may act, and what happens when they are revealed.

A hidden participant has no initiative and no hand. Play does not wait for it: it may act once a round, whenever
someone may act. When it is revealed, it draws as a newcomer does (F52-10, F52-13); if the turn of its group is still
to come in this round, it takes part in it.
"""

from rules.engine import codec, hidden
from rules.engine.offers import Offer
from rules.games.fifty_two_fates import offers as offering
from rules.games.fifty_two_fates import orders, rounds, tables
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, State


def reveal(fight: Fight, order: hidden.Reveal) -> None:
    """The Fate Dealer reveals a hidden participant."""
    appear(fight, hidden.find_to_reveal(fight, fight.state, order, tables.MOST_PARTICIPANTS))


def appear(fight: Fight, participant: Participant) -> None:
    """Make the participant visible: a player character draws its hand, a new group its initiative card."""
    state = fight.state
    hidden.show(fight, state, participant, f"{participant.name} appears.", tables.PRESENCE_RULES)
    if participant.plays_hand:
        fight.draw_to_hand(participant, participant.hp, ("F52-10", "F52-30"))
    orders.take_place(fight, participant)


def come_forward(fight: Fight, participant: Participant) -> None:
    """A hidden participant gives a command that others notice: it appears first."""
    if not may_act(fight, participant):
        hidden.refuse_to_act(participant)
    appear(fight, participant)


def let_pass(fight: Fight, participant: Participant) -> None:
    """A hidden participant does nothing in this round; nobody else notices."""
    if not may_act(fight, participant):
        hidden.refuse_to_act(participant)
    participant.acted = True
    hidden.announce_stays_hidden(fight, participant)


def may_act(fight: Fight, participant: Participant) -> bool:
    """Whether a hidden participant may act: once a round, while nobody must answer and there is room for it."""
    state = fight.state
    if state.outcome is not None or state.pending is not None or fight.surplus() is not None:
        return False
    return rounds.can_act(participant, state.round) and len(state.participants) < tables.MOST_PARTICIPANTS


def offers(state: State, participant: Participant) -> list[Offer]:
    """The offers of a hidden participant, from a copy of the state in which it is visible and has drawn nothing."""
    copy = codec.decode(codec.encode(state), State, "state")
    hidden_participant: Participant = hidden.get(copy, participant.id)
    copy.participants.append(hidden_participant)
    return offering.in_turn(Fight(copy), hidden_participant)
