"""Writes to the world: pages are created, changed, archived and restored, and get pictures."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world import link_index, wiki_links
from campaigns.world.access import require_manager, require_page_edit
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.tags import join_tags
from campaigns.world.text_pictures.copying import added_keys, copy_pictures
from campaigns.world.thumbnails.actions import prepare_thumbnail
from campaigns.world.validation import pages_named, require_links_known_to_readers, validate_page
from common import pictures
from common.edit_conflicts import require_revision
from common.rows import lock_row, save_with_history, validate_row
from people.access import require_account, require_player
from people.models import Campaign, Member
from rules.pages.plain_text import require_plain_text

FIELDS = ("name", "text", "parent", "closed", "here", "tags")
TIMESTAMP_FIELDS = ("closed", "here")


@transaction.atomic
def create_entry(
    *,
    membership: Member,
    kind: str,
    name: str,
    text: str = "",
    parent: WorldEntry | None = None,
    tags: Iterable[str] = (),
    shared: bool = False,
) -> WorldEntry:
    """Creates a page, which only GMs see until it is shown; a player's note is also visible to that player.

    `shared` makes a player's note a page of the party notebook, which every player reads and may change."""
    author = None if membership.is_gm else _require_player_note(membership, kind)
    if shared and author is None:
        raise ValidationError(
            {"shared": _("Only players can write in the party notebook. GMs write pages and show them.")}
        )
    _lock_writer(membership)
    row = WorldEntry(
        campaign=membership.campaign, kind=kind, name=name, text=text, parent=parent, by=membership.user, author=author
    )
    row.tags = join_tags(tags)
    if shared:
        row.shared, row.visibility = True, WorldEntry.Visibility.PARTY
    return _save_entry(membership, row, _("written"))


@transaction.atomic
def change_entry(
    *, membership: Member, entry: WorldEntry, revision: int | None, reason: str = "", **fields: Any
) -> WorldEntry:
    """Changes name, text or parent of a page, and closes or reopens a thread (`closed` True or False).

    `here` True says that the party has come to a location, False that it never was there.

    `revision` is the one that the writer saw: an older one raises `EditConflict`, and nothing is overwritten; None
    skips this check. A new name updates links in other texts (`rename_links`)."""
    row = lock_entry(membership, entry)
    require_revision(row, row.name, revision)
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise ValidationError(_("A page has no field %(names)s.") % {"names": ", ".join(unknown)})
    before = row.folded
    for field, value in fields.items():
        setattr(row, field, _field_value(row, field, value))
    row.revision += 1
    row = _save_entry(membership, row, reason)
    if row.folded != before and not _is_named(row, before):
        link_index.rename_links(row, before, membership.user)
    return row


@transaction.atomic
def archive_entry(*, membership: Member, entry: WorldEntry) -> WorldEntry:
    """Archives a page: only GMs and its player still find it, and nothing is lost."""
    row = lock_entry(membership, entry)
    require_manager(membership, row)
    if row.archived is None:
        row.archived = timezone.now()
        row.revision += 1
        save_with_history(row, membership.user, _("archived"))
    return row


@transaction.atomic
def restore_entry(*, membership: Member, entry: WorldEntry) -> WorldEntry:
    """Restores an archived page with its former audience."""
    row = lock_entry(membership, entry)
    require_manager(membership, row)
    if row.archived is not None:
        row.archived = None
        row.revision += 1
        row = _save_entry(membership, row, _("restored"))
    return row


@transaction.atomic
def change_and_archive(
    *, membership: Member, entry: WorldEntry, archived: bool | None = None, revision: int | None = None, **fields: Any
) -> WorldEntry:
    """Changes a page (as `change_entry`) and archives or restores it if `archived` says so; all or nothing."""
    if fields.keys() - {"reason"} or revision is not None:
        entry = change_entry(membership=membership, entry=entry, revision=revision, **fields)
    if archived is None:
        return entry
    return (
        archive_entry(membership=membership, entry=entry)
        if archived
        else restore_entry(membership=membership, entry=entry)
    )


