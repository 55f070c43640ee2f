"""Reads of shared maps: the pins of an edition in words, and what an edition changes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from campaigns.world.maps.models import MapArea, MapPicture
from campaigns.world.shared_worlds.changes import CHANGED, ENDED, NEW
from campaigns.world.shared_worlds.maps.drafts import FACTS
from campaigns.world.shared_worlds.maps.models import SharedPinCopy
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, SharedPageCopy
from people.models import Member


@dataclass(frozen=True)
class PinLine:
    """A pin of an edition in a list. `page`: the shared page or map where it leads; `waits`: it is not here yet."""

    fields: dict[str, Any]
    page: SharedPage | None
    waits: bool

    @property
    def name(self) -> str:
        """The label of the pin, or the name of what it leads to."""
        return str(self.fields["label"]) or (self.page.name if self.page is not None else "")

    @property
    def secret(self) -> bool:
        """Whether only GMs see the pin in a campaign that takes the map."""
        return bool(self.fields["secret"])


@dataclass(frozen=True)
class PinChange:
    """A pin that an edition adds, changes or no longer has."""

    what: str
    line: PinLine


@dataclass(frozen=True)
class MapChanges:
    """What an edition changes of a campaign's copy."""

    title: str = ""
    described: str = ""
    scale: bool = False
    picture: bool = False
    own_picture: bool = False
    areas: list[str] = field(default_factory=list)
    pins: list[PinChange] = field(default_factory=list)


def pin_lines(membership: Member, pins: Iterable[dict[str, Any]]) -> list[PinLine]:
    """The pins of an edition, as an edition or a draft stores them, by name; two queries.

    Without those to pages that were withdrawn before this campaign took them."""
    pins = list(pins)
    shared = {found for pin in pins if (found := _leads_to(pin)) is not None}
    here = SharedPageCopy.objects.filter(campaign=membership.campaign_id, page__in=shared)
    names = dict(here.values_list("page", "edition__name"))
    pages = {page.pk: page for page in SharedPage.objects.filter(pk__in=shared)}
    for page in pages.values():
        if page.withdrawn is not None:
            # Under the name with which this campaign has it: it may have got another one before it was withdrawn.
            page.name = names.get(page.pk, "")
    gone = {pk for pk, page in pages.items() if page.withdrawn is not None and pk not in names}
    known = {None, *names}
    left = [pin for pin in pins if _leads_to(pin) not in gone]
    lines = [PinLine(pin, pages.get(_leads_to(pin) or 0), _leads_to(pin) not in known) for pin in left]
    return sorted(lines, key=lambda line: (line.name.casefold(), line.fields["key"]))


def _leads_to(pin: dict[str, Any]) -> int | None:
    """The shared page or map where a pin leads."""
    found: int | None = pin["map"] if pin["page"] is None else pin["page"]
    return found


def map_changes(membership: Member, copy: SharedPageCopy, newest: SharedEdition) -> MapChanges:
    """What taking over the newest edition would change in the campaign's map, without what the campaign changed."""
    row, old, new = copy.map, copy.edition.map or {}, newest.map or {}
    assert row is not None
    scale = (old["wide"], old["unit"]) == (row.wide, row.unit) != (new["wide"], new["unit"])
    mine = MapPicture.objects.filter(map=row).values_list("sha256", flat=True).first() or ""
    former = copy.edition.map_picture.sha256 if copy.edition.map_picture is not None else ""
    changed = newest.map_picture is not None and newest.map_picture.sha256 != former
    before = [area["points"] for area in old["areas"]]
    return MapChanges(
        title=newest.name if row.title == copy.edition.name != newest.name else "",
        described=new["described"] if row.described == old[FACTS[0]] != new["described"] else "",
        scale=scale,
        picture=changed and mine == former,
        own_picture=changed and mine != former,
        areas=[area["name"] for area in new["areas"] if area["points"] not in before],
        pins=_pin_changes(membership, copy, newest),
    )


def _pin_changes(membership: Member, copy: SharedPageCopy, newest: SharedEdition) -> list[PinChange]:
    before = {pin["key"]: pin for pin in (copy.edition.map or {})["pins"]}
    after = {pin["key"]: pin for pin in (newest.map or {})["pins"]}
    here = dict(SharedPinCopy.objects.filter(copy=copy).values_list("key", "pin"))
    gone = {key for key, pin in here.items() if pin is None}
    changes = {key: CHANGED if key in here else NEW for key, fields in after.items() if fields != before.get(key)}
    changes |= {key: ENDED for key in before.keys() - after.keys() if key in here}
    shown = {**before, **after}
    lines = pin_lines(membership, [shown[key] for key in changes.keys() - gone])
    return [PinChange(changes[line.fields["key"]], line) for line in lines]


def needs_warning(copy: SharedPageCopy) -> bool:
    """Whether an area that players of the campaign have seen would be hidden again."""
    return MapArea.objects.filter(map=copy.map_id, revealed__isnull=False).exists()
