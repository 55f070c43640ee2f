"""Who may see a shared world: GMs of its campaigns, and players only campaigns that show themselves to players."""

from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from campaigns.world.access import get_entry_as_gm, get_npc
from campaigns.world.maps.access import get_map_as_gm
from campaigns.world.maps.models import WorldMap
from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds.models import NO_PAGES, SharedPage, SharedPageCopy, WorldInvitation, WorldTable
from characters.models import Character
from people.access import first_or_404, get_visible_row, require_gm
from people.models import Member, User

PAGE: Final = "page"


def find_world_place(membership: Member) -> WorldTable | None:
    """The campaign's place in a shared world, with `.world`; None if it is in none."""
    return WorldTable.objects.select_related("world").filter(campaign=membership.campaign_id).first()


def get_world_place(membership: Member) -> WorldTable:
    """The campaign's place in a shared world, for its GMs; 404 if it is in none."""
    require_gm(membership)
    return first_or_404(WorldTable.objects.select_related("world").filter(campaign=membership.campaign_id)[:1])


def world_invitations_by(member: Member) -> QuerySet[WorldInvitation]:
    """The codes of the shared world that the person made for the campaign and that can still be used."""
    rows = WorldInvitation.objects.filter(campaign=member.campaign_id, by=member.user_id)
    return rows.filter(expires__gt=timezone.now())


def other_world_places(membership: Member, world_place: WorldTable) -> QuerySet[WorldTable]:
    """The other campaigns of the world that the member may see."""
    rows = (
        WorldTable.objects.filter(world=world_place.world_id)
        .exclude(pk=world_place.pk)
        .select_related("campaign__calendar")
    )
    return rows if membership.is_gm else rows.filter(open_to_players=True)


def require_view(membership: Member) -> WorldTable | None:
    """The campaign's place in a shared world; for GMs also None. Players get 404 if they can see no other campaign."""
    world_place = find_world_place(membership)
    if membership.is_gm:
        return world_place
    return first_or_404(
        [world_place] if world_place is not None and other_world_places(membership, world_place).exists() else []
    )


def shared_pages(world_place: WorldTable) -> QuerySet[SharedPage]:
    """The pages of the world that were not withdrawn; for GMs of its campaigns."""
    return SharedPage.objects.filter(world=world_place.world_id, withdrawn__isnull=True).select_related("origin")


def get_shared_page(membership: Member, page_id: Any, *, kind: str = "") -> tuple[SharedPage, WorldTable]:
    """A shared page of the campaign's world, for its GMs: any, an NPC, a map, or (`PAGE`) a page of the world."""
    world_place = get_world_place(membership)
    rows = shared_pages(world_place)
    if kind:
        rows = rows.exclude(kind__in=NO_PAGES) if kind == PAGE else rows.filter(kind=kind)
    return get_visible_row(rows, pk=page_id), world_place


def _copies() -> QuerySet[SharedPageCopy]:
    rows = SharedPageCopy.objects.select_related("page__origin", "edition__map_picture", "entry", "character", "map")
    return rows.defer("edition__map_picture__data")


def find_copy(thing: WorldEntry | Character | WorldMap) -> SharedPageCopy | None:
    """The row that links a page, an NPC or a map to the shared page that it was copied from."""
    column = "entry" if isinstance(thing, WorldEntry) else "map" if isinstance(thing, WorldMap) else "character"
    return _copies().filter(**{column: thing.pk}).first()


def find_sharable_copy(thing: WorldEntry | Character | WorldMap) -> SharedPageCopy | None:
    """As `find_copy`; None if its campaign may no longer share that page: sharing then makes a new one."""
    copy = find_copy(thing)
    return copy if copy is not None and copy.page.can_be_shared_by(thing.campaign_id) else None


def get_copy(user: User, entry_id: Any) -> tuple[SharedPageCopy, Member]:
    """A page that is a copy of a shared page, for GMs of its campaign."""
    entry, membership = get_entry_as_gm(user, entry_id)
    return get_visible_row(_copies(), entry=entry.pk), membership


def get_map_copy(user: User, map_id: Any) -> tuple[SharedPageCopy, Member]:
    """A map that is a copy of a shared one, for GMs of its campaign."""
    row, membership = get_map_as_gm(user, map_id)
    return get_visible_row(_copies(), map=row.pk), membership


def get_npc_as_gm(user: User, campaign_id: Any, character_id: Any) -> tuple[Character, Member]:
    """An NPC of a campaign that the person runs; 403 for others who know it."""
    row, membership, _viewer = get_npc(user, campaign_id, character_id)
    return row, require_gm(membership)


def get_npc_copy(user: User, campaign_id: Any, character_id: Any) -> tuple[SharedPageCopy, Member]:
    """An NPC that is a copy of a shared one, for GMs of its campaign."""
    row, membership = get_npc_as_gm(user, campaign_id, character_id)
    return get_visible_row(_copies(), character=row.pk), membership
