"""Reads of imported objects in play, and of their pictures and maps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.modules import map_drawings
from campaigns.modules.access import deleted_objects, imported_objects
from campaigns.modules.format.references import parse_reference
from campaigns.modules.models import ImportedObject, ModuleFile, ObjectState
from campaigns.modules.objects.encounter_pages import pages_of, source_of
from campaigns.modules.queries import AdventureReader
from campaigns.world.models import WorldEntry
from characters.models import Character
from common.parsing import parse_id
from people.access import get_visible_row, require_gm
from people.models import Member
from rules import play

Item = dict[str, Any]
# The collections that can be shown to players, with the kind of their page of the world.
PAGE_KINDS: Final = {"handouts": "handout", "maps": "handout", "treasures": "handout", "locations": "location"}


def state_of(row: ImportedObject) -> ObjectState:
    """The object's state in play; an unsaved row if there is none."""
    place = {"campaign_id": row.campaign_id, "module_key": row.module_key, "collection": row.collection, "key": row.key}
    return ObjectState.objects.filter(**place).first() or ObjectState(**place)


def worth(item: Item, game: str) -> tuple[int, str]:
    """The amount and unit of an award in a game; (0, "") for none."""
    units = (
        [unit["key"] for unit in play.SYSTEMS[game].get("experience", {}).get("units", [])]
        if game in play.SYSTEMS
        else []
    )
    for name, value in item.get(game, {}).items():
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value, name if name in units else (units[0] if units else "")
    return 0, ""


def shown_as(row: ImportedObject, state: ObjectState) -> WorldEntry | None:
    """The page of the world that shows the object."""
    pages = WorldEntry.objects.filter(campaign=row.campaign_id, pk=state.state.get("world", 0), archived=None)
    return pages.first()


def picture(membership: Member, module_key: str, key: str) -> ModuleFile:
    """A picture of the campaign's version of a module; 404 for all but GMs."""
    rows = imported_objects(membership).filter(module_key=module_key, collection="assets")
    row = get_visible_row(rows, key=key)
    files = ModuleFile.objects.filter(version__runs__campaign=membership.campaign_id, version__module__key=module_key)
    return get_visible_row(files.order_by("-id"), sha256=row.current.get("sha256"))


def plan_of(membership: Member, book: AdventureReader, row: ImportedObject) -> map_drawings.Plan | None:
    """The plan of a map, with its picture and locations; None for other objects."""
    if row.collection != "maps":
        return None
    rows = imported_objects(membership).filter(module_key=row.module_key, collection="locations")
    places = {f"location:{key}": item for key, item in rows.values_list("key", "current")}
    return map_drawings.plan(row.current, book.resolve, places, _background(membership, row))


def _background(membership: Member, row: ImportedObject) -> tuple[str, int, int] | None:
    """The URL and size of a map's picture."""
    named = parse_reference(row.current.get("asset"))
    if named is None:
        return None
    module = named.module or row.module_key
    try:
        file = picture(membership, module, named.key)
    except Http404:  # the picture was never imported, or was deleted here
        return None
    return reverse("module-picture", args=[membership.campaign_id, module, named.key]), file.width, file.height


def maps_with(membership: Member, book: AdventureReader, row: ImportedObject) -> list[tuple[str, str]]:
    """The maps that contain a location: (title, URL)."""
    if row.collection != "locations":
        return []
    rows = imported_objects(membership).filter(module_key=row.module_key, collection="maps").order_by("position", "id")
    place = f"location:{row.key}"
    return [
        (map_object.title, book.address(map_object.module_key, "maps", map_object.key))
        for map_object in rows
        if place
        in {
            part.get("location", part.get("to"))
            for name in ("cells", "pins")
            for part in map_object.current.get(name, [])
        }
    ]


