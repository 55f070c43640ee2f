"""The pictures of maps as they are sent: hidden areas are painted over before a byte leaves the site.

A rendering is kept with the digest of its state, the picture and the hidden areas, so it is made once. Its address has
the digest of its bytes: the same bytes have the same address, whatever lies under the paint."""

import hashlib
import json
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.world.maps.access import visible_maps
from campaigns.world.maps.models import MapArea, MapPicture, MapRendering, WorldMap
from common import pictures
from common.bounded.limits import NoProcessFree
from people.models import Member

# In place of a digest in an address: the rendering that the member sees now.
CURRENT: Final = "now"
# Seconds that work in the background waits for its turn to decode a picture; nobody waits for it.
LONGEST_WAIT: Final = 60.0
# Increased when all renderings must be made again.
RENDERER: Final = 1


@dataclass(frozen=True)
class State:
    """What a rendering depends on: the picture, and the corners of the areas that are hidden."""

    picture: str
    parts: list[list[list[float]]]

    @property
    def digest(self) -> str:
        """A key that is different for every state."""
        words = json.dumps([RENDERER, pictures.MARGIN, self.picture, self.parts])
        return hashlib.sha256(words.encode()).hexdigest()


def get_or_make_rendering(membership: Member, row: WorldMap) -> MapRendering | None:
    """The rendering of a map that the member sees, without its bytes; made now if there is none yet.

    None if the map has no picture. ValidationError while it cannot be made."""
    state = _read_state(membership, row)
    if state is None:
        return None
    return _find_stored(row, state) or _render(row, state)


def get_visible_rendering(membership: Member, row: WorldMap, sha256: str = "") -> MapRendering | None:
    """The rendering that the member sees now, with its bytes; None if it has another digest than the given one."""
    rendering = get_or_make_rendering(membership, row)
    if rendering is None or sha256 not in ("", rendering.sha256):
        return None
    return MapRendering.objects.filter(pk=rendering.pk).first()


def read_visible_picture(membership: Member, row: WorldMap) -> pictures.Picture | None:
    """The picture that the member sees now, for work in the background that may not write; None without one.

    ValidationError while it cannot be made."""
    state = _read_state(membership, row)
    if state is None:
        return None
    kept = MapRendering.objects.filter(map=row, state=state.digest).first()
    if kept is None:
        return _cover(row, state, LONGEST_WAIT)
    return pictures.Picture(bytes(kept.data), kept.width, kept.height, kept.media_type)


def prepare_renderings(row: WorldMap) -> None:
    """Makes the renderings of a changed map, so that nobody waits for them; after the commit, never while locking.

    What cannot be made now is made when someone looks at the map."""
    picture = MapPicture.objects.filter(map=row).values_list("sha256", flat=True).first()
    if picture is None:
        return
    states = (State(picture, []), State(picture, _hidden_parts(row)))
    MapRendering.objects.filter(map=row).exclude(state__in=[state.digest for state in states]).delete()
    for state in states:
        if _find_stored(row, state) is None:
            try:
                _render(row, state)
            except ValidationError:
                return


def _read_state(membership: Member, row: WorldMap) -> State | None:
    """The state as the member sees it: GMs see the whole picture. Reads only maps that the member may see."""
    rows = MapPicture.objects.filter(map__in=visible_maps(membership), map=row)
    picture = rows.values_list("sha256", flat=True).first()
    if picture is None:
        return None
    return State(picture, [] if membership.is_gm else _hidden_parts(row))


def _hidden_parts(row: WorldMap) -> list[list[list[float]]]:
    hidden = MapArea.objects.filter(map=row, revealed__isnull=True).order_by("pk")
    return list(hidden.values_list("points", flat=True))


def _find_stored(row: WorldMap, state: State) -> MapRendering | None:
    return MapRendering.objects.filter(map=row, state=state.digest).defer("data").first()


def _render(row: WorldMap, state: State) -> MapRendering:
    """Makes and keeps a rendering."""
    picture = _cover(row, state)
    fields = {"media_type": picture.media_type, "width": picture.width, "height": picture.height}
    with transaction.atomic():
        kept, _new = MapRendering.objects.get_or_create(
            map=row, state=state.digest, defaults=fields | {"sha256": picture.sha256, "data": picture.data}
        )
    return kept


def _cover(row: WorldMap, state: State, wait: float | None = None) -> pictures.Picture:
    """The picture of a map with the hidden parts painted over; `wait` is for its turn, in seconds."""
    source = MapPicture.objects.filter(map=row, sha256=state.picture).first()
    if source is None:
        raise ValidationError(_("The picture was changed after you opened it. Reload the page."))
    try:
        return pictures.cover_parts(bytes(source.data), state.parts, wait)
    except (NoProcessFree, pictures.PictureTooLarge, pictures.UnreadablePicture):
        raise ValidationError(_("The picture of the map is not ready yet. Reload the page in a moment.")) from None
