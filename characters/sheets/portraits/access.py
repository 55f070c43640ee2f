"""Who sees a portrait: everyone who knows the character by name."""

from typing import Any

from characters.access import known_characters
from characters.models import Character, Portrait
from people.access import campaigns_of, get_visible_row, membership_for
from people.models import User
from people.viewing import OWN_VIEW, Views, get_viewer


def get_portrait(user: User, character_id: Any, views: Views = OWN_VIEW) -> Portrait:
    """The portrait of a character that the person knows; 404 for others."""
    row = get_visible_row(Character.objects.filter(campaign__in=campaigns_of(user)), pk=character_id)
    membership = membership_for(user, row)
    get_visible_row(known_characters(membership), pk=row.pk)
    get_visible_row(known_characters(get_viewer(membership, views)), pk=row.pk)
    return get_visible_row(Portrait.objects.all(), character=row)
