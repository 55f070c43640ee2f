"""Models of sessions and their recaps."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

# A session runs from EARLY before its start until LATE after it.
EARLY, LATE = timedelta(hours=3), timedelta(hours=12)


def latest_start() -> datetime:
    """Sessions that began before this moment are over, even if they are still marked as planned."""
    return timezone.now() - LATE


class SessionQuerySet(models.QuerySet["Session"]):
    """Sessions, with lookups by time."""

    def running(self) -> "Session | None":
        """The running session: from three hours before its start to twelve hours after."""
        return self.running_at(timezone.now())

    def running_at(self, moment: datetime) -> "Session | None":
        """The session that was running at a moment."""
        return self.near(moment, moment).first()

    def near(self, first: datetime, last: datetime) -> "SessionQuerySet":
        """The sessions that were running at some time between two moments, the latest first."""
        rows = self.filter(starts__gte=first - LATE, starts__lte=last + EARLY)
        return rows.exclude(status=Session.Status.CANCELLED).order_by("-starts", "-id")

    def coming(self) -> "Session | None":
        """The planned session that is running or comes next; if none has a date, the first one without."""
        return self.planned_since(latest_start()).first()

    def begun_after(self, session: "Session") -> "SessionQuerySet":
        """The sessions of its campaign that came after this one and have begun or were played.

        Without a date the number says which one came later."""
        later = models.Q(number__gt=session.number)
        if session.starts is not None:
            later = models.Q(starts__gt=session.starts) | (models.Q(starts=None) & later)
        begun = models.Q(status=Session.Status.HELD) | models.Q(starts__lte=timezone.now())
        return self.filter(later, begun, campaign=session.campaign_id).exclude(status=Session.Status.CANCELLED)

    def planned_since(self, moment: datetime) -> "SessionQuerySet":
        """The planned ones without a start before the moment: the next one first, those without a date last."""
        rows = self.filter(status=Session.Status.PLANNED).exclude(starts__lt=moment)
        return rows.order_by(models.F("starts").asc(nulls_last=True), "id")


class Session(models.Model):
    """One meeting of the group: planned, held or cancelled."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        HELD = "held", _("played")
        CANCELLED = "cancelled", _("cancelled")

    class RemindHours(models.IntegerChoices):
        NEVER = 0, _("no reminder")
        TWO = 2, _("2 hours before")
        SIX = 6, _("6 hours before")
        DAY = 24, _("a day before")
        TWO_DAYS = 48, _("2 days before")
        THREE_DAYS = 72, _("3 days before")
        WEEK = 168, _("a week before")

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="sessions", verbose_name=_("campaign"))
    number = models.PositiveIntegerField(_("number"))
    title = models.CharField(_("title"), max_length=160, blank=True)
    starts = models.DateTimeField(_("starts"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.PLANNED)
    agenda = models.TextField(
        _("agenda"), blank=True, max_length=65536, help_text=_("Plans for the session. Markdown; only GMs see it.")
    )
    notes = models.TextField(
        _("notes"),
        blank=True,
        max_length=65536,
        help_text=_("Markdown. All members can read it, except for text between a line :::secret and a line :::."),
    )
    gm_notes = models.TextField(_("GM notes"), blank=True, max_length=65536, help_text=_("Only GMs see it."))
    remind_hours = models.PositiveSmallIntegerField(
        _("reminder"),
        choices=RemindHours.choices,
        default=RemindHours.DAY,
        help_text=_("By push message, mail and webhook; each person chooses what they get."),
    )
    attendance = models.ManyToManyField(
        "people.Member", blank=True, related_name="sessions", verbose_name=_("attendance")
    )
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords()
    objects = SessionQuerySet.as_manager()

    class Meta:
        ordering = ["campaign", "-number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_session_a_number")]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    def __str__(self) -> str:
        return self.title or _("Session %(number)s") % {"number": self.number}

    def get_absolute_url(self) -> str:
        """The session's page."""
        return reverse("session", args=[self.pk])

    @property
    def is_running(self) -> bool:
        """Whether the session is running: from three hours before its start to twelve hours after."""
        return self.was_running(timezone.now())

    def was_running(self, moment: datetime) -> bool:
        """Whether the session was running at a moment; a cancelled one never was."""
        if self.status == self.Status.CANCELLED:
            return False
        return self.starts is not None and moment - LATE <= self.starts <= moment + EARLY

    @property
    def ahead(self) -> bool:
        """Whether the session has a date and has not begun."""
        return self.starts is not None and self.starts > timezone.now()


def running_session(campaign_id: int) -> Session | None:
    """The running session of a campaign."""
    return Session.objects.filter(campaign=campaign_id).running()


class Recap(models.Model):
    """A stored recap of a session: for GMs, for everyone, or for one character's player."""

    class Audience(models.TextChoices):
        GM = "gm", _("GMs")
        PARTY = "party", _("everyone")
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
