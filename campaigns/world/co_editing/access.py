"""Who can save a text as a note whose page can no longer be changed."""

from django.http import Http404

from common.parsing import parse_id
from people.access import get_membership
from people.models import Member, Role, User


def find_note_writer(user: User, campaign_id: str) -> Member | None:
    """The person's membership in the campaign that a form names, if they may write notes there."""
    number = parse_id(campaign_id)
    if number is None:
        return None
    try:
        membership = get_membership(user, number)
    except Http404:
        return None
    return None if membership.role == Role.OBSERVER else membership
