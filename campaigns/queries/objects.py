"""Reads of imported objects in play: what was shown, taken, paid; their pictures; who could be paid."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404
from django.urls import reverse

from campaigns import access
from campaigns.models import ImportedObject, Member, ModuleFile, ObjectState, WorldEntry
from campaigns.modules import plans
from campaigns.modules.references import parsed
from campaigns.queries.modules import Reader
from characters.models import Character
from rules import play
from rules.typed import whole

Item = dict[str, Any]
# What can be shown to players, and as what page of the world.
SHOWN: Final = {"handouts": "handout", "maps": "handout", "treasures": "handout", "locations": "location"}


def state_of(row: ImportedObject) -> ObjectState:
    """What play did to the object; an unsaved row when nothing yet."""
    place = {"campaign_id": row.campaign_id, "module_key": row.module_key, "collection": row.collection, "key": row.key}
    return ObjectState.objects.filter(**place).first() or ObjectState(**place)


def worth(item: Item, game: str) -> tuple[int, str]:
    """How much of which unit an award gives in a game; (0, "") for none."""
    units = (
        [one["key"] for one in play.SYSTEMS[game].get("experience", {}).get("units", [])]
        if game in play.SYSTEMS
        else []
    )
    for name, value in item.get(game, {}).items():
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value, name if name in units else (units[0] if units else "")
    return 0, ""


def shown_as(row: ImportedObject, state: ObjectState) -> WorldEntry | None:
    """The page of the world that was made of the object."""
    found = WorldEntry.objects.filter(campaign=row.campaign_id, pk=state.state.get("world", 0), archived=None)
    return found.first()


def picture(own: Member, module_key: str, key: str) -> ModuleFile:
    """A picture of a module as the campaign has it; GMs only, else 404."""
    rows = access.imported(own).filter(module_key=module_key, collection="assets")
    row = access.found(rows, key=key)
    files = ModuleFile.objects.filter(version__runs__campaign=own.campaign_id, version__module__key=module_key)
    return access.found(files.order_by("-id"), sha256=row.current.get("sha256"))


def plan_of(own: Member, book: Reader, row: ImportedObject) -> plans.Plan | None:
    """The plan of a map, with its picture and the places it leads to; None for anything else."""
    if row.collection != "maps":
        return None
    rows = access.imported(own).filter(module_key=row.module_key, collection="locations")
    places = {f"location:{key}": item for key, item in rows.values_list("key", "current")}
    return plans.plan(row.current, book.resolve, places, _background(own, row))


def _background(own: Member, row: ImportedObject) -> tuple[str, int, int] | None:
    """The address and size of a map's picture."""
    named = parsed(row.current.get("asset"))
    if named is None:
        return None
    module = named.module or row.module_key
    try:
        file = picture(own, module, named.key)
    except Http404:  # the picture was never imported, or was deleted here
        return None
    return reverse("module-picture", args=[own.campaign_id, module, named.key]), file.width, file.height


def maps_with(own: Member, book: Reader, row: ImportedObject) -> list[tuple[str, str]]:
    """The maps on which a place stands: (title, address)."""
    if row.collection != "locations":
        return []
    rows = access.imported(own).filter(module_key=row.module_key, collection="maps").order_by("position", "id")
    place = f"location:{row.key}"
    return [
        (one.title, book.address(one.module_key, "maps", one.key))
        for one in rows
        if place in {part.get("location", part.get("to")) for name in ("cells", "pins")
                     for part in one.current.get(name, [])}
    ]  # fmt: skip


def characters_of(own: Member, ids: list[str]) -> list[Character]:
    """The player characters of the campaign among the ids."""
    known = [one for one in map(whole, ids) if one is not None]
    rows = Character.objects.filter(campaign=own.campaign_id, kind=Character.Kind.PC, pk__in=known)
    return list(rows.select_related("campaign"))


@dataclass(frozen=True, slots=True)
class InPlay:
    """What play did to an object, and what can be done with it now."""

    state: ObjectState
    world: WorldEntry | None
    can_show: bool
    seen: bool
    award: tuple[int, str]
    party: list[Character]
    taken: set[str]


def in_play(own: Member, row: ImportedObject) -> InPlay:
    """The object in play; GMs only."""
    access.must_run(own)
    state = state_of(row)
    entry = shown_as(row, state)
    seen = row.character.visible if row.character else bool(entry and entry.visibility != WorldEntry.Visibility.GM)
    award = worth(row.current, own.campaign.system) if row.collection == "awards" else (0, "")
    party = Character.objects.filter(
        campaign=own.campaign_id, kind=Character.Kind.PC, status=Character.Status.ACTIVE
    ) if award[0] else []  # fmt: skip
    can_show = row.collection in SHOWN or row.character_id is not None
    taken = set(state.state.get("taken", []))
    return InPlay(state, entry, can_show, seen, award, list(party), taken)
