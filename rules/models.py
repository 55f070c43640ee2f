"""The catalogue: rows of a game that an operator or a game master may change, read by pages and setups."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class CatalogueRow(models.Model):
    """One row of a game's catalogue: the site's own (no campaign), or a campaign's homebrew."""

    system = models.CharField(_("game"), max_length=40)
    kind = models.CharField(
        _("kind"), max_length=40, help_text=_("background-skill, difficulty, condition, weapon, ...")
    )
    key = models.SlugField(_("key"), max_length=64)
    name = models.CharField(_("name"), max_length=120)
    text = models.TextField(_("text"), blank=True, max_length=8000, help_text=_("What it does, in your own words."))
    figures = models.JSONField(_("figures"), default=dict, blank=True, help_text=_("Figures for the game engine."))
    rule = models.CharField(_("rule"), max_length=10, blank=True, help_text=_("The id of the rule, such as F52-04."))
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    active = models.BooleanField(_("offered"), default=True)
    gm_only = models.BooleanField(
        _("GMs only"), default=False, help_text=_("Players cannot see it under “House rules”.")
    )
    campaign = models.ForeignKey(
        "people.Campaign",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="catalogue",
        verbose_name=_("campaign"),
        help_text=_("If empty, in every campaign of the game."),
    )
    shipped = models.JSONField(null=True, blank=True, editable=False, help_text="the last shipped version of the row")
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    history = HistoricalRecords()

    class Meta:
        ordering = ["system", "kind", "position", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["system", "kind", "key"],
                condition=models.Q(campaign__isnull=True),
                name="one_row_a_key",
            ),
            models.UniqueConstraint(fields=["campaign", "system", "kind", "key"], name="one_homebrew_row_a_key"),
        ]
        verbose_name = _("catalogue row")
        verbose_name_plural = _("catalogue rows")

    def __str__(self) -> str:
        return self.name
