"""Which catalogue rows a GM may edit."""

from typing import Any

from django.db.models import Q, QuerySet

from people.access import campaigns_run_by, get_visible_row, membership_for, require_gm
from people.models import Member, User
from rules.models import CatalogueRow


def editable_catalogue_rows(membership: Member) -> QuerySet[CatalogueRow]:
    """The rows that a GM sees in the catalogue: the site's rows of the game, and the campaign's own."""
    system = require_gm(membership).campaign.system
    return CatalogueRow.objects.filter(Q(campaign=membership.campaign_id) | Q(campaign__isnull=True), system=system)


def get_editable_catalogue_row(user: User, row_id: Any) -> tuple[CatalogueRow, Member]:
    """A campaign's own row that the person may change, and their membership; 404 for everyone but its GMs."""
    row = get_visible_row(CatalogueRow.objects.filter(campaign__in=campaigns_run_by(user)), pk=row_id)
    return row, require_gm(membership_for(user, row))
