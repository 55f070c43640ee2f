"""What a preparation refuses: monsters that cannot take part, hidden participants without a dealer, too many."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.encounters.access import visible_notes
from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.encounters.play import pending_draws
from characters.models import Monster
from common.line_ends import unix_line_ends
from common.secret_blocks import has_secret
from people.access import require_gm
from people.models import Member
from rules.play import SYSTEMS

MAX_PARTICIPANTS: Final = 40


def validate_monster(encounter: Encounter, monster: Monster) -> None:
    """Refuses a monster of another campaign or game, and any monster in a game whose scenes have none."""
    if monster.campaign_id not in {None, encounter.campaign_id} or monster.system != encounter.campaign.system:
        raise ValidationError({"monster": _("There is no such monster in this campaign.")})
    if not SYSTEMS[monster.system].get("monsters", True):
        sentence = _(
            "Opponents do not take part in scenes of this game. Add the characters, and note what happens to the "
            "opponents."
        )
        raise ValidationError({"monster": sentence})


def validate_monster_fields(*, group: str, count: int) -> None:
    """Refuses the players' initiative group for monsters, and a count below 1 or above 40."""
    if group.strip().lower() == EncounterGroup.Side.PLAYERS:
        raise ValidationError(
            {"group": _("“players” is the group of the players. Choose another name for the monsters' group.")}
        )
    if not 1 <= count <= MAX_PARTICIPANTS:
        raise _too_many()


def validate_hidden(encounter: Encounter, *, hidden: bool) -> None:
    """Refuses hidden participants in an encounter without a dealer, because only a dealer could reveal them."""
    if hidden and encounter.dealerless:
        raise ValidationError({"hidden": _("Without a dealer, participants cannot be hidden.")})


def leave_secret_notes(membership: Member, encounter: Encounter, fields: dict[str, Any]) -> None:
    """Takes notes out of a player's changes if a locked encounter's notes have secret blocks, so that the blocks stay.

    ValidationError: they are not what the player reads of the notes."""
    if "notes" not in fields or membership.is_gm or not has_secret(encounter.notes):
        return
    if unix_line_ends(fields.pop("notes")).strip() != visible_notes(membership, encounter):
        raise ValidationError({"notes": _("Only GMs can change these notes. Leave them as they are.")})


def validate_dealer_change(membership: Member, encounter: Encounter, *, dealerless: bool) -> None:
    """Refuses to give a locked encounter a dealer, or to take it away: for everyone but GMs, because it decides who
    reads the preparation; once its cards are dealt; and without a dealer for games and participants that need one."""
    require_gm(membership)
    dealt = encounter.status != Encounter.Status.PREPARED or pending_draws.pending_draw(encounter) is not None
    if dealt:
        raise ValidationError({"dealerless": _("This encounter has begun. It stays as it is.")})
    if dealerless and not SYSTEMS[encounter.campaign.system].get("dealerless"):
        raise ValidationError({"dealerless": _("This game needs a game master.")})
    if dealerless and encounter.groups.filter(hidden=True).exists():
        sentence = _("Without a dealer, participants cannot be hidden. Remove “hidden at first” in the preparation.")
        raise ValidationError({"dealerless": sentence})


def validate_size(encounter: Encounter, written: EncounterGroup) -> None:
    """Refuses a group, new or changed, with which the encounter would have more than 40 participants."""
    others = [group for group in encounter.groups.all() if group.pk != written.pk]
    sizes = [group.count if group.monster_id else 1 for group in [*others, written]]
    if sum(sizes) > MAX_PARTICIPANTS:
        raise _too_many()


def _too_many() -> ValidationError:
    sentence = _("A table can have at most %(most)s participants.") % {"most": MAX_PARTICIPANTS}
    return ValidationError({"count": sentence})
