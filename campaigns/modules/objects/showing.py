"""Shows imported objects to the players, and hides them again."""

from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.modules.format.references import parse_reference
from campaigns.modules.format.text import plain
from campaigns.modules.models import ImportedObject, ModuleFile
from campaigns.modules.objects.queries import PAGE_KINDS, shown_as, state_of
from campaigns.modules.objects.states import lock_state
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.models import WorldEntry
from common import pictures
from people.access import require_gm
from people.idempotency import claims
from people.models import Member

PUBLIC_BLOCKS: Final = {"read_aloud", "player"}
LONGEST: Final = 65_536


def show(*, membership: Member, row: ImportedObject) -> None:
    """Shows the object to the players as a page of the world with its public texts; shows an NPC by name."""
    require_gm(membership)
    if row.character_id and row.character is not None:
        with transaction.atomic():
            reveals.set_npc_known(membership=membership, npc=row.character, known=True)
            claims.record_effect({"object": row.pk})
        return
    if row.collection not in PAGE_KINDS:
        raise ValidationError(_("This kind of object cannot be shown to players."))
    shown_picture = _picture(membership, row) if shown_as(row, state_of(row)) is None else None
    # Outside the transaction, because on SQLite decoding inside it would block every table.
    picture = pictures.read_picture(bytes(shown_picture[0].data)) if shown_picture else None
    _show(membership, row, picture, shown_picture[1][:300] if shown_picture else "")


@transaction.atomic
def _show(membership: Member, row: ImportedObject, picture: pictures.Picture | None, described: str) -> None:
    entry = shown_as(row, state_of(row))
    if entry is None:
        entry = world_actions.create_entry(
            membership=membership, kind=PAGE_KINDS[row.collection], name=_name(membership, row), text=_open_text(row)
        )
        if picture is not None:
            world_actions.attach_picture(membership=membership, entry=entry, picture=picture, described=described)
    reveals.show_entry(membership=membership, entry=entry, how=_("from a module"))
    state = lock_state(membership, row)
    state.revealed = state.revealed or entry.created
    state.state = state.state | {"world": entry.pk}
    state.save()
    claims.record_effect({"object": row.pk})


@transaction.atomic
def hide(*, membership: Member, row: ImportedObject) -> None:
    """Hides the object again; the reveal journal keeps that it was shown."""
    require_gm(membership)
    if row.character_id and row.character is not None:
        reveals.set_npc_known(membership=membership, npc=row.character, known=False)
        return
    entry = shown_as(row, state_of(row))
    if entry is not None:
        reveals.hide_entry(membership=membership, entry=entry)


def _name(membership: Member, row: ImportedObject) -> str:
    """The title as an unused name of a page, without brackets."""
    plainly = " ".join("".join(" " if char in "[]|" else char for char in row.title).split())[:110] or row.key
    pages = WorldEntry.objects.filter(campaign=membership.campaign_id, archived=None, author=None)
    taken = set(pages.values_list("name", flat=True))
    folded = {name.casefold() for name in taken}
    name, number = plainly, 1
    while name.casefold() in folded:
        number += 1
        name = f"{plainly} ({number})"
    return name


def _open_text(row: ImportedObject) -> str:
    """The public text: blocks to read aloud and for players, and the items of a treasure."""
    parts = [plain(block["md"], {}) for block in row.current.get("blocks", []) if block["kind"] in PUBLIC_BLOCKS]
    things = row.current.get("items", []) if row.collection == "treasures" else []
    parts += [f"* {thing['name']}" for thing in things]
    return "\n\n".join(parts)[:LONGEST]


def _picture(membership: Member, row: ImportedObject) -> tuple[ModuleFile, str] | None:
    """The first picture that players may see."""
    named = [*row.current.get("assets", []), row.current.get("player_asset")]
    for reference in filter(None, map(parse_reference, named)):
        asset = ImportedObject.objects.filter(
            campaign=membership.campaign_id,
            module_key=reference.module or row.module_key,
            collection="assets",
            key=reference.key,
            tombstone=False,
        ).first()
        if asset is not None and asset.current.get("visibility") != "gm":
            file = ModuleFile.objects.filter(sha256=asset.current["sha256"]).first()
            if file is not None:
                return file, asset.current["alt"]
    return None
