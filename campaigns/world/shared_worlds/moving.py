"""Moves a character to another campaign of the world, with sheet, portrait, experience and history.

The other campaign gets a character of its own. The former one stays behind, retired, because the log, encounters and
recaps of its campaign speak of it."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.world.shared_worlds.access import find_world_place
from campaigns.world.shared_worlds.editions import open_text
from campaigns.world.shared_worlds.log_sentences import CHARACTER_MOVED
from characters.models import Character, ExperienceEntry, Portrait
from characters.sheets.actions import require_possible_owner
from characters.sheets.campaign_log import log_joined
from characters.sheets.queries import experience_of, is_being_created, versions
from characters.sheets.saving import lock_character
from characters.sheets.status_actions import retire_character
from common.stored_pictures import StoredPicture
from people.access import campaigns_run_by, require_gm
from people.models import Campaign, Member, User
from rules import play
from rules.catalogue.queries import house_of

# Also for those who have left the table: the end of the encounter still writes to their sheets.
IN_PLAY = Q(participations__present=True) | Q(participations__hidden=False)
RUNNING = IN_PLAY & Q(participations__encounter__status="running")


@dataclass(frozen=True)
class Move:
    """A character that moves: its locked row, where it goes, and the GMs of both campaigns.

    Without `gm_part` nothing moves along that only GMs of the former campaign may read."""

    character: Character
    campaign: Campaign
    released_by: User
    accepted_by: User
    gm_part: bool = True


def movable_characters(membership: Member) -> QuerySet[Character]:
    """The active characters of the campaign, for its GMs."""
    rows = Character.objects.filter(campaign=require_gm(membership).campaign_id, status=Character.Status.ACTIVE)
    return rows.order_by("kind", "name", "pk")


def move_targets(membership: Member) -> QuerySet[Campaign]:
    """The other campaigns of the world that the GM also runs, and that play the same game."""
    return offer_targets(membership).filter(pk__in=campaigns_run_by(membership.user))


def offer_targets(membership: Member) -> QuerySet[Campaign]:
    """The other campaigns of the world that play the same game, for GMs."""
    world_place = find_world_place(require_gm(membership))
    if world_place is None:
        return Campaign.objects.none()
    rows = Campaign.objects.filter(world_table__world=world_place.world_id, archived__isnull=True)
    return rows.filter(system=membership.campaign.system).exclude(pk=membership.campaign_id)


@transaction.atomic
def move_character(*, membership: Member, character: Character, campaign: Campaign) -> Character:
    """Moves a character to a campaign of `move_targets` and returns the new one.

    ValidationError: it is not active, takes part in a running encounter, or cannot go there. `play.Refused`: the
    house rules of the other campaign do not allow its sheet."""
    if require_gm(membership).campaign_id != character.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    row = lock_character(character)
    if not move_targets(membership).filter(pk=campaign.pk).exists():
        raise ValidationError({"campaign": _("Choose a campaign of the same world and game that you run too.")})
    return move_between(Move(row, campaign, released_by=membership.user, accepted_by=membership.user))


def move_between(move: Move) -> Character:
    """Moves a locked character within the caller's transaction and returns the new one. Callers decide who may."""
    row = move.character
    if row.status != Character.Status.ACTIVE:
        raise ValidationError({"character": _("Only an active character can move.")})
    if Character.objects.filter(RUNNING, pk=row.pk).exists():
        raise ValidationError({"character": _("The character is in a running encounter. End the encounter first.")})
    moved = _copy_character(move)
    retire_character(character=row, by=move.released_by, reason=_("moved to another campaign"))
    _log_move(move, moved)
    return moved


def _copy_character(move: Move) -> Character:
    """The new character with everything that moves; the player keeps it if they play in the other campaign too."""
    row, campaign = move.character, move.campaign
    moved = Character.objects.get(pk=row.pk)
    moved.pk, moved._state.adding, moved.campaign = None, True, campaign
    # Players of the other campaign learn of an NPC when its GM shows it.
    moved.visible = row.visible and row.kind == Character.Kind.PC
    moved.owner = _player_there(row, campaign)
    moved.revision += 1
    moved.sheet = play.sheet(campaign.system, row.sheet, experience_of(row), house=house_of(campaign))["sheet"]
    if not move.gm_part:
        _remove_gm_part(moved)
    moved._change_reason = _("moved from another campaign")  # type: ignore[attr-defined]
    moved._history_user = move.accepted_by  # type: ignore[attr-defined]
    moved.created = timezone.now()
    moved.save()
    _copy_history(move, moved)
    _copy_experience(move, moved)
    portrait = Portrait.objects.filter(character=row).first()
    if portrait is not None:
        columns = [field.name for field in StoredPicture._meta.fields]
        Portrait.objects.create(character=moved, **{name: getattr(portrait, name) for name in columns})
    if moved.visible and not is_being_created(moved):
        log_joined(moved, move.accepted_by)
    return moved


def _remove_gm_part(row: Any) -> None:
    """Removes from a character, or from a version of one, what only GMs of its campaign read."""
    row.gm_notes = ""
    row.about, row.notes = open_text(row.about), open_text(row.notes)


def _player_there(row: Character, campaign: Campaign) -> User | None:
    try:
        require_possible_owner(campaign, row.owner, row.kind)
    except ValidationError:
        return None
    return row.owner


def _copy_history(move: Move, moved: Character) -> None:
    """Copies the earlier versions; their ids follow the date, but the newest version is the new character itself.

    Without the GM part these are the versions that the player has read; nobody but GMs has read those of others."""
    row = move.character
    newest: Any = moved.history.latest()
    rows = versions(row, is_gm=move.gm_part) if move.gm_part or row.owner_id else row.history.none()
    earlier = list(rows.order_by("history_date", "history_id"))
    for version in earlier:
        version.pk, version.id, version.campaign_id = None, moved.pk, moved.campaign_id
        if not move.gm_part:
            _remove_gm_part(version)
    type(newest)._base_manager.bulk_create(earlier)
    newest.delete()
    newest.pk = None
    newest.save(force_insert=True)


def _copy_experience(move: Move, moved: Character) -> None:
    """Copies the ledger; sessions, encounters and requests stay in the former campaign.

    Without the GM part, reasons that no player has read stay there too."""
    row, keeps_reasons = move.character, move.gm_part or move.character.owner_id
    new: dict[int, ExperienceEntry] = {}
    for entry in ExperienceEntry.objects.filter(character=row).order_by("pk"):
        former, undone = entry.pk, entry.undoes_id
        entry.pk, entry._state.adding, entry.character = None, True, moved
        entry.session = entry.encounter = entry.key = None
        entry.data = {name: value for name, value in entry.data.items() if name != "request"}
        entry.undoes = new.get(undone) if undone else None
        entry.reason = entry.reason if keeps_reasons else _("earned in another campaign")
        entry.save()
        new[former] = entry


def _log_move(move: Move, moved: Character) -> None:
    """Says to the GMs of both campaigns where the character went; players read that it left and joined."""
    row = move.character
    text = CHARACTER_MOVED.write(by=move.accepted_by, name=row.name, start=row.campaign.name, end=moved.campaign.name)
    for character in (row, moved):
        write_entry(
            campaign=character.campaign,
            kind=LogEntry.Kind.CHARACTER,
            text=text,
            by=move.accepted_by,
            audience=LogEntry.Audience.GM,
            character=character,
        )
