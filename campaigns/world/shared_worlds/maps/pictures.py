"""The picture of a shared map: whole, or with parts painted over before it leaves its campaign."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.world.maps.models import MapArea, MapPicture, WorldMap
from campaigns.world.shared_worlds.access import find_sharable_copy
from campaigns.world.shared_worlds.maps.models import SharedMapPicture
from campaigns.world.shared_worlds.models import SharedPage, SharedPageCopy
from common import pictures
from common.bounded.limits import NoProcessFree
from common.stored_pictures import StoredPicture
from people.models import Member


@dataclass(frozen=True)
class PreparedPicture:
    """A picture with parts painted over, and the state of the map from which it was made."""

    state: str = ""
    picture: pictures.Picture | None = None


def painted_picture_digest(sha256: str, parts: list[Any]) -> str:
    """A key that is different for every picture and every part that is painted over."""
    return hashlib.sha256(json.dumps([pictures.MARGIN, sha256, parts]).encode()).hexdigest()


def picture_state(sha256: str, parts: list[Any], copy: SharedPageCopy | None) -> str:
    """Which picture an edition has; `parts` are painted over. `copy`: the campaign's map before that edition.

    A campaign that took the picture from another one shares that picture on, whatever it hides itself: all have it."""
    shared = copy.edition.map_picture if copy is not None and copy.page.origin_id != copy.campaign_id else None
    return shared.state if shared is not None and shared.sha256 == sha256 else painted_picture_digest(sha256, parts)


def prepare_picture(row: WorldMap, *, gm_part: bool) -> PreparedPicture:
    """Paints over all areas of the map, for an edition without the GM part; it takes a tenth of a second.

    So never call this while holding a lock. It does nothing if no area is to be painted over, or if an edition has this
    picture already. ValidationError while it cannot be made."""
    parts = [] if gm_part else list(MapArea.objects.filter(map=row).order_by("pk").values_list("points", flat=True))
    source = MapPicture.objects.filter(map=row).first() if parts else None
    if source is None:
        return PreparedPicture()
    copy = find_sharable_copy(row)
    state = picture_state(source.sha256, parts, copy)
    if copy is not None and SharedMapPicture.objects.filter(page=copy.page_id, state=state).exists():
        return PreparedPicture()
    try:
        return PreparedPicture(state, pictures.cover_parts(bytes(source.data), parts))
    except (NoProcessFree, pictures.PictureTooLarge, pictures.UnreadablePicture):
        raise ValidationError(_("The picture of the map is not ready yet. Try again in a moment.")) from None


def store_picture(
    membership: Member, page: SharedPage, row: WorldMap, state: str, prepared: PreparedPicture, *, covered: bool
) -> SharedMapPicture | None:
    """The picture of an edition; `covered`: parts of it must be painted over. None for a map without a picture.

    ValidationError if the map changed after the picture was prepared."""
    if not state:
        return None
    kept = SharedMapPicture.objects.filter(page=page, state=state).defer("data").first()
    if kept is not None:
        return kept
    if not covered:
        columns = shared_picture_columns(MapPicture.objects.get(map=row))
    elif prepared.state == state and prepared.picture is not None:
        columns = prepared.picture.columns
    else:
        raise ValidationError(_("Someone else changed this map meanwhile. Look at it, then share it again."))
    return SharedMapPicture.objects.create(page=page, state=state, by=membership.user, **columns)


def shared_picture_columns(picture: StoredPicture) -> dict[str, Any]:
    """What a picture consists of, without who made it."""
    return {name: getattr(picture, name) for name in ("media_type", "width", "height", "sha256", "data")}


def read_picture(picture: SharedMapPicture) -> pictures.Picture:
    """The picture of an edition with its bytes."""
    row = SharedMapPicture.objects.get(pk=picture.pk)
    return pictures.Picture(bytes(row.data), row.width, row.height, row.media_type)
