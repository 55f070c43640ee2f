"""The tables of a campaign's calendar: its definition and current date, in-world dates, planned events."""

from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from campaigns.log.calendar.reckoning.arithmetic import FULL, PHASES, Reckoning
from campaigns.log.calendar.reckoning.definition_json import read_definition
from campaigns.log.calendar.reckoning.notation import format_date, format_year
from campaigns.log.calendar.reckoning.repeating import DAYS, MONTHS, MOON, MOST_STEPS, YEARS
from campaigns.log.calendar.reckoning.spans import Span
from common.revisions import content_revision

# Far more hours than a calendar of the largest size has in the years that can be written.
MOST_HOURS: Final = 10**13
IN_RANGE: Final = [MinValueValidator(-MOST_HOURS), MaxValueValidator(MOST_HOURS)]


class Precision(models.TextChoices):
    """The accuracy of a date."""

    YEAR = "year", _("year")
    SEASON = "season", _("season")
    MONTH = "month", _("month")
    DAY = "day", _("day")
    HOUR = "hour", _("hour")


class Calendar(models.Model):
    """The calendar of a campaign and its current date."""

    campaign = models.OneToOneField(
        "people.Campaign", models.CASCADE, related_name="calendar", verbose_name=_("campaign")
    )
    definition = models.JSONField(_("definition"), default=dict)
    # The current date, in hours from the calendar's first day.
    now_first = models.BigIntegerField(_("current hour"), default=0, validators=IN_RANGE)
    now_precision = models.CharField(
        _("accuracy of the current date"), max_length=6, choices=Precision.choices, default=Precision.DAY
    )
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("calendar")
        verbose_name_plural = _("calendars")

    def __str__(self) -> str:
        return str(_("Calendar of %(name)s") % {"name": self.campaign.name})

    @cached_property
    def reckoning(self) -> Reckoning:
        """The arithmetic of the definition."""
        return Reckoning(read_definition(self.definition))

    @property
    def now(self) -> Span:
        """The current date: a day or an hour."""
        if self.now_precision == Precision.HOUR:
            return Span(self.now_first, self.now_first, Precision.HOUR.value)
        hours = self.reckoning.definition.hours
        first = self.now_first // hours * hours
        return Span(first, first + hours - 1, Precision.DAY.value)

    @property
    def year(self) -> int:
        """The current year of the calendar."""
        return self.reckoning.year_of(self.now_first // self.reckoning.definition.hours)

    def format(self, span: Span) -> str:
        """A date in words."""
        return format_date(self.reckoning, span)

    def format_year(self) -> str:
        """The current year in words."""
        return format_year(self.reckoning, self.year)


class PlannedEvent(models.Model):
    """An event of the world. It falls due when the current date reaches its date."""

    class Audience(models.TextChoices):
        GM = "gm", _("GMs only")
        DUE = "due", _("everyone, as soon as it falls due")
        ALL = "all", _("everyone")

    class Repeats(models.TextChoices):
        NEVER = "", _("never")
        DAYS = DAYS, _("every day, or every few days")
        MONTH = MONTHS, _("every month")
        YEAR = YEARS, _("every year")
        MOON = MOON, _("at a moon’s phase")

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="planned_events", verbose_name=_("campaign")
    )
    title = models.CharField(_("title"), max_length=160)
    text = models.TextField(_("what happens"), blank=True, max_length=4000)
    audience = models.CharField(_("who sees it"), max_length=4, choices=Audience.choices, default=Audience.GM)
    due = models.DateTimeField(_("fell due"), null=True, blank=True, editable=False)
    marked = models.BooleanField(
        _("on the campaign page"),
        default=False,
        editable=False,
        help_text=_("The event fell due, and no GM has removed it from the campaign page."),
    )
    repeats = models.CharField(_("repeats"), max_length=5, choices=Repeats.choices, blank=True, default="")
    every = models.PositiveSmallIntegerField(
        _("every"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_STEPS)]
    )
    moon = models.CharField(_("moon"), max_length=80, blank=True, default="")
    phase = models.PositiveSmallIntegerField(_("phase"), default=FULL, validators=[MaxValueValidator(len(PHASES) - 1)])
    repeats_until = models.BigIntegerField(_("last hour of the repetition"), null=True, blank=True, validators=IN_RANGE)
    # The first hour of the last occurrence that fell due, so that each falls due once.
    reached = models.BigIntegerField(_("last occurrence"), null=True, blank=True, editable=False, validators=IN_RANGE)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["campaign", "marked"], name="events_of_campaign")]
        verbose_name = _("planned event")
        verbose_name_plural = _("planned events")

    def __str__(self) -> str:
        return self.title

    @property
    def revision(self) -> int:
        """A number that changes with what the event says, its date and whether it fell due."""
        dates = [[date.first, date.last, date.precision] for date in self.in_world_dates.all()]
        repeat = [self.repeats, self.every, self.moon, self.phase, self.repeats_until, self.reached]
        return content_revision(
            [self.title, self.text, self.audience, self.due is not None, self.marked, dates, repeat]
        )


def _key(model: str, words: Any) -> Any:
    return models.ForeignKey(
        model, models.CASCADE, null=True, blank=True, related_name="in_world_dates", verbose_name=words
    )


class InWorldDate(models.Model):
    """The date of one thing in the calendar of its campaign.

    One table for all kinds of things, so that a timeline is one query in the order of one index."""

    class Kind(models.TextChoices):
        SESSION = "session", _("session")
        LOG = "log", _("log entry")
        PAGE = "page", _("page")
        BIRTH = "birth", _("birth")
        DEATH = "death", _("death")
        EVENT = "event", _("event")

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="in_world_dates", verbose_name=_("campaign")
    )
    kind = models.CharField(_("kind"), max_length=7, choices=Kind.choices)
    session = _key("campaigns.Session", _("session"))
    entry = _key("campaigns.LogEntry", _("log entry"))
    page = _key("campaigns.WorldEntry", _("page"))
    character = _key("characters.Character", _("character"))
    event = _key("campaigns.PlannedEvent", _("planned event"))
    label = models.CharField(
        _("what happened"), max_length=80, blank=True, help_text=_("Such as “founded” or “burned down”.")
    )
    gm_only = models.BooleanField(_("only GMs see this date"), default=False)
    first = models.BigIntegerField(_("first hour"), validators=IN_RANGE)
    last = models.BigIntegerField(_("last hour"), validators=IN_RANGE)
    precision = models.CharField(_("accuracy"), max_length=6, choices=Precision.choices)
    automatic = models.BooleanField(
        _("set by the site"),
        default=False,
        editable=False,
        help_text=_("Nobody wrote this date: it was the current one. It follows the date of the session."),
    )

    class Meta:
        ordering = ["first", "id"]
        indexes = [models.Index(fields=["campaign", "first", "id"], name="dates_of_campaign")]
        constraints = [
            # One that everyone sees and one for GMs, so that a player who sets a date learns of no secret one.
            models.UniqueConstraint(fields=["session", "gm_only"], name="one_date_a_session"),
            models.UniqueConstraint(fields=["entry", "gm_only"], name="one_date_an_entry"),
            models.UniqueConstraint(fields=["event"], name="one_date_an_event"),
            models.UniqueConstraint(fields=["character", "kind", "gm_only"], name="one_birth_and_death"),
            models.CheckConstraint(condition=models.Q(last__gte=models.F("first")), name="dates_end_after_start"),
        ]
        verbose_name = _("in-world date")
        verbose_name_plural = _("in-world dates")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.first}–{self.last}"

    @property
    def span(self) -> Span:
        """The date as a span."""
        return Span(self.first, self.last, self.precision)
