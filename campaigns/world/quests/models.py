"""The lines of a quest: the steps and rewards of a thread."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from campaigns.world.models import WorldEntry
from common.revisions import content_revision


class QuestLine(models.Model):
    """A step or a reward of a thread."""

    class Kind(models.TextChoices):
        STEP = "step", _("step")
        REWARD = "reward", _("reward")

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="quest_lines", verbose_name=_("campaign")
    )
    thread = models.ForeignKey(WorldEntry, models.CASCADE, related_name="quest_lines", verbose_name=_("thread"))
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices, default=Kind.STEP)
    text = models.CharField(_("text"), max_length=200)
    place = models.PositiveIntegerField(_("place in the order"), default=0)
    done = models.DateTimeField(_("done"), null=True, blank=True, help_text=_("When it was done or received."))
    gm_only = models.BooleanField(_("only GMs see it"), default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords(history_change_reason_field=models.CharField(max_length=400, null=True))

    class Meta:
        ordering = ["place", "id"]
        verbose_name = _("step or reward")
        verbose_name_plural = _("steps and rewards")

    def __str__(self) -> str:
        return self.text

    @property
    def revision(self) -> int:
        """A number that changes with what the line says, whether it is done, and who sees it."""
        return content_revision([self.text, self.done is not None, self.gm_only])
