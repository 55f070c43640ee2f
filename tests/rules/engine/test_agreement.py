"""Verbs agree with plural names at the beginning of a sentence, and with nothing else."""

import pytest

from rules.engine import agreement


@pytest.mark.parametrize("name", ["Street toughs", "City watchmen 2", "Guards of the gate", "Men", "Wolves"])
def test_plural_names(name):
    assert agreement.is_plural(name)


@pytest.mark.parametrize("name", ["The mob", "Marcus", "Boss", "Thomas", "Boris", "", "7"])
def test_singular_names(name):
    assert not agreement.is_plural(name)


@pytest.mark.parametrize("name", ["Street toughs", "Two wolves", "Guardsmen", "City watchmen 2", "Men"])
def test_names_that_are_plural_beyond_doubt(name):
    assert agreement.is_surely_plural(name)


@pytest.mark.parametrize("name", ["James", "Wolves", "Sir Lucas Rivers", "Carmen", "Guards of the gate", "wolves", ""])
def test_names_that_may_be_one_person_count_as_singular(name):
    assert not agreement.is_surely_plural(name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Street toughs attacks Ana.", "Street toughs attack Ana."),
        ("Street toughs joins and acts from the next round.", "Street toughs join and act from the next round."),
        ("Street toughs passes.", "Street toughs pass."),
        ("Street toughs tries luck.", "Street toughs try luck."),
        ("Street toughs is knocked out.", "Street toughs are knocked out."),
        ("Street toughs now has a full hand.", "Street toughs now have a full hand."),
        ("Street toughs takes 2 wounds and now has 3.", "Street toughs take 2 wounds and now have 3."),
        ("Street toughs: 3 members left.", "Street toughs: 3 members left."),
        ("Street toughs's attack fails.", "Street toughs' attack fails."),
        ("Ana attacks Street toughs.", "Ana attacks Street toughs."),
        ("Street toughs 2 attacks Ana.", "Street toughs 2 attacks Ana."),
    ],
)
def test_verbs_agree_where_the_sentence_begins_with_the_name(text, said):
    assert agreement.agree(text, "Street toughs") == said
