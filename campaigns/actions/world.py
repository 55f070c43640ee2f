"""Writes to the world: pages made, changed, put aside and taken up again, linked, pictured."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import pictures, wiki
from campaigns.access import must_have_account, must_play
from campaigns.access_world import must_write
from campaigns.actions import links
from campaigns.actions.fields import clean, keep
from campaigns.models import Campaign, Member, WorldEntry, WorldPicture
from rules.plain import must_be_plain
from rules.stale import Stale

FIELDS = ("name", "text", "parent", "closed")
MOST_DEEP = 12


@transaction.atomic
def create(
    *, own: Member, kind: str, name: str, text: str = "", parent: WorldEntry | None = None
) -> WorldEntry:  # fmt: skip
    """A new page of the world, which only GMs see until it is shown; a player's note also that player."""
    author = None if own.runs else _player(own, kind)
    _one_writer(own)
    row = WorldEntry(
        campaign=own.campaign, kind=kind, name=name, text=text, parent=parent, by=own.user, author=author
    )  # fmt: skip
    return _saved(own, row, _("written"))


@transaction.atomic
def change(*, own: Member, entry: WorldEntry, revision: int | None, reason: str = "", **fields: Any) -> WorldEntry:
    """Changes name, text or place of a page, and closes or reopens a thread (`closed` True or False).

    `revision` is the one the writer saw: an older one raises `Stale`, and nothing is overwritten; None means
    that it does not matter. A new name takes the links of all other texts along."""
    row = locked(own, entry)
    if revision is not None and row.revision != revision:
        raise Stale(row, row.name)
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise ValidationError(_("A page has no field %(names)s.") % {"names": ", ".join(unknown)})
    before = row.folded
    for field, value in fields.items():
        setattr(row, field, _moment(row, value) if field == "closed" else value)
    row.revision += 1
    row = _saved(own, row, reason)
    if row.folded != before:
        links.follow(row, before, own.user)
    return row


@transaction.atomic
def archive(*, own: Member, entry: WorldEntry) -> WorldEntry:
    """Puts a page aside: nobody but GMs finds it, nothing is lost."""
    row = locked(own, entry)
    if row.archived is None:
        row.archived = timezone.now()
        row.revision += 1
        keep(row, own.user, _("put aside"))
    return row


@transaction.atomic
def restore(*, own: Member, entry: WorldEntry) -> WorldEntry:
    """Takes a page up again, as it was and seen by whom it was."""
    row = locked(own, entry)
    if row.archived is not None:
        row.archived = None
        row.revision += 1
        row = _saved(own, row, _("taken up again"))
    return row


@transaction.atomic
def rearranged(
    *, own: Member, entry: WorldEntry, archived: bool | None = None, revision: int | None = None, **fields: Any
) -> WorldEntry:
    """A change (as `change`), then put aside or taken up again where `archived` says so; all of it or nothing."""
    if fields.keys() - {"reason"} or revision is not None:
        entry = change(own=own, entry=entry, revision=revision, **fields)
    if archived is None:
        return entry
    return archive(own=own, entry=entry) if archived else restore(own=own, entry=entry)


def set_picture(*, own: Member, entry: WorldEntry, data: bytes, described: str = "") -> WorldPicture:
    """Gives the page a picture; the one before is kept and can be taken back."""
    must_write(own, entry)
    # Outside of the transaction: on SQLite that one would keep every table waiting.
    return put_up(own=own, entry=entry, picture=pictures.read(data), described=described)


@transaction.atomic
def put_up(*, own: Member, entry: WorldEntry, picture: pictures.Picture, described: str = "") -> WorldPicture:
    """Gives the page a picture that was read already, as `set_picture`."""
    must_write(own, entry)
    row = locked(own, entry)
    _take_down(row)
    kept = WorldPicture(
        entry=row, described=described.strip(), media_type=picture.media_type, width=picture.width,
        height=picture.height, sha256=picture.sha256, data=picture.data, by=own.user,
    )  # fmt: skip
    must_be_plain(described=kept.described)
    clean(kept)
    kept.save()
    return kept


