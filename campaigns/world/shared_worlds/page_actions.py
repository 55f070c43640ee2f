"""Writes to shared pages: sharing a page, withdrawing it, taking one, and taking over its changes."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.actions import change_entry, create_entry, lock_entry
from campaigns.world.co_editing.actions import merge_tags
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.shared_worlds.access import find_copy, shared_pages
from campaigns.world.shared_worlds.dates import take_dates
from campaigns.world.shared_worlds.editions import Draft, draft_of
from campaigns.world.shared_worlds.log_sentences import PAGE_SHARED, PAGE_TAKEN, PAGE_WITHDRAWN
from campaigns.world.shared_worlds.maps.taking import place_waiting
from campaigns.world.shared_worlds.models import NO_PAGES, SharedEdition, SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.sharing import (
    SeenEdition,
    decide_gm_part,
    lock_world,
    log_sharing,
    page_to_share,
    prepare_edition,
    require_newest,
    require_seen,
    withdraw,
)
from campaigns.world.shared_worlds.ties.actions import share_ties, take_ties
from campaigns.world.text_pictures.copying import copy_to_page
from campaigns.world.text_pictures.models import TextPicture
from campaigns.world.validation import pages_named
from campaigns.world.wiki_links import fold_name
from common.edit_conflicts import require_revision
from common.picture_syntax import picture_keys
from people.access import get_visible_row, require_gm
from people.models import Campaign, Member


@transaction.atomic
def share_entry(
    *, membership: Member, entry: WorldEntry, revision: int | None, gm_part: bool | None = None
) -> SharedPage:
    """Shares a page with the other campaigns of the world, or its changes as the next edition.

    `gm_part`: whether the other GMs read its secret blocks. The campaign that shared it first decides, and cannot take
    it back. EditConflict: the page no longer has that revision."""
    require_gm(membership)
    row = lock_entry(membership, entry)
    require_revision(row, row.name, revision)
    world_place = lock_world(membership)
    if row.archived is not None or row.author_id is not None:
        raise ValidationError(_("Only pages of GMs that are not archived can be shared."))
    copy = find_copy(row)
    page = page_to_share(membership, world_place, copy, row.kind)
    if copy is not None and copy.page_id != page.pk:
        copy = None
    decide_gm_part(membership, page, gm_part)
    draft = draft_of(world_place, row, gm_part=page.gm_part)
    if copy is not None and draft.equals(copy.edition) and not copy.behind and page.withdrawn is None:
        page.save(update_fields=["gm_part"])
        return page
    require_newest(copy, page)
    prepare_edition(page, row.name)
    _store_edition(membership, page, draft, row, share_ties(membership, page, draft.ties))
    log_sharing(membership, row.name, PAGE_SHARED)
    return page


def _store_edition(
    membership: Member, page: SharedPage, draft: Draft, row: WorldEntry, ties: list[dict[str, Any]]
) -> None:
    """Writes the new edition; the campaign's own page counts as a copy of it."""
    edition = SharedEdition.objects.create(
        page=page,
        number=page.number,
        name=draft.name,
        text=draft.text,
        tags=draft.tags,
        dates=draft.dates,
        ties=ties,
        picture=draft.picture,
        entry=row,
        campaign=membership.campaign,
        by=membership.user,
    )
    SharedPageCopy.objects.update_or_create(
        entry=row, defaults={"page": page, "campaign": membership.campaign, "edition": edition}
    )


@transaction.atomic
def withdraw_page(*, membership: Member, entry: WorldEntry) -> None:
    """Withdraws a page that this campaign shared first. Campaigns that took it keep their copies."""
    row = lock_entry(membership, entry)
    lock_world(membership)
    withdraw(membership, find_copy(row))
    log_sharing(membership, row.name, PAGE_WITHDRAWN)


