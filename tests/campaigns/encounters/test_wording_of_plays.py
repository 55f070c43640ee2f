"""The words of plays and questions are understood at first reading."""

import pytest
from django.template.loader import render_to_string

from campaigns.encounters.table.table_tags import costly_reductions, lowered_by


@pytest.mark.parametrize(
    ("of", "exact", "words"),
    [
        ("Mara cannot stop it", True, "44 % that Mara cannot stop it"),
        ("the defence holds", False, "44 % (estimated) that the defence holds"),
        ("success", True, "44 % · success"),
    ],
)
def test_the_odds_are_a_sentence(of, exact, words):
    html = render_to_string(
        "campaigns/encounters/table/odds.html", {"odds": {"chance": 0.44, "exact": exact, "of": of}}
    )
    assert " ".join(html.replace('<strong class="num">', "").replace("</strong>", "").split()) == words


@pytest.mark.parametrize(("value", "applied", "less"), [(60, 35, 25), (60, 60, 0), (60, None, 0), (None, 20, 0)])
def test_a_way_says_by_how_much_it_lowers_its_value(value, applied, less):
    assert lowered_by({"value": value, "applied": applied}) == less


def test_a_way_that_damages_its_slot_names_only_what_damages_it():
    plain = {"slots": [0], "pushed": False, "fields": {"dice": [0], "reduce": {"expertise": 0}}}
    pushed = {"slots": [0], "pushed": True, "fields": {"dice": [0], "reduce": {"expertise": 0, "focus": 0}}}
    other = {"slots": [1], "pushed": False, "fields": {"dice": [1], "reduce": {"focus": 1}}}
    assert costly_reductions(pushed, [plain, pushed, other]) == ["focus"]
