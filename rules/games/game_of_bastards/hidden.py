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
from rules.games.game_of_bastards.state import Person, State


def reveal(fight: Fight, order: hidden.Reveal) -> None:
    """The Dealer reveals a hidden participant."""
    person = hidden.find_to_reveal(fight, fight.state, order, tables.MOST_PARTICIPANTS)
    state = fight.state
    later = state.begun or person.since > state.round
    if state.begun:
        person.since = state.round + 1
    appear(fight, person, f"{person.name} appears{' and acts from the next round' if later else ''}.", later)


def appear(fight: Fight, person: Person, text: str, chosen: bool) -> None:
    """Make the participant visible; it draws its hand. With `chosen` its lowest card becomes its initiative card."""
    state = fight.state
    apply_rows(state, person)
    hidden.show(fight, state, person, text, tables.PRESENCE_RULES)
    if person.controller not in (tables.DEALER, *fight.by_id):
        person.controller = tables.DEALER
    if person.out is None:
        newcomers.draw_hand(fight, person, chosen)


def come_forward(fight: Fight, person: Person) -> None:
    """A hidden participant gives a command that others notice: it appears, and its turn begins at once."""
    if not may_act(fight, person):
        hidden.refuse_to_act(person)
    appear(fight, person, f"{person.name} appears and acts at once.", True)
    fight.state.order.insert(fight.state.at, person.id)


def let_pass(fight: Fight, person: Person) -> None:
    """A hidden participant does nothing in this round; nobody else notices."""
    if not may_act(fight, person):
        hidden.refuse_to_act(person)
    person.spent = True
    hidden.tell_stays_hidden(fight, person)


def may_act(fight: Fight, person: Person) -> bool:
    """Whether a hidden participant may act: a turn is about to begin, nothing is pending, and there is room."""
    state = fight.state
    if state.outcome is not None or state.play is not None or state.questions or not state.begun:
        return False
    if state.step != "draw" or person.out is not None or person.spent or person.since > state.round:
        return False
    return len(state.people) < tables.MOST_PARTICIPANTS


def apply_rows(state: State, person: Person) -> None:
    """Add the figures of the participant's advantages to those of the encounter, which keeps its own."""
    for key, changed in state.hidden_rows.pop(person.id, {}).items():
        state.rows.setdefault(key, changed)


def offers(state: State, person: Person) -> list[Offer]:
    """The offers of a hidden participant: passing this round, or whatever begins its turn and shows it (GOB-41)."""
    text = "Everyone sees you; you draw your hand, and your turn begins at once."
    forward = offer("draw", person.id, "Come forward and draw a card", ["GOB-41", "GOB-98"], help=text)
    stay = offer("pass", person.id, "Stay hidden in this round", ["GOB-41"], help="Nobody notices.", declines=True)
    return [
        forward,
        stay,
        *[visible_offer for visible_offer in offers_when_visible(state, person) if visible_offer["type"] != "draw"],
    ]


def offers_when_visible(state: State, person: Person) -> list[Offer]:
    """The offers at the beginning of its turn, from a copy of the state in which it is visible and has no hand yet."""
    copy = codec.decode(codec.encode(state), State, "state")
    hidden_person: Person = hidden.get(copy, person.id)
    copy.hidden = [other for other in copy.hidden if other is not hidden_person]
    copy.people.append(hidden_person)
    copy.order.insert(copy.at, hidden_person.id)
    apply_rows(copy, hidden_person)
    return offering.offers(Fight(copy), hidden_person.id)
