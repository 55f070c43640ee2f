"""Orders targets as a player thinks of them: foes before friends, the standing before those out of action.

No target is removed: a player can still hit a friend, but finds that last and marked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from campaigns.encounters.table.offer_forms import Action, Input

# What a view says of each participant, by id.
Participants = Mapping[str, Mapping[str, Any]]
DOWN_CONDITIONS = frozenset({"dead", "defeated", "dying", "stable", "unconscious"})


def is_down(participant: Mapping[str, Any]) -> bool:
    """Whether a participant is out of action, in the terms of any game."""
    out = participant.get("out") or participant.get("incapacitated") or participant.get("unconscious")
    return bool(
        out or participant.get("alive") is False or DOWN_CONDITIONS.intersection(participant.get("conditions") or ())
    )


def same_side(participants: Participants, seat: str) -> set[str]:
    """Everyone on the actor's side, the actor included."""
    side = participants[seat].get("side") if seat in participants else None
    return {key for key, participant in participants.items() if side is not None and participant.get("side") == side}


def order_targets(actions: Iterable[Action], participants: Participants, seat: str) -> list[Action]:
    """The actions with their targets in order; those that only hurt those out of action, then those that only
    hurt friends, come last."""
    own_side = same_side(participants, seat)
    ordered = [_order_action_targets(action, participants, own_side) for action in actions]
    return sorted(ordered, key=lambda action: (action.hurts_only_friends_or_downed, action.only_friends))


def _order_action_targets(action: Action, participants: Participants, own_side: set[str]) -> Action:
    if not action.harms:
        return action

    def place(key: str) -> tuple[bool, bool]:
        return key in own_side, is_down(participants.get(key, {}))

    def sorted_input(each: Input) -> Input:
        named = each.kind in {"one", "some"} and all(option in participants for option in map(str, each.options))
        return replace(each, options=sorted(each.options, key=place)) if named else each

    targets = None if action.targets is None else sorted(action.targets, key=place)
    down = {key for key, participant in participants.items() if is_down(participant)}
    inputs = [sorted_input(each) for each in action.inputs]
    aimed = replace(action, targets=targets, inputs=inputs, friends=own_side, down=down)
    return replace(aimed, label=_("%(play)s (your own side)") % {"play": action.label}) if aimed.only_friends else aimed
