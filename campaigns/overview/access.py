"""Which catalogue rows a GM may edit."""

from django.db.models import Q, QuerySet

from people.access import require_gm
from people.models import Member
from rules.models import CatalogueRow


def editable_catalogue_rows(membership: Member) -> QuerySet[CatalogueRow]:
    """The rows that a GM sees in the catalogue: the site's rows of the game, and the campaign's own."""
    system = require_gm(membership).campaign.system
    return CatalogueRow.objects.filter(Q(campaign=membership.campaign_id) | Q(campaign__isnull=True), system=system)
