"""Whose ties a person may see, and which they may write."""

from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.world import access as world_access
from campaigns.world.access import visible_ties
from campaigns.world.models import WorldEntry
from campaigns.world.ties.models import ENDS, Thing, Tie
from characters import access as character_access
from people.access import get_row_of_campaign, get_visible_row, require_gm, require_player
from people.models import Member, Role, User

NOT_YOURS: Final = gettext_lazy("Tie something to a character or page of your own. GMs can tie everything.")


def find_thing(membership: Member, page: Any = None, person: Any = None) -> Thing:
    """A page or character that the member may see, by its id; 404 for others."""
    if page is not None:
        rows = world_access.visible_entries(membership).filter(archived__isnull=True)
        return get_visible_row(rows, pk=page)
    if person is not None:
        return get_visible_row(character_access.known_characters(membership), pk=person)
    raise Http404


def may_edit_thing(membership: Member, thing: Thing) -> bool:
    """Whether the member may change the page or the character, and so may tie it to something."""
    if isinstance(thing, WorldEntry):
        return world_access.may_edit_page(membership, thing)
    return character_access.member_may_edit(membership, thing)


def may_edit_tie(membership: Member, tie: Tie) -> bool:
    """Whether the member may change the tie: GMs may change all, players their own."""
    return membership.is_gm or (tie.author_id == membership.pk and membership.role != Role.OBSERVER)


def require_tie_edit(membership: Member, tie: Tie) -> Member:
    """Returns the membership if it may change the tie; 403 for others who may read it."""
    if not may_edit_tie(membership, tie):
        raise PermissionDenied(_("Only the player who wrote this tie and the GM may change it."))
    return membership


def may_tie(membership: Member, *things: Thing) -> bool:
    """Whether the member may change one of the ends, and so tie them."""
    return any(may_edit_thing(membership, thing) for thing in things)


def require_tie_writer(membership: Member, *things: Thing) -> Member:
    """Returns the membership if it may change one of the ends; 403 for others."""
    if not may_tie(membership, *things):
        raise PermissionDenied(NOT_YOURS)
    return require_player(membership)


def get_tie(user: User, tie_id: Any) -> tuple[Tie, Member]:
    """A tie that the person may see, and the membership; 404 for others."""
    row, membership = get_row_of_campaign(Tie, user, tie_id)
    rows = visible_ties(membership).select_related(*ENDS)
    return get_visible_row(rows, pk=row.pk), membership


def get_editable_tie(user: User, tie_id: Any) -> tuple[Tie, Member]:
    """A tie that the person may change; 403 for others who may read it."""
    row, membership = get_tie(user, tie_id)
    return row, require_tie_edit(membership, row)


def get_tie_as_gm(user: User, tie_id: Any) -> tuple[Tie, Member]:
    """A tie of a campaign that the person runs; 403 for others who may read the tie, 404 for everyone else."""
    row, membership = get_tie(user, tie_id)
    return row, require_gm(membership)
