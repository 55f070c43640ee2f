"""Which templates of pages a member may see: all of them for GMs, none for others."""

from typing import Any

from django.db.models import QuerySet

from campaigns.world.page_templates.models import PageTemplate
from people.access import get_row_of_campaign, get_visible_row, require_gm
from people.models import Member, User


def visible_templates(membership: Member) -> QuerySet[PageTemplate]:
    """The campaign's templates, for GMs."""
    rows = PageTemplate.objects.filter(campaign=membership.campaign_id)
    return rows if membership.is_gm else rows.none()


def get_template(user: User, template_id: Any) -> tuple[PageTemplate, Member]:
    """A template of a campaign that the person runs; 404 for everyone else."""
    row, membership = get_row_of_campaign(PageTemplate, user, template_id)
    get_visible_row(visible_templates(membership), pk=row.pk)
    return row, require_gm(membership)
