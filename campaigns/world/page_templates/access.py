"""Which templates of pages a member may see: all of them for GMs, none for others."""

from typing import Any

from django.db.models import QuerySet

from campaigns.world.page_templates.models import PageTemplate
from people.access import campaigns_of, get_visible_row, membership_for, require_gm
from people.models import Member, User


def visible_templates(membership: Member) -> QuerySet[PageTemplate]:
    """The campaign's templates, for GMs."""
    rows = PageTemplate.objects.filter(campaign=membership.campaign_id)
    return rows if membership.runs else rows.none()


def get_template(user: User, template_id: Any) -> tuple[PageTemplate, Member]:
    """A template of a campaign that the person runs; 404 for everyone else."""
    row = get_visible_row(PageTemplate.objects.filter(campaign__in=campaigns_of(user)), pk=template_id)
    membership = membership_for(user, row)
    get_visible_row(visible_templates(membership), pk=row.pk)
    return row, require_gm(membership)
