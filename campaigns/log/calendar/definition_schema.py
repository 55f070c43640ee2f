"""The JSON Schema of a calendar's definition, for the API's reference; `reckoning/definition_json.py` reads it."""

from typing import Any, Final

from campaigns.log.calendar.reckoning.definition import WEEK_STARTS
from campaigns.log.calendar.reckoning.definition_json import BOUNDS, LONGEST_NAME, MOST


def _whole(name: str, description: str, default: int | None = None) -> dict[str, Any]:
    least, most = BOUNDS[name]
    schema = {"type": "integer", "minimum": least, "maximum": most, "description": description}
    return schema if default is None else schema | {"default": default}


def _parts(part: str, required: list[str], /, **fields: dict[str, Any]) -> dict[str, Any]:
    item = {"type": "object", "properties": fields, "required": required, "additionalProperties": False}
    return {"type": "array", "maxItems": MOST[part], "items": item}


NAME: Final = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
DAYS: Final = {"type": ["number", "string"], "description": "Days, such as 29.5; as text to keep every digit."}
MONTH: Final = _whole("month", "The month, counted from 1.")
DEFINITION: Final[dict[str, Any]] = {
    "type": "object",
    "description": "Months, weekdays, leap rules, eras, seasons, moons and hours; omitted parts are empty.",
    "additionalProperties": False,
    "required": ["months"],
    "properties": {
        "months": _parts(
            "months",
            ["name", "days"],
            name=NAME,
            days=_whole("months.days", "The days of a usual year."),
            outside_week={"type": "boolean", "default": False, "description": "Its days have no weekday."},
        ),
        "weekdays": {"type": "array", "maxItems": MOST["weekdays"], "items": NAME},
        "week_starts": {
            "enum": list(WEEK_STARTS),
            "description": "Whether the week continues from month to month, or starts again with each month or year.",
        },
        "first_weekday": _whole("first_weekday", "The weekday of the first day of year 1, counted from 0.", 0),
        "leap_rules": _parts(
            "leap_rules",
            ["month", "every"],
            month=MONTH,
            every=_whole("leap_rules.every", "The month is longer every N years; this is N."),
            days=_whole("leap_rules.days", "How many days longer.", 1),
            offset=_whole("leap_rules.offset", "The year from which years are counted, forwards and backwards.", 0),
            except_every=_whole("leap_rules.except_every", "Except every N years; 0: no exception.", 0),
            unless_every=_whole(
                "leap_rules.unless_every", "But longer every N years despite `except_every`; 0: never.", 0
            ),
        ),
        "eras": _parts(
            "eras",
            [],
            name={"type": "string"},
            short={"type": "string", "description": "As it is written after a year."},
            starts={
                "type": ["integer", "null"],
                "description": "Its first year in the calendar; null: its years count down to the next era.",
            },
            first_year=_whole("eras.first_year", "Whether the era begins with year 0 or 1.", 1),
        ),
        "seasons": _parts(
            "seasons", ["name", "month"], name=NAME, month=MONTH, day=_whole("seasons.day", "Its first day.", 1)
        ),
        "moons": _parts("moons", ["name", "period"], name=NAME, period=DAYS, new_moon=DAYS),
        "hours": _whole("hours", "The hours of a day.", 24),
    },
}
