"""Makes the edition of a page that a campaign shares: without everything that stays with this campaign."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field

from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.world import wiki_links
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, WorldTable
from common.secret_blocks import remove_block_numbers


@dataclass(frozen=True)
class Draft:
    """An edition that was not shared yet."""

    name: str
    text: str
    tags: str
    dates: list[list[str]] = field(default_factory=list)
    picture: WorldPicture | None = None

    def equals(self, edition: SharedEdition) -> bool:
        """Whether sharing it would change nothing."""
        mine = (self.name, self.text, self.tags, self.dates, self.picture.pk if self.picture else None)
        return mine == (edition.name, edition.text, edition.tags, edition.dates, edition.picture_id)


class _Every:
    """A container that contains every name."""

    def __contains__(self, name: object) -> bool:
        return True


def draft_of(table: WorldTable, entry: WorldEntry, *, gm_part: bool) -> Draft:
    """The edition of a page that the other GMs get.

    Without the GM part it has no secret block and no secret date, and of a link with its own words only the words,
    unless it leads to a shared page. Its blocks have no number, because nobody has read them in the other campaign."""
    if gm_part:
        text = remove_block_numbers(entry.text)
    else:
        text = open_text(entry.text, lambda: _shared_names(table) | {entry.folded})
    picture = WorldPicture.objects.defer("data").filter(entry=entry, removed__isnull=True).first()
    return Draft(entry.name, text, entry.tags, _dates(entry), picture)


def open_text(text: str, followed: Callable[[], Container[str]] = frozenset) -> str:
    """The text without secret blocks; a link with its own words becomes the words unless `followed` has its target."""
    text = wiki_links.visible_text(text, runs=False)
    return wiki_links.hide_targets(text, _Every(), followed()) if "[[" in text else text


def _shared_names(table: WorldTable) -> set[str]:
    rows = SharedPage.objects.filter(world=table.world_id, withdrawn__isnull=True)
    return set(rows.values_list("folded", flat=True))


def _dates(entry: WorldEntry) -> list[list[str]]:
    """The dates of the page that everyone who sees it sees, in words."""
    rows = list(InWorldDate.objects.filter(page=entry, gm_only=False).order_by("first", "pk"))
    calendar = Calendar.objects.get(campaign=entry.campaign_id) if rows else None
    return [[row.label, calendar.format(row.span)] for row in rows if calendar is not None]
