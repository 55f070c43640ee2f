"""The model of a stand-in: who plays a character in one session in place of its player."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.sessions.models import Session


class StandIn(models.Model):
    """A member plays someone's character at the tables of one session, until it ends."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="stand_ins", verbose_name=_("session"))
    character = models.ForeignKey(
        "characters.Character", models.CASCADE, related_name="stand_ins", verbose_name=_("character")
    )
    member = models.ForeignKey("people.Member", models.CASCADE, related_name="stand_ins", verbose_name=_("stand-in"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    ended = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "character"], condition=models.Q(ended__isnull=True), name="one_stand_in_a_character"
            )
        ]
        verbose_name = _("stand-in")
        verbose_name_plural = _("stand-ins")

    def __str__(self) -> str:
        return f"{self.character_id}: {self.member_id}"
