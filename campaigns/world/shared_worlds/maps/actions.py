"""Writes to shared maps: sharing one, withdrawing it, and taking one. What a copy gets is in taking.py."""

from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.world.maps.actions import create_map, lock_campaign, lock_map
from campaigns.world.maps.area_actions import MAX_AREAS
from campaigns.world.maps.models import WorldMap
from campaigns.world.maps.pin_actions import MAX_PINS
from campaigns.world.shared_worlds import sharing
from campaigns.world.shared_worlds.access import find_copy, get_world_place, shared_pages
from campaigns.world.shared_worlds.log_sentences import MAP_SHARED, MAP_TAKEN, MAP_WITHDRAWN
from campaigns.world.shared_worlds.maps.drafts import FACTS, MapDraft, draft_map
from campaigns.world.shared_worlds.maps.models import SharedPinCopy
from campaigns.world.shared_worlds.maps.pictures import PreparedPicture, prepare_picture, store_picture
from campaigns.world.shared_worlds.maps.taking import fill_map, place_waiting, take_map_edition
from campaigns.world.shared_worlds.models import MAP, SharedEdition, SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.sharing import SeenEdition
from common.edit_conflicts import require_revision
from people.access import get_visible_row, require_gm
from people.idempotency import claims
from people.models import Member


def share_map(*, membership: Member, row: WorldMap, revision: int | None, gm_part: bool | None = None) -> SharedPage:
    """Shares a map with the other campaigns of the world, or its changes as the next edition.

    `gm_part`: whether the other GMs get the whole picture, the hidden areas and the hidden pins; for good, and decided
    by the campaign that shared it first. EditConflict: the map no longer has that revision."""
    require_gm(membership)
    copy = find_copy(row)
    before = copy is not None and copy.page.can_be_shared_by(membership.campaign_id) and copy.page.gm_part
    # Outside the transaction, because on SQLite painting inside it would block every table.
    prepared = prepare_picture(row, gm_part=before or bool(gm_part))
    with transaction.atomic():
        page = _share_map(membership, row, revision, gm_part, prepared)
        claims.record_effect({"map": page.pk})
    return page


def _share_map(
    membership: Member, row: WorldMap, revision: int | None, gm_part: bool | None, prepared: PreparedPicture
) -> SharedPage:
    # The campaign first, because taking a page or a map locks it first too: so no two wait for each other.
    lock_campaign(membership)
    row = lock_map(membership, row)
    require_revision(row, row.title, revision)
    world_place = sharing.lock_world(membership)
    if row.archived is not None:
        raise ValidationError(_("The map is archived. Restore it first."))
    copy = find_copy(row)
    page = sharing.page_to_share(membership, world_place, copy, MAP)
    if copy is not None and copy.page_id != page.pk:
        # A new shared map numbers its pins from 1.
        SharedPinCopy.objects.filter(copy=copy).delete()
        copy = None
    sharing.decide_gm_part(membership, page, gm_part)
    draft = draft_map(world_place, row, gm_part=page.gm_part)
    same = copy is not None and row.title == copy.edition.name and draft.equals(copy.edition) and not copy.behind
    if same and page.withdrawn is None:
        page.save(update_fields=["gm_part"])
        return page
    _require_limits(draft)
    sharing.require_newest(copy, page)
    sharing.prepare_edition(page, row.title)
    _store_edition(membership, page, row, draft, prepared)
    sharing.log_sharing(membership, row.title, MAP_SHARED)
    return page


def _require_limits(draft: MapDraft) -> None:
    """Requires an edition that every campaign can take."""
    if len(draft.areas) > MAX_AREAS:
        message = _("With the areas of the other campaigns the map has more than %(most)s. Remove some of yours first.")
        raise ValidationError(message % {"most": MAX_AREAS})
    if len(draft.pins) > MAX_PINS:
        message = _("With the pins of the other campaigns the map has more than %(most)s. Remove some of yours first.")
        raise ValidationError(message % {"most": MAX_PINS})


