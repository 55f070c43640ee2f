"""Which pages, pictures, ties and reveals a member may see, also when a GM views them as another member."""

from collections.abc import Iterable
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.sessions.access import get_session, visible_sessions
from campaigns.sessions.models import Session
from campaigns.world.maps.models import MapArea, WorldMap
from campaigns.world.models import Reveal, WorldEntry, WorldPicture
from campaigns.world.ties.models import Tie
from characters import access as character_access
from characters.models import Character
from people.access import first_or_404, get_membership, get_row_of_campaign, get_visible_row, require_gm
from people.models import Member, Role, User
from people.viewer_queries import MemberQuery
from people.viewing import OWN_VIEW, Views, get_viewer


def shown_filter(chosen: Any) -> Q:
    """The condition for rows shown to everyone, or to a member; `chosen` are the ids of rows that name the member."""
    return Q(visibility=WorldEntry.Visibility.PARTY) | Q(visibility=WorldEntry.Visibility.CHOSEN, pk__in=chosen)


def visible_entries(membership: Member) -> QuerySet[WorldEntry]:
    """The pages that the member may read: always the member's own; archived ones only GMs and their player."""
    rows = WorldEntry.objects.filter(campaign=membership.campaign_id)
    if membership.is_gm:
        return rows
    chosen = WorldEntry.players.through.objects.filter(member=membership.pk).values("worldentry")
    return rows.filter(shown_filter(chosen) & Q(archived__isnull=True) | Q(author=membership.pk))


# Nearly every page and API call about the world runs this query.
ENTRY: Final = MemberQuery(
    lambda membership, pk: visible_entries(membership).filter(pk=pk).select_related("parent", "by", "author__user")
)


def known_locations(membership: Member, ids: Iterable[int | None]) -> set[int]:
    """Which of these locations the member may know; archived ones are left out, and None is no location."""
    wanted = {location for location in ids if location is not None}
    if not wanted:
        return set()
    pages = visible_entries(membership).filter(pk__in=wanted, archived__isnull=True)
    return set(pages.values_list("pk", flat=True))


def get_entry(user: User, entry_id: Any, views: Views = OWN_VIEW) -> tuple[WorldEntry, Member, Member]:
    """A page, the person's membership, and the membership as which it is read."""
    row, membership = get_row_of_campaign(WorldEntry, user, entry_id)
    entry = first_or_404(ENTRY.rows(membership, row.pk))
    viewer = get_viewer(membership, views)
    return entry if viewer is membership else first_or_404(ENTRY.rows(viewer, row.pk)), membership, viewer


def may_edit_page(membership: Member, row: WorldEntry) -> bool:
    """Whether the member may change the page: GMs may change all pages, players their own and the party notebook."""
    theirs = row.author_id == membership.pk or row.shared
    return membership.is_gm or (theirs and membership.role != Role.OBSERVER)


def may_edit_notebook(membership: Member, row: WorldEntry) -> bool:
    """Whether the page is in the party notebook and the member is one of the players who write it."""
    return row.shared and membership.role != Role.OBSERVER


def may_manage(membership: Member, row: WorldEntry) -> bool:
    """Whether the member may archive the page and decide who sees it: GMs, and the player whose page it is."""
    return membership.is_gm or (row.author_id == membership.pk and membership.role != Role.OBSERVER)


def require_manager(membership: Member, row: WorldEntry) -> Member:
    """Returns the membership if it decides about the page; 403 for others who may change it."""
    if not may_manage(membership, row):
        raise PermissionDenied(_("Only the owner of this page and the GM may do this."))
    return membership


def require_page_edit(membership: Member, row: WorldEntry) -> Member:
    """Returns the membership if it may change the page; 403 for others who may read it."""
    if row.author_id is None:
        return require_gm(membership)
    if not may_edit_page(membership, row):
        raise PermissionDenied(_("Only the owner of this page and the GM may change it."))
    return membership


def get_editable_entry(user: User, entry_id: Any) -> tuple[WorldEntry, Member]:
    """A page that the person may change; 403 for others who may read it."""
    row, membership, _viewer = get_entry(user, entry_id)
    return row, require_page_edit(membership, row)


