"""Writes to shared pages: sharing a page, withdrawing it, taking one, and taking over its changes."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.calendar.dates import set_date
from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.world.actions import change_entry, create_entry, lock_entry
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.shared_worlds.access import find_copy, get_table, shared_pages
from campaigns.world.shared_worlds.editions import draft_of
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, SharedPageCopy, SharedWorld, WorldTable
from campaigns.world.text_pictures.models import TextPicture
from campaigns.world.together.actions import merge_tags
from common.edit_conflicts import require_revision
from common.picture_syntax import picture_keys
from common.text_merge import TextMerge, merge_texts
from people.access import get_visible_row, require_gm
from people.models import Member


@dataclass(frozen=True)
class SeenEdition:
    """What a GM compared: the revision of their page, the edition, and the decided conflicts."""

    revision: int | None
    number: int
    digest: str = ""
    choices: tuple[str, ...] = ()


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
    table = _lock_world(membership)
    if row.archived is not None or row.author_id is not None:
        raise ValidationError(_("Only pages of GMs that are not archived can be shared."))
    copy = find_copy(row)
    page = _page_to_share(membership, table, row, copy)
    if copy is not None and copy.page_id != page.pk:
        copy = None
    _decide_gm_part(membership, page, gm_part)
    draft = draft_of(table, row, gm_part=page.gm_part)
    if copy is not None and draft.equals(copy.edition) and not copy.behind and page.withdrawn is None:
        page.save(update_fields=["gm_part"])
        return page
    if copy is not None and copy.edition.number < page.number:
        raise ValidationError(_("Another campaign changed this page. Take over its changes first, then share yours."))
    _require_free_name(page, row)
    page.name, page.folded, page.number, page.withdrawn = row.name, row.folded, page.number + 1, None
    page.save()
    edition = SharedEdition.objects.create(
        page=page,
        number=page.number,
        name=draft.name,
        text=draft.text,
        tags=draft.tags,
        dates=draft.dates,
        picture=draft.picture,
        entry=row,
        campaign=membership.campaign,
        by=membership.user,
    )
    SharedPageCopy.objects.update_or_create(
        entry=row, defaults={"page": page, "campaign": membership.campaign, "edition": edition}
    )
    _log(membership, row, _("%(person)s shared the page “%(page)s” with the other campaigns of the world."))
    return page


@transaction.atomic
def withdraw_page(*, membership: Member, entry: WorldEntry) -> None:
    """Withdraws a page that this campaign shared first. Campaigns that took it keep their copies."""
    row = lock_entry(membership, entry)
    _lock_world(membership)
    copy = find_copy(row)
    if copy is None or copy.page.withdrawn is not None:
        raise ValidationError(_("This page is not shared."))
    if copy.page.origin_id != membership.campaign_id:
        raise PermissionDenied(_("Only GMs of the campaign that shared this page first may withdraw it."))
    SharedPage.objects.filter(pk=copy.page_id).update(withdrawn=timezone.now())
    _log(membership, row, _("%(person)s withdrew the shared page “%(page)s”."))


@transaction.atomic
def take_page(*, membership: Member, page: SharedPage) -> WorldEntry:
    """Takes a shared page: a page of this campaign with its newest edition, which only GMs see until it is shown."""
    require_gm(membership)
    table = get_table(membership)
    taken = SharedPageCopy.objects.filter(page=page, campaign=membership.campaign_id).select_related("entry").first()
    if taken is not None:
        return taken.entry
    found = get_visible_row(shared_pages(table), pk=page.pk)
    edition = found.editions.get(number=found.number)
    row = create_entry(
        membership=membership, kind=found.kind, name=edition.name, text=edition.text, tags=edition.tag_names
    )
    # Only now, because the campaign's lock comes before that of the world.
    _lock_world(membership)
    SharedPageCopy.objects.create(page=found, entry=row, campaign=membership.campaign, edition=edition)
    _copy_pictures(membership, row, edition, None)
    _copy_dates(membership, row, edition)
    _log(membership, row, _("%(person)s took the page “%(page)s” from another campaign of the world."))
    return row


def merge_with_newest(copy: SharedPageCopy) -> tuple[TextMerge, SharedEdition]:
    """The merge of the page with the newest edition, and that edition; nothing is written.

    Of a withdrawn page it is the edition that this campaign has, because a later one is offered no more."""
    newest = copy.page.editions.get(number=copy.page.number) if copy.behind else copy.edition
    return merge_texts(copy.edition.text, copy.entry.text, newest.text), newest


@transaction.atomic
def take_changes(*, membership: Member, entry: WorldEntry, seen: SeenEdition) -> WorldEntry:
    """Takes over the changes of the newest edition; what this campaign wrote stays.

    ValidationError unless exactly these conflicts were decided. EditConflict: the page has another revision."""
    row = lock_entry(require_gm(membership), entry)
    require_revision(row, row.name, seen.revision)
    _lock_world(membership)
    copy = find_copy(row)
    if copy is None or not copy.behind:
        raise ValidationError(_("The page already has all shared changes."))
    if row.archived is not None:
        raise ValidationError(_("The page is archived. Restore it first."))
    copy.entry = row
    merge, newest = merge_with_newest(copy)
    if newest.number != seen.number or (merge.conflicts and merge.digest != seen.digest):
        raise ValidationError(_("The shared page has changed. Compare it again."))
    fields = {"text": merge.resolve(seen.choices), "tags": merge_tags(copy.edition.tags, row.tags, newest.tags)}
    if row.name == copy.edition.name:
        fields["name"] = newest.name
    row = change_entry(
        membership=membership, entry=row, revision=row.revision, reason=_("shared changes taken over"), **fields
    )
    _copy_pictures(membership, row, newest, copy.edition)
    _copy_dates(membership, row, newest)
    SharedPageCopy.objects.filter(pk=copy.pk).update(edition=newest)
    return row


def _lock_world(membership: Member) -> WorldTable:
    table = get_table(membership)
    SharedWorld.objects.select_for_update().get(pk=table.world_id)
    return table


def _page_to_share(membership: Member, table: WorldTable, row: WorldEntry, copy: SharedPageCopy | None) -> SharedPage:
    """The page of which the entry is a copy, or a new one.

    What was withdrawn begins anew if another campaign shared it first, or if it had its GM part."""
    if copy is not None:
        page = copy.page
        if page.withdrawn is None or (page.origin_id == membership.campaign_id and not page.gm_part):
            return page
    return SharedPage(world=table.world, origin=row.campaign, kind=row.kind, name=row.name, folded=row.folded)


def _decide_gm_part(membership: Member, page: SharedPage, gm_part: bool | None) -> None:
    if gm_part is None or gm_part == page.gm_part:
        return
    if page.origin_id != membership.campaign_id:
        raise PermissionDenied(_("Only GMs of the campaign that shared this page first decide about its GM part."))
    if page.gm_part:
        raise ValidationError(
            {"gm_part": _("The other GMs have read the GM part. Withdraw the page and share a new one instead.")}
        )
    page.gm_part = gm_part


def _require_free_name(page: SharedPage, row: WorldEntry) -> None:
    same = SharedPage.objects.filter(world=page.world_id, folded=row.folded, withdrawn__isnull=True)
    if same.exclude(pk=page.pk).exists():
        message = _("The world already has a shared page with this name. Take that one, or give yours another name.")
        raise ValidationError(message)


def _copy_pictures(membership: Member, row: WorldEntry, edition: SharedEdition, before: SharedEdition | None) -> None:
    """Gives the page the pictures of an edition; its own picture stays if this campaign chose another one."""
    have = set(TextPicture.objects.filter(entry=row).values_list("key", flat=True))
    wanted = picture_keys(edition.text) - have
    for one in TextPicture.objects.filter(entry=edition.entry_id, key__in=wanted):
        _insert_copy(one, row, membership)
    own = WorldPicture.objects.defer("data").filter(entry=row, removed__isnull=True).first()
    chosen = before is not None and own is not None and (before.picture is None or own.sha256 != before.picture.sha256)
    if edition.picture is None or chosen or (own is not None and own.sha256 == edition.picture.sha256):
        return
    if own is not None:
        WorldPicture.objects.filter(pk=own.pk).update(removed=timezone.now())
    _insert_copy(edition.picture, row, membership)


def _insert_copy(picture: WorldPicture | TextPicture, row: WorldEntry, membership: Member) -> None:
    names = [one.attname for one in picture._meta.concrete_fields if not one.primary_key and one.name != "removed"]
    made = type(picture)(**{name: getattr(picture, name) for name in names})
    made.entry, made.by, made.created = row, membership.user, timezone.now()
    made.save(force_insert=True)


def _copy_dates(membership: Member, row: WorldEntry, edition: SharedEdition) -> None:
    """Gives the page the dates of an edition that it lacks, as far as the campaign's calendar has them."""
    calendar = Calendar.objects.filter(campaign=row.campaign_id).first() if edition.dates else None
    if calendar is None:
        return
    rows = InWorldDate.objects.filter(page=row, gm_only=False)
    have = {(one.label, calendar.format(one.span)) for one in rows}
    for label, date in edition.dates:
        if (label, date) in have:
            continue
        try:
            set_date(membership=membership, kind=InWorldDate.Kind.PAGE, thing=row, date=date, label=label)
        except ValidationError:
            continue


def _log(membership: Member, row: WorldEntry, sentence: str) -> None:
    write_entry(
        campaign=membership.campaign,
        kind=LogEntry.Kind.CAMPAIGN,
        audience=LogEntry.Audience.GM,
        by=membership.user,
        text=sentence % {"person": membership.user.username, "page": row.name},
    )
