"""Small square pictures of pages, for lists."""

from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

SIDE: Final = 96  # pixels; lists show a third of it, so that it is sharp on a phone


class WorldThumbnail(models.Model):
    """The middle of a page's picture, `SIDE` pixels wide and high, as WebP. It can be made again at any time."""

    picture = models.OneToOneField(
        "campaigns.WorldPicture", models.CASCADE, related_name="thumbnail", verbose_name=_("picture")
    )
    data = models.BinaryField()
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("thumbnail of a picture")
        verbose_name_plural = _("thumbnails of pictures")

    def __str__(self) -> str:
        return str(self.picture_id)
