"""Turns and rounds: whose turn it is, and when the next round begins (FNP-32)."""

from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Participant


def on_turn(scene: Scene) -> Participant | None:
    """The first in the order who can act now; None when nobody can (FNP-32)."""
    by_id = scene.by_id
    for participant_id in scene.state.order:
        participant = by_id[participant_id]
        if participant.can_act:
            return participant
    return None


def move_on(scene: Scene, before: Participant | None) -> None:
    """After a command: begin the next round when nobody can act, and tell when the turn has passed.

    Nothing happens while a hit waits for its answer. `before` had the turn before the command.
    """
    state = scene.state
    if state.pending is not None or state.outcome is not None:
        return
    participant = on_turn(scene)
    if participant is None:
        if all(other.incapacitated for other in state.participants):
            return
        next_round(scene)
        participant = on_turn(scene)
    if participant is not None and participant is not before:
        scene.add_event("turn", f"{participant.name}'s turn.", ("FNP-32",), target=participant.id)


def next_round(scene: Scene) -> None:
    """Begin the next round: everyone has two actions and no rapid attack (FNP-32, FNP-43)."""
    state = scene.state
    state.round += 1
    for participant in [*state.participants, *state.hidden]:
        participant.actions, participant.attacks = tables.ACTIONS, 0
    scene.add_event("round", f"Round {state.round} begins.", ("FNP-31", "FNP-32"), round=state.round)
