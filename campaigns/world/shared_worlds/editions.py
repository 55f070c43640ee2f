"""Makes the edition of a page that a campaign shares: without everything that stays with this campaign."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.world import wiki_links
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, SharedPortrait, WorldTable
from campaigns.world.shared_worlds.ties.drafts import TiesDraft, draft_ties
from characters.models import Character, Portrait
from common.secret_blocks import remove_block_numbers


@dataclass(frozen=True)
class Draft:
    """An edition that was not shared yet."""

    name: str
    text: str
    tags: str
    dates: list[list[str]] = field(default_factory=list)
    picture: WorldPicture | None = None
    portrait: Portrait | None = None
    sheet: dict[str, Any] | None = None
    ties: TiesDraft = field(default_factory=TiesDraft)

    def equals(self, edition: SharedEdition) -> bool:
        """Whether sharing it would change nothing."""
        mine = (self.name, self.text, self.tags, self.dates, self.picture.pk if self.picture else None, self.sheet)
        theirs = (edition.name, edition.text, edition.tags, edition.dates, edition.picture_id, edition.sheet)
        face = SharedPortrait.objects.filter(edition=edition).values_list("sha256", flat=True).first()
        same = face == (self.portrait.sha256 if self.portrait else None)
        return mine == theirs and same and self.ties.equals(edition.ties)


class _Every:
    """A container that contains every name."""

    def __contains__(self, name: object) -> bool:
        return True


def draft_of(world_place: WorldTable, entry: WorldEntry, *, gm_part: bool) -> Draft:
    """The edition of a page that the other GMs get.

    It has no secret date. Without the GM part it has no secret block, and of a link with its own words only the words,
    unless it leads to a shared page. Its blocks have no number, because nobody has read them in the other campaign."""
    if gm_part:
        text = remove_block_numbers(entry.text)
    else:
        text = open_text(entry.text, lambda: _shared_names(world_place) | {entry.folded})
    picture = WorldPicture.objects.defer("data").filter(entry=entry, removed__isnull=True).first()
    ties = draft_ties(world_place, entry, gm_part=gm_part)
    return Draft(entry.name, text, entry.tags, _dates(entry), picture, ties=ties)


def draft_of_npc(world_place: WorldTable, npc: Character, *, gm_part: bool) -> Draft:
    """The edition of an NPC that the other GMs get: name, public notes, portrait, birth and death.

    With the GM part also the secret blocks of the public notes and the sheet; GM notes are in no edition."""
    text = remove_block_numbers(npc.about) if gm_part else open_text(npc.about, lambda: _shared_names(world_place))
    rows = list(InWorldDate.objects.filter(character=npc, gm_only=False).order_by("kind"))
    calendar = Calendar.objects.get(campaign=npc.campaign_id) if rows else None
    dates = [[str(row.kind), calendar.format(row.span)] for row in rows if calendar is not None]
    portrait = Portrait.objects.filter(character=npc).first()
    ties = draft_ties(world_place, npc, gm_part=gm_part)
    return Draft(npc.name, text, "", dates, portrait=portrait, sheet=npc.sheet if gm_part else None, ties=ties)


def open_text(text: str, followed: Callable[[], Container[str]] = frozenset) -> str:
    """The text without secret blocks; a link with its own words becomes the words unless `followed` has its target."""
    text = wiki_links.visible_text(text, is_gm=False)
    return wiki_links.hide_targets(text, _Every(), followed()) if "[[" in text else text


def _shared_names(world_place: WorldTable) -> set[str]:
    rows = SharedPage.objects.filter(world=world_place.world_id, withdrawn__isnull=True)
    return set(rows.values_list("folded", flat=True))


def _dates(entry: WorldEntry) -> list[list[str]]:
    """The dates of the page that everyone who sees it sees, in words."""
    rows = list(InWorldDate.objects.filter(page=entry, gm_only=False).order_by("first", "pk"))
    calendar = Calendar.objects.get(campaign=entry.campaign_id) if rows else None
    return [[row.label, calendar.format(row.span)] for row in rows if calendar is not None]
