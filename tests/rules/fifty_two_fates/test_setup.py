"""What a setup may say: sides, ids, names, ranges, classes and monster blocks (docs/rules/fifty-two-fates.md)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.asking import (
    INVALID_IDS,
    INVALID_INTEGERS,
    INVALID_OBJECTS,
    INVALID_TEXTS,
    canonical,
    refused_setup,
    refused_start,
    seen,
    started,
    without,
)
from tests.rules.fifty_two_fates.participants import monster, participant

ANA, GOBLIN = participant("ana"), monster("goblin")


def test_the_smallest_setup_has_the_defaults_f52_30_f52_95() -> None:
    view = seen(started(ANA, GOBLIN))
    ana, goblin = view["participants"]["ana"], view["participants"]["goblin"]
    assert (ana["level"], ana["class"], ana["hp"], ana["max_hp"], ana["hand_size"]) == (1, None, 3, 3, 3)
    assert (ana["group"], ana["side"], ana["name"], ana["alive"]) == ("players", "players", "Ana", True)
    assert (ana["armed"], ana["weapon"], ana["conditions"], ana["effects"]) == (True, "held", [], [])
    assert (goblin["level"], goblin["class"], goblin["hp"], goblin["max_hp"]) == (None, None, 3, 3)
    assert (goblin["group"], goblin["hand_size"], goblin["weapon"]) == ("monsters", None, "held")


def test_null_and_left_out_are_the_same_everywhere_in_a_setup() -> None:
    bare = started(ANA, {**GOBLIN, "monster": {"lines": {"face": {}}}})
    nulls = dict.fromkeys(["group", "class", "level", "hp", "max_hp", "background_skills", "armed"])
    line = dict.fromkeys(["effect", "incapacitate", "prone", "text"])
    block = {
        **dict.fromkeys(["allowance", "maneuvers", "spells", "death_draws", "speed"]),
        "lines": {"number": None, "ace": None, "face": {**line, "damage": None}},
    }
    full = started(
        {**ANA, **nulls, "monster": None},
        {**GOBLIN, **nulls, "monster": block},
        options={"fd_hand": None, "fd_extra_cards": None},
        deck=None,
    )
    assert canonical(seen(full)) == canonical(seen(bare))
    assert canonical(seen(started(ANA, GOBLIN, options=None))) == canonical(seen(started(ANA, GOBLIN)))


@pytest.mark.parametrize("field", ["id", "name", "side"])
def test_a_participant_needs_its_id_name_and_side(field: str) -> None:
    refused_start(without(ANA, field), GOBLIN)
    refused_start({**ANA, field: None}, GOBLIN)


@pytest.mark.parametrize("wrong", INVALID_IDS)
def test_an_id_is_1_to_64_plain_signs(wrong: Any) -> None:
    refused_start({**ANA, "id": wrong}, GOBLIN)


@pytest.mark.parametrize("good", ["a", "x" * 64, "A-b_9", "0", "GM"])
def test_ids_of_the_allowed_signs_are_taken(good: str) -> None:
    assert good in seen(started({**ANA, "id": good}, GOBLIN))["participants"]


@pytest.mark.parametrize("reserved", ["gm", "observer", "players"])
def test_reserved_ids_are_refused_on_either_side(reserved: str) -> None:
    refused_start({**ANA, "id": reserved}, GOBLIN)
    refused_start(ANA, {**GOBLIN, "id": reserved})


def test_an_id_is_given_once() -> None:
    refused_start(ANA, {**GOBLIN, "id": "ana"})
    refused_start(ANA, ANA, GOBLIN)


@pytest.mark.parametrize("wrong", [*INVALID_TEXTS, "bad \ud800 text"])
def test_a_name_is_a_text_of_1_to_200(wrong: Any) -> None:
    refused_start({**ANA, "name": wrong}, GOBLIN)


def test_names_of_200_signs_of_any_script_are_taken() -> None:
    name = "Ж" * 200
    assert seen(started({**ANA, "name": name}, GOBLIN))["participants"]["ana"]["name"] == name


@pytest.mark.parametrize("wrong", ["player", "Players", "", 1, None, ["players"]])
def test_a_side_is_one_of_two(wrong: Any) -> None:
    refused_start({**ANA, "side": wrong}, GOBLIN)


def test_both_sides_need_somebody_f52_11() -> None:
    refused_start(ANA)
    refused_start(GOBLIN)
    refused_setup({"participants": []})


@pytest.mark.parametrize("wrong", [None, {}, "ana", 3, [None], [[]], ["ana"], [ANA, 3]])
def test_participants_are_a_list_of_objects(wrong: Any) -> None:
    refused_setup({"participants": wrong})


def test_a_setup_without_participants_or_of_another_shape_is_refused() -> None:
    for wrong in [{}, None, *INVALID_OBJECTS]:
        refused_setup(wrong)


def test_forty_participants_are_the_most() -> None:
    crowd = [monster(f"m{i}") for i in range(40)]
    assert len(seen(started(ANA, *crowd[:39]))["participants"]) == 40
    refused_start(ANA, *crowd)


def test_unknown_fields_are_refused_at_every_depth() -> None:
    extra = {"colour": "red"}
    assert "colour" in refused_start(ANA, GOBLIN, **extra).message
    assert "colour" in refused_start({**ANA, **extra}, GOBLIN).message
    refused_start(ANA, GOBLIN, options=extra)
    refused_start(ANA, {**GOBLIN, "monster": extra})
    refused_start(ANA, {**GOBLIN, "monster": {"lines": extra}})
    refused_start(ANA, {**GOBLIN, "monster": {"lines": {"face": extra}}})
    effect = {"name": "venom", "strength": 5}
    refused_start(ANA, {**GOBLIN, "monster": {"lines": {"face": {"effect": {**effect, **extra}}}}})
    refused_start(ANA, {**GOBLIN, "monster": {"lines": {"face": {"incapacitate": {"degree": "full", **extra}}}}})
    refused_start({**ANA, "colour": None}, GOBLIN)


def test_a_fault_of_shape_names_the_path_of_its_field() -> None:
    message = refused_start(ANA, {**GOBLIN, "max_hp": "many"}).message
    assert "participants" in message
    assert "1" in message
    assert "max_hp" in message
    message = refused_start(ANA, {**GOBLIN, "monster": {"lines": {"face": {"damage": 99}}}}).message
    assert "lines" in message
    assert "face" in message
    assert "damage" in message
    assert "fd_extra_cards" in refused_start(options={"fd_extra_cards": "3"}).message


@pytest.mark.parametrize("wrong", [0, -1, 51, 9999, *INVALID_INTEGERS])
def test_a_level_is_1_to_50(wrong: Any) -> None:
    refused_start({**ANA, "level": wrong}, GOBLIN)
    refused_start(ANA, {**GOBLIN, "level": wrong})


def test_levels_at_both_ends_are_taken_f52_30() -> None:
    low = seen(started({**ANA, "level": 1}, {**GOBLIN, "level": 1}))["participants"]
    high = seen(started({**ANA, "level": 50}, {**GOBLIN, "level": 50}))["participants"]
    assert [low[who]["max_hp"] for who in ("ana", "goblin")] == [3, 3]
    assert [high[who]["max_hp"] for who in ("ana", "goblin")] == [52, 52]
    assert high["goblin"]["level"] == 50


def test_a_player_characters_maximum_is_its_level_and_two_f52_30() -> None:
    assert seen(started({**ANA, "level": 4, "max_hp": 6}, GOBLIN))["participants"]["ana"]["max_hp"] == 6
    for wrong in [5, 7, 1, 999, *INVALID_INTEGERS]:
        refused_start({**ANA, "level": 4, "max_hp": wrong}, GOBLIN)


@pytest.mark.parametrize("wrong", [0, -1, 4, 9999, *INVALID_INTEGERS])
def test_hit_points_are_1_to_the_maximum(wrong: Any) -> None:
    refused_start({**ANA, "hp": wrong}, GOBLIN)
    refused_start(ANA, {**GOBLIN, "hp": wrong})


def test_a_monsters_maximum_is_1_to_999_and_3_or_its_level_and_two() -> None:
    def maximum(**more: Any) -> int:
        return int(seen(started(ANA, {**GOBLIN, **more}))["participants"]["goblin"]["max_hp"])

    assert [maximum(), maximum(level=6), maximum(max_hp=1), maximum(max_hp=999)] == [3, 8, 1, 999]
    assert maximum(level=6, max_hp=2) == 2
    for wrong in [0, -1, 1000, *INVALID_INTEGERS]:
        refused_start(ANA, {**GOBLIN, "max_hp": wrong})
    assert seen(started(ANA, {**GOBLIN, "max_hp": 9, "hp": 4}))["participants"]["goblin"]["hp"] == 4


def test_classes_are_warrior_wizard_or_none_f52_92() -> None:
    """F52-92: two classes, and characters without one."""
    for kind in ("warrior", "wizard", None):
        assert seen(started({**ANA, "class": kind}, GOBLIN))["participants"]["ana"]["class"] == kind
    for wrong in ["thief", "Warrior", "", 1, True, ["warrior"]]:
        refused_start({**ANA, "class": wrong}, GOBLIN)


def test_a_monster_has_no_class_and_a_character_no_monster_block_f52_23() -> None:
    refused_start(ANA, {**GOBLIN, "class": "warrior"})
    refused_start({**ANA, "monster": {"allowance": 2}}, GOBLIN)
    refused_start({**ANA, "monster": {}}, GOBLIN)


def test_background_skills_are_up_to_three_names_f52_04() -> None:
    started({**ANA, "background_skills": []}, GOBLIN)
    started({**ANA, "background_skills": ["hunting", "sailor", "x" * 200]}, GOBLIN)
    refused_start({**ANA, "background_skills": ["a", "b", "c", "d"]}, GOBLIN)
    for wrong in ["hunting", {"a": 1}, 3, [None], *([text] for text in INVALID_TEXTS)]:
        refused_start({**ANA, "background_skills": wrong}, GOBLIN)


def test_armed_says_whether_a_weapon_is_in_hand_f52_72() -> None:
    view = seen(started({**ANA, "armed": False}, {**GOBLIN, "armed": False}))["participants"]
    assert [(view[who]["armed"], view[who]["weapon"]) for who in ("ana", "goblin")] == [(False, "none")] * 2
    for wrong in [0, 1, "yes", []]:
        refused_start({**ANA, "armed": wrong}, GOBLIN)


def test_a_monster_group_has_a_name_but_not_players() -> None:
    view = seen(started(ANA, {**GOBLIN, "group": "wolves"}))
    assert view["participants"]["goblin"]["group"] == "wolves"
    assert {row["group"] for row in view["initiative"]} == {"players", "wolves"}
    refused_start(ANA, monster("imp"), {**GOBLIN, "group": "players"})
    for wrong in ["", 7, True, [], "x" * 201]:
        refused_start(ANA, {**GOBLIN, "group": wrong})


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("allowance", [1, 10], [0, 11, -1, *INVALID_INTEGERS]),
        ("speed", [0, 30, 1000], [-1, 1001, *INVALID_INTEGERS]),
        ("maneuvers", [True, False], [0, 1, "yes", []]),
        ("spells", [True, False], [0, 1, "yes", []]),
        ("death_draws", [True, False], [0, 1, "yes", []]),
    ],
)
def test_a_monster_block_stays_in_its_ranges_f52_95_f52_96(field: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        started(ANA, {**GOBLIN, "monster": {field: value}})
    for value in bad:
        refused_start(ANA, {**GOBLIN, "monster": {field: value}})


@pytest.mark.parametrize("wrong", [*INVALID_OBJECTS])
def test_a_monster_block_and_its_lines_are_objects(wrong: Any) -> None:
    refused_start(ANA, {**GOBLIN, "monster": wrong})
    refused_start(ANA, {**GOBLIN, "monster": {"lines": wrong}})
    refused_start(ANA, {**GOBLIN, "monster": {"lines": {"face": wrong}}})


def test_a_line_stays_in_its_ranges_f52_95() -> None:
    venom = {"name": "venom", "strength": 5}
    good: list[dict[str, Any]] = [
        {},
        {"damage": 0},
        {"damage": 20},
        {"effect": {**venom, "rounds": 99}},
        {"effect": {**venom, "rounds": "draw"}},
        {"effect": {**venom, "strength": 2}},
        {"effect": {**venom, "strength": 10, "rounds": None}},
        {"prone": True},
        {"incapacitate": {"degree": "partial"}},
        {"text": "It bites."},
        {"incapacitate": {"degree": "full", "unconscious": True, "wake": 10}},
    ]
    for line in good:
        for name in ("number", "face", "ace"):
            started(ANA, {**GOBLIN, "monster": {"lines": {name: line}}})
    bad: list[dict[str, Any]] = [
        *({"damage": wrong} for wrong in [-1, 21, "most", *INVALID_INTEGERS]),
        {"effect": {"name": "venom"}},
        {"effect": {"strength": 5}},
        *({"effect": {**venom, "strength": wrong}} for wrong in [1, 11, None, True]),
        *({"effect": {**venom, "rounds": wrong}} for wrong in [0, 100, "drawn", True, 1.0]),
        *({"effect": {**venom, "name": wrong}} for wrong in INVALID_TEXTS),
        {"incapacitate": {}},
        {"prone": 1},
        {"incapacitate": {"degree": "wholly"}},
        *({"text": wrong} for wrong in INVALID_TEXTS),
        *({"incapacitate": {"degree": "full", "unconscious": True, "wake": wrong}} for wrong in [1, 11, True, "7"]),
    ]
    for line in bad:
        for name in ("number", "face", "ace"):
            refused_start(ANA, {**GOBLIN, "monster": {"lines": {name: line}}})


def test_only_the_ace_line_does_half_f52_95() -> None:
    started(ANA, {**GOBLIN, "monster": {"lines": {"ace": {"damage": "half"}}}})
    for name in ("number", "face"):
        refused_start(ANA, {**GOBLIN, "monster": {"lines": {name: {"damage": "half"}}}})
