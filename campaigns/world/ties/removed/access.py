"""Which removed ties a person may read and bring back: GMs all, and nobody else any."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from campaigns.world.ties.models import ENDS, Tie
from people.access import get_row_of_campaign, get_visible_row, require_gm
from people.models import Member, User


def removed_ties(membership: Member) -> QuerySet[Tie]:
    """The removed ties of the campaign, the one that was removed last first; PermissionDenied for all but GMs."""
    require_gm(membership)
    rows = Tie.objects.filter(campaign=membership.campaign_id, removed__isnull=False)
    return rows.select_related(*ENDS).order_by("-removed", "-pk")


def get_removed_tie(user: User, tie_id: Any) -> tuple[Tie, Member]:
    """A removed tie of a campaign that the person runs; 404 for everyone else, who may not know that it exists."""
    row, membership = get_row_of_campaign(Tie, user, tie_id)
    if not membership.is_gm:
        raise Http404
    return get_visible_row(removed_ties(membership), pk=row.pk), membership
