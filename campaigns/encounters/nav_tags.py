"""What the navigation of a campaign shows: its running encounters, and as whom a GM views the campaign."""

from typing import Any

from django import template

from campaigns.encounters.waiting.queries import TableBar, get_table_bar
from people.models import Campaign, Member
from people.viewing import get_views

register = template.Library()


@register.simple_tag
def table_bar(membership: Member | None) -> TableBar:
    """The running encounters that the member may see, so that every page of the campaign leads back to them."""
    return TableBar([]) if membership is None else get_table_bar(membership)


@register.simple_tag(takes_context=True)
def viewed_name(context: dict[str, Any], campaign: Campaign) -> str:
    """The name of the member as whom the person views the campaign; "" in the person's own view."""
    viewed = get_views(context["request"]).get(str(campaign.pk)) if "request" in context else None
    return viewed["name"] if viewed else ""
