"""Writes to shared worlds: starting one, inviting, joining, changing, leaving, and taking over a calendar."""

import hashlib
import secrets
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.calendar.actions import save_calendar
from campaigns.log.calendar.models import Calendar
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.world.shared_worlds.access import find_world_place, get_world_place, other_world_places
from campaigns.world.shared_worlds.dates import take_waiting_dates
from campaigns.world.shared_worlds.log_sentences import WORLD_JOINED, WORLD_LEFT, WORLD_STARTED
from campaigns.world.shared_worlds.models import SharedPage, SharedPageCopy, SharedWorld, WorldInvitation, WorldTable
from campaigns.world.shared_worlds.offers.actions import end_offers_of_campaign
from campaigns.world.shared_worlds.ties.actions import leave_ties
from common.edit_conflicts import EditConflict
from common.revisions import content_revision
from common.rows import validate_row
from people.access import campaigns_run_by, get_visible_row, require_account, require_gm
from people.credentials.invitation_validity import WORLD_DAYS, expires_after
from people.credentials.naming_sentences import NamingSentence
from people.models import Campaign, Member
from rules.pages.plain_text import require_plain_text

MAX_CAMPAIGNS: Final = 24
MOST_INVITATIONS: Final = 20


@transaction.atomic
def start_world(*, membership: Member, name: str) -> WorldTable:
    """Makes a shared world with this campaign as its first one."""
    _lock_free_campaign(membership)
    world = SharedWorld(name=_clean_name(name), created_by=membership.user)
    validate_row(world)
    world.save()
    return _join(membership, world, WORLD_STARTED)


def invite(*, membership: Member) -> str:
    """The code of a new invitation, for one other campaign and `WORLD_DAYS`. It is shown once and not stored."""
    return create_invitation(membership=membership)[1]


@transaction.atomic
def create_invitation(*, membership: Member) -> tuple[WorldInvitation, str]:
    """A new invitation and its code, as for `invite`."""
    world_place = _lock_place(membership)
    require_account(membership.user)
    SharedWorld.objects.select_for_update().get(pk=world_place.world_id)
    now = timezone.now()
    WorldInvitation.objects.filter(world=world_place.world_id, expires__lte=now).delete()
    if WorldInvitation.objects.filter(world=world_place.world_id).count() >= MOST_INVITATIONS:
        raise ValidationError(_("There are already 20 open codes. Revoke them, or wait until one is used."))
    code = secrets.token_urlsafe(24)
    row = WorldInvitation.objects.create(
        world=world_place.world,
        campaign=membership.campaign,
        digest=_digest(code),
        expires=expires_after(WORLD_DAYS),
        by=membership.user,
    )
    return row, code


@transaction.atomic
def revoke_invitations(*, membership: Member, invitation_id: int | None = None) -> int:
    """Revokes all open invitations of this campaign, or only one; returns how many."""
    world_place = _lock_place(membership)
    rows = WorldInvitation.objects.filter(world=world_place.world_id, campaign=membership.campaign_id)
    return (rows if invitation_id is None else rows.filter(pk=invitation_id)).delete()[0]


@transaction.atomic
def join_world(*, membership: Member, code: str) -> WorldTable:
    """Joins the world of an invitation, with the consent of a GM of both campaigns. The code works once.

    ValidationError for a code that does not work, such as one of a person who no longer runs the inviting campaign."""
    _lock_free_campaign(membership)
    rows = WorldInvitation.objects.select_for_update(of=("self",)).select_related("by")
    row = rows.filter(digest=_digest(code.strip()), expires__gt=timezone.now()).first()
    if row is None or row.by is None or not campaigns_run_by(row.by).filter(pk=row.campaign_id).exists():
        raise ValidationError(
            {"code": _("This code does not work, or no longer works. Ask the other GM for a new one.")}
        )
    world = SharedWorld.objects.select_for_update().get(pk=row.world_id)
    if world.tables.count() >= MAX_CAMPAIGNS:
        raise ValidationError(
            {"code": _("The world has %(most)s campaigns and cannot have more.") % {"most": MAX_CAMPAIGNS}}
        )
    row.delete()
    return _join(membership, world, WORLD_JOINED)