def _store_edition(
    membership: Member, page: SharedPage, row: WorldMap, draft: MapDraft, prepared: PreparedPicture
) -> None:
    """Writes the new edition and numbers its new pins; the campaign's own map counts as a copy of it."""
    pins = []
    for pin_draft in draft.pins:
        if not pin_draft.fields["key"]:
            page.last_pin += 1
            pin_draft = replace(pin_draft, fields=pin_draft.fields | {"key": page.last_pin})
        pins.append(pin_draft)
    page.save(update_fields=["last_pin"])
    draft = replace(draft, pins=pins)
    covered = not page.gm_part and draft.covered > 0
    edition = SharedEdition.objects.create(
        page=page,
        number=page.number,
        name=row.title,
        map=draft.columns,
        map_picture=store_picture(membership, page, row, draft.state, prepared, covered=covered),
        campaign=membership.campaign,
        by=membership.user,
    )
    copy, _new = SharedPageCopy.objects.update_or_create(
        map=row, defaults={"page": page, "campaign": membership.campaign, "edition": edition}
    )
    own = {pin_draft.fields["key"]: pin_draft.row for pin_draft in pins if pin_draft.row is not None}
    known = set(SharedPinCopy.objects.filter(copy=copy).values_list("key", flat=True))
    new = [SharedPinCopy(copy=copy, key=key, pin=pin) for key, pin in own.items() if key not in known]
    SharedPinCopy.objects.bulk_create(new)


@transaction.atomic
def withdraw_map(*, membership: Member, row: WorldMap) -> None:
    """Withdraws a map that this campaign shared first. Campaigns that took it keep their copies."""
    lock_campaign(require_gm(membership))
    row = lock_map(membership, row)
    sharing.lock_world(membership)
    sharing.withdraw(membership, find_copy(row))
    sharing.log_sharing(membership, row.title, MAP_WITHDRAWN)


@transaction.atomic
def take_map(*, membership: Member, page: SharedPage) -> WorldMap:
    """Takes a shared map: a map of this campaign with its newest edition, which only GMs see until it is shown."""
    world_place = get_world_place(membership)
    lock_campaign(membership)
    # The campaign first, so that two GMs who take it at once get the same copy; then the world.
    sharing.lock_world(membership)
    found = get_visible_row(shared_pages(world_place).filter(kind=MAP), pk=page.pk)
    taken = SharedPageCopy.objects.filter(page=found, campaign=membership.campaign_id).select_related("map").first()
    if taken is not None and taken.map is not None:
        return taken.map
    edition = found.editions.select_related("map_picture").defer("map_picture__data").get(number=found.number)
    facts = {name: (edition.map or {})[name] for name in FACTS}
    row = create_map(membership=membership, title=edition.name, **facts)
    copy = SharedPageCopy.objects.create(page=found, map=row, campaign=membership.campaign, edition=edition)
    row = fill_map(membership, copy)
    place_waiting(membership, found)
    sharing.log_sharing(membership, row.title, MAP_TAKEN)
    return row


@transaction.atomic
def take_map_changes(*, membership: Member, row: WorldMap, seen: SeenEdition) -> WorldMap:
    """Takes over the changes of the newest edition; what this campaign changed stays.

    No part of the map that is hidden here is shown by it. EditConflict: the map has another revision."""
    require_gm(membership)
    lock_campaign(membership)
    row = lock_map(membership, row)
    require_revision(row, row.title, seen.revision)
    sharing.lock_world(membership)
    copy = find_copy(row)
    if copy is None or not copy.behind:
        raise ValidationError(_("The map already has all shared changes."))
    if row.archived is not None:
        raise ValidationError(_("The map is archived. Restore it first."))
    _merge, newest = sharing.require_seen(copy, seen)
    copy.map = row
    return take_map_edition(membership, copy, newest)
