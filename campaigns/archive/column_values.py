"""Converts values of columns to JSON and back, with checks that hold for both databases."""

from datetime import UTC, date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from campaigns.archive.faults import ArchiveInvalid


def to_json(value: Any) -> Any:
    """A column's value as JSON."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, date) else value


def from_json(field: "models.Field[Any, Any]", raw: Any, place: str) -> Any:
    """The column's value; ArchiveInvalid (archive.row) with the place of a value that does not fit the column."""
    if raw is None:
        if field.null:
            return None
        raise _invalid(place, _("There is no value."))
    if isinstance(field, models.JSONField):
        return _json(field, raw, place)
    reader = next((read for kind, read in READERS.items() if isinstance(field, kind)), None)
    if reader is None:
        raise _invalid(place, _("This column cannot be restored."))
    value = reader(field, raw, place)
    if field.choices and value not in {key for key, _label in field.flatchoices} and not (field.blank and value == ""):
        raise _invalid(place, _("This is not one of the known values."))
    return value


def _invalid(place: str, message: str) -> ArchiveInvalid:
    return ArchiveInvalid("archive.row", place, message)


def _json(field: Any, raw: Any, place: str) -> Any:
    # Some columns default to an object and hold a list, or the other way round; no column holds a bare value.
    if field.default in (dict, list) and not isinstance(raw, dict | list):
        raise _invalid(place, _("This must be an object or a list."))
    return raw


def _flag(_field: Any, raw: Any, place: str) -> bool:
    if not isinstance(raw, bool):
        raise _invalid(place, _("This must be true or false."))
    return raw


def _to_integer(field: Any, raw: Any, place: str) -> int:
    # The range of PostgreSQL's column; SQLite would accept more.
    low, high = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
    if type(raw) is not int or not low <= raw <= high:
        raise _invalid(place, _("This must be a whole number within the limits."))
    return raw


def _text(field: Any, raw: Any, place: str) -> str:
    if not isinstance(raw, str) or "\x00" in raw:
        raise _invalid(place, _("This must be text."))
    if field.max_length is not None and len(raw) > field.max_length:
        raise _invalid(place, _("The text is longer than %(most)s characters.") % {"most": field.max_length})
    if isinstance(field, models.SlugField):
        try:
            field.run_validators(raw)
        except ValidationError as fault:
            raise _invalid(place, " ".join(fault.messages)) from None
    return raw


def _time(_field: Any, raw: Any, place: str) -> datetime:
    try:
        value = parse_datetime(raw) if isinstance(raw, str) else None
    except ValueError:
        value = None
    if value is None or value.tzinfo is None or not 1 < value.year < 9999:
        raise _invalid(place, _("This must be a time such as 2026-01-31T19:30:00Z."))
    return value


def _day(_field: Any, raw: Any, place: str) -> date:
    try:
        value = parse_date(raw) if isinstance(raw, str) else None
    except ValueError:
        value = None
    if value is None:
        raise _invalid(place, _("This must be a day such as 2026-01-31."))
    return value


def _number(_field: Any, raw: Any, place: str) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        raise _invalid(place, _("This must be a number."))
    return float(raw)


READERS: dict[Any, Any] = {
    models.BooleanField: _flag,
    models.AutoField: _to_integer,
    models.IntegerField: _to_integer,
    models.CharField: _text,
    models.TextField: _text,
    models.DateTimeField: _time,
    models.DateField: _day,
    models.FloatField: _number,
}
