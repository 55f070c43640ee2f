"""Who may give which command at a running table, and who may hand a participant over."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.models import Encounter, Member, Participant
from campaigns.sight import GM, may_act
from rules.play import Refused


def actor(command: Any) -> str | None:
    """Whom a command names as giving it; None for what is no command."""
    named = command.get("actor") if isinstance(command, dict) else None
    return named if isinstance(named, str) else None


def must_give(own: Member, row: Encounter, command: Any) -> None:
    """Commands come from whoever plays the actor; one that names nobody is left to the engine to refuse."""
    who = actor(command)
    known = who == GM or Participant.objects.filter(encounter=row, key=who, present=True).exists()
    if who is not None and known and not may_act(own, row, who):
        raise PermissionDenied(_("You do not play this participant. Ask your GM to hand it to you."))
    if isinstance(command, dict):
        _must_order(own, row, command)


def must_hand_over(own: Member, found: Participant) -> None:
    """Without a dealer a seat is taken when nobody has it, and given away by whoever has it (GOB-97)."""
    if own.campaign.dealerless and _taken(own, found):
        raise Refused("seat.taken", _("Somebody plays this already. Ask for it."), None)


def _must_order(own: Member, row: Encounter, command: Any) -> None:
    """Without a dealer orders about somebody are given by whoever plays it: they give its hand away, or lay it open."""
    target = command.get("target")
    if not own.campaign.dealerless or actor(command) != GM or not isinstance(target, str):
        return
    found = Participant.objects.select_related("controller").filter(encounter=row, key=target, present=True).first()
    if found is not None and _taken(own, found):
        raise Refused("seat.taken", _("Somebody else plays this, and alone gives such orders about it. Ask."), None)


def _taken(own: Member, found: Participant) -> bool:
    """Whether another member, who has not left the campaign, plays it."""
    return found.controller is not None and found.controller_id != own.pk and found.controller.left is None