def get_entry_as_gm(user: User, entry_id: Any) -> tuple[WorldEntry, Member]:
    """A page of a campaign that the person runs; 403 for others who may read it."""
    row, membership, _viewer = get_entry(user, entry_id)
    return row, require_gm(membership)


def get_picture(user: User, entry_id: Any, views: Views = OWN_VIEW) -> WorldPicture:
    """The picture of a page that the person may read."""
    row, _own, _viewer = get_entry(user, entry_id, views)
    return get_visible_row(WorldPicture.objects.filter(removed__isnull=True), entry=row)


def visible_ties(membership: Member) -> QuerySet[Tie]:
    """The ties that the member may see: shown to them or their own, and between things of which both are visible."""
    rows = Tie.objects.filter(campaign=membership.campaign_id, removed__isnull=True)
    # By joins, not by lists of ids, so that the newest are found in the order of the index.
    rows = rows.filter(from_page__archived__isnull=True, to_page__archived__isnull=True)
    if membership.is_gm:
        return rows
    chosen = Tie.players.through.objects.filter(member=membership.pk).values("tie")
    pages = visible_entries(membership).order_by().values("pk")
    people = character_access.known_characters(membership).order_by().values("pk")
    starts = Q(from_page__in=pages) | Q(from_person__in=people)
    ends = Q(to_page__in=pages) | Q(to_person__in=people)
    return rows.filter(shown_filter(chosen) | Q(author=membership.pk), starts, ends)


def visible_maps(membership: Member) -> QuerySet[WorldMap]:
    """The maps that the member may see; archived ones only GMs."""
    rows = WorldMap.objects.filter(campaign=membership.campaign_id)
    if membership.is_gm:
        return rows
    chosen = WorldMap.players.through.objects.filter(member=membership.pk).values("worldmap")
    return rows.filter(shown_filter(chosen), archived__isnull=True)


def visible_areas(membership: Member) -> QuerySet[MapArea]:
    """The areas of maps that the member may know of: for all but GMs the revealed ones."""
    rows = MapArea.objects.filter(campaign=membership.campaign_id)
    if membership.is_gm:
        return rows
    return rows.filter(revealed__isnull=False, map__in=visible_maps(membership).order_by().values("pk"))


def visible_reveals(membership: Member) -> QuerySet[Reveal]:
    """The reveals that the member may see: all for GMs; for others those of pages, NPCs, ties and maps that they can
    still see. A line about a secret block stays when the block is closed."""
    rows = Reveal.objects.filter(campaign=membership.campaign_id)
    if membership.is_gm:
        return rows
    mine = Q(member=membership.pk) | Q(member__isnull=True)
    known = Q(entry__in=visible_entries(membership)) | Q(character__in=character_access.known_characters(membership))
    known |= Q(area__in=visible_areas(membership)) | Q(map__in=visible_maps(membership), area__isnull=True)
    # A subquery for each line, because the campaign may have far more ties than lines about them.
    ties = Exists(visible_ties(membership).filter(pk=OuterRef("tie")))
    return rows.filter(mine, known | Q(ties), shown=True)


def known_sessions(membership: Member) -> QuerySet[Session]:
    """The sessions that the member may see, for what happens in them in the world."""
    return visible_sessions(membership)


def get_npc(
    user: User, campaign_id: Any, character_id: Any, views: Views = OWN_VIEW
) -> tuple[Character, Member, Member]:
    """An NPC that the person knows, the person's membership, and the membership as which it is read."""
    membership = get_membership(user, campaign_id)
    viewer = get_viewer(membership, views)
    rows = character_access.known_characters(viewer).filter(kind=Character.Kind.NPC)
    return get_visible_row(rows, pk=character_id), membership, viewer


def get_session_and_viewer(user: User, session_id: Any, views: Views = OWN_VIEW) -> tuple[Session, Member, Member]:
    """A session, the person's membership, and the membership as which it is read."""
    row, membership = get_session(user, session_id)
    return row, membership, get_viewer(membership, views)
