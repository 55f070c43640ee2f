"""Hidden participants in Fortune and Power: when they may act, and what happens when they are revealed.

A hidden participant has no place in the order. Play does not wait for it: it may act whenever someone may, and then
has the turn at once. When the Adversary reveals it, it gets the place of its Perception (FNP-32).
"""

from rules.engine import codec, hidden
from rules.engine.offers import Offer
from rules.games.fortune_and_power import offers as offering
from rules.games.fortune_and_power import tables, turns
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Participant, State


def reveal(scene: Scene, order: hidden.Reveal) -> None:
    """The Adversary reveals a hidden participant."""
    participant = hidden.find_to_reveal(scene, scene.state, order, tables.MOST_PARTICIPANTS)
    appear(scene, participant, place_of(scene, participant))


def place_of(scene: Scene, participant: Participant) -> int:
    """The place in the order by Perception: before the first one with a lower level (FNP-32)."""
    level = participant.level(tables.PERCEPTION)
    for place, participant_id in enumerate(scene.state.order):
        if scene.by_id[participant_id].level(tables.PERCEPTION) < level:
            return place
    return len(scene.state.order)


def appear(scene: Scene, participant: Participant, place: int) -> None:
    """Make the participant visible, at this place in the order."""
    hidden.show(scene, scene.state, participant, f"{participant.name} appears.", tables.PRESENCE_RULES)
    scene.state.order.insert(place, participant.id)


def come_forward(scene: Scene, participant: Participant) -> None:
    """A hidden participant gives a command that others notice: it appears and has the turn."""
    if not may_act(scene.state, participant):
        hidden.refuse_to_act(participant)
    now = turns.on_turn(scene)
    appear(scene, participant, 0 if now is None else scene.state.order.index(now.id))


def let_pass(scene: Scene, participant: Participant) -> None:
    """A hidden participant does nothing in this round; nobody else notices."""
    if not may_act(scene.state, participant):
        hidden.refuse_to_act(participant)
    participant.actions = 0
    hidden.announce_stays_hidden(scene, participant)


def may_act(state: State, participant: Participant) -> bool:
    """Whether a hidden participant may act: no hit waits, and there is room for another visible participant."""
    if state.outcome is not None or state.pending is not None:
        return False
    return participant.can_act and len(state.participants) < tables.MOST_PARTICIPANTS


def offers(state: State, participant: Participant) -> list[Offer]:
    """The offers of a hidden participant, from a copy of the state in which it is visible and has the turn."""
    copy = codec.decode(codec.encode(state), State, "state")
    hidden_participant: Participant = hidden.get(copy, participant.id)
    copy.participants.append(hidden_participant)
    return offering.in_turn(Scene(copy), hidden_participant)
