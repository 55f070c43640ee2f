"""Webhooks: where a campaign tells what happened, and each telling with how it went."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Webhook(models.Model):
    """An address that hears of a campaign's public events, signed with a secret of its own."""

    class Topic(models.TextChoices):
        LOG = "log", _("a line in the log")
        BEGUN = "encounter-begun", _("an encounter begins")
        ENDED = "encounter-ended", _("an encounter ends")
        AWARD = "award", _("an award")
        SESSION = "session", _("a session is planned, changed or held")

    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="webhooks", verbose_name=_("campaign")
    )
    url = models.CharField(_("address"), max_length=500, help_text=_("It begins with https://."))
    topics = models.JSONField(_("tells of"), default=list)
    secret = models.CharField(max_length=64, editable=False)
    # After a change of the secret what is told carries both signatures for a day, so that nothing is lost meanwhile.
    old_secret = models.CharField(max_length=64, blank=True, editable=False)
    old_until = models.DateTimeField(null=True, editable=False)
    active = models.BooleanField(_("active"), default=True)
    removed = models.DateTimeField(_("removed"), null=True, blank=True, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["id"]
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.url

    @property
    def tells_of(self) -> list[str]:
        """Its topics in words."""
        words = dict(self.Topic.choices)
        return [str(words.get(one, one)) for one in self.topics]


class WebhookDelivery(models.Model):
    """One thing told to one address: waiting, told, or given up after a day."""

    TEST = "test"  # told when a GM asks for it, whatever the webhook is told of otherwise

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        TOLD = "told", _("told")
        GIVEN_UP = "given-up", _("given up")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", verbose_name=_("webhook"))
    topic = models.CharField(_("of"), max_length=20, choices=[*Webhook.Topic.choices, (TEST, _("a test"))])
    body = models.JSONField(_("what"), default=dict)
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.WAITING)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    due = models.DateTimeField(_("next try"), default=timezone.now)
    answer = models.CharField(_("answer"), max_length=200, blank=True)
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    told = models.DateTimeField(_("told"), null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["status", "due"], name="deliveries_due")]
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")

    def __str__(self) -> str:
        return f"{self.topic} → {self.webhook}"
