"""The model of a visit: a person who is a member of the campaign for one session."""

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.sessions.models import Session

# How long after the start of the session a visit lasts if nobody marks the session as played.
LASTS: Final = timedelta(days=1)


class SessionGuest(models.Model):
    """A visit: a member is the guest of a session, until the visit ends or the GM keeps the guest.

    The access of the guest ends with `Member.guest_until`; this row says for which session it is, and stays."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="guests", verbose_name=_("session"))
    member = models.ForeignKey("people.Member", models.CASCADE, related_name="visits", verbose_name=_("guest"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    ended = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["member"], condition=models.Q(ended__isnull=True), name="one_visit_a_member"
            )
        ]
        verbose_name = _("guest of a session")
        verbose_name_plural = _("guests of sessions")

    def __str__(self) -> str:
        return f"{self.session_id}: {self.member_id}"


def visit_end(starts: datetime) -> datetime:
    """When the visits of a session that starts then end by themselves."""
    return starts + LASTS
