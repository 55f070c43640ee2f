"""Keeps the picture that a map has before it gets another one."""

from typing import Any, Final

from campaigns.world.maps.earlier_pictures.models import EarlierMapPicture
from campaigns.world.maps.models import MapPicture, WorldMap
from people.models import Member

COLUMNS: Final = ("media_type", "width", "height", "sha256", "data", "by", "created")


def keep_present_picture(membership: Member, row: WorldMap, sha256: str) -> None:
    """Keeps the map's picture before it is replaced by one with this digest; not if both are the same."""
    present = MapPicture.objects.filter(map=row).first()
    if present is not None and present.sha256 != sha256:
        EarlierMapPicture.objects.create(map=row, replaced_by=membership.user, **earlier_picture_columns(present))


def earlier_picture_columns(picture: MapPicture | EarlierMapPicture) -> dict[str, Any]:
    """What a picture consists of, with who gave it to the map and when."""
    return {name: getattr(picture, name) for name in COLUMNS}
