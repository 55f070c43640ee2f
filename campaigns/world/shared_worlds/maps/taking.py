"""What a campaign's copy of a shared map gets from an edition: its picture, areas and pins."""

from typing import Any

from django.core.exceptions import ValidationError

from campaigns.world.maps.actions import attach_picture, change_map
from campaigns.world.maps.area_actions import change_area, create_area
from campaigns.world.maps.models import MapArea, MapPicture, MapPin, WorldMap
from campaigns.world.maps.pin_actions import change_pin, count_free_pins, create_pins
from campaigns.world.shared_worlds.maps.drafts import Fields, lies_in
from campaigns.world.shared_worlds.maps.models import SharedPinCopy
from campaigns.world.shared_worlds.maps.pictures import read_picture
from campaigns.world.shared_worlds.models import MAP, SharedEdition, SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.sharing import present_audience
from people.models import Member

Target = dict[str, Any]


def fill_map(membership: Member, copy: SharedPageCopy) -> WorldMap:
    """Gives a new copy what its edition has: first the areas, so that nothing is seen before it is hidden."""
    edition, row = copy.edition, _map_of(copy)
    _hide_areas(membership, row, _parts(edition, "areas"), again=True)
    if edition.map_picture is not None:
        row = attach_picture(membership=membership, row=row, picture=read_picture(edition.map_picture))
    copy.map = row
    _place_pins(membership, copy, edition, known=set())
    return _set_place(membership, copy, edition, None)


def take_map_edition(membership: Member, copy: SharedPageCopy, newest: SharedEdition) -> WorldMap:
    """Gives a copy what is new in an edition; what the campaign changed, showed, hid or removed stays.

    No area goes or becomes smaller. With a new picture all areas of the edition are hidden again."""
    row, before = _map_of(copy), copy.edition
    row = _take_facts(membership, row, before, newest)
    replaced = _is_replaced(row, before, newest)
    old = [] if replaced else [area["points"] for area in _parts(before, "areas")]
    new = [area for area in _parts(newest, "areas") if area["points"] not in old]
    _hide_areas(membership, row, new, again=replaced)
    if replaced and newest.map_picture is not None:
        row = attach_picture(membership=membership, row=row, picture=read_picture(newest.map_picture))
    copy.map = row
    _take_pins(membership, copy, newest)
    row = _set_place(membership, copy, newest, before)
    SharedPageCopy.objects.filter(pk=copy.pk).update(edition=newest)
    return row


def place_waiting(membership: Member, page: SharedPage) -> None:
    """Places the pins that waited for a page or map which the campaign has just taken, and names it as the place.

    Pins that are here already and lead nowhere lead there, too. The page is for GMs only, so no player sees such a pin
    until the page is shown. A pin for which the map has no room waits for the next changes of the map."""
    rows = SharedPageCopy.objects.filter(campaign=membership.campaign_id, page__kind=MAP, map__archived__isnull=True)
    for copy in rows.exclude(page=page).select_related("map", "edition", "page").order_by("pk"):
        column = "map" if page.kind == MAP else "page"
        if any(pin[column] == page.pk for pin in _parts(copy.edition, "pins")):
            known = _pin_copies(copy)
            _connect_pins(membership, copy, known, page)
            _place_pins(membership, copy, copy.edition, set(known), most=count_free_pins(_map_of(copy)))
        if (copy.edition.map or {}).get("place") == page.pk:
            _set_place(membership, copy, copy.edition, None)


def _map_of(copy: SharedPageCopy) -> WorldMap:
    assert copy.map is not None
    return copy.map


def _parts(edition: SharedEdition, name: str) -> list[Fields]:
    """The areas or the pins of an edition."""
    return list((edition.map or {}).get(name, ()))


def _take_facts(membership: Member, row: WorldMap, before: SharedEdition, newest: SharedEdition) -> WorldMap:
    """Takes over title, description and scale, except those that the campaign changed."""
    old, new = before.map or {}, newest.map or {}
    fields: Fields = {}
    if row.title == before.name != newest.name:
        fields["title"] = newest.name
    if row.described == old["described"] != new["described"]:
        fields["described"] = new["described"]
    if (row.wide, row.unit) == (old["wide"], old["unit"]) != (new["wide"], new["unit"]):
        fields |= {"wide": new["wide"], "unit": new["unit"]}
    if not fields:
        return row
    return change_map(membership=membership, row=row, revision=None, **present_audience(row), **fields)