@transaction.atomic
def remove_picture(*, own: Member, entry: WorldEntry) -> None:
    """Takes the picture down; it can be put up again."""
    _take_down(locked(own, entry))


@transaction.atomic
def bring_back_picture(*, own: Member, entry: WorldEntry, picture_id: int) -> WorldPicture:
    """Puts an earlier picture of the page up again."""
    row = locked(own, entry)
    picture = WorldPicture.objects.filter(entry=row, pk=picture_id).first()
    if picture is None:
        raise ValidationError(_("The page had no such picture."))
    _take_down(row)
    picture.removed = None
    picture.save(update_fields=["removed"])
    return picture


def _take_down(row: WorldEntry) -> None:
    WorldPicture.objects.filter(entry=row, removed__isnull=True).update(removed=timezone.now())


def locked(own: Member, entry: WorldEntry) -> WorldEntry:
    """The page as it stands, locked until the transaction ends; for GMs of its campaign and for its player."""
    must_write(own, entry)
    if entry.campaign_id != own.campaign_id:
        raise PermissionDenied(_("That belongs to another campaign."))
    _one_writer(own)
    rows = WorldEntry.objects.select_for_update(of=("self",)).select_related("campaign")
    return rows.get(pk=entry.pk)


def _player(own: Member, kind: str) -> Member:
    """A player who writes a page; what is not a note is the GM's."""
    must_have_account(must_play(own).user)
    if kind != WorldEntry.Kind.NOTE:
        raise PermissionDenied(_("Players write notes; the rest of the world is the GM's."))
    return own


def _one_writer(own: Member) -> None:
    # A new name is unique in its campaign and rewrites links in other texts: one writer at a time.
    Campaign.objects.select_for_update().get(pk=own.campaign_id)


def _saved(own: Member, row: WorldEntry, reason: str) -> WorldEntry:
    row.name = " ".join(row.name.split())
    row.folded = wiki.folded(row.name)
    row.text = row.text.replace("\r\n", "\n")
    _fits(row)
    clean(row)
    keep(row, own.user, reason)
    links.of_entry(row)
    return row


def _fits(row: WorldEntry) -> None:
    must_be_plain(name=row.name)
    if not row.folded or set("[]|") & set(row.name):
        raise ValidationError({"name": _("A name is something to read, without [, ] and |.")})
    # Among the GMs' pages, or among one player's: to refuse a name would tell of a page that is hidden.
    same = WorldEntry.objects.filter(
        campaign=row.campaign_id, folded=row.folded, archived__isnull=True, author=row.author_id
    )  # fmt: skip
    if row.archived is None and same.exclude(pk=row.pk).exists():
        raise ValidationError({"name": _("There is a page of this name already; links would not know which.")})
    if row.author_id is not None and wiki.has_secret(row.text):
        message = _("A player's page takes no secret blocks: its player reads it whole. Write a page of your own.")
        raise ValidationError({"text": message})
    if row.closed is not None and row.kind != WorldEntry.Kind.THREAD:
        raise ValidationError({"closed": _("Only threads are closed.")})
    _nested(row)


def _nested(row: WorldEntry) -> None:
    above, deep = row.parent, 0
    while above is not None:
        deep += 1
        if above.campaign_id != row.campaign_id or above.kind != WorldEntry.Kind.LOCATION:
            raise ValidationError({"parent": _("A page lies in a location of this campaign.")})
        if above.pk == row.pk or deep > MOST_DEEP:
            raise ValidationError({"parent": _("A location cannot lie within itself, nor more than 12 deep.")})
        above = above.parent


def _moment(row: WorldEntry, closed: Any) -> Any:
    if not closed:
        return None
    return row.closed or timezone.now()
