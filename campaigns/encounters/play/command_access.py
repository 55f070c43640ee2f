"""Who may give which command at a running table, and who may hand over a participant."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play.visibility import GM, may_act
from people.models import Member, Role
from rules.play import Refused


def actor_of(command: Any) -> str | None:
    """The actor that a command names; None if it is not a command."""
    named = command.get("actor") if isinstance(command, dict) else None
    return named if isinstance(named, str) else None


def require_command_permission(membership: Member, encounter: Encounter, command: Any) -> None:
    """Requires that the member plays the command's actor; the engine refuses a command without an actor."""
    actor = actor_of(command)
    known = actor == GM or _is_seated(encounter, actor, hidden=False)
    if actor is not None and known and not may_act(membership, encounter, actor):
        raise PermissionDenied(_("You do not play this participant. Ask your GM to hand them over to you."))
    if isinstance(command, dict):
        _require_order_permission(membership, encounter, command)


def names_hidden_participant(membership: Member, encounter: Encounter, command: Any) -> bool:
    """Whether the actor is a hidden participant that the member does not play, and so must not know of."""
    actor = actor_of(command)
    return actor is not None and _is_seated(encounter, actor, hidden=True) and not may_act(membership, encounter, actor)


def _is_seated(encounter: Encounter, actor: str | None, *, hidden: bool) -> bool:
    return any(
        participant.key == actor and participant.present and participant.hidden == hidden
        for participant in encounter.participants.all()
    )


def require_hand_over_permission(membership: Member, encounter: Encounter, participant: Participant) -> None:
    """Without a dealer, anyone may take a free seat, and only its player may give a seat away (GOB-97)."""
    if encounter.dealerless and _is_taken(membership, participant):
        raise Refused("seat.taken", _("Someone already plays this participant. Ask them."), None)


def _require_order_permission(membership: Member, encounter: Encounter, command: Any) -> None:
    """Without a dealer, only a participant's player gives orders about it, because they can reveal its hand."""
    target, newcomer = command.get("target"), command.get("participant")
    if not encounter.dealerless or actor_of(command) != GM:
        return
    if isinstance(newcomer, dict) and newcomer.get("hidden"):
        raise Refused("hidden.dealer", _("Without a dealer, participants cannot be hidden."), None)
    if not isinstance(target, str):
        return
    participant = (
        Participant.objects.select_related("controller").filter(encounter=encounter, key=target, present=True).first()
    )
    if participant is not None and _is_taken(membership, participant):
        raise Refused(
            "seat.taken", _("Only the person who plays this participant may give this order. Ask them."), None
        )


def plays_now(controller: Member | None) -> bool:
    """Whether a participant's player can play: has neither left the campaign nor become an observer."""
    return controller is not None and controller.present and controller.role != Role.OBSERVER


def _is_taken(membership: Member, participant: Participant) -> bool:
    """Whether another member plays the participant."""
    return participant.controller_id != membership.pk and plays_now(participant.controller)