def _is_replaced(row: WorldMap, before: SharedEdition, newest: SharedEdition) -> bool:
    """Whether the edition has another picture, and the campaign still has that of the edition before."""
    mine = MapPicture.objects.filter(map=row).values_list("sha256", flat=True).first() or ""
    former = before.map_picture.sha256 if before.map_picture is not None else ""
    return newest.map_picture is not None and mine == former != newest.map_picture.sha256


def _hide_areas(membership: Member, row: WorldMap, areas: list[Fields], *, again: bool) -> None:
    """Hides parts of the map; `again`: also those that the campaign revealed."""
    here = {_corners(area.points): area for area in MapArea.objects.filter(map=row)}
    for fields in areas:
        area = here.get(_corners(fields["points"]))
        if area is None:
            create_area(membership=membership, row=row, name=fields["name"], points=fields["points"])
        elif again and area.revealed is not None:
            area.map = row
            change_area(membership=membership, area=area, revision=None, revealed=False)


def _corners(points: Any) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(point) for point in points)


def _targets(membership: Member, pins: list[Fields]) -> dict[int, Target]:
    """Where pins lead in this campaign, by the shared page or map."""
    wanted = {pin[column] for pin in pins for column in ("page", "map") if pin[column] is not None}
    copies = SharedPageCopy.objects.filter(campaign=membership.campaign_id, page__in=wanted)
    copies = copies.filter(entry__archived__isnull=True, map__archived__isnull=True).select_related("entry", "map")
    return {copy.page_id: {"page": copy.entry, "leads_to": copy.map} for copy in copies}


def _target_of(fields: Fields, targets: dict[int, Target]) -> Target | None:
    """Where a pin leads in this campaign; None while it waits for what it leads to."""
    shared = fields["page"] if fields["page"] is not None else fields["map"]
    return {"page": None, "leads_to": None} if shared is None else targets.get(shared)


def _place_pins(
    membership: Member, copy: SharedPageCopy, edition: SharedEdition, known: set[int], most: int | None = None
) -> None:
    """Places the pins of an edition that the campaign does not know yet and whose targets it has; at most `most`."""
    row, pins = _map_of(copy), [pin for pin in _parts(edition, "pins") if pin["key"] not in known]
    targets = _targets(membership, pins)
    ready = [(pin, target) for pin in pins if (target := _target_of(pin, targets)) is not None][:most]
    rows = [_columns(pin) | {"visibility": _visibility(row, edition, pin)} | target for pin, target in ready]
    made = create_pins(membership=membership, row=row, pins=rows)
    SharedPinCopy.objects.bulk_create(
        SharedPinCopy(copy=copy, key=fields["key"], pin=pin)
        for (fields, _target), pin in zip(ready, made, strict=True)
        if pin is not None
    )


def _pin_copies(copy: SharedPageCopy) -> dict[int, SharedPinCopy]:
    """The pins of an edition that the campaign knows, also those that it removed, by their number."""
    rows = SharedPinCopy.objects.filter(copy=copy).select_related("pin__page", "pin__leads_to")
    return {pin_copy.key: pin_copy for pin_copy in rows}


def _connect_pins(membership: Member, copy: SharedPageCopy, known: dict[int, SharedPinCopy], page: SharedPage) -> None:
    """Gives the pins that lead nowhere the shared page or map of the edition, which the campaign has just taken."""
    column = "map" if page.kind == MAP else "page"
    pins = [pin for pin in _parts(copy.edition, "pins") if pin[column] == page.pk and pin["key"] in known]
    targets = _targets(membership, pins)
    for fields in pins:
        pin, target = known[fields["key"]].pin, _target_of(fields, targets)
        if pin is not None and target is not None and pin.page is None and pin.leads_to is None:
            pin.map = _map_of(copy)
            _store_changes(membership, pin, copy.edition, fields, dict(target))


def _columns(fields: Fields) -> Fields:
    return {name: fields[name] for name in ("x", "y", "label")}


