"""Examples of calendars: of each preset, and of a definition that is being edited."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from campaigns.log.calendar.definition_forms import DefinitionForms
from campaigns.log.calendar.faults import fault_words
from campaigns.log.calendar.models import Calendar
from campaigns.log.calendar.queries import DayView, describe_day
from campaigns.log.calendar.reckoning.arithmetic import Reckoning
from campaigns.log.calendar.reckoning.definition import CalendarFault
from campaigns.log.calendar.reckoning.definition_json import read_definition
from campaigns.log.calendar.reckoning.moving import Move
from campaigns.log.calendar.reckoning.notation import example_of
from campaigns.log.calendar.reckoning.presets import PRESETS


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


def preview_definition(calendar: Calendar, forms: DefinitionForms) -> Preview:
    """Today as the definition in the forms would show it."""
    if not forms.is_valid():
        return Preview(None, gettext("Some rows cannot be read. Correct the marked rows."))
    try:
        reckoning = Reckoning(read_definition(forms.read()))
    except CalendarFault as fault:
        return Preview(None, fault_words(fault))
    except ValidationError as refusal:
        return Preview(None, " ".join(refusal.messages))
    return Preview(describe_day(reckoning, Move(calendar.reckoning, reckoning, forms.renamed()).move(calendar.now)[0]))
