"""Who gets the earlier pictures of a map: GMs, and nobody else, whatever a map shows."""

from typing import Any

from django.db.models import QuerySet

from campaigns.world.maps.access import get_map_as_gm
from campaigns.world.maps.earlier_pictures.models import EarlierMapPicture
from campaigns.world.maps.models import WorldMap
from people.access import get_visible_row, require_gm
from people.models import Member, User


def visible_earlier_pictures(membership: Member, row: WorldMap) -> QuerySet[EarlierMapPicture]:
    """The earlier pictures of a map, the one that was replaced last first; PermissionDenied for all but GMs."""
    require_gm(membership)
    return EarlierMapPicture.objects.filter(map=row, map__campaign=membership.campaign_id)


def get_earlier_picture(user: User, map_id: Any, picture_id: Any) -> EarlierMapPicture:
    """An earlier picture of a map with its bytes; Http404 and PermissionDenied as for the map's forms."""
    row, membership = get_map_as_gm(user, map_id)
    return get_visible_row(visible_earlier_pictures(membership, row), pk=picture_id)
