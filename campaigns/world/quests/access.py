"""Which steps and rewards a member may see, and whose a person may change."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from campaigns.world.access import get_entry, visible_entries
from campaigns.world.models import WorldEntry
from campaigns.world.quests.models import QuestLine
from people.access import get_row_of_campaign, get_visible_row, require_gm
from people.models import Member, User


def visible_quest_lines(membership: Member) -> QuerySet[QuestLine]:
    """The steps and rewards of threads that the member may see; those for GMs only to GMs."""
    rows = QuestLine.objects.filter(campaign=membership.campaign_id)
    if membership.is_gm:
        return rows
    return rows.filter(gm_only=False, thread__in=visible_entries(membership).order_by().values("pk"))


def get_quest_line_as_gm(user: User, line_id: Any) -> tuple[QuestLine, Member]:
    """A step or reward of a campaign that the person runs; 404 for one that they do not see, 403 to players."""
    row, membership = get_row_of_campaign(QuestLine, user, line_id)
    get_visible_row(visible_quest_lines(membership), pk=row.pk)
    return row, require_gm(membership)


def get_visible_quest_line(user: User, line_id: Any) -> tuple[QuestLine, Member]:
    """A step or reward that the person sees, or 404; and the person's place in the campaign."""
    row, membership = get_row_of_campaign(QuestLine, user, line_id)
    return get_visible_row(visible_quest_lines(membership), pk=row.pk), membership


def get_thread(user: User, entry_id: Any) -> tuple[WorldEntry, Member]:
    """A thread that the person may see, and the membership; 404 for other pages."""
    row, membership, _viewer = get_entry(user, entry_id)
    if row.kind != WorldEntry.Kind.THREAD:
        raise Http404
    return row, membership


def get_thread_as_gm(user: User, entry_id: Any) -> tuple[WorldEntry, Member]:
    """A thread of a campaign that the person runs; 403 for others who may read it, 404 for everyone else."""
    row, membership = get_thread(user, entry_id)
    return row, require_gm(membership)