@transaction.atomic
def take_page(*, membership: Member, page: SharedPage) -> WorldEntry:
    """Takes a shared page: a page of this campaign with its newest edition, which only GMs see until it is shown."""
    require_gm(membership)
    # The campaign first, so that two GMs who take it at once get the same copy; then the world.
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)
    world_place = lock_world(membership)
    taken = SharedPageCopy.objects.filter(page=page, campaign=membership.campaign_id).select_related("entry").first()
    if taken is not None and taken.entry is not None:
        return taken.entry
    shared = get_visible_row(shared_pages(world_place).exclude(kind__in=NO_PAGES), pk=page.pk)
    edition = shared.editions.get(number=shared.number)
    if _is_name_used(membership, edition.name):
        message = _("Your campaign already has a page “%(name)s”. Give it another name or archive it, then try again.")
        raise ValidationError(message % {"name": edition.name})
    row = create_entry(
        membership=membership, kind=shared.kind, name=edition.name, text=edition.text, tags=edition.tag_names
    )
    copy = SharedPageCopy.objects.create(page=shared, entry=row, campaign=membership.campaign, edition=edition)
    _copy_pictures(membership, row, edition, None)
    take_dates(membership, copy, edition, None)
    take_ties(membership, shared, edition, first=True)
    place_waiting(membership, shared)
    log_sharing(membership, row.name, PAGE_TAKEN)
    return row


@transaction.atomic
def take_changes(*, membership: Member, entry: WorldEntry, seen: SeenEdition) -> WorldEntry:
    """Takes over the changes of the newest edition; what this campaign wrote stays, and so does its name if another
    page of the campaign has the new one.

    ValidationError unless exactly these conflicts were decided. EditConflict: the page has another revision."""
    row = lock_entry(require_gm(membership), entry)
    require_revision(row, row.name, seen.revision)
    lock_world(membership)
    copy = find_copy(row)
    if copy is None or not copy.behind:
        raise ValidationError(_("The page already has all shared changes."))
    if row.archived is not None:
        raise ValidationError(_("The page is archived. Restore it first."))
    copy.entry = row
    merge, newest = require_seen(copy, seen)
    fields = {"text": merge.resolve(seen.choices), "tags": merge_tags(copy.edition.tags, row.tags, newest.tags)}
    if row.name == copy.edition.name and not _is_name_used(membership, newest.name, row):
        fields["name"] = newest.name
    row = change_entry(
        membership=membership, entry=row, revision=row.revision, reason=_("shared changes taken over"), **fields
    )
    _copy_pictures(membership, row, newest, copy.edition)
    take_dates(membership, copy, newest, copy.edition)
    take_ties(membership, copy.page, newest, first=False)
    SharedPageCopy.objects.filter(pk=copy.pk).update(edition=newest)
    return row


def _is_name_used(membership: Member, name: str, row: WorldEntry | None = None) -> bool:
    """Whether a page of the GMs, other than `row`, has this name."""
    same = pages_named(membership.campaign_id, fold_name(name), None)
    return (same.exclude(pk=row.pk) if row else same).exists()


def _copy_pictures(membership: Member, row: WorldEntry, edition: SharedEdition, before: SharedEdition | None) -> None:
    """Gives the page the pictures of an edition, unless this campaign chose another picture or removed it."""
    have = set(TextPicture.objects.filter(entry=row).values_list("key", flat=True))
    wanted = picture_keys(edition.text) - have
    for picture in TextPicture.objects.filter(entry=edition.entry_id, key__in=wanted):
        copy_to_page(picture, row, membership)
    own_picture = WorldPicture.objects.defer("data").filter(entry=row, removed__isnull=True).first()
    mine = own_picture.sha256 if own_picture is not None else ""
    former = before.picture.sha256 if before is not None and before.picture is not None else ""
    if edition.picture is None or mine != former or mine == edition.picture.sha256:
        return
    if own_picture is not None:
        WorldPicture.objects.filter(pk=own_picture.pk).update(removed=timezone.now())
    copy_to_page(edition.picture, row, membership)