def set_picture(
    *, membership: Member, entry: WorldEntry, data: bytes, described: str = "", revision: int | None = None
) -> WorldPicture:
    """Gives the page a picture; the previous one is kept and can be restored.

    EditConflict: the page no longer has that revision."""
    require_page_edit(membership, entry)
    # Outside the transaction, because on SQLite decoding inside it would block every table.
    picture = pictures.read_picture(data)
    kept = attach_picture(membership=membership, entry=entry, picture=picture, described=described, revision=revision)
    prepare_thumbnail(kept)
    return kept


@transaction.atomic
def attach_picture(
    *,
    membership: Member,
    entry: WorldEntry,
    picture: pictures.Picture,
    described: str = "",
    revision: int | None = None,
) -> WorldPicture:
    """As `set_picture`, for a picture that was already decoded."""
    require_page_edit(membership, entry)
    row = lock_entry(membership, entry)
    require_revision(row, row.name, revision)
    _detach_picture(membership, row)
    kept = WorldPicture(entry=row, described=described.strip(), by=membership.user, **picture.columns)
    require_plain_text(described=kept.described)
    validate_row(kept)
    kept.save()
    return kept


@transaction.atomic
def remove_picture(*, membership: Member, entry: WorldEntry, revision: int | None = None) -> None:
    """Removes the picture; it can be restored. EditConflict: the page no longer has that revision."""
    row = lock_entry(membership, entry)
    require_revision(row, row.name, revision)
    _detach_picture(membership, row)


@transaction.atomic
def restore_picture(
    *, membership: Member, entry: WorldEntry, picture_id: int, revision: int | None = None
) -> WorldPicture:
    """Restores an earlier picture of the page. EditConflict: the page no longer has that revision."""
    row = lock_entry(membership, entry)
    require_manager(membership, row)
    require_revision(row, row.name, revision)
    picture = WorldPicture.objects.filter(entry=row, pk=picture_id).first()
    if picture is None:
        raise ValidationError(_("The page never had this picture."))
    _detach_picture(membership, row)
    picture.removed = None
    picture.save(update_fields=["removed"])
    return picture


def _detach_picture(membership: Member, row: WorldEntry) -> None:
    row.revision += 1
    save_with_history(row, membership.user, _("picture changed"))
    WorldPicture.objects.filter(entry=row, removed__isnull=True).update(removed=timezone.now())


def lock_entry(membership: Member, entry: WorldEntry) -> WorldEntry:
    """Locks the page until the transaction ends and returns it; for GMs of its campaign and its player."""
    require_page_edit(membership, entry)
    if entry.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    _lock_writer(membership)
    row = lock_row(WorldEntry.objects.select_related("campaign"), entry.pk)
    # Who may change the page may have changed since it was read.
    require_page_edit(membership, row)
    return row


def _is_named(renamed: WorldEntry, folded: str) -> bool:
    """Whether another page has the former name of a page: links with that name lead there."""
    named = pages_named(renamed.campaign_id, folded, renamed.author_id)
    return named.exclude(pk=renamed.pk).exists()


def _require_player_note(membership: Member, kind: str) -> Member:
    """Requires a GM, or a player who writes a note."""
    require_account(require_player(membership).user)
    if kind != WorldEntry.Kind.NOTE:
        raise PermissionDenied(_("Players can write notes. Only GMs can write other pages."))
    return membership


def _lock_writer(membership: Member) -> None:
    # Names are unique in a campaign, and a new name rewrites links in other texts: one writer at a time.
    # `no_key`: rows that only refer to the campaign can still be written.
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)


def _save_entry(membership: Member, row: WorldEntry, reason: str) -> WorldEntry:
    row.name = " ".join(row.name.split())
    row.folded = wiki_links.fold_name(row.name)
    row.text = row.text.replace("\r\n", "\n")
    validate_page(row)
    require_links_known_to_readers(membership, row)
    validate_row(row)
    pictures_to_copy = added_keys(row)
    save_with_history(row, membership.user, reason)
    copy_pictures(membership, row, pictures_to_copy)
    link_index.index_entry_links(row)
    return row


def _field_value(row: WorldEntry, field: str, value: Any) -> Any:
    """The value that a field of the page gets."""
    if field == "tags":
        return join_tags(value)
    return _moment(row, field, value) if field in TIMESTAMP_FIELDS else value


def _moment(row: WorldEntry, field: str, value: Any) -> Any:
    """When a thread was closed, which stays, or when the party came to a location, which is now."""
    if not value:
        return None
    return (row.closed if field == "closed" else None) or timezone.now()
