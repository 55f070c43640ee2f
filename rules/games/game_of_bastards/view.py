"""What each viewer may know; the only way out of a state. Others see only the number of face-down cards."""

from typing import cast

from rules.engine import cards
from rules.engine.json_types import View
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import figures, orders, rounds, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Arm, Participant, Play, Question, Side, State
from rules.games.game_of_bastards.view_types import (
    BastardsView,
    EffectView,
    InitiativeView,
    ParticipantView,
    PendingView,
    Phase,
    SideView,
    WeaponView,
)


def view(state: State, viewer: object) -> View:
    """What a participant, "gm" or "observer" may know; `Refused` for anyone else."""
    fight = Fight(state)
    viewer_participant = require_viewer(fight, viewer)
    phase, turn = current_phase(fight)
    visible: BastardsView = {
        "round": state.round,
        "phase": phase,
        "turn": turn,
        "pending": pending(fight),
        "participants": {participant.id: participant_view(fight, participant) for participant in state.participants},
        "order": [participant.id for participant in state.participants],
        "initiative": initiative(fight),
        "hand": cards.names_of(viewer_participant.hand) if viewer_participant is not None else [],
        "hands": {
            participant.id: cards.names_of(participant.hand)
            for participant in state.participants
            if participant.controller == viewer
        },
        "draw_pile": len(state.deck.draw),
        "discard": cards.names_of(state.deck.discard),
        "played": cards.names_of(state.deck.played),
        "ground": [weapon(lying) for lying in state.ground],
        "own_down": known_face_down(state, viewer, viewer_participant),
    }
    if state.distance is not None:
        visible["distance"] = {"id": state.distance.who, "rounds": state.distance.rounds}
    proposed = proposed_outcome(state, viewer == tables.DEALER)
    if proposed is not None:
        visible["proposed_outcome"] = proposed
    if state.outcome is not None:
        visible["outcome"] = state.outcome
    return cast(View, visible)


def known_face_down(state: State, viewer: object, own: Participant | None) -> dict[str, list[str]]:
    """The face-down cards that the viewer has played, by participant: their own, and those they control."""
    owners = [participant for participant in state.participants if participant.controller == viewer]
    if own is not None and own.controller != viewer:
        owners.append(own)
    piles = {participant.id: face_down_of(state, participant.id) for participant in owners}
    return {participant_id: cards.names_of(pile) for participant_id, pile in piles.items() if pile}


def require_viewer(fight: Fight, viewer: object) -> Participant | None:
    """The participant who looks; None for "gm" and "observer"; else `Refused`."""
    if viewer in ("gm", "observer"):
        return None
    participant = fight.by_id.get(viewer) if isinstance(viewer, str) else None
    if participant is None:
        refuse("viewer.unknown", f"{quote(viewer)} is not a viewer; name a participant, gm or observer.")
    return participant


def current_phase(fight: Fight) -> tuple[Phase, list[str]]:
    """(phase, who must act or answer)."""
    state = fight.state
    if state.outcome is not None:
        return "over", []
    if state.questions:
        return "choice", [state.questions[0].who]
    play = state.play
    if play is not None:
        if play.stage == "defend":
            return "defend", [side.who for side in play.sides[1:] if not side.answered]
        return "betting", [play.sides[play.word].who]
    if not state.begun:
        return "initiative", rounds.who_chooses_initiative(fight)
    participant = fight.current()
    phase: Phase = "draw" if state.step == "draw" else "declare"
    return phase, [participant.id] if participant is not None and participant.out is None else []


def pending(fight: Fight) -> PendingView | None:
    """What play waits for, and how many cards are face down; never which ones."""
    state = fight.state
    if state.outcome is not None:
        return None
    if not state.questions:
        return None if state.play is None else play_view(fight, state.play)
    question = question_view(fight, state.questions[0])
    return question if state.play is None else {**play_view(fight, state.play), **question}


def face_down(state: State) -> int:
    """The face-down cards of all sides, including those put aside for counters."""
    sides = state.play.sides if state.play is not None else []
    return sum([len(side.down) + len(side.laid) for side in sides]) + sum([len(queued.cards) for queued in state.queue])


def face_down_of(state: State, participant_id: str) -> str:
    """The face-down cards of one participant; only its owners may see them."""
    sides = state.play.sides if state.play is not None else []
    mine = "".join([side.down + side.laid for side in sides if side.who == participant_id])
    return mine + "".join([counter.cards for counter in state.queue if counter.who == participant_id])


