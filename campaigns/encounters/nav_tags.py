"""What the navigation of a campaign shows of its encounters."""

from typing import Final

from django import template

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from people.models import Member
from people.viewer_queries import MemberQuery

register = template.Library()


# Every page of a campaign asks for it.
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
