"""What each viewer may know: everything except the dice to come."""

from typing import cast

from rules.engine.json_types import View
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import tables, turns
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.shapes import Weapon
from rules.games.fortune_and_power.state import Participant, Pending, State
from rules.games.fortune_and_power.view_types import ParticipantView, PendingView, Phase, PowerView, WeaponView


def view(state: State, viewer: object) -> View:
    """What a participant, "gm" or "observer" may know; `Refused` for anyone else."""
    scene = Scene(state)
    if viewer not in ("gm", "observer") and not (isinstance(viewer, str) and viewer in scene.by_id):
        refuse("viewer.unknown", f"{quote(viewer)} is not a viewer; name a participant, gm or observer.")
    participant = turns.on_turn(scene) if state.outcome is None else None
    visible: PowerView = {
        "round": state.round,
        "phase": phase(state),
        "turn": [] if participant is None else [participant.id],
        "waiting": who_must_act(state, participant),
        "order": list(state.order),
        "pending": None if state.pending is None else pending_view(state.pending),
        "marginal": list(state.marginal),
        "participants": {participant.id: participant_view(participant) for participant in state.participants},
        "proposed_outcome": proposed_outcome(state, viewer == tables.GM),
        "outcome": state.outcome,
    }
    return cast(View, visible)


def phase(state: State) -> Phase:
    """What the encounter waits for."""
    if state.outcome is not None:
        return "over"
    return "acting" if state.pending is None else state.pending.kind


def who_must_act(state: State, participant: Participant | None) -> list[str]:
    """Who must act: the participant who answers a hit, else the one whose turn it is; [] for the Adversary."""
    if state.outcome is not None or (state.pending is not None and state.pending.kind == "damage"):
        return []
    if state.pending is not None:
        return [state.pending.target]
    return [] if participant is None else [participant.id]


def pending_view(pending: Pending) -> PendingView:
    """A hit that waits, and who answers (FNP-06, FNP-42)."""
    return {
        "kind": pending.kind,
        "actor": tables.GM if pending.kind == "damage" else pending.target,
        "target": pending.target,
        "damage": pending.damage,
        "mental": pending.mental,
        "by": pending.by,
        "number": pending.number,
    }


def participant_view(participant: Participant) -> ParticipantView:
    """One participant as everyone sees it."""
    return {
        "name": participant.name,
        "side": participant.side,
        "kind": participant.kind,
        "traits": dict(participant.traits),
        "gifts": list(participant.gifts),
        "armor": participant.armor,
        "weapons": [weapon(carried) for carried in participant.weapons],
        "fortune": participant.fortune,
        "actions": participant.actions,
        "attacks": participant.attacks,
        "wounds": participant.wounds,
        "shocks": participant.shocks,
        "limits": {"wounds": participant.wound_limit, "shocks": participant.shock_limit},
        "incapacitated": participant.incapacitated,
        "edge_of_madness": participant.edge_of_madness,
    }


def weapon(carried: Weapon) -> WeaponView:
    """A weapon with every field written out."""
    return {"name": carried.name, "bonus": carried.bonus, "mental": bool(carried.mental)}


def proposed_outcome(state: State, with_hidden: bool = False) -> str | None:
    """The only side that can still act; None when there are several or none.

    Only the Adversary's own view counts hidden participants (`with_hidden`).
    """
    participants = [*state.participants, *state.hidden] if with_hidden else state.participants
    sides = {participant.side for participant in participants if not participant.incapacitated}
    return sides.pop() if len(sides) == 1 else None
