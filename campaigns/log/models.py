"""The model of the campaign's log."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.sessions.models import Session
from common.picture_syntax import pictures_as_words


class LogEntry(models.Model):
    """An entry of the campaign's log. Append-only: a correction is a new entry that refers to the old one."""

    class Kind(models.TextChoices):
        NOTE = "note", _("note")
        CHECK = "check", _("check")
        ENCOUNTER = "encounter", _("encounter")
        AWARD = "award", _("award")
        CHARACTER = "character", _("character")
        MODULE = "module", _("module")
        CAMPAIGN = "campaign", _("campaign")
        CORRECTION = "correction", _("correction")
        SAY = "say", _("speech")
        DO = "do", _("action")
        TRANSCRIPT = "transcript", _("transcript")
        ROLL = "roll", _("roll of another tool")
        REVEAL = "reveal", _("reveal")
        DEATH = "death", _("death")

    # Kinds that members and their tools write; the site writes the others, and a death too.
    WRITTEN = (Kind.NOTE, Kind.SAY, Kind.DO, Kind.TRANSCRIPT, Kind.ROLL, Kind.REVEAL, Kind.DEATH)
    # Kinds whose entries belong to the running session, if they name none.
    PLAYED = frozenset({Kind.CHECK, Kind.ENCOUNTER, Kind.AWARD, Kind.CHARACTER, Kind.DEATH})
    # Kinds in which the site writes about one character.
    ABOUT_CHARACTERS = frozenset({Kind.CHARACTER, Kind.DEATH})

    class Audience(models.TextChoices):
        ALL = "all", _("everyone in the campaign")
        GM = "gm", _("GMs only")

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="log", verbose_name=_("campaign"))
    session = models.ForeignKey(
        Session, models.SET_NULL, null=True, blank=True, related_name="log", verbose_name=_("session")
    )
    encounter = models.ForeignKey(
        "campaigns.Encounter",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="log",
        verbose_name=_("encounter"),
    )
    character = models.ForeignKey(
        "characters.Character",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="log",
        verbose_name=_("character"),
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices, default=Kind.NOTE)
    text = models.TextField(_("text"), max_length=8000)
    data = models.JSONField(_("figures"), default=dict, blank=True)
    rules = models.JSONField(_("rules"), default=list, blank=True)
    audience = models.CharField(_("who sees it"), max_length=4, choices=Audience.choices, default=Audience.ALL)
    corrects = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="corrections", verbose_name=_("corrects")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    speaker = models.CharField(
        _("speaker"), max_length=80, blank=True, default="", help_text=_("Who says or does it in the story.")
    )
    source = models.CharField(
        _("source"), max_length=40, blank=True, default="", help_text=_("The bot or tool that sent it.")
    )
    external_id = models.CharField(
        _("external id"), max_length=200, blank=True, default="", help_text=_("Its id in the bot or tool.")
    )
    # Entries keep the order in which they were added, so that a reader who asks for newer entries misses none.
    happened_at = models.DateTimeField(
        _("happened"), null=True, blank=True, help_text=_("If it did not happen when it was written.")
    )
    restored = models.BooleanField(
        _("restored"),
        default=False,
        editable=False,
        help_text=_("Restored from an archive by someone other than the author, and not confirmed."),
    )

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["campaign", "-id"], name="log_of_campaign"),
            models.Index(fields=["campaign", "created"], name="log_of_day"),
            models.Index(fields=["session", "-id"], name="log_of_session"),
            models.Index(fields=["character", "-id"], name="log_of_character"),
            models.Index(fields=["campaign", "kind", "-id"], name="log_of_kind"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "by", "source", "external_id"],
                condition=~models.Q(external_id=""),
                name="one_entry_an_external_id",
            )
        ]
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")

    def __str__(self) -> str:
        return pictures_as_words(self.text)[:80]

    def get_absolute_url(self) -> str:
        """The entry in the campaign's log."""
        return f"{reverse('campaign-log', args=[self.campaign_id])}?before={self.pk + 1}#line-{self.pk}"

    @property
    def when(self) -> datetime:
        """When it happened: the entry's own time, or else when it was written."""
        return self.happened_at or self.created

    @property
    def is_death(self) -> bool:
        """Whether the site wrote it when a character died."""
        return isinstance(self.data, dict) and bool(self.data.get("died"))

    @property
    def is_table_roll(self) -> bool:
        """Whether the site wrote it when a GM rolled or drew on a table of an adventure."""
        data = self.data if self.kind == self.Kind.MODULE and isinstance(self.data, dict) else {}
        # Older entries name only the table.
        return bool(data.get("rolled")) or "/table:" in str(data.get("object", ""))

    @property
    def is_written(self) -> bool:
        """Whether a member or a tool wrote it."""
        return self.kind in self.WRITTEN and not self.is_death

    @property
    def is_about_character(self) -> bool:
        """Whether the site wrote it about one character: a change, or a death."""
        return self.kind == self.Kind.CHARACTER or self.is_death
