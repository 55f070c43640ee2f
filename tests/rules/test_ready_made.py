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
    "options",
    [
        {"character_points": 10},
        {"character_points": 0},
        {"starting_trait_cap": 4},
        {"fortune": False},
        {"trait_cost": "flat"},
        {"no-such-option": 1},
    ],
)
def test_heroes_that_the_options_of_a_campaign_forbid_are_not_offered_fnp_02(options):
    house = {"options": options, "rows": []}
    for hero in play.ready_made_heroes("fortune-and-power", house=house):
        complete("fortune-and-power", hero, house)
    if "character_points" in options or "starting_trait_cap" in options:
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


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
@pytest.mark.parametrize(
    "house",
    [
        *(5, "x", [], {"rows": "5"}, {"rows": [5]}, {"rows": [{"key": "x"}]}, {"options": 5}),
        {"rows": [{"kind": "skill", "key": "s", "name": "S", "figures": 1.5}]},
    ],
    ids=repr,
)
def test_malformed_houses_are_refused(slug, house):
    answers = {question["key"]: question["answers"][0]["key"] for question in play.creation_questions(slug)}
    hero = play.ready_made_heroes(slug)[0]["key"]
    for call in (
        lambda: play.ready_made_heroes(slug, house=house),
        lambda: play.ready_made_hero(slug, hero, house=house),
        lambda: play.hero_from_answers(slug, answers, house=house),
    ):
        with pytest.raises(play.Refused) as caught:
            call()
        assert caught.value.code == "shape.invalid"


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
@pytest.mark.parametrize("kind", ["skill", "group", "talent", "weapon", "advantage", "gift", "trait", "zz"])
@pytest.mark.parametrize("figures", [{}, {"group": "G"}, {"group": []}, {"group": None}, {"bonus": []}])
def test_rows_that_a_sheet_takes_are_taken_here(slug, kind, figures):
    for row in ({"kind": kind, "key": "s"}, {"kind": kind, "key": "s", "name": "S"}):
        house = {"options": None, "rows": [row | {"figures": figures}]}
        try:
            play.sheet(slug, play.new_sheet(slug), {}, house=house)
        except play.Refused:
            assert play.ready_made_heroes(slug, house=house) == []
        else:
            assert play.ready_made_heroes(slug, house=house) == play.ready_made_heroes(slug, house={"rows": [row]})


def test_a_skill_without_a_name_is_called_by_its_key_fos_25():
    names = ["Physical", "Mental", "Social", "Stealth", "Tinker", "Swindle", "Huntsman"]
    rows = [{"kind": "skill", "key": name, "figures": {"group": "G"}} for name in names]
    rows += [{"kind": "group", "key": name} for name in ("Physical", "Mental", "Social")]
    assert play.ready_made_heroes("fortune-system", house={"rows": rows[3:4]}) == []
    assert play.ready_made_heroes("fortune-system", house={"rows": rows})


@pytest.mark.parametrize("options", [{"starting_trait_cap": 5}, {"character_points": 35}])
def test_questions_without_an_allowed_character_are_not_asked_fnp_02(options):
    slug, house = "fortune-and-power", {"options": options, "rows": []}
    questions = play.creation_questions(slug)
    assert play.creation_questions(slug, house=house) == []
    assert play.creation_questions(slug, house={"options": {}, "rows": []}) == questions
    for keys in product(*[[answer["key"] for answer in question["answers"]] for question in questions]):
        answers = dict(zip([question["key"] for question in questions], keys, strict=True))
        with pytest.raises(play.Refused, match="do not allow this character; fill in everything yourself"):
            play.hero_from_answers(slug, answers, house=house)


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
def test_questions_are_asked_if_some_answers_lead_to_a_character(slug):
    assert play.creation_questions(slug, house={}) == play.creation_questions(slug)


def test_one_allowed_way_is_enough_fnp_02():
    slug, house = "fortune-and-power", {"options": {"character_points": 38}}
    assert play.creation_questions(slug, house=house)
    assert play.hero_from_answers(slug, {"fight": "strong", "work": "leader", "edge": "luck"}, house=house)
