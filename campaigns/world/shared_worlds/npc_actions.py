"""Writes to shared NPCs: sharing one, withdrawing it, taking one, and taking over its changes.

What travels is what players may read of an NPC: its name, public notes, portrait, birth and death. Secret blocks and
the sheet travel only with the GM part. GM notes, and who knows the NPC, stay with each campaign."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.shared_worlds import sharing
from campaigns.world.shared_worlds.access import find_copy, get_world_place, shared_pages
from campaigns.world.shared_worlds.dates import take_dates
from campaigns.world.shared_worlds.editions import Draft, draft_of_npc
from campaigns.world.shared_worlds.log_sentences import NPC_SHARED, NPC_TAKEN, NPC_WITHDRAWN
from campaigns.world.shared_worlds.models import NPC, SharedEdition, SharedPage, SharedPageCopy, SharedPortrait
from campaigns.world.shared_worlds.sharing import SeenEdition
from campaigns.world.shared_worlds.ties.actions import share_ties, take_ties
from characters.models import Character, Portrait
from characters.sheets.actions import create_character, edit_character
from characters.sheets.saving import lock_character, save_next_revision
from common.edit_conflicts import require_revision
from common.stored_pictures import StoredPicture
from people.access import get_visible_row, require_gm
from people.models import Campaign, Member
from rules import play
from rules.catalogue.queries import house_of


@transaction.atomic
def share_npc(*, membership: Member, npc: Character, revision: int | None, gm_part: bool | None = None) -> SharedPage:
    """Shares an NPC with the other campaigns of the world, or its changes as the next edition.

    `gm_part`: whether the other GMs get the secret blocks of its public notes and its sheet; for good, and decided by
    the campaign that shared it first. EditConflict: the NPC no longer has that revision."""
    row = _lock_npc(membership, npc)
    require_revision(row, row.name, revision)
    world_place = sharing.lock_world(membership)
    copy = find_copy(row)
    page = sharing.page_to_share(membership, world_place, copy, NPC)
    if copy is not None and copy.page_id != page.pk:
        copy = None
    sharing.decide_gm_part(membership, page, gm_part)
    draft = draft_of_npc(world_place, row, gm_part=page.gm_part)
    if copy is not None and draft.equals(copy.edition) and not copy.behind and page.withdrawn is None:
        page.save(update_fields=["gm_part"])
        return page
    sharing.require_newest(copy, page)
    sharing.prepare_edition(page, row.name)
    edition = _store_edition(membership, page, draft, share_ties(membership, page, draft.ties))
    SharedPageCopy.objects.update_or_create(
        character=row, defaults={"page": page, "campaign": membership.campaign, "edition": edition}
    )
    sharing.log_sharing(membership, row.name, NPC_SHARED)
    return page


@transaction.atomic
def withdraw_npc(*, membership: Member, npc: Character) -> None:
    """Withdraws an NPC that this campaign shared first. Campaigns that took it keep their copies."""
    row = _lock_npc(membership, npc)
    sharing.lock_world(membership)
    sharing.withdraw(membership, find_copy(row))
    sharing.log_sharing(membership, row.name, NPC_WITHDRAWN)


@transaction.atomic
def take_npc(*, membership: Member, page: SharedPage) -> Character:
    """Takes a shared NPC: an NPC of this campaign with its newest edition, whom only GMs know until it is shown.

    It gets the shared sheet if this campaign plays the same game and its house rules allow it, or else a blank one."""
    require_gm(membership)
    # The campaign first, so that two GMs who take it at once get the same copy; then the world.
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)
    sharing.lock_world(membership)
    shared = get_visible_row(shared_pages(get_world_place(membership)).filter(kind=NPC), pk=page.pk)
    taken = SharedPageCopy.objects.filter(page=shared, campaign=membership.campaign_id).select_related("character")
    for copy in taken:
        return _character_of(copy)
    edition = shared.editions.get(number=shared.number)
    row = create_character(
        campaign=membership.campaign,
        by=membership.user,
        name=edition.name,
        kind=Character.Kind.NPC,
        sheet=_usable_sheet(membership.campaign, edition),
        visible=False,
        about=edition.text,
        reason=_("taken from another campaign of the world"),
    )
    copy = SharedPageCopy.objects.create(page=shared, character=row, campaign=membership.campaign, edition=edition)
    row = _copy_portrait(membership, row, edition, None)
    take_dates(membership, copy, edition, None)
    take_ties(membership, shared, edition, first=True)
    sharing.log_sharing(membership, row.name, NPC_TAKEN)
    return row


@transaction.atomic
def take_npc_changes(*, membership: Member, npc: Character, seen: SeenEdition) -> Character:
    """Takes over the changes of the newest edition; what this campaign wrote stays, and so does its sheet.

    ValidationError unless exactly these conflicts were decided. EditConflict: the NPC has another revision."""
    row = _lock_npc(membership, npc)
    require_revision(row, row.name, seen.revision)
    sharing.lock_world(membership)
    copy = find_copy(row)
    if copy is None or not copy.behind:
        raise ValidationError(_("The NPC already has all shared changes."))
    merge, newest = sharing.require_seen(copy, seen)
    changes = {"about": merge.resolve(seen.choices)}
    if row.name == copy.edition.name:
        changes["name"] = newest.name
    row = edit_character(
        character=row,
        by=membership.user,
        revision=row.revision,
        changes=changes,
        reason=_("shared changes taken over"),
    )
    row = _copy_portrait(membership, row, newest, copy.edition)
    take_dates(membership, copy, newest, copy.edition)
    take_ties(membership, copy.page, newest, first=False)
    SharedPageCopy.objects.filter(pk=copy.pk).update(edition=newest)
    return row


def _lock_npc(membership: Member, npc: Character) -> Character:
    require_gm(membership)
    if npc.campaign_id != membership.campaign_id or npc.kind != Character.Kind.NPC:
        raise PermissionDenied(_("This is not an NPC of this campaign."))
    return lock_character(npc)


def _character_of(copy: SharedPageCopy) -> Character:
    assert copy.character is not None
    return copy.character


def _store_edition(membership: Member, page: SharedPage, draft: Draft, ties: list[dict[str, Any]]) -> SharedEdition:
    edition = SharedEdition.objects.create(
        page=page,
        number=page.number,
        name=draft.name,
        text=draft.text,
        dates=draft.dates,
        ties=ties,
        sheet=draft.sheet,
        system=membership.campaign.system if draft.sheet is not None else "",
        campaign=membership.campaign,
        by=membership.user,
    )
    if draft.portrait is not None:
        SharedPortrait.objects.create(edition=edition, **_columns(draft.portrait))
    return edition


def _columns(picture: StoredPicture) -> dict[str, Any]:
    return {field.name: getattr(picture, field.name) for field in StoredPicture._meta.fields}


def _usable_sheet(campaign: Campaign, edition: SharedEdition) -> dict[str, Any] | None:
    if edition.sheet is None or edition.system != campaign.system:
        return None
    sheet = {**play.new_sheet(campaign.system), **edition.sheet}
    try:
        return dict(play.sheet(campaign.system, sheet, {}, house=house_of(campaign))["sheet"])
    except play.Refused:
        return None


def _copy_portrait(
    membership: Member, row: Character, edition: SharedEdition, before: SharedEdition | None
) -> Character:
    """Gives the NPC the portrait of an edition, unless this campaign chose another one or removed it."""
    portrait = SharedPortrait.objects.filter(edition=edition).first()
    former = SharedPortrait.objects.filter(edition=before).values_list("sha256", flat=True).first() if before else None
    chosen = row.portrait != (former or "")
    if portrait is None or chosen or row.portrait == portrait.sha256:
        return row
    columns = _columns(portrait) | {"by": membership.user, "created": timezone.now()}
    Portrait.objects.update_or_create(character=row, defaults=columns)
    row.portrait = portrait.sha256
    return save_next_revision(row, membership.user, _("portrait changed"))
