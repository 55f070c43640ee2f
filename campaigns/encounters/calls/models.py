"""The model of a call: what one member was told of one wait."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Call(models.Model):
    """What a member was told of an encounter that waits since command `number`; for each wait there is one row."""

    encounter = models.ForeignKey(
        "campaigns.Encounter", models.CASCADE, related_name="calls", verbose_name=_("encounter")
    )
    member = models.ForeignKey("people.Member", models.CASCADE, related_name="calls", verbose_name=_("member"))
    number = models.PositiveIntegerField(_("number"))
    # When the next push message is due: at once, again after a failure, as a reminder a day later; None for never.
    push_due = models.DateTimeField(_("next push message"), null=True)
    pushed = models.DateTimeField(_("pushed"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    mailed = models.DateTimeField(_("mailed"), null=True)
    # When the message to the person's webhook is tried next after a failure; None before the first try.
    webhook_due = models.DateTimeField(_("next message to the webhook"), null=True)
    webhook_tries = models.PositiveSmallIntegerField(_("messages tried"), default=0)
    webhook_sent = models.DateTimeField(_("sent to the webhook"), null=True)
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "member", "number"], name="one_call_a_wait_and_member")
        ]
        indexes = [models.Index(fields=["created"], name="calls_by_age")]
        verbose_name = _("call")
        verbose_name_plural = _("calls")

    def __str__(self) -> str:
        return f"call {self.pk} of encounter {self.encounter_id}"
