"""Forms of the calendar's page: choosing a preset, advancing the date, planned events."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.log.calendar.date_fields import InWorldDateField, offer_date
from campaigns.log.calendar.models import Calendar, PlannedEvent
from campaigns.log.calendar.reckoning.notation import LONGEST
from common.form_widgets import PlainSelect


class StartForm(forms.Form):
    """The calendar to start with, and the current date."""

    preset = forms.ChoiceField(label=_("Calendar"), widget=forms.RadioSelect)
    date = forms.CharField(
        label=_("Current date"),
        max_length=LONGEST,
        required=False,
        help_text=_("In the words of that calendar. If it is empty: the first day of year 1. You can set it later."),
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
        offer_date(self, "date", calendar)


class EventForm(forms.Form):
    """A planned event."""

    title = forms.CharField(label=_("Event"), max_length=160)
    date = InWorldDateField(label=_("Date"))
    text = forms.CharField(
        label=_("What happens"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    audience = forms.ChoiceField(
        label=_("Who sees it"), widget=PlainSelect, choices=PlannedEvent.Audience.choices, initial="gm"
    )

    def __init__(self, *args: Any, calendar: Calendar, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_date(self, "date", calendar, now=False)
