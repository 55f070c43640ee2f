"""Pictures in the text of a page."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class TextPicture(models.Model):
    """A picture that was pasted into the text of a page, decoded and encoded again: never the uploaded bytes."""

    entry = models.ForeignKey(
        "campaigns.WorldEntry", models.CASCADE, related_name="text_pictures", verbose_name=_("page")
    )
    # In the text: ![words](picture:key).
    key = models.CharField(_("key"), max_length=16, editable=False)
    media_type = models.CharField(_("media type"), max_length=40)
    width = models.PositiveIntegerField(_("width"), help_text=_("In pixels."))
    height = models.PositiveIntegerField(_("height"), help_text=_("In pixels."))
    sha256 = models.CharField(_("SHA-256"), max_length=64, editable=False)
    data = models.BinaryField(_("picture"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "key"], name="one_picture_a_key")]
        verbose_name = _("picture in a text")
        verbose_name_plural = _("pictures in texts")

    def __str__(self) -> str:
        return self.key

    @property
    def markdown(self) -> str:
        """What is written into the text."""
        return f"![](picture:{self.key})"
