"""The form field for an in-world date."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from campaigns.log.calendar.faults import translate_faults
from campaigns.log.calendar.models import Calendar
from campaigns.log.calendar.reckoning.notation import LONGEST, example_of, parse_date


class InWorldDateField(forms.CharField):
    """A date as people write it; `offer_date` gives the field its calendar."""

    calendar: Calendar | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST, **kwargs)

    def clean(self, value: Any) -> str:
        """The text, if the calendar can read it."""
        text = str(super().clean(value))
        if text and self.calendar is not None:
            with translate_faults():
                parse_date(self.calendar.reckoning, text)
        return text


def offer_date(form: forms.Form, name: str, calendar: Calendar | None, *, now: bool = True) -> None:
    """Gives the field its calendar, an example and (with `now`) the current date; without a calendar removes it."""
    if calendar is None:
        del form.fields[name]
        return
    field: Any = form.fields[name]
    field.calendar = calendar
    today = calendar.format(calendar.now)
    if now:
        form.initial.setdefault(name, today)
    if not field.help_text:
        reckoning = calendar.reckoning
        words = {"hour": example_of(reckoning, calendar.year), "year": calendar.format_year(), "day": today}
        field.help_text = _("As exact as you know it: “%(hour)s”, “%(day)s” or “%(year)s”.") % words
