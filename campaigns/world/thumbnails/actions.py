"""Makes the thumbnails of pictures of pages: with the picture, or when someone asks for one."""

from django.db import transaction

from campaigns.world.models import WorldPicture
from campaigns.world.thumbnails.models import SIDE, WorldThumbnail
from common import pictures
from common.bounded.limits import NoProcessFree


def find_thumbnail(picture: WorldPicture) -> WorldThumbnail:
    """The thumbnail of a picture, made now if there is none yet.

    It takes a tenth of a second to make, so never call this while holding a lock. Raises `NoProcessFree`,
    `PictureTooLarge` and `UnreadablePicture` while it cannot be made."""
    return WorldThumbnail.objects.filter(picture=picture.pk).first() or _make(picture)


def prepare_thumbnail(picture: WorldPicture) -> None:
    """Makes the thumbnail of a new picture, so that nobody waits for it; after the commit, never while locking.

    What cannot be made now is made when someone asks for it."""
    try:
        find_thumbnail(picture)
    except (NoProcessFree, pictures.PictureTooLarge, pictures.UnreadablePicture):
        return


def _make(picture: WorldPicture) -> WorldThumbnail:
    data = bytes(WorldPicture.objects.values_list("data", flat=True).get(pk=picture.pk))
    square = pictures.crop_square(data, SIDE)
    with transaction.atomic():
        kept, _new = WorldThumbnail.objects.get_or_create(picture=picture, defaults={"data": square.data})
    return kept
