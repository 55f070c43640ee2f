"""Hidden participants in A Game of Bastards: when they may act, and what happens when they are revealed.

A hidden participant has no hand and no initiative card. Play does not wait for it: whenever a turn is about to begin,
it may come forward and take its own turn first. When the Dealer reveals it, it draws as a newcomer does (GOB-98): while
initiative is chosen, it chooses too; later its lowest card counts, and it acts from the next round.
"""

from rules.engine import codec, hidden
from rules.engine.offers import Offer, offer
from rules.games.game_of_bastards import newcomers, tables
from rules.games.game_of_bastards import offers as offering
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant, State


def reveal(fight: Fight, order: hidden.Reveal) -> None:
    """The Dealer reveals a hidden participant."""
    participant = hidden.find_to_reveal(fight, fight.state, order, tables.MOST_PARTICIPANTS)
    state = fight.state
    later = state.begun or participant.since > state.round
    if state.begun:
        participant.since = state.round + 1
    appear(fight, participant, f"{participant.name} appears{' and acts from the next round' if later else ''}.", later)


def appear(fight: Fight, participant: Participant, text: str, chosen: bool) -> None:
    """Make the participant visible; it draws its hand. With `chosen` its lowest card becomes its initiative card."""
    state = fight.state
    apply_rows(state, participant)
    hidden.show(fight, state, participant, text, tables.PRESENCE_RULES)
    if participant.controller not in (tables.DEALER, *fight.by_id):
        participant.controller = tables.DEALER
    if participant.out is None:
        newcomers.draw_hand(fight, participant, chosen)


def come_forward(fight: Fight, participant: Participant) -> None:
    """A hidden participant gives a command that others notice: it appears, and its turn begins at once."""
    if not may_act(fight, participant):
        hidden.refuse_to_act(participant)
    appear(fight, participant, f"{participant.name} appears and acts at once.", True)
    fight.state.order.insert(fight.state.at, participant.id)


def let_pass(fight: Fight, participant: Participant) -> None:
    """A hidden participant does nothing in this round; nobody else notices."""
    if not may_act(fight, participant):
        hidden.refuse_to_act(participant)
    participant.spent = True
    hidden.announce_stays_hidden(fight, participant)


def may_act(fight: Fight, participant: Participant) -> bool:
    """Whether a hidden participant may act: a turn is about to begin, nothing is pending, and there is room."""
    state = fight.state
    if state.outcome is not None or state.play is not None or state.questions or not state.begun:
        return False
    if state.step != "draw" or participant.out is not None or participant.spent or participant.since > state.round:
        return False
    return len(state.participants) < tables.MOST_PARTICIPANTS


def apply_rows(state: State, participant: Participant) -> None:
    """Add the figures that came with the participant in an older encounter to the encounter's, which keeps its own."""
    for key, changed in state.hidden_rows.pop(participant.id, {}).items():
        state.rows.setdefault(key, changed)


def offers(state: State, participant: Participant) -> list[Offer]:
    """The offers of a hidden participant: passing this round, or whatever begins its turn and shows it (GOB-41)."""
    text = "Everyone sees you; you draw your hand, and your turn begins at once."
    forward = offer("draw", participant.id, "Come forward and draw a card", ["GOB-41", "GOB-98"], help=text)
    stay = offer("pass", participant.id, "Stay hidden in this round", ["GOB-41"], help="Nobody notices.", declines=True)
    return [
        forward,
        stay,
        *[
            visible_offer
            for visible_offer in offers_when_visible(state, participant)
            if visible_offer["type"] != "draw"
        ],
    ]


def offers_when_visible(state: State, participant: Participant) -> list[Offer]:
    """The offers at the beginning of its turn, from a copy of the state in which it is visible and has no hand yet."""
    copy = codec.decode(codec.encode(state), State, "state")
    hidden_participant: Participant = hidden.get(copy, participant.id)
    copy.hidden = [other for other in copy.hidden if other is not hidden_participant]
    copy.participants.append(hidden_participant)
    copy.order.insert(copy.at, hidden_participant.id)
    apply_rows(copy, hidden_participant)
    return offering.offers(Fight(copy), hidden_participant.id)
