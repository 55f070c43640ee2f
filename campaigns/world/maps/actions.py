"""Writes to maps: they are made, changed, shown, archived and restored, and get pictures. For GMs."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.world.maps.audiences import choose_players
from campaigns.world.maps.earlier_pictures.keeping import keep_present_picture
from campaigns.world.maps.models import MapPicture, WorldMap
from campaigns.world.maps.renderings import prepare_renderings
from campaigns.world.models import WorldEntry
from common import pictures
from common.edit_conflicts import require_revision
from common.rows import save_with_history, validate_row
from people.access import require_account, require_gm
from people.models import Campaign, Member
from rules.pages.plain_text import require_plain_text

Visibility = WorldEntry.Visibility
TEXTS: Final = ("title", "described", "unit")
FIELDS: Final = (*TEXTS, "place", "wide", "visibility")
MOST_OF_A_CAMPAIGN: Final = 200


def create_map_with_picture(*, membership: Member, picture: bytes, **fields: Any) -> WorldMap:
    """Makes a map with its picture; nothing is made if the picture cannot be read."""
    require_gm(membership)
    return create_map_of(membership=membership, picture=decode_picture(picture), **fields)


def decode_picture(data: bytes) -> pictures.Picture:
    """The picture of a map. Call it outside a transaction: on SQLite, decoding inside one would block every table."""
    return pictures.read_picture(data, lossless=True)


@transaction.atomic
def create_map_of(*, membership: Member, picture: pictures.Picture, **fields: Any) -> WorldMap:
    """As `create_map_with_picture`, for a picture that was already decoded."""
    row = create_map(membership=membership, **fields)
    attach_picture(membership=membership, row=row, picture=picture)
    return row


@transaction.atomic
def create_map(*, membership: Member, players: Sequence[Member] | None = None, **fields: Any) -> WorldMap:
    """Makes a map without a picture; only GMs see it until it is shown."""
    require_account(require_gm(membership).user)
    lock_campaign(membership)
    if WorldMap.objects.filter(campaign=membership.campaign_id).count() >= MOST_OF_A_CAMPAIGN:
        raise ValidationError(_("A campaign has at most %(most)s maps.") % {"most": MOST_OF_A_CAMPAIGN})
    row = WorldMap(campaign=membership.campaign, by=membership.user)
    _write_fields(row, fields)
    _save_map(membership, row, players, _("written"))
    if row.visibility == Visibility.PARTY:
        _log_showing(membership, row)
    return row


@transaction.atomic
def change_map(
    *,
    membership: Member,
    row: WorldMap,
    revision: int | None,
    players: Sequence[Member] | None = None,
    archived: bool | None = None,
    **fields: Any,
) -> WorldMap:
    """Changes title, place, scale or audience of a map, and archives or restores it.

    None for `revision` overwrites whatever is there. The log says when a map is shown to everyone."""
    row = lock_map(membership, row)
    require_revision(row, row.title, revision)
    before = row.visibility
    if archived is not None:
        row.archived = (row.archived or timezone.now()) if archived else None
    row.revision += 1
    _write_fields(row, fields)
    _save_map(membership, row, players, "")
    if row.visibility == Visibility.PARTY and before != row.visibility and row.archived is None:
        _log_showing(membership, row)
    return row


def set_picture(*, membership: Member, row: WorldMap, data: bytes, revision: int | None = None) -> WorldMap:
    """Gives the map a picture instead of the present one, which is kept for GMs. Its pins and areas stay.

    EditConflict: the map no longer has that revision."""
    require_gm(membership)
    return attach_picture(membership=membership, row=row, picture=decode_picture(data), revision=revision)


@transaction.atomic
def attach_picture(
    *, membership: Member, row: WorldMap, picture: pictures.Picture, revision: int | None = None
) -> WorldMap:
    """As `set_picture`, for a picture that was already decoded."""
    row = lock_map(membership, row)
    require_revision(row, row.title, revision)
    keep_present_picture(membership, row, picture.sha256)
    MapPicture.objects.update_or_create(
        map=row, defaults=picture.columns | {"by": membership.user, "created": timezone.now()}
    )
    row.revision += 1
    save_with_history(row, membership.user, _("picture changed"))
    render_after_commit(row)
    return row


def lock_map(membership: Member, row: WorldMap) -> WorldMap:
    """Locks the map until the transaction ends and returns it; for GMs of its campaign."""
    require_gm(membership)
    if row.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    locked = WorldMap.objects.select_for_update(of=("self",)).get(pk=row.pk)
    locked.campaign = membership.campaign
    return locked


def lock_campaign(membership: Member) -> None:
    """Locks the campaign, for what must hold between its maps: one writer at a time.

    `no_key`: rows that only refer to the campaign can still be written."""
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)


def render_after_commit(row: WorldMap) -> None:
    """Makes the renderings of the map as soon as the running transaction has ended."""
    transaction.on_commit(partial(prepare_renderings, row), robust=True)


def log_reveal(membership: Member, row: WorldMap, text: str) -> None:
    """Writes into the log what players learned of a map; webhooks are told if everyone sees the map."""
    everyone = row.visibility == Visibility.PARTY and row.archived is None
    _log(membership, text, LogEntry.Audience.ALL if everyone else LogEntry.Audience.GM)


def log_for_gms(membership: Member, text: str) -> None:
    """Writes into the log what only GMs read of a map."""
    _log(membership, text, LogEntry.Audience.GM)


def _log(membership: Member, text: str, audience: LogEntry.Audience) -> None:
    write_entry(
        campaign=membership.campaign,
        happens_now=True,
        kind=LogEntry.Kind.NOTE,
        text=text,
        audience=audience,
        by=membership.user,
    )


def _log_showing(membership: Member, row: WorldMap) -> None:
    log_reveal(membership, row, _("The party now has a map: “%(title)s”.") % {"title": row.title})


def _write_fields(row: WorldMap, fields: dict[str, Any]) -> None:
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise ValidationError(_("A map has no field %(names)s.") % {"names": ", ".join(unknown)})
    for field, value in fields.items():
        setattr(row, field, " ".join(value.split()) if field in TEXTS else value)
    if row.place is not None and (
        row.place.campaign_id != row.campaign_id or row.place.kind != WorldEntry.Kind.LOCATION
    ):
        raise ValidationError({"place": _("Choose a location of this campaign.")})
    if row.wide is None:
        row.unit = ""
    elif not row.unit:
        raise ValidationError({"unit": _("Write the unit of the width, such as “miles”.")})


def _save_map(membership: Member, row: WorldMap, players: Sequence[Member] | None, reason: str) -> None:
    require_plain_text(**{field: getattr(row, field) for field in TEXTS})
    validate_row(row)
    chosen = choose_players(row, players)
    save_with_history(row, membership.user, reason)
    row.players.set(chosen)
