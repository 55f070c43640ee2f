"""Hidden participants in Fortune and Power: when they may act, and what happens when they are revealed.

A hidden participant has no place in the order. Play does not wait for it: it may act whenever someone may, and then
has the turn at once. When the Adversary reveals it, it gets the place of its Perception (FNP-32).
"""

from rules.engine import codec, hidden
from rules.engine.offers import Offer
from rules.games.fortune_and_power import offers as offering
from rules.games.fortune_and_power import tables, turns
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Person, State


def reveal(scene: Scene, order: hidden.Reveal) -> None:
    """The Adversary reveals a hidden participant."""
    person = hidden.find_to_reveal(scene, scene.state, order, tables.MOST_PARTICIPANTS)
    appear(scene, person, place_of(scene, person))


def place_of(scene: Scene, person: Person) -> int:
    """The place in the order by Perception: before the first one with a lower level (FNP-32)."""
    level = person.level(tables.PERCEPTION)
    for place, person_id in enumerate(scene.state.order):
        if scene.by_id[person_id].level(tables.PERCEPTION) < level:
            return place
    return len(scene.state.order)


def appear(scene: Scene, person: Person, place: int) -> None:
    """Make the participant visible, at this place in the order."""
    hidden.show(scene, scene.state, person, f"{person.name} appears.", tables.PRESENCE_RULES)
    scene.state.order.insert(place, person.id)


def come_forward(scene: Scene, person: Person) -> None:
    """A hidden participant gives a command that others notice: it appears and has the turn."""
    if not may_act(scene.state, person):
        hidden.refuse_to_act(person)
    now = turns.on_turn(scene)
    appear(scene, person, 0 if now is None else scene.state.order.index(now.id))


def let_pass(scene: Scene, person: Person) -> None:
    """A hidden participant does nothing in this round; nobody else notices."""
    if not may_act(scene.state, person):
        hidden.refuse_to_act(person)
    person.actions = 0
    hidden.tell_stays_hidden(scene, person)


def may_act(state: State, person: Person) -> bool:
    """Whether a hidden participant may act: no hit waits, and there is room for another visible participant."""
    if state.outcome is not None or state.pending is not None:
        return False
    return person.can_act and len(state.people) < tables.MOST_PARTICIPANTS


def offers(state: State, person: Person) -> list[Offer]:
    """The offers of a hidden participant, from a copy of the state in which it is visible and has the turn."""
    copy = codec.decode(codec.encode(state), State, "state")
    hidden_person: Person = hidden.get(copy, person.id)
    copy.people.append(hidden_person)
    return offering.in_turn(Scene(copy), hidden_person)
