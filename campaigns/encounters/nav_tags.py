"""What the navigation of a campaign shows: its running encounter, and as whom a GM views the campaign."""

from typing import Any, Final

from django import template

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from people.models import Campaign, Member
from people.viewer_queries import MemberQuery
from people.viewing import get_views

register = template.Library()


# Every page of a campaign runs this query.
NEWEST_RUNNING: Final = MemberQuery(
    lambda membership: (
        visible_encounters(membership)
        .select_related(None)
        .only("pk", "title")
        .filter(status=Encounter.Status.RUNNING)
        .order_by("-pk")[:1]
    )
)


@register.simple_tag
def running_encounter(membership: Member | None) -> Encounter | None:
    """The newest running encounter that the member may see, so that every page of the campaign leads back to it."""
    return None if membership is None else next(iter(NEWEST_RUNNING.rows(membership)), None)


@register.simple_tag(takes_context=True)
def viewed_name(context: dict[str, Any], campaign: Campaign) -> str:
    """The name of the member as whom the person views the campaign; "" in the person's own view."""
    viewed = get_views(context["request"]).get(str(campaign.pk)) if "request" in context else None
    return viewed["name"] if viewed else ""