def _visibility(row: WorldMap, edition: SharedEdition, fields: Fields) -> str:
    """Who sees a pin when the map is shown: only GMs if it is a secret, or in an area that is not hidden here."""
    points = [area["points"] for area in _parts(edition, "areas")]
    if fields["secret"]:
        return "gm"
    if not lies_in(fields["x"], fields["y"], points):
        return "party"
    hidden = MapArea.objects.filter(map=row, revealed__isnull=True).values_list("points", flat=True)
    return "party" if lies_in(fields["x"], fields["y"], hidden) else "gm"


def _take_pins(membership: Member, copy: SharedPageCopy, newest: SharedEdition) -> None:
    """Places the new pins of an edition, and changes those that it changed."""
    before = {pin["key"]: pin for pin in _parts(copy.edition, "pins")}
    copies = _pin_copies(copy)
    changed = [pin for pin in _parts(newest, "pins") if pin["key"] in copies and pin != before.get(pin["key"])]
    targets = _targets(membership, [*changed, *before.values()])
    for fields in changed:
        pin, old = copies[fields["key"]].pin, before.get(fields["key"])
        if pin is None or old is None:
            continue
        pin.map = _map_of(copy)
        new = _changes_of(pin, old, fields, targets)
        if new or fields["secret"] != old["secret"]:
            _store_changes(membership, pin, newest, fields, new)
    _place_pins(membership, copy, newest, set(copies))


def _store_changes(membership: Member, pin: MapPin, edition: SharedEdition, fields: Fields, new: Fields) -> None:
    """Changes a pin, and hides it from players where the edition does."""
    if _visibility(pin.map, edition, fields) == "gm":
        new["visibility"] = "gm"
    if new:
        _change_pin(membership, pin, {} if "visibility" in new else present_audience(pin), new)


def _change_pin(membership: Member, pin: MapPin, audience: Fields, new: Fields) -> None:
    """Changes a pin; without its new target if that would lead in a circle of maps."""
    try:
        change_pin(membership=membership, pin=pin, revision=None, **audience, **new)
    except ValidationError:
        rest = {name: value for name, value in new.items() if name not in ("page", "leads_to")}
        if not rest.get("label", pin.label) and pin.page is None and pin.leads_to is None:
            rest.pop("label", None)
        if rest:
            change_pin(membership=membership, pin=pin, revision=None, **audience, **rest)


def _changes_of(pin: MapPin, old: Fields, fields: Fields, targets: dict[int, Target]) -> Fields:
    """What an edition changes of a pin, except what the campaign changed itself.

    A label stays while the pin would lead nowhere without it: what the edition names instead may not be here yet."""
    new: Fields = {}
    if (pin.x, pin.y) == (old["x"], old["y"]) != (fields["x"], fields["y"]):
        new |= {"x": fields["x"], "y": fields["y"]}
    former, target = _target_of(old, targets), _target_of(fields, targets)
    if target is not None and former == {"page": pin.page, "leads_to": pin.leads_to} != target:
        new |= target
    leads = new.get("page", pin.page) is not None or new.get("leads_to", pin.leads_to) is not None
    if pin.label == old["label"] != fields["label"] and (fields["label"] or leads):
        new["label"] = fields["label"]
    return new


def _set_place(
    membership: Member, copy: SharedPageCopy, edition: SharedEdition, before: SharedEdition | None
) -> WorldMap:
    """Names the location that the map shows, as soon as the campaign has it and unless it chose another one."""
    row, shared = _map_of(copy), (edition.map or {}).get("place")
    former = (before.map or {}).get("place") if before is not None else None
    places = [place for place in (shared, former) if place is not None]
    rows = SharedPageCopy.objects.filter(campaign=membership.campaign_id, page__in=places, entry__archived__isnull=True)
    here = {page_copy.page_id: page_copy.entry for page_copy in rows.select_related("entry")}
    place, old = here.get(shared or 0), here.get(former or 0)
    if place is None or place.kind != "location" or row.place_id not in (None, old.pk if old else None):
        return row
    if row.place_id == place.pk:
        return row
    return change_map(membership=membership, row=row, revision=None, place=place, **present_audience(row))
