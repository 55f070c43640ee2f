"""Turns faults of the arithmetic into refusals that forms and the API show, in the reader's language."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from campaigns.log.calendar.reckoning.definition import CalendarFault


def fault_words(fault: CalendarFault) -> str:
    """The fault's sentence in the reader's language."""
    return gettext(fault.sentence) % fault.values


@contextmanager
def translate_faults(field: str | None = None) -> Iterator[None]:
    """Raises ValidationError for a CalendarFault, at the field if one is given."""
    try:
        yield
    except CalendarFault as fault:
        words = fault_words(fault)
        raise ValidationError(words if field is None else {field: words}) from fault
