"""Pictures in the text of a page."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.stored_pictures import PastedPicture

MOST_OF_A_PAGE: Final = 60


class TextPicture(PastedPicture):
    """A picture that was pasted into the text of a page, decoded and encoded again: never the uploaded bytes."""

    entry = models.ForeignKey(
        "campaigns.WorldEntry", models.CASCADE, related_name="text_pictures", verbose_name=_("page")
    )

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "key"], name="one_picture_a_key")]
        verbose_name = _("picture in a text")
        verbose_name_plural = _("pictures in texts")
