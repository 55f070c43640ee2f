"""Forms of the calendar's page: choosing a preset, advancing the date, planned events."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.log.calendar.date_fields import InWorldDateField, offer_date
from campaigns.log.calendar.models import Calendar, PlannedEvent
from campaigns.log.calendar.reckoning.arithmetic import FULL, PHASES
from campaigns.log.calendar.reckoning.notation import LONGEST
from campaigns.log.calendar.reckoning.repeating import MOON, MOST_STEPS
from common.form_widgets import LinkingTextarea, PlainSelect


class StartForm(forms.Form):
    """The calendar to start with, and the current date."""

    preset = forms.ChoiceField(label=_("Calendar"), widget=forms.RadioSelect)
    date = forms.CharField(
        label=_("Current date"),
        max_length=LONGEST,
        required=False,
        help_text=_("Written as in that calendar. If empty: the first day of year 1. You can change it later."),
    )

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["preset"]
        field.choices = choices
        field.initial = choices[0][0]


class AdvanceForm(forms.Form):
    """The date that becomes the current one."""

    date = InWorldDateField(label=_("Set the date"))

    def __init__(self, *args: Any, calendar: Calendar, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_date(self, "date", calendar, whole_day=True)


class EventForm(forms.Form):
    """A planned event."""

    title = forms.CharField(label=_("Event"), max_length=160)
    date = InWorldDateField(label=_("Date"))
    text = forms.CharField(label=_("What happens"), max_length=4000, required=False, widget=LinkingTextarea(rows=3))
    audience = forms.ChoiceField(
        label=_("Who sees it"), widget=PlainSelect, choices=PlannedEvent.Audience.choices, initial="gm"
    )
    repeats = forms.ChoiceField(
        label=_("Repeats"), widget=PlainSelect, choices=PlannedEvent.Repeats.choices, required=False
    )
    every = forms.IntegerField(
        label=_("Every"),
        min_value=1,
        max_value=MOST_STEPS,
        required=False,
        initial=1,
        help_text=_(
            "For an event that repeats: 1 means every day, month, year or cycle of the moon, 3 every third one."
        ),
    )
    moon = forms.ChoiceField(label=_("Moon"), widget=PlainSelect, required=False)
    phase = forms.TypedChoiceField(label=_("Phase"), widget=PlainSelect, coerce=int, required=False, initial=FULL)
    until = InWorldDateField(
        label=_("Repeats until"), required=False, help_text=_("If empty, the event repeats forever.")
    )

    def __init__(self, *args: Any, calendar: Calendar, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_date(self, "date", calendar, now=False)
        offer_date(self, "until", calendar, now=False)
        moons = [moon.name for moon in calendar.reckoning.definition.moons]
        fields: Any = self.fields
        fields["moon"].choices = [(name, name) for name in moons]
        fields["phase"].choices = [(place, _(words)) for place, words in enumerate(PHASES)]
        if not moons:
            del fields["moon"], fields["phase"]
            fields["repeats"].choices = [choice for choice in PlannedEvent.Repeats.choices if choice[0] != MOON]

    def clean(self) -> dict[str, Any]:
        """Fields that were left out have their usual values."""
        cleaned = super().clean() or {}
        usual = {"every": 1, "phase": FULL}
        return cleaned | {name: value for name, value in usual.items() if cleaned.get(name) in (None, "")}
