"""What each viewer may know; the only way out of a state (F52-12)."""

from typing import Literal, cast

from rules.engine import cards
from rules.engine.json_types import View
from rules.engine.refusals import quote, refuse
from rules.games.fifty_two_fates import rounds, tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, Standing, State
from rules.games.fifty_two_fates.view_types import (
    ConditionWord,
    EffectView,
    FatesView,
    ParticipantView,
    PendingView,
    Phase,
    RangeView,
)


def view(state: State, viewer: object) -> View:
    """What a participant, "gm" or "observer" may know; `Refused` for anyone else."""
    fight = Fight(state)
    hand = visible_hand(fight, viewer)
    phase, turn, pending = current_phase(fight)
    visible: FatesView = {
        "round": state.round,
        "phase": phase,
        "turn": turn,
        "pending": pending,
        "participants": {participant.id: participant_view(state, participant) for participant in state.participants},
        "order": [participant.id for participant in state.participants],
        "initiative": [
            {"group": group.name, "card": cards.NAME[group.card] if group.card else None} for group in state.initiative
        ],
        "ranges": ranges(state),
        "hand": cards.names_of(hand),
        "fd_hand_size": len(state.fd),
        "draw_pile": len(state.deck.draw),
        "discard": cards.names_of(state.deck.discard),
        "played": cards.names_of(state.deck.played),
    }
    proposed = proposed_outcome(state, viewer == tables.FD)
    if proposed is not None:
        visible["proposed_outcome"] = proposed
    if state.outcome is not None:
        visible["outcome"], visible["counts"] = state.outcome, state.counts
    return cast(View, visible)


def visible_hand(fight: Fight, viewer: object) -> str:
    """The viewer's cards: the Fate Dealer's for "gm" and for monsters, none for an observer."""
    if viewer == "observer":
        return ""
    if viewer == tables.FD:
        return fight.state.fd
    participant = fight.by_id.get(viewer) if isinstance(viewer, str) else None
    if participant is None:
        refuse("viewer.unknown", f"{quote(viewer)} is not a viewer; name a participant, gm or observer.")
    return fight.hand_of(participant)


def current_phase(fight: Fight) -> tuple[Phase, list[str], PendingView | None]:
    """(phase, whose turn it is or who must answer, what is pending)."""
    state = fight.state
    if state.outcome is not None:
        return "over", [], None
    play = state.pending
    if play is not None:
        pending: PendingView = {
            "kind": play.kind,
            "actor": play.actor,
            "target": play.target,
            "cards": cards.names_of(play.cards),
        }
        return "defending", [play.target], pending
    holder = fight.surplus()
    if holder is not None:
        surplus: PendingView = {"kind": "surplus", "actor": holder.id, "count": len(holder.hand) - holder.hp}
        return "discarding", [holder.id], surplus
    return "acting", rounds.turn(state), None


def participant_view(state: State, participant: Participant) -> ParticipantView:
    """One participant as everyone sees it, without its cards."""
    player = participant.group == tables.PLAYERS
    return {
        "name": participant.name,
        "side": participant.side,
        "group": participant.group,
        "class": participant.class_,
        "level": participant.level,
        "hp": participant.hp,
        "max_hp": participant.max_hp,
        "hand_size": len(participant.hand) if player else None,
        "conditions": conditions(state, participant),
        "effects": effects(participant),
        "armed": participant.weapon == "held",
        "weapon": participant.weapon,
        "alive": participant.status not in ("dead", "defeated"),
        "acted": participant.acted,
        "background_skills": list(participant.skills),
        "speed": tables.PLAYER_SPEED
        if participant.monster is None or participant.monster.speed is None
        else participant.monster.speed,
        "death_draws": participant.death_draws,
    }


def conditions(state: State, participant: Participant) -> list[ConditionWord]:
    """The conditions in the words of the rules (F52-34, F52-56).

    Unconscious replaces partly and fully incapacitated. The unconsciousness of a stable character ends with the
    encounter.
    """
    words: list[ConditionWord] = [participant.status] if participant.status else []
    if participant.unconscious and not (state.outcome is not None and participant.status == "stable"):
        words.append("unconscious")
    names: tuple[ConditionWord, ...] = ("prone",) if participant.unconscious else ("partial", "full", "prone")
    return words + [name for name in names if getattr(participant, name)]


def effects(participant: Participant) -> list[EffectView]:
    """Continuous effects in the order in which they began, then a parry and the lasting spells."""
    views: list[EffectView] = []
    for effect in participant.effects:
        entry: EffectView = {"name": effect.name, "kind": "continuous", "strength": effect.strength}
        if effect.rounds is not None:
            entry["rounds"] = effect.rounds
        views.append(entry)
    if participant.parry:
        views.append({"name": "parry", "kind": "parry", "value": wording.spell_figure(participant.parry)})
    spells: tuple[tuple[Literal["destruct", "protect"], Standing | None], ...] = (
        ("destruct", participant.destruct),
        ("protect", participant.protect),
    )
    for name, spell in spells:
        if spell is not None:
            views.append({"name": name, "kind": name, "value": wording.spell_figure(spell.value)})
    return views


def ranges(state: State) -> list[RangeView]:
    """The pairs that are not in melee, in setup order."""
    place = {participant.id: index for index, participant in enumerate(state.participants)}
    views: list[tuple[int, int, RangeView]] = []
    for key, distance in state.ranges.items():
        first, other = sorted(key.split(" "), key=lambda participant_id: place[participant_id])
        views.append((place[first], place[other], {"a": first, "b": other, "range": distance}))
    return [entry for _, _, entry in sorted(views, key=lambda item: item[:2])]


def proposed_outcome(state: State, with_hidden: bool = False) -> Literal["victory", "defeat"] | None:
    """ "defeat" when no player character can act, else "victory" when no monster can (F52-62); else None.

    Only the Fate Dealer's own view counts hidden participants (`with_hidden`).
    """
    if state.outcome is not None:
        return None
    participants = [*state.participants, *state.hidden] if with_hidden else state.participants
    standing = {participant.side for participant in participants if participant.stands}
    if tables.PLAYERS not in standing:
        return "defeat"
    return "victory" if tables.MONSTERS not in standing else None
