"""Tables of shared ties: each is one row of the world, and each campaign that has it has its own tie."""

from typing import Any, Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.world.shared_worlds.models import SharedPage, SharedWorld
from campaigns.world.ties.models import Tie

# What a campaign can change of a tie, and what therefore travels.
TEXTS: Final = ("words", "back", "since", "until")


def texts_of(row: Any) -> dict[str, str]:
    """The words and times of a tie or a shared tie."""
    return {name: getattr(row, name) for name in TEXTS}


class SharedTie(models.Model):
    """A tie between two shared pages, as it was shared last. Editions of both pages contain it as it was with them."""

    world = models.ForeignKey(SharedWorld, models.CASCADE, related_name="ties", verbose_name=_("shared world"))
    origin = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="shared_ties", verbose_name=_("campaign that shared it first")
    )
    start = models.ForeignKey(SharedPage, models.CASCADE, related_name="ties_from", verbose_name=_("from the page"))
    end = models.ForeignKey(SharedPage, models.CASCADE, related_name="ties_to", verbose_name=_("to the page"))
    kind = models.CharField(_("kind"), max_length=6, choices=Tie.Kind.choices)
    words = models.CharField(_("words"), max_length=60)
    back = models.CharField(_("words in the other direction"), max_length=60)
    since = models.CharField(_("since"), max_length=60, blank=True)
    until = models.CharField(_("until"), max_length=60, blank=True)
    # Increased with every change of the texts.
    number = models.PositiveIntegerField(_("number of the change"), default=1, editable=False)
    removed = models.DateTimeField(_("no longer shared"), null=True, blank=True)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("shared tie")
        verbose_name_plural = _("shared ties")

    def __str__(self) -> str:
        return f"{self.start} – {self.words} – {self.end}"


class SharedTieCopy(models.Model):
    """A tie of a campaign that is its copy of a shared tie, and the texts with which it was compared."""

    shared = models.ForeignKey(SharedTie, models.CASCADE, related_name="copies", verbose_name=_("shared tie"))
    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="+", verbose_name=_("campaign"))
    tie = models.OneToOneField(Tie, models.CASCADE, related_name="shared_copy", verbose_name=_("tie"))
    number = models.PositiveIntegerField(_("number of the change"))
    texts = models.JSONField(_("words and times"), default=dict)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["shared", "campaign"], name="one_tie_copy_a_campaign")]
        verbose_name = _("copy of a shared tie")
        verbose_name_plural = _("copies of shared ties")

    def __str__(self) -> str:
        return f"{self.tie_id} · {self.number}"
