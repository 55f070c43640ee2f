"""The forms in which a GM edits every part of a calendar. Months are named, so that rows can move freely."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.log.calendar.reckoning.definition import BY_MONTH, BY_YEAR, CONTINUES, Definition
from campaigns.log.calendar.reckoning.definition_json import LONGEST_NAME, write_definition
from common.form_widgets import PlainSelect

DAY_OF_MONTH: Final = re.compile(r"^(?:(\d{1,4})\.?\s+)?(.+)$")


def _name(**more: Any) -> forms.CharField:
    return forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_NAME, required=False, **more)


def _whole(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, **more)


def _stored_name() -> forms.CharField:
    """The name that the row had when the page was opened, so that a save knows what was renamed."""
    return forms.CharField(max_length=LONGEST_NAME, required=False, strip=False, widget=forms.HiddenInput)


class RowForm(forms.Form):
    """A row of a list. A row without a name is left out; `place` decides the order."""

    place = forms.FloatField(
        label=gettext_lazy("Order"),
        required=False,
        widget=forms.NumberInput(attrs={"step": "any", "inputmode": "decimal", "class": "narrow"}),
    )
    name = _name()

    @property
    def is_filled(self) -> bool:
        """Whether the row is filled in."""
        return bool(getattr(self, "cleaned_data", {}).get("name"))


class MonthForm(RowForm):
    """A month or a festival."""

    was = _stored_name()
    days = _whole(gettext_lazy("Days"), 0, 1000)
    outside_week = forms.BooleanField(label=gettext_lazy("No weekdays"), required=False)


class WeekdayForm(RowForm):
    """A day of the week."""


class LeapRuleForm(forms.Form):
    """A leap rule; a row without a month is left out."""

    month = forms.CharField(label=gettext_lazy("Month"), max_length=LONGEST_NAME, required=False)
    days = _whole(gettext_lazy("More days"), 1, 100)
    every = _whole(gettext_lazy("Every … years"), 1, 10_000)
    except_every = _whole(gettext_lazy("except every"), 0, 10_000)
    unless_every = _whole(gettext_lazy("but again every"), 0, 10_000)
    offset = _whole(gettext_lazy("shifted by"), -10_000, 10_000)

    @property
    def is_filled(self) -> bool:
        """Whether the row is filled in."""
        return bool(getattr(self, "cleaned_data", {}).get("month"))


class EraForm(forms.Form):
    """An era; an empty row is left out."""

    name = _name()
    short = forms.CharField(label=gettext_lazy("Short"), max_length=LONGEST_NAME, required=False)
    starts = _whole(gettext_lazy("First year"), -999_999, 999_999)
    has_zero = forms.BooleanField(label=gettext_lazy("Has a year 0"), required=False)

    @property
    def is_filled(self) -> bool:
        """Whether the row is filled in."""
        row = getattr(self, "cleaned_data", {})
        return bool(row.get("name") or row.get("short") or row.get("starts") is not None)


class SeasonForm(forms.Form):
    """A season; a row without a name is left out."""

    was = _stored_name()
    name = _name()
    start = forms.CharField(label=gettext_lazy("Starts on"), max_length=60, required=False)

    @property
    def is_filled(self) -> bool:
        """Whether the row is filled in."""
        return bool(getattr(self, "cleaned_data", {}).get("name"))


class MoonForm(forms.Form):
    """A moon; a row without a name is left out."""

    name = _name()
    period = forms.CharField(label=gettext_lazy("Days from one new moon to the next"), max_length=20, required=False)
    new_moon = forms.CharField(label=gettext_lazy("Day of a new moon"), max_length=20, required=False)

    @property
    def is_filled(self) -> bool:
        """Whether the row is filled in."""
        return bool(getattr(self, "cleaned_data", {}).get("name"))


class WeekForm(forms.Form):
    """How weeks and hours go on."""

    week_starts = forms.ChoiceField(
        label=gettext_lazy("The week"),
        widget=PlainSelect,
        choices=[
            (CONTINUES, gettext_lazy("continues from month to month")),
            (BY_MONTH, gettext_lazy("starts again with each month")),
            (BY_YEAR, gettext_lazy("starts again with each year")),
        ],
    )
    first_weekday = forms.IntegerField(
        label=gettext_lazy("Weekday of the first day of year 1"),
        min_value=1,
        max_value=30,
        help_text=gettext_lazy("Its number in the list. Only used if the week continues from month to month."),
    )
    hours = forms.IntegerField(label=gettext_lazy("Hours of a day"), min_value=1, max_value=100)


# Part -> form and how many empty rows the page offers.
PARTS: Final = {
    "months": (MonthForm, 3),
    "weekdays": (WeekdayForm, 2),
    "seasons": (SeasonForm, 2),
    "eras": (EraForm, 2),
    "leap_rules": (LeapRuleForm, 1),
    "moons": (MoonForm, 1),
}


class DefinitionForms:
    """All forms of a calendar, filled from a definition or from a post."""

    def __init__(self, definition: Definition, data: Any = None) -> None:
        initial = _initial(definition)
        self.week = WeekForm(data, initial=initial["week"])
        self.parts: dict[str, Any] = {}
        for part, (form, extra) in PARTS.items():
            kind = forms.formset_factory(form, extra=extra, max_num=60, absolute_max=80)
            # Django leaves out a posted row at the end that equals its initial values. The definition may be newer
            # than the page that was posted, and have that row already.
            self.parts[part] = kind(data, initial=initial[part] if data is None else None, prefix=part)

    def is_valid(self) -> bool:
        """Whether each row can be read by itself."""
        return all([self.week.is_valid(), *(part.is_valid() for part in self.parts.values())])

    def read(self) -> dict[str, Any]:
        """The definition as JSON; ValidationError if a row names a month that is not in the list."""
        months = self._rows("months", ordered=True)
        # A month that is renamed here is still known by its stored name in the rows below.
        names = _month_numbers([row["was"] for row in months]) | _month_numbers([row["name"] for row in months])
        week = self.week.cleaned_data
        return {
            "months": [
                {"name": row["name"], "days": row["days"] or 0, "outside_week": row["outside_week"]} for row in months
            ],
            "weekdays": [row["name"] for row in self._rows("weekdays", ordered=True)],
            "week_starts": week["week_starts"],
            "first_weekday": week["first_weekday"] - 1,
            "hours": week["hours"],
            "seasons": [_read_season(row, names) for row in self._rows("seasons")],
            "eras": [
                {
                    "name": row["name"],
                    "short": row["short"],
                    "starts": row["starts"],
                    "first_year": 0 if row["has_zero"] else 1,
                }
                for row in self._rows("eras")
            ],
            "leap_rules": [_read_leap_rule(row, names) for row in self._rows("leap_rules")],
            "moons": [
                {"name": row["name"], "period": row["period"], "new_moon": row["new_moon"] or "0"}
                for row in self._rows("moons")
            ],
        }

    def renamed(self) -> dict[str, str]:
        """The new names of months and seasons by those that they had when the page was opened."""
        rows = [*self._rows("months"), *self._rows("seasons")]
        return {row["was"]: row["name"] for row in rows if row["was"]}

    def _rows(self, part: str, *, ordered: bool = False) -> list[dict[str, Any]]:
        rows = [form.cleaned_data for form in self.parts[part] if form.is_filled]
        if not ordered:
            return rows
        last = float(len(rows) + 1000)
        return sorted(rows, key=lambda row: last if row["place"] is None else row["place"])


def _read_season(row: dict[str, Any], months: dict[str, int]) -> dict[str, Any]:
    match = DAY_OF_MONTH.match(row["start"])
    if match is None:
        raise ValidationError(_("Enter the day on which “%(name)s” starts.") % {"name": row["name"]})
    return {"name": row["name"], "month": _month_number(match[2], months), "day": int(match[1] or 1)}


def _read_leap_rule(row: dict[str, Any], months: dict[str, int]) -> dict[str, Any]:
    return {
        "month": _month_number(row["month"], months),
        "every": row["every"] or 0,
        "days": row["days"] or 1,
        "offset": row["offset"] or 0,
        "except_every": row["except_every"] or 0,
        "unless_every": row["unless_every"] or 0,
    }


def _month_numbers(names: list[str]) -> dict[str, int]:
    return {name.casefold(): number for number, name in enumerate(names, 1) if name}


def _month_number(name: str, months: dict[str, int]) -> int:
    number = months.get(name.strip().casefold())
    if number is None:
        raise ValidationError(_("The calendar has no month “%(name)s”.") % {"name": name.strip()})
    return number


def _initial(definition: Definition) -> dict[str, Any]:
    """The definition as the initial values of the forms."""
    written: dict[str, Any] = write_definition(definition)
    names = [row["name"] for row in written["months"]]
    return {
        "week": {
            "week_starts": written["week_starts"],
            "first_weekday": written["first_weekday"] + 1,
            "hours": written["hours"],
        },
        "months": [{"place": at, "was": row["name"], **row} for at, row in enumerate(written["months"], 1)],
        "weekdays": [{"place": at, "name": name} for at, name in enumerate(written["weekdays"], 1)],
        "seasons": [
            {"name": row["name"], "was": row["name"], "start": f"{row['day']} {names[row['month'] - 1]}"}
            for row in written["seasons"]
        ],
        "eras": [
            {
                "name": row["name"],
                "short": row["short"],
                "starts": row["starts"],
                "has_zero": row["first_year"] == 0,
            }
            for row in written["eras"]
        ],
        "leap_rules": [row | {"month": names[row["month"] - 1]} for row in written["leap_rules"]],
        "moons": written["moons"],
    }
