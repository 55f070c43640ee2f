"""Who gets the picture of a shared map: GMs of the campaigns of its world."""

from typing import Any

from campaigns.world.shared_worlds.access import get_shared_page
from campaigns.world.shared_worlds.maps.models import SharedMapPicture
from campaigns.world.shared_worlds.models import MAP
from people.access import get_visible_row
from people.models import Member


def get_shared_picture(membership: Member, page_id: Any) -> SharedMapPicture:
    """The picture of the newest edition of a shared map, with its bytes; 404 if the map has none."""
    page, _table = get_shared_page(membership, page_id, kind=MAP)
    editions = page.editions.filter(number=page.number).values("map_picture")
    return get_visible_row(SharedMapPicture.objects.filter(page=page), pk__in=editions)
