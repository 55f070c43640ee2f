"""The stored answers to requests with an idempotency key."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class IdempotencyRecord(models.Model):
    """The stored answer to an API request with an idempotency key, returned again for the same request."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(null=True)
    # Whether the answer was too long to be stored.
    dropped = models.BooleanField(default=False)
    # Long work (people/idempotency/claims.py): which request does it, since when, and its effect.
    owner = models.CharField(max_length=32, blank=True, default="")
    claimed = models.DateTimeField(null=True)
    effect = models.JSONField(null=True)
    created = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key")]
        verbose_name = _("idempotency record")
        verbose_name_plural = _("idempotency records")

    def __str__(self) -> str:
        return self.key
