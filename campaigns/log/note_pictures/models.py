"""Pictures in log entries, session notes and recaps."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.stored_pictures import PastedPicture


class NotePicture(PastedPicture):
    """A picture that was pasted into a text of a campaign's log or sessions, decoded and encoded again.

    It belongs to the campaign, because it is sent before the text is saved. Who reads it is decided by the text."""

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="note_pictures", verbose_name=_("campaign")
    )
    # Once a saved text shows it, it stays: log entries are not removed, and notes and recaps keep their versions.
    used = models.BooleanField(_("used"), default=False, editable=False, help_text=_("A saved text shows it."))

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["campaign", "key"], name="one_note_picture_a_key")]
        verbose_name = _("picture in a note")
        verbose_name_plural = _("pictures in notes")
