"""Reads of shared worlds: the campaigns with their parties and dates, the pages, and how a page is shared."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from campaigns.world import wiki_links
from campaigns.world.maps.models import WorldMap
from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds.access import (
    find_copy,
    find_world_place,
    get_world_place,
    other_world_places,
    shared_pages,
)
from campaigns.world.shared_worlds.models import (
    Addresses,
    SharedEdition,
    SharedPage,
    SharedPageCopy,
    WorldInvitation,
    WorldTable,
    addresses_of,
)
from campaigns.world.shared_worlds.ties.queries import offered_tie_lines
from campaigns.world.versions.queries import ChangedLine, compare_texts
from characters.models import Character
from people.access import GM_ROLES
from people.models import Campaign, Member

PAGE: Final = 60
INACTIVE_STATUSES: Final = (Character.Status.DEAD, Character.Status.RETIRED)


@dataclass
class WorldCampaign:
    """A campaign of the world as the others see it; `date` is the current one of its calendar, in words."""

    world_place: WorldTable
    gms: list[str] = field(default_factory=list)
    party: list[str] = field(default_factory=list)
    date: str = ""
    sessions: int = 0
    last_session: datetime | None = None
    own: bool = False
    same_calendar: bool = True

    @property
    def name(self) -> str:
        """The name of the campaign."""
        return self.world_place.campaign.name


@dataclass(frozen=True)
class Sharing:
    """How a page is shared: the campaign's place in a world, and the page's copy row if it has one."""

    world_place: WorldTable
    copy: SharedPageCopy | None
    own: bool
    addresses: Addresses

    @property
    def shared(self) -> bool:
        """Whether the page is a copy of a shared page that was not withdrawn."""
        return self.copy is not None and self.copy.page.withdrawn is None

    @property
    def with_gm_part(self) -> bool:
        """Whether the secret blocks are shared too."""
        return self.shared and self.copy is not None and self.copy.page.gm_part

    @property
    def may_share_secret_blocks(self) -> bool:
        """Whether this campaign may still share the secret blocks too."""
        return (self.own or not self.shared) and not self.with_gm_part


def list_world_campaigns(membership: Member, world_place: WorldTable) -> list[WorldCampaign]:
    """The campaigns of the world that the member may see, the member's own first; always five queries."""
    own_place = WorldTable.objects.select_related("campaign__calendar", "world").get(pk=world_place.pk)
    rows = [own_place, *other_world_places(membership, world_place)]
    views = {row.campaign_id: WorldCampaign(row, own=row.pk == world_place.pk) for row in rows}
    mine = getattr(own_place.campaign, "calendar", None)
    for view in views.values():
        calendar = getattr(view.world_place.campaign, "calendar", None)
        if calendar is not None:
            view.date = calendar.format(calendar.now)
            view.same_calendar = mine is not None and mine.definition == calendar.definition
    _add_people(views)
    _add_sessions(views)
    return list(views.values())


def _add_people(views: dict[int, WorldCampaign]) -> None:
    """The GMs, and the heroes whom everyone in their campaign knows."""
    gms = Member.objects.present().filter(campaign__in=views, role__in=GM_ROLES).select_related("user")
    for gm in gms.order_by("joined", "pk"):
        views[gm.campaign_id].gms.append(gm.user.first_name if gm.user.absent else gm.user.username)
    heroes = Character.objects.filter(campaign__in=views, kind=Character.Kind.PC, visible=True)
    rows = heroes.exclude(status__in=INACTIVE_STATUSES).order_by("name", "pk").values_list("campaign", "name")
    for campaign, name in rows:
        views[campaign].party.append(name)


def _add_sessions(views: dict[int, WorldCampaign]) -> None:
    """How many sessions each campaign held, and when the last one was."""
    held = Q(sessions__status="held")
    rows = Campaign.objects.filter(pk__in=views).order_by().values("pk")
    for row in rows.annotate(held=Count("sessions", filter=held), last=Max("sessions__starts", filter=held)):
        views[row["pk"]].sessions, views[row["pk"]].last_session = row["held"], row["last"]


def pages_of(world_place: WorldTable, text: str = "", kind: str = "") -> QuerySet[SharedPage]:
    """The shared pages by name; `text` is a part of the name."""
    rows = shared_pages(world_place).order_by("name", "pk")
    if text.strip():
        rows = rows.filter(folded__contains=wiki_links.fold_name(text))
    return rows.filter(kind=kind) if kind else rows


def mark_copies(membership: Member, pages: Iterable[SharedPage]) -> None:
    """Marks on each page the campaign's own copy: `.own_copy`, None for a page that it has not taken."""
    pages = list(pages)
    rows = SharedPageCopy.objects.filter(campaign=membership.campaign_id, page__in=pages)
    copies = {
        row.page_id: row
        for row in rows.select_related("entry", "character", "map", "edition", "page").defer(
            "entry__text", "character__sheet"
        )
    }
    for page in pages:
        page.own_copy = copies.get(page.pk)  # type: ignore[attr-defined]


def newest_edition(page: SharedPage) -> SharedEdition:
    """The newest edition of a shared page."""
    return (
        page.editions.select_related("campaign", "by", "portrait", "map_picture")
        .defer("portrait__data", "map_picture__data")
        .get(number=page.number)
    )


def mark_newest(membership: Member, page: SharedPage) -> None:
    """Marks on a page its newest edition, `.newest`, and the ties of that edition, `.ties`."""
    newest = newest_edition(page)
    page.newest, page.ties = newest, offered_tie_lines(membership, newest)  # type: ignore[attr-defined]


def editions_of(page: SharedPage) -> QuerySet[SharedEdition]:
    """The editions of a shared page, newest first."""
    return page.editions.select_related("campaign", "by", "page").defer("text").order_by("-number")


def open_invitations(world_place: WorldTable) -> int:
    """How many codes of this campaign can still be used."""
    rows = WorldInvitation.objects.filter(world=world_place.world_id, campaign=world_place.campaign_id)
    return rows.filter(expires__gt=timezone.now()).count()


def sharing_of(membership: Member, thing: WorldEntry | Character | WorldMap) -> Sharing | None:
    """How a page, an NPC or a map is shared; None in no shared world, for a player's page, and not for GMs."""
    if not membership.is_gm or (isinstance(thing, WorldEntry) and thing.author_id is not None):
        return None
    world_place = find_world_place(membership)
    return None if world_place is None else _sharing(membership, world_place, thing)


def get_sharing(membership: Member, thing: WorldEntry | Character | WorldMap) -> Sharing:
    """How a page, an NPC or a map is shared, for GMs of a campaign in a shared world; 404 otherwise."""
    return _sharing(membership, get_world_place(membership), thing)


def _sharing(membership: Member, world_place: WorldTable, thing: WorldEntry | Character | WorldMap) -> Sharing:
    copy = find_copy(thing)
    is_origin = copy is None or copy.page.origin_id == membership.campaign_id
    return Sharing(world_place, copy, is_origin, addresses_of(thing))


def compare_editions(copy: SharedPageCopy, newest: SharedEdition) -> list[ChangedLine]:
    """What changed in the shared page since the campaign last compared it."""
    return compare_texts(copy.edition.text, newest.text)


def may_open_world_page(membership: Member) -> bool:
    """Whether the member may open the page of the shared world: GMs, and players to whom a campaign shows itself."""
    if membership.is_gm:
        return True
    mine = WorldTable.objects.filter(campaign=membership.campaign_id).values("world")
    others = WorldTable.objects.filter(~Q(campaign=membership.campaign_id), world__in=mine, open_to_players=True)
    return others.exists()
