"""Names of months, seasons and eras: what a calendar accepts can be written and read back."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.log.calendar import actions
from campaigns.log.calendar.models import Calendar
from campaigns.log.calendar.reckoning.arithmetic import Reckoning
from campaigns.log.calendar.reckoning.definition import CalendarFault
from campaigns.log.calendar.reckoning.definition_checks import check_notation
from campaigns.log.calendar.reckoning.definition_json import read_definition
from campaigns.log.calendar.reckoning.notation import format_date, parse_date
from campaigns.log.calendar.reckoning.spans import PRECISIONS, unit_span
from tests.campaigns.calendar.conftest import TWELVE

PIECES = [*"AßİétoT. -–—−,:1٣²’", "12", "To", "AL"]


def names(usual):
    """Usual names, and odd ones."""
    return st.sampled_from(usual) | st.lists(st.sampled_from(PIECES), max_size=4).map("".join)


MONTHS, ERAS = names(["Foo", "Foo Bar"]), st.tuples(names(["", "Age"]), names(["", "AL"]))


def calendar_named(month, season="Spring", eras=(("", ""),)):
    """A calendar of two months, with these names."""
    return {
        "months": [{"name": month, "days": 30}, {"name": "Ash", "days": 30}],
        "seasons": [{"name": season, "month": 1}, {"name": "Fall", "month": 2}],
        "eras": [
            {"name": name, "short": short, "starts": None if place == 0 and len(eras) > 1 else 1}
            for place, (name, short) in enumerate(eras)
        ],
    }


@settings(max_examples=400, deadline=None)
@given(MONTHS, MONTHS, st.lists(ERAS, min_size=1, max_size=2), st.integers(-2000, 2000))
def test_every_name_that_a_calendar_accepts_is_read_back(month, season, eras, day):
    try:
        definition = read_definition(calendar_named(month, season, eras))
        check_notation(definition)
    except CalendarFault:
        return
    reckoning = Reckoning(definition)
    for precision in PRECISIONS:
        span = unit_span(reckoning, day * definition.hours, precision)
        assert parse_date(reckoning, format_date(reckoning, span)) == span


@pytest.mark.parametrize("name", ["Sun—moon", "To Foo", "Foo to", "- Foo", "Foo-", "Foo ٣"])
def test_a_name_that_looks_like_a_part_of_a_date_is_refused(name):
    for part in (calendar_named(name), calendar_named("Foo", name)):
        with pytest.raises(CalendarFault, match=f"“{name}”: names of months and seasons have no"):
            check_notation(read_definition(part))


@pytest.mark.parametrize("name", ["Tomorrow", "Foo-Bar", "Octo", "Long-to-be", "Sankt Otto"])
def test_a_name_with_a_hyphen_or_letters_of_the_word_is_accepted(name):
    check_notation(read_definition(calendar_named(name, eras=[("", name)])))


@pytest.mark.parametrize(
    ("eras", "refusal"),
    [
        ([("", "A—B")], "“A—B”: the short name of an era"),
        ([("", "to B")], "“to B”: the short name of an era"),
        ([("12", "")], "“12” looks like a year"),
        ([("", "AL"), ("3 al", "BL")], "“3 al” looks like a year"),
        ([("AL", "BL"), ("", "AL")], "“AL” is the name of an era and another one's short name"),
    ],
)
def test_an_era_that_looks_like_a_part_of_a_date_is_refused(eras, refusal):
    with pytest.raises(CalendarFault, match=refusal):
        check_notation(read_definition(calendar_named("Foo", eras=eras)))


@pytest.mark.django_db
def test_a_stored_calendar_stays_readable_and_is_saved_again_once_its_name_is_changed(gm_seat, calendar):
    months = [{**TWELVE["months"][0], "name": "To Foo"}, *TWELVE["months"][1:]]
    Calendar.objects.update(definition=TWELVE | {"months": months})
    assert Calendar.objects.get().reckoning.definition.months[0].name == "To Foo"
    with pytest.raises(ValidationError, match="“To Foo”"):
        actions.save_calendar(membership=gm_seat, definition=TWELVE | {"months": months})
    assert actions.save_calendar(membership=gm_seat, definition=TWELVE).reckoning.definition.months[0].name != "To Foo"
