"""The columns that all stored pictures share."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.picture_syntax import picture_markdown


class StoredPicture(models.Model):
    """A picture, decoded and encoded again: never the uploaded bytes.

    `Picture.columns` fills the first five columns."""

    media_type = models.CharField(_("media type"), max_length=40)
    width = models.PositiveIntegerField(_("width"), help_text=_("In pixels."))
    height = models.PositiveIntegerField(_("height"), help_text=_("In pixels."))
    sha256 = models.CharField(_("SHA-256"), max_length=64, editable=False)
    data = models.BinaryField(_("picture"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.width} × {self.height}"


class PastedPicture(StoredPicture):
    """A picture that was pasted into a text, where its key stands for it: ![words](picture:key)."""

    key = models.CharField(_("key"), max_length=16, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.key

    @property
    def markdown(self) -> str:
        """The Markdown that shows the picture in a text."""
        return picture_markdown(self.key)
