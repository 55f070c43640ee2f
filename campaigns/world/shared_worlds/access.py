"""Who may see a shared world: GMs of its campaigns, and players only campaigns that show themselves to players."""

from typing import Any

from django.db.models import QuerySet

from campaigns.world.access import get_entry_as_gm, get_npc
from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds.models import NPC, SharedPage, SharedPageCopy, WorldTable
from characters.models import Character
from people.access import first_or_404, get_visible_row, require_gm
from people.models import Member, User


def find_table(membership: Member) -> WorldTable | None:
    """The campaign's place in a shared world, with `.world`; None if it is in none."""
    return WorldTable.objects.select_related("world").filter(campaign=membership.campaign_id).first()


def get_table(membership: Member) -> WorldTable:
    """The campaign's place in a shared world, for its GMs; 404 if it is in none."""
    require_gm(membership)
    return first_or_404(WorldTable.objects.select_related("world").filter(campaign=membership.campaign_id)[:1])


def other_tables(membership: Member, table: WorldTable) -> QuerySet[WorldTable]:
    """The other campaigns of the world that the member may see."""
    rows = WorldTable.objects.filter(world=table.world_id).exclude(pk=table.pk).select_related("campaign__calendar")
    return rows if membership.runs else rows.filter(open_to_players=True)


def require_view(membership: Member) -> WorldTable | None:
    """The campaign's place in a shared world; for GMs also None. Players get 404 if they can see no other campaign."""
    table = find_table(membership)
    if membership.runs:
        return table
    return first_or_404([table] if table is not None and other_tables(membership, table).exists() else [])


def shared_pages(table: WorldTable) -> QuerySet[SharedPage]:
    """The pages of the world that were not withdrawn; for GMs of its campaigns."""
    return SharedPage.objects.filter(world=table.world_id, withdrawn__isnull=True).select_related("origin")


def get_shared_page(membership: Member, page_id: Any, *, npc: bool | None = None) -> tuple[SharedPage, WorldTable]:
    """A shared page of the campaign's world, for its GMs; with `npc` only an NPC, or only a page of the world."""
    table = get_table(membership)
    rows = shared_pages(table)
    if npc is not None:
        rows = rows.filter(kind=NPC) if npc else rows.exclude(kind=NPC)
    return get_visible_row(rows, pk=page_id), table


def _copies() -> QuerySet[SharedPageCopy]:
    return SharedPageCopy.objects.select_related("page__origin", "edition", "entry", "character")


def find_copy(thing: WorldEntry | Character) -> SharedPageCopy | None:
    """The row that says of which shared page a page or an NPC is the copy."""
    column = "entry" if isinstance(thing, WorldEntry) else "character"
    return _copies().filter(**{column: thing.pk}).first()


def get_copy(user: User, entry_id: Any) -> tuple[SharedPageCopy, Member]:
    """A page that is a copy of a shared page, for GMs of its campaign."""
    entry, membership = get_entry_as_gm(user, entry_id)
    return get_visible_row(_copies(), entry=entry.pk), membership


def get_npc_as_gm(user: User, campaign_id: Any, character_id: Any) -> tuple[Character, Member]:
    """An NPC of a campaign that the person runs; 403 for others who know it."""
    row, membership, _seen = get_npc(user, campaign_id, character_id)
    return row, require_gm(membership)


def get_npc_copy(user: User, campaign_id: Any, character_id: Any) -> tuple[SharedPageCopy, Member]:
    """An NPC that is a copy of a shared one, for GMs of its campaign."""
    row, membership = get_npc_as_gm(user, campaign_id, character_id)
    return get_visible_row(_copies(), character=row.pk), membership