@transaction.atomic
def change_world(
    *, membership: Member, revision: int | None, name: str | None = None, open_to_players: bool | None = None
) -> WorldTable:
    """Renames the world, or shows this campaign to the players of the others. EditConflict: it changed meanwhile."""
    world_place = _lock_place(membership)
    world = SharedWorld.objects.select_for_update().get(pk=world_place.world_id)
    world_place = WorldTable.objects.select_for_update(of=("self",)).get(pk=world_place.pk)
    world_place.world = world
    if revision is not None and revision != world_revision(world_place):
        raise EditConflict(world_place, world.name, world_revision(world_place))
    if name is not None:
        world.name = _clean_name(name)
        validate_row(world)
        world.save(update_fields=["name"])
    if open_to_players is not None:
        world_place.open_to_players = open_to_players
        world_place.save(update_fields=["open_to_players"])
    return world_place


@transaction.atomic
def leave_world(*, membership: Member) -> None:
    """Leaves the shared world. Every campaign keeps its copies; the pages that this one shared first are withdrawn."""
    world_place = _lock_place(membership)
    world = SharedWorld.objects.select_for_update().get(pk=world_place.world_id)
    own_pages = SharedPage.objects.filter(world=world, origin=membership.campaign_id, withdrawn__isnull=True)
    own_pages.update(withdrawn=timezone.now())
    SharedPageCopy.objects.filter(page__world=world, campaign=membership.campaign_id).delete()
    leave_ties(membership, world)
    WorldInvitation.objects.filter(world=world, campaign=membership.campaign_id).delete()
    world_place.delete()
    end_offers_of_campaign(membership.campaign_id)
    _log(membership, world, WORLD_LEFT)
    remove_empty_worlds()


def remove_empty_worlds() -> None:
    """Deletes the worlds that no campaign is in any more."""
    SharedWorld.objects.filter(tables__isnull=True).delete()


@transaction.atomic
def take_calendar(*, membership: Member, table_id: Any, move_dates: bool = False) -> Calendar:
    """Gives this campaign the calendar of another one of the world; its own dates keep their names.

    A campaign without a calendar also gets the current date, and its copies the dates that waited for a calendar."""
    world_place = get_world_place(membership)
    rows = other_world_places(membership, world_place).filter(campaign__calendar__isnull=False)
    theirs = get_visible_row(rows, pk=table_id).campaign.calendar
    first = not Calendar.objects.filter(campaign=membership.campaign_id).exists()
    date = theirs.format(theirs.now) if first else ""
    row = save_calendar(membership=membership, definition=theirs.definition, move_dates=move_dates, date=date)
    take_waiting_dates(membership)
    return row


def world_revision(world_place: WorldTable) -> int:
    """The revision of what `change_world` writes; another one means an edit conflict."""
    return content_revision([world_place.world_id, world_place.world.name, world_place.open_to_players])


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()


def _clean_name(name: str) -> str:
    name = " ".join(name.split())
    require_plain_text(name=name)
    return name


def _lock_free_campaign(membership: Member) -> None:
    """Locks the campaign; ValidationError if it is in a shared world already."""
    require_account(require_gm(membership).user)
    Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    if find_world_place(membership) is not None:
        raise ValidationError(_("This campaign is already in a shared world. Leave it first."))


def _lock_place(membership: Member) -> WorldTable:
    """The campaign's place in a world. Leaving waits for the same lock, so that the place is there until the end."""
    require_gm(membership)
    # Others may write log entries meanwhile; `offers` locks campaigns in the same way.
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)
    return get_world_place(membership)


def _join(membership: Member, world: SharedWorld, sentence: NamingSentence) -> WorldTable:
    world_place = WorldTable.objects.create(world=world, campaign=membership.campaign, by=membership.user)
    _log(membership, world, sentence)
    return world_place


def _log(membership: Member, world: SharedWorld, sentence: NamingSentence) -> None:
    """A line in the campaign's log, for its GMs."""
    write_entry(
        campaign=membership.campaign,
        kind=LogEntry.Kind.CAMPAIGN,
        audience=LogEntry.Audience.GM,
        by=membership.user,
        text=sentence.write(person=membership.user, world=world.name),
    )