def question_view(fight: Fight, question: Question) -> PendingView:
    """The question that a participant must answer."""
    visible: PendingView = {"kind": question.kind, "actor": question.who, "face_down": face_down(fight.state)}
    if question.kind == "redirect":
        visible["amount"] = question.amount
    if question.kind == "discard":
        visible["count"] = min(question.amount, len(fight.by_id[question.who].hand))
    return visible


def play_view(fight: Fight, play: Play) -> PendingView:
    """The current play as everyone sees it."""
    attacker, targets = play.sides[0], [side.who for side in play.sides[1:]]
    visible: PendingView = {
        "kind": "attack",
        "actor": attacker.who,
        "face_down": face_down(fight.state),
        "targets": targets,
        "how": play.kind,
        "skill": attacker.skill or None,
        "trait": attacker.trait or None,
        "weapons": list(play.weapons),
        "uses": list(play.uses),
        "counter": play.counter,
        "sides": [side_view(side) for side in play.sides],
    }
    if len(targets) == 1:
        visible["target"] = targets[0]
    if play.declared:
        visible["raises"] = play.raises
    return visible


def side_view(side: Side) -> SideView:
    """One side of a play: its cards face up, and how many are face down."""
    return {
        "id": side.who,
        "face_up": cards.names_of(side.up),
        "face_down": len(side.down),
        "laid": len(side.laid),
        "answered": side.answered,
        "called": side.called,
        "trait": side.trait or None,
        "bonus": side.bonus,
        "left": max(0, side.limit - side.used) if side.answered else None,
    }


def initiative(fight: Fight) -> list[InitiativeView]:
    """The acting order of this round with the cards that are shown."""
    participants = [
        fight.by_id[participant_id] for participant_id in fight.state.order if participant_id in fight.by_id
    ]
    return [
        {"id": participant.id, "card": cards.NAME[participant.card] if participant.card else None}
        for participant in participants
        if participant.out is None
    ]


def participant_view(fight: Fight, participant: Participant) -> ParticipantView:
    """One participant as everyone sees it, without its cards."""
    visible: ParticipantView = {
        "name": participant.name,
        "side": participant.side,
        "controller": participant.controller,
        "kind": participant.kind,
        "traits": dict(zip(tables.TRAITS, participant.traits, strict=False)),
        "pools": orders.pools(participant),
        "hand_size": len(participant.hand),
        "wildcards": participant.wildcards,
        "initiative": cards.NAME[participant.card] if participant.card else None,
        "desperate": participant.desperate,
        "out": participant.out,
        "effects": effects(fight, participant),
        "weapons": [weapon(carried) for carried in participant.weapons],
        "wielded": list(figures.wielded_weapons(participant)),
        "armor": participant.armor,
        "advantages": [key for key in tables.ADVANTAGES if key in participant.advantages],
    }
    if participant.kind != "fated":
        visible["power_rating"] = participant.rating
    if participant.kind == "extras":
        visible["members"] = participant.members
    return visible


def weapon(arm: Arm) -> WeaponView:
    """A weapon in the shape of the setup."""
    return {"name": arm.name, "damage": arm.damage, "skill": arm.skill, "ranged": arm.ranged}


def effects(fight: Fight, participant: Participant) -> list[EffectView]:
    """The active effects on a participant, by the keys of advantages."""
    views: list[EffectView] = []
    for name, standing in (
        ("all-out-defense", participant.all_out),
        ("iron-wall", participant.iron),
        ("soul-of-steel", participant.soul),
        ("karmic-shuffle", fight.state.karmic),
        ("berserk", participant.berserk),
    ):
        if standing:
            views.append({"name": name})
    if participant.guard:
        views.append({"name": participant.guard})
    if participant.stance:
        views.append({"name": "defensive-stance", "cards": participant.stance})
    views += [{"name": "study", "target": participant_id} for participant_id in participant.studied]
    return views


def proposed_outcome(state: State, with_hidden: bool = False) -> str | None:
    """The only side that is still in, or "none" (GOB-49); None while several are.

    Only the Dealer's own view counts hidden participants (`with_hidden`).
    """
    if state.outcome is not None:
        return None
    participants = [*state.participants, *state.hidden] if with_hidden else state.participants
    sides = {participant.side for participant in participants if participant.out is None}
    if len(sides) > 1:
        return None
    return sides.pop() if sides else "none"
