"""The setup's shape: participants, traits, pools, skills, advantages, weapons, options, and what is refused."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, refused_setup, refused_start
from tests.rules.game_of_bastards.participants import (
    BOW,
    KEYS,
    KNIFE,
    PACK,
    SWORD,
    extras,
    fated,
    foe,
    follower,
    traits,
)
from tests.rules.game_of_bastards.table import Table

NO_NUMBERS: list[Any] = [True, False, 1.0, "2", [2], {"n": 2}, 10**30, -(10**30)]
INVALID_TEXTS: list[Any] = ["", "x" * 201, 7, True, ["a"], {"a": 1}]
INVALID_IDS: list[Any] = ["", "x" * 65, "a b", "änne", "ana\n", "a/b", "٣", 7, True, None, ["ana"], "gm", "observer"]


def scene(**more: Any) -> Table:
    """Ana with these fields and Bo; the opening deal."""
    return Table(fated("ana", **more), foe(), waiting=True)


def no_ana(**more: Any) -> play.Refused:
    return refused_start({**fated("ana"), **more}, foe())


def test_an_encounter_begins_with_everyones_initiative_card_gob_40() -> None:
    table = scene()
    assert table.phase == "initiative"
    assert table.turn == ["ana", "bo"]
    assert table.round == 1
    assert (table["ana"]["initiative"], table["ana"]["out"], table["ana"]["desperate"]) == (None, None, False)
    assert (table["ana"]["effects"], table["ana"]["weapons"]) == ([], [])


@pytest.mark.parametrize(
    ("suit", "trait", "pool"),
    [("clubs", "body", 0), ("hearts", "spirit", 1), ("spades", "mind", 2), ("diamonds", "luck", 3)],
)
def test_a_suit_gives_its_trait_two_and_the_others_one_gob_10_gob_11(suit: str, trait: str, pool: int) -> None:
    table = scene(suit=suit)
    assert table["ana"]["traits"] == {**traits(), trait: 2}
    expected = [[5, 5]] * 4
    expected[pool] = [10, 10]
    assert [table["ana"]["pools"][key] for key in ("bp", "sp", "mp", "lp")] == expected


def test_without_a_suit_all_traits_are_one_gob_10() -> None:
    assert scene()["ana"]["traits"] == traits()


def test_traits_that_are_named_stand_whatever_the_suit_gob_10() -> None:
    table = scene(suit="clubs", traits=traits(3, 1, 4, 20))
    assert table["ana"]["traits"] == traits(3, 1, 4, 20)
    assert table.pools("ana") == (15, 5, 20, 100)


@pytest.mark.parametrize("suit", ["cups", "Clubs", "", "C", 7, True, ["clubs"]])
def test_another_suit_is_refused(suit: Any) -> None:
    no_ana(suit=suit)


@pytest.mark.parametrize("key", ["body", "spirit", "mind", "luck"])
def test_traits_range_from_one_to_twenty(key: str) -> None:
    for fits in (1, 20):
        assert scene(traits={**traits(), key: fits})["ana"]["traits"][key] == fits
    for wrong in (0, -1, 21, *NO_NUMBERS):
        assert key in no_ana(traits={**traits(), key: wrong}).message


@pytest.mark.parametrize("wrong", [[], "high", 7, True, {**traits(), "guts": 2}])
def test_malformed_traits_are_refused(wrong: Any) -> None:
    no_ana(traits=wrong)


def test_pools_may_be_given_as_they_are_now_gob_11() -> None:
    table = scene(traits=traits(2, 2, 2, 2), pools={"bp": 3, "lp": 10})
    assert table["ana"]["pools"] == {"bp": [3, 10], "sp": [10, 10], "mp": [10, 10], "lp": [10, 10]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"bp": 6},
        {"bp": -1},
        {"bp": True},
        {"bp": 1.0},
        {"bp": "2"},
        {"hp": 2},
        {"power": 2},
        [],
        "full",
        7,
        {"bp": 10**30},
        {"bp": [2, 5]},
    ],
)
def test_a_pool_is_between_nothing_and_its_maximum_gob_11(wrong: Any) -> None:
    no_ana(pools=wrong)


def test_a_pool_that_is_empty_from_the_start_makes_desperate_without_the_draw_gob_48() -> None:
    table = scene(pools={"sp": 0})
    assert table["ana"]["desperate"] is True
    assert table.size("ana") == 5
    assert table.phase == "initiative"


@pytest.mark.parametrize("rank", [1, 20])
def test_skills_take_any_text_and_ranks_of_one_to_twenty_gob_12_gob_14(rank: int) -> None:
    scene(skills={"Athletics": rank, "Combat (Sword)": rank, "Craft (Painting)": rank, "Kite flying": rank})


@pytest.mark.parametrize(
    "wrong",
    [
        {"Athletics": 0},
        {"Athletics": 21},
        {"Athletics": True},
        {"Athletics": 1.0},
        {"": 2},
        {"x" * 201: 2},
        [],
        ["Athletics"],
        "Athletics",
        7,
        {"Athletics": None},
    ],
)
def test_malformed_skills_are_refused(wrong: Any) -> None:
    if wrong == {"Athletics": None}:
        return
    no_ana(skills=wrong)


@pytest.mark.parametrize("key", KEYS)
def test_every_advantage_has_its_key(key: str) -> None:
    scene(advantages=[{"key": key}])


@pytest.mark.parametrize("key", ["counter", "florentine"])
def test_counter_and_florentine_need_the_weapons_name_gob_60_gob_74(key: str) -> None:
    scene(advantages=[{"key": key, "weapon": "Sword"}], weapons=[SWORD])
    no_ana(advantages=[{"key": key}], weapons=[SWORD])
    no_ana(advantages=[{"key": key, "weapon": 7}], weapons=[SWORD])


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        "dodge",
        None,
        7,
        {"key": "Dodge"},
        {"key": "flying"},
        {"key": ""},
        {"key": 7},
        {"key": "dodge", "more": 1},
        {"key": "toughness", "ranks": 0},
        {"key": "toughness", "ranks": 6},
        {"key": "toughness", "ranks": True},
        {"key": "toughness", "ranks": "2"},
    ],
)
def test_malformed_advantages_are_refused(wrong: Any) -> None:
    no_ana(advantages=[wrong])


@pytest.mark.parametrize("key", ["toughness", "resolve"])
@pytest.mark.parametrize("ranks", [1, 5])
def test_toughness_and_resolve_have_up_to_five_ranks_gob_87_gob_88(key: str, ranks: int) -> None:
    scene(advantages=[{"key": key, "ranks": ranks}])


def test_weapons_are_shown_to_all_gob_99() -> None:
    table = scene(weapons=[SWORD, BOW])
    assert [weapon["name"] if isinstance(weapon, dict) else weapon for weapon in table["ana"]["weapons"]] == [
        "Sword",
        "Bow",
    ]


@pytest.mark.parametrize(
    "field",
    [
        {"damage": 51},
        {"damage": -1},
        {"damage": True},
        {"damage": "2"},
        {"damage": 1.0},
        {"name": ""},
        {"name": 7},
        {"name": "x" * 201},
        {"skill": ""},
        {"skill": 3},
        {"ranged": 1},
        {"ranged": "yes"},
        {"reach": 2},
    ],
)
def test_malformed_weapons_are_refused(field: dict[str, Any]) -> None:
    no_ana(weapons=[{**SWORD, **field}])


@pytest.mark.parametrize("damage", [0, 50])
def test_weapon_damage_ranges_from_nothing_to_fifty(damage: int) -> None:
    scene(weapons=[{**KNIFE, "damage": damage}])


@pytest.mark.parametrize("field", ["armor", "wildcards"])
def test_armor_and_wildcards_have_ranges(field: str) -> None:
    most = {"armor": 50, "wildcards": 20}[field]
    for fits in (0, most):
        table = scene(**{field: fits})
        assert field != "wildcards" or table.wildcards("ana") == fits
    for wrong in (-1, most + 1, *NO_NUMBERS):
        assert field in no_ana(**{field: wrong}).message


@pytest.mark.parametrize("kind", ["touched", "Fated", "", None, 7, True])
def test_a_kind_is_one_of_three(kind: Any) -> None:
    no_ana(kind=kind)


@pytest.mark.parametrize("wrong", [0, 6, *NO_NUMBERS])
def test_power_ratings_and_members_are_one_to_five_gob_95_gob_96(wrong: Any) -> None:
    refused_start(fated("ana"), follower(rating=wrong))
    refused_start(fated("ana"), extras(rating=wrong))
    refused_start(fated("ana"), extras(members=wrong))


def test_followers_and_extras_need_their_rating_and_extras_their_members_gob_95_gob_96() -> None:
    refused_start(fated("ana"), follower(rating=None))
    refused_start(fated("ana"), extras(rating=None))
    refused_start(fated("ana"), extras(members=None))


def test_a_followers_power_may_be_given_as_it_is_now_gob_95() -> None:
    table = Table.of(fated("ana"), follower(rating=3, pools={"power": 4}))
    assert table["fay"]["pools"] == {"power": [4, 15]}
    for wrong in ({"power": 16}, {"power": -1}, {"bp": 3}, {"power": True}):
        refused_start(fated("ana"), follower(rating=3, pools=wrong))


def test_the_figures_of_followers_and_extras_gob_95_gob_96() -> None:
    table = Table.of(fated("ana"), follower(rating=3), extras(rating=2, members=4))
    assert table["fay"]["traits"] == traits(3, 3, 3, 3)
    assert table["fay"]["pools"] == {"power": [15, 15]}
    assert (table["mob"]["traits"], table["mob"]["pools"], table["mob"]["members"]) == ({}, {}, 4)
    assert "members" not in table["fay"]


@pytest.mark.parametrize("key", INVALID_IDS)
def test_ids_are_plain_and_not_reserved(key: Any) -> None:
    no_ana(id=key)


def test_ids_are_different_and_at_most_sixty_four_long() -> None:
    refused_start(fated("ana"), fated("ana"))
    Table.of(fated("a" * 64), foe("B-2_z"))


@pytest.mark.parametrize("field", ["name", "side"])
def test_names_and_sides_are_texts(field: str) -> None:
    for wrong in [*INVALID_TEXTS, None]:
        no_ana(**{field: wrong})
    Table.of(fated("ana", **{field: "x" * 200}), foe())


def test_one_to_forty_participants() -> None:
    refused_setup({"participants": []})
    Table.of(fated("ana"))
    participants = [follower(f"f{n}", 1) for n in range(41)]
    assert len(Table.of(*participants[:40], deck=[card for card in PACK if card != "XX"]).turn) == 40
    refused_start(*participants)


@pytest.mark.parametrize(
    "setup",
    [
        None,
        [],
        "ana",
        7,
        True,
        {},
        {"participants": None},
        {"participants": {}},
        {"participants": "ana"},
        {"participants": [None]},
        {"participants": ["ana"]},
        {"participants": [[]]},
    ],
)
def test_a_setup_of_another_shape_is_refused(setup: Any) -> None:
    refused_setup(setup)


def test_unknown_fields_are_refused_and_named() -> None:
    assert "mood" in no_ana(mood="grim").message
    assert "weather" in refused_setup({"participants": [fated("ana")], "weather": "wet"}).message


@pytest.mark.parametrize(
    "field",
    [
        "controller",
        "suit",
        "traits",
        "skills",
        "advantages",
        "weapons",
        "armor",
        "pools",
        "power_rating",
        "members",
        "wildcards",
    ],
)
def test_null_means_left_out(field: str) -> None:
    state = play.start(GAME, {"participants": [fated("ana"), foe()]}, seed=2)
    two = play.start(GAME, {"participants": [{**fated("ana"), field: None}, foe()], "options": None}, seed=2)
    assert state == two


@pytest.mark.parametrize(
    "options",
    [
        {"decks": 3},
        {"decks": 0},
        {"decks": True},
        {"decks": "2"},
        {"decks": 2.0},
        {"wildcards_last": "forever"},
        {"wildcards_last": 1},
        {"wildcards_last": True},
        {"body_adds_to_damage": 1},
        {"body_adds_to_damage": "true"},
        {"jokers": 2},
        [],
        "decks",
        7,
    ],
)
def test_malformed_options_are_refused_gob_01_gob_06_gob_46(options: Any) -> None:
    refused_start(fated("ana"), foe(), options=options)


@pytest.mark.parametrize(
    "options",
    [
        {"decks": 1},
        {"decks": 2},
        {"wildcards_last": "session"},
        {"wildcards_last": "scene"},
        {"wildcards_last": "campaign"},
        {"body_adds_to_damage": True},
        {"body_adds_to_damage": False},
        {},
    ],
)
def test_options_are_taken_gob_01_gob_06_gob_46(options: dict[str, Any]) -> None:
    play.start(GAME, {"participants": [fated("ana")], "options": options}, seed=1)
