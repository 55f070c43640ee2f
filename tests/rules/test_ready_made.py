"""Ready-made heroes and guided answers are legal characters in every game, and offered only where allowed."""

from itertools import product

import pytest

from rules import play
from rules.engine.ready_made import merge

HEROES = [(slug, hero["key"]) for slug in sorted(play.SYSTEMS) for hero in play.ready_made_heroes(slug)]


def complete(slug, made, house=None):
    """The finished character, made as a player makes one."""
    blank = play.new_sheet(slug)
    sheet = play.sheet(slug, {**blank, **made["sheet"]}, {}, house=house, before=blank)["sheet"]
    for step in made["steps"]:
        sheet = play.step(slug, sheet, {}, step, house=house)["sheet"]
    return play.sheet(slug, sheet, {}, house=house)


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
def test_every_game_has_four_to_six_heroes_and_three_to_five_questions(slug):
    from rules.games.registry import GAMES

    assert 4 <= len(play.ready_made_heroes(slug)) <= 6
    assert len(play.ready_made_heroes(slug)) == len(GAMES[slug].ready_made.heroes)
    assert 3 <= len(play.creation_questions(slug)) <= 5


@pytest.mark.parametrize(("slug", "key"), HEROES)
def test_a_ready_made_hero_is_complete_and_can_enter_an_encounter(slug, key):
    made = complete(slug, play.ready_made_hero(slug, key))
    assert made["sheet"].get("finished", True)
    assert "budget" not in made["figures"]
    assert play.participant(slug, made["sheet"], {}, id="hero", name="Hero")


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
def test_every_way_through_the_questions_leads_to_a_complete_character(slug):
    questions = play.creation_questions(slug)
    for keys in product(*[[answer["key"] for answer in question["answers"]] for question in questions]):
        answers = dict(zip([question["key"] for question in questions], keys, strict=True))
        made = play.hero_from_answers(slug, answers)
        assert len(made["why"]) == len(questions)
        assert complete(slug, made)["sheet"].get("finished", True)


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
@pytest.mark.parametrize("answers", [None, {}, {"fight": "nonsense"}, {"fight": ["strong"]}, {"fight": None}])
def test_missing_answers_are_refused(slug, answers):
    with pytest.raises(play.Refused) as refused:
        play.hero_from_answers(slug, answers)
    assert refused.value.code == "answers.missing"


def test_an_unknown_hero_is_refused_and_says_which_there_are():
    with pytest.raises(play.Refused, match="guard"):
        play.ready_made_hero("fifty-two-fates", "dragon")


@pytest.mark.parametrize(
    "options", [{"points": 10}, {"points": 0}, {"starting_trait_cap": 4}, {"fortune": "none"}, {"prices": "flat"}]
)
def test_heroes_that_the_options_of_a_campaign_forbid_are_not_offered_fnp_02(options):
    house = {"options": options, "rows": []}
    for hero in play.ready_made_heroes("fortune-and-power", house=house):
        complete("fortune-and-power", hero, house)
    if "points" in options or "starting_trait_cap" in options:
        assert play.ready_made_heroes("fortune-and-power", house=house) == []


@pytest.mark.parametrize("slots", [1, 4, 7, 20])
def test_heroes_have_as_many_slots_as_the_campaign_says_fos_01(slots):
    house = {"options": {"slots": slots}, "rows": []}
    heroes = play.ready_made_heroes("fortune-system", house=house)
    assert heroes
    for hero in heroes:
        assert len(complete("fortune-system", hero, house)["sheet"]["slots"]) == slots


@pytest.mark.parametrize(
    ("slug", "row"),
    [
        ("game-of-bastards", {"kind": "advantage", "key": "own", "name": "Own", "figures": {}}),
        ("fortune-and-power", {"kind": "weapon", "key": "sling", "name": "Sling", "figures": {"bonus": 2}}),
        ("fortune-system", {"kind": "skill", "key": "baking", "name": "Baking", "figures": {"group": "Kitchen"}}),
    ],
)
def test_heroes_that_need_what_the_catalogue_lacks_are_not_offered(slug, row):
    assert play.ready_made_heroes(slug, house={"options": {}, "rows": [row]}) == []


def test_parts_of_a_sheet_are_merged():
    assert merge({"a": [1], "b": 2, "c": {"d": 1}}, {"a": [1, 3], "b": 1, "c": {"e": 1}}) == {
        "a": [1, 3],
        "b": 2,
        "c": {"d": 1, "e": 1},
    }
