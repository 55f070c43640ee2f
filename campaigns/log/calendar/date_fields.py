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


def keeps_offered_date(form: forms.Form, name: str) -> bool:
    """Whether the text of the field was sent as the page offered it; the field needs `show_hidden_initial`."""
    date = form.data.get(form.add_prefix(name))
    return date is not None and date == form.data.get(form.add_initial_prefix(name))


def offer_date(
    form: forms.Form, name: str, calendar: Calendar | None, *, now: bool = True, whole_day: bool = False
) -> None:
    """Gives the field its calendar, examples and (with `now`) the current date; without a calendar removes it.

    `whole_day`: the date must have a day, so a year or a season is no example."""
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
        hour = example_of(reckoning, calendar.year)
        words = {"hour": hour, "year": calendar.format_year(), "day": hour.partition(",")[0]}
        if whole_day:
            field.help_text = _("A day, or a day with an hour: “%(day)s”, “%(hour)s”.") % words
        elif seasons := reckoning.definition.seasons:
            words["season"] = f"{seasons[0].name} {words['year']}"
            sentence = _("A year, a season, a day or an hour: “%(year)s”, “%(season)s”, “%(day)s”, “%(hour)s”.")
            field.help_text = sentence % words
        else:
            field.help_text = _("A year, a day or an hour: “%(year)s”, “%(day)s”, “%(hour)s”.") % words
