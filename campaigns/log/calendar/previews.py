"""Examples of calendars: of each preset, and of a definition that is being edited."""

from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.forms import BoundField, Form
from django.utils.translation import gettext, gettext_lazy

from campaigns.log.calendar.definition_forms import DefinitionForms
from campaigns.log.calendar.faults import fault_words
from campaigns.log.calendar.models import Calendar
from campaigns.log.calendar.queries import DayView, describe_day
from campaigns.log.calendar.reckoning.arithmetic import Reckoning
from campaigns.log.calendar.reckoning.definition import CalendarFault, Definition
from campaigns.log.calendar.reckoning.definition_checks import check_notation
from campaigns.log.calendar.reckoning.definition_json import read_definition
from campaigns.log.calendar.reckoning.moving import Move
from campaigns.log.calendar.reckoning.notation import example_of
from campaigns.log.calendar.reckoning.presets import PRESETS

# The titles of the parts that are lists of rows.
PART_TITLES: Final = {
    "months": gettext_lazy("Months"),
    "weekdays": gettext_lazy("Week"),
    "seasons": gettext_lazy("Seasons"),
    "eras": gettext_lazy("Eras"),
    "leap_rules": gettext_lazy("Leap rules"),
    "moons": gettext_lazy("Moons"),
}


@dataclass(frozen=True)
class Preset:
    """A calendar to start with, with an example of a date and the names of its months."""

    key: str
    label: str
    example: str
    months: str


@dataclass(frozen=True)
class Preview:
    """Today in a definition, or what is wrong with it."""

    today: DayView | None
    fault: str = ""


def list_presets() -> list[Preset]:
    """The presets in the order in which they are offered."""
    return [
        Preset(
            key,
            gettext(label),
            example_of(Reckoning(definition)),
            ", ".join(month.name for month in definition.months),
        )
        for key, (label, definition) in PRESETS.items()
    ]


@dataclass(frozen=True)
class Part:
    """A part of a definition, with its rows in words."""

    title: str
    rows: list[str]


def describe_definition(definition: Definition) -> list[Part]:
    """Every part of a definition in words, in the order of the page that edits it."""
    forms = DefinitionForms(definition)
    week = [f"{field.label}: {_shown(field)}" for field in forms.week]
    parts = [
        Part(str(title), [_describe_row(row) for row in forms.parts[part].initial_forms])
        for part, title in PART_TITLES.items()
    ]
    return [parts[0], Part(parts[1].title, [*week, *parts[1].rows]), *parts[2:]]


def _describe_row(row: Form) -> str:
    """A row in words: its name, and the other fields that are filled in, with their labels."""
    words = list[str]()
    for field in row.visible_fields():
        value = field.value()
        if field.name == "place" or value in (None, "", False):
            continue
        words.append(str(field.label) if value is True else str(value) if not words else f"{field.label}: {value}")
    return ", ".join(words)


def _shown(field: BoundField) -> str:
    return str(dict(getattr(field.field, "choices", ())).get(field.value(), field.value()))


def preview_definition(calendar: Calendar, forms: DefinitionForms) -> Preview:
    """Today as the definition in the forms would show it."""
    if not forms.is_valid():
        return Preview(None, gettext("Some rows cannot be read. Correct the marked rows."))
    try:
        definition = read_definition(forms.read())
        check_notation(definition)
    except CalendarFault as fault:
        return Preview(None, fault_words(fault))
    except ValidationError as refusal:
        return Preview(None, " ".join(refusal.messages))
    reckoning = Reckoning(definition)
    return Preview(describe_day(reckoning, Move(calendar.reckoning, reckoning, forms.renamed()).move(calendar.now)[0]))
