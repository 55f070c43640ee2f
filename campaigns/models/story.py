"""The campaign's story: sessions and the log; and the keys that make repeated requests harmless."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

EARLY, LATE = timedelta(hours=3), timedelta(hours=12)


class Evenings(models.QuerySet["Session"]):
    """Sessions by their place in time."""

    def on_now(self) -> "Session | None":
        """The one that is on, by its start: from three hours before to twelve after."""
        now = timezone.now()
        return self.filter(starts__gte=now - LATE, starts__lte=now + EARLY).order_by("-starts", "-id").first()

    def coming(self) -> "Session | None":
        """The planned one that is on or comes next; where none has a date, the first without one."""
        rows = self.filter(status=Session.Status.PLANNED)
        rows = rows.exclude(starts__lt=timezone.now() - LATE)
        return rows.order_by(models.F("starts").asc(nulls_last=True), "id").first()


class Session(models.Model):
    """One evening, planned or held."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        HELD = "held", _("held")

    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="sessions", verbose_name=_("campaign")
    )
    number = models.PositiveIntegerField(_("number"))
    title = models.CharField(_("title"), max_length=160, blank=True)
    starts = models.DateTimeField(_("starts"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.PLANNED)
    agenda = models.TextField(
        _("agenda"), blank=True, max_length=65536, help_text=_("What may happen. Markdown; only GMs see it.")
    )
    notes = models.TextField(
        _("notes"),
        blank=True,
        max_length=65536,
        help_text=_("Markdown; all members see it, but for what stands between a line :::secret and a line :::."),
    )
    gm_notes = models.TextField(_("GM notes"), blank=True, max_length=65536, help_text=_("Only GMs see it."))
    attendance = models.ManyToManyField(
        "campaigns.Member", blank=True, related_name="sessions", verbose_name=_("who came")
    )
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords()
    objects = Evenings.as_manager()

    class Meta:
        ordering = ["campaign", "-number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_session_a_number")]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    def __str__(self) -> str:
        return self.title or _("Session %(number)s") % {"number": self.number}

    def get_absolute_url(self) -> str:
        """The evening's page."""
        return reverse("session", args=[self.pk])

    @property
    def on(self) -> bool:
        """Whether it is on: from three hours before its start to twelve after."""
        now = timezone.now()
        return self.starts is not None and now - LATE <= self.starts <= now + EARLY

    @property
    def ahead(self) -> bool:
        """Whether it has a date and has not begun."""
        return self.starts is not None and self.starts > timezone.now()


def evening_now(campaign_id: int) -> Session | None:
    """The session that is on in a campaign."""
    return Session.objects.filter(campaign=campaign_id).on_now()


class Recap(models.Model):
    """What is told of an evening: to the GMs, to everybody, or to one character's player."""

    class Audience(models.TextChoices):
        GM = "gm", _("GMs")
        PARTY = "party", _("everybody")
        CHARACTER = "character", _("one character")

    session = models.ForeignKey(Session, models.CASCADE, related_name="recaps", verbose_name=_("session"))
    audience = models.CharField(_("for"), max_length=9, choices=Audience.choices)
    character = models.ForeignKey(
        "characters.Character",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="recaps",
        verbose_name=_("character"),
    )
    text = models.TextField(_("text"), max_length=65536, help_text=_("Markdown."))
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords()

    class Meta:
        ordering = ["session", "audience", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "audience"], condition=~models.Q(audience="character"), name="one_recap_an_audience"
            ),
            models.UniqueConstraint(
                fields=["session", "character"], condition=models.Q(audience="character"), name="one_recap_a_character"
            ),
        ]
        verbose_name = _("recap")
        verbose_name_plural = _("recaps")

    def __str__(self) -> str:
        return f"{self.session}: {self.character or self.get_audience_display()}"


class LogEntry(models.Model):
    """A line of the campaign's story. Append-only: a correction is a new entry that names the old one."""

    class Kind(models.TextChoices):
        NOTE = "note", _("note")
        CHECK = "check", _("check")
        ENCOUNTER = "encounter", _("encounter")
        AWARD = "award", _("award")
        CHARACTER = "character", _("character")
        MODULE = "module", _("module")
        CAMPAIGN = "campaign", _("campaign")
        CORRECTION = "correction", _("correction")

    PLAYED = frozenset({Kind.CHECK, Kind.ENCOUNTER, Kind.AWARD, Kind.CHARACTER})

    class Audience(models.TextChoices):
        ALL = "all", _("everybody in the campaign")
        GM = "gm", _("GMs only")

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="log", verbose_name=_("campaign"))
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

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["campaign", "-id"], name="log_of_campaign"),
            models.Index(fields=["session", "-id"], name="log_of_session"),
            models.Index(fields=["character", "-id"], name="log_of_character"),
            models.Index(fields=["campaign", "kind", "-id"], name="log_of_kind"),
        ]
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")

    def __str__(self) -> str:
        return self.text[:80]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """What is played while an evening is on belongs to it, whoever writes the line."""
        if self._state.adding and self.session_id is None and self.kind in self.PLAYED:
            self.session = evening_now(self.campaign_id)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        """The line in the campaign's log."""
        return f"{reverse('campaign-log', args=[self.campaign_id])}?before={self.pk + 1}#line-{self.pk}"


class IdempotencyRecord(models.Model):
    """The stored answer to a keyed API request, given again when the same request comes again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(null=True)
    created = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key")]
        verbose_name = _("idempotency record")
        verbose_name_plural = _("idempotency records")

    def __str__(self) -> str:
        return self.key
