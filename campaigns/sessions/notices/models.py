"""The model of a notice: what one member is told about a session, or that a campaign's webhooks were reminded."""

from typing import TypeAlias

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.sessions.models import Session
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from people.devices.notices import Notice
from people.models import Campaign


class SessionNotice(Notice):
    """One message about a session to one member; for each kind and moment there is one row.

    A `CHOSEN` notice says how the session stands when it is sent: when it takes place, or that it is cancelled.
    Without a member it is the reminder to the campaign's webhooks."""

    class Kind(models.TextChoices):
        DATES = "dates", _("dates are proposed")
        CHOSEN = "chosen", _("the date is set")
        REMINDER = "reminder", _("reminder")
        RECAP = "recap", _("recap")

    session = models.ForeignKey(Session, models.CASCADE, related_name="notices", verbose_name=_("session"))
    member = models.ForeignKey("people.Member", models.CASCADE, null=True, related_name="+", verbose_name=_("member"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    # What it is about: the start of the session, or when the GM asked for it.
    moment = models.DateTimeField(_("about"))

    class Meta(Notice.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["session", "member", "kind", "moment"],
                condition=Q(member__isnull=False),
                name="one_notice_a_member_and_moment",
            ),
            models.UniqueConstraint(
                fields=["session", "kind", "moment"], condition=Q(member__isnull=True), name="one_reminder_of_webhooks"
            ),
        ]
        indexes = [models.Index(fields=["created"], name="notices_by_age")]
        verbose_name = _("notice")
        verbose_name_plural = _("notices")

    def __str__(self) -> str:
        return f"{self.kind} of session {self.session_id}"

    @property
    def campaign(self) -> Campaign:
        """The campaign of the session."""
        return self.session.campaign

    @property
    def topic(self) -> str:
        """A newer push message of the same topic replaces one that a device has not shown yet."""
        return f"session-{self.session_id}"


# All that the job sends.
AnyNotice: TypeAlias = SessionNotice | OfferNotice
