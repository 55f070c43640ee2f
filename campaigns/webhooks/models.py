"""Models of webhooks and their deliveries."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.revisions import content_revision

# Ends the answer of a delivery whose receiver says that it is gone. Not translated: `is_gone` looks for it.
GONE: Final = ", the address is gone"


class Webhook(models.Model):
    """A URL that receives a campaign's public events, signed with the webhook's secret."""

    class Topic(models.TextChoices):
        LOG = "log", _("a log entry")
        BEGUN = "encounter-begun", _("an encounter begins")
        ENDED = "encounter-ended", _("an encounter ends")
        AWARD = "award", _("an award")
        SESSION = "session", _("a session is planned, changed or played")
        REMINDER = "session-reminder", _("a session is about to begin")

    class Shape(models.TextChoices):
        FATEKEEPER = "fatekeeper", _("Fatekeeper's JSON")
        STANDARD = "standard", _("Standard Webhooks")
        DISCORD = "discord", _("Discord messages")

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="webhooks", verbose_name=_("campaign"))
    url = models.CharField(_("address"), max_length=500, help_text=_("It begins with https://."))
    topics = models.JSONField(_("events"), default=list)
    shape = models.CharField(_("shape"), max_length=10, choices=Shape.choices, default=Shape.FATEKEEPER)
    secret = models.CharField(max_length=64, editable=False)
    # For a day after a change of the secret, deliveries carry both signatures, so that receivers can switch.
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
    def revision(self) -> int:
        """A number that changes with what can be changed of the webhook."""
        return content_revision([self.url, sorted(self.topics), self.shape, self.active, self.removed is not None])

    @property
    def is_gone(self) -> bool:
        """Whether it is paused because its receiver answered 410, and nobody has resumed or moved it since."""
        return not self.active and self.deliveries.filter(status="waiting", answer__endswith=GONE).exists()

    @property
    def tells_of(self) -> list[str]:
        """The names of its topics."""
        words = dict(self.Topic.choices)
        return [str(words.get(topic, topic)) for topic in self.topics]


class WebhookDelivery(models.Model):
    """One message to one webhook: waiting, delivered, or given up after a day."""

    TEST = "test"  # sent when a GM asks for it, whatever the webhook's topics are

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "told", _("delivered")
        GIVEN_UP = "given-up", _("failed")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", verbose_name=_("webhook"))
    topic = models.CharField(_("of"), max_length=20, choices=[*Webhook.Topic.choices, (TEST, _("a test"))])
    body = models.JSONField(_("what"), default=dict)
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.WAITING)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    due = models.DateTimeField(_("next try"), default=timezone.now)
    answer = models.CharField(_("answer"), max_length=200, blank=True)
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    told = models.DateTimeField(_("delivered"), null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["status", "due"], name="deliveries_due")]
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")

    def __str__(self) -> str:
        return f"{self.topic} → {self.webhook}"