def places_with(membership: Member, book: AdventureReader, row: ImportedObject) -> list[tuple[str, str]]:
    """The scenes and locations that contain an encounter: (title, URL)."""
    if row.collection != "encounters":
        return []
    pages = pages_of(membership, row).about
    return [(page.title, book.address(*page.place)) for page in pages if page.pk != row.pk]


def player_characters(membership: Member) -> QuerySet[Character]:
    """The player characters of the campaign."""
    rows = Character.objects.filter(campaign=membership.campaign_id, kind=Character.Kind.PC)
    return rows.select_related("campaign")


def characters_of(membership: Member, ids: list[str]) -> list[Character]:
    """The player characters of the campaign among the ids."""
    known = [number for number in map(parse_id, ids) if number is not None]
    return list(player_characters(membership).filter(pk__in=known))


@dataclass(frozen=True, slots=True)
class InPlay:
    """An object's state in play, and the possible actions."""

    state: ObjectState
    world: WorldEntry | None
    can_show: bool
    seen: bool
    award: tuple[int, str]
    party: list[Character]
    taken: set[str]


def in_play(membership: Member, row: ImportedObject) -> InPlay:
    """The object in play; GMs only."""
    require_gm(membership)
    state = state_of(row)
    entry = shown_as(row, state)
    is_visible = (
        row.character.visible if row.character else bool(entry and entry.visibility != WorldEntry.Visibility.GM)
    )
    award = worth(row.current, membership.campaign.system) if row.collection == "awards" else (0, "")
    party = (
        Character.objects.filter(
            campaign=membership.campaign_id, kind=Character.Kind.PC, status=Character.Status.ACTIVE
        )
        if award[0]
        else []
    )
    can_show = row.collection in PAGE_KINDS or row.character_id is not None
    taken = set(state.state.get("taken", []))
    return InPlay(state, entry, can_show, is_visible, award, list(party), taken)


@dataclass(frozen=True, slots=True)
class ObjectDetail:
    """An object with its state in play, and the encounter that was imported from it."""

    row: ImportedObject
    play: InPlay
    encounter: Encounter | None


def read_detail(membership: Member, object_id: int) -> ObjectDetail:
    """One object of the campaign, also a deleted one; GMs only."""
    rows = imported_objects(membership) | deleted_objects(membership)
    row = get_visible_row(rows.select_related("character"), pk=object_id)
    return ObjectDetail(row, in_play(membership, row), visible_encounters(membership).filter(source=row.pk).first())


def filter_objects(
    membership: Member,
    *,
    module: str = "",
    collection: str = "",
    text: str = "",
    encounter: int | None = None,
    deleted: bool = False,
) -> QuerySet[ImportedObject]:
    """The campaign's objects that fit; GMs only."""
    rows = deleted_objects(membership) if deleted else imported_objects(membership)
    wanted = {"module_key": module, "collection": collection}
    rows = rows.filter(**{name: value for name, value in wanted.items() if value})
    if encounter is not None:
        row = visible_encounters(membership).filter(pk=encounter).select_related("source", "repeated_source").first()
        rows = rows.filter(pk__in=[page.pk for page in pages_of(membership, source_of(row) if row else None).about])
    if not text:
        return rows
    sought = text.casefold()
    titles_and_texts = rows.values_list("pk", "title", "current").iterator()
    # Compared in Python, because SQLite knows upper and lower case only in English.
    return rows.filter(pk__in=[pk for pk, title, item in titles_and_texts if _contains(title, item, sought)])


def _contains(title: str, item: Item, sought: str) -> bool:
    texts = (block["md"] for block in item.get("blocks", []))
    return sought in title.casefold() or any(sought in words.casefold() for words in texts)


def require_texts(row: ImportedObject, texts: Mapping[str, str]) -> Mapping[str, str]:
    """The texts, if each of them is of a block that the object has."""
    known = {block["key"] for block in row.current.get("blocks", [])}
    for key in texts:
        if key not in known:
            raise ValidationError({"texts": {key: [_("The object has no text block with this key.")]}}, "missing")
    return texts
