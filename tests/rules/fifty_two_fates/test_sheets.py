"""Sheets and monsters, at the table and after it (F52-07, F52-30, F52-34, F52-90 to F52-96)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.participants import hero, monster
from tests.rules.fifty_two_fates.setups import LINES, SYSTEM


def sheet(encounters: int = 0, **fields: Any) -> dict[str, Any]:
    return play.sheet(SYSTEM, {**play.new_sheet(SYSTEM), **fields}, {"encounters": encounters})


def test_a_new_sheet_is_complete_and_checks_f52_92() -> None:
    fresh = play.new_sheet(SYSTEM)
    assert play.sheet(SYSTEM, fresh, {}) == play.sheet(SYSTEM, {}, {})
    assert sheet()["sheet"] == fresh
    assert fresh["class"] is None


@pytest.mark.parametrize(
    ("encounters", "level", "to_next"), [(0, 1, 5), (4, 1, 1), (5, 2, 5), (19, 4, 1), (20, 5, 5), (249, 50, 1)]
)
def test_five_encounters_make_a_level_f52_90_f52_91(encounters: int, level: int, to_next: int) -> None:
    figures = sheet(encounters)["figures"]
    assert (figures["level"], figures["to_next_level"], figures["max_hp"]) == (level, to_next, level + 2)
    assert play.check(SYSTEM, "level", {"encounters": encounters})["level"] == level
    after = figures["next_level"]
    assert after is None if level == 50 else (after["level"], after["max_hp"]) == (level + 1, level + 3)


def test_the_fifth_level_says_that_it_brings_a_card_f52_07() -> None:
    assert sheet(15)["figures"]["next_level"]["gains_extra_card"]
    assert not sheet(20)["figures"]["next_level"]["gains_extra_card"]


@pytest.mark.parametrize(
    ("class_", "encounters", "attack", "against_spells", "spell"),
    [
        ("warrior", 0, 2, 1, 0),
        ("wizard", 0, 1, 1, 1),
        (None, 0, 1, 1, 0),
        ("warrior", 20, 3, 2, 0),
        ("wizard", 45, 3, 3, 3),
    ],
)
def test_how_many_cards_a_class_plays_f52_23_f52_80(
    class_: str | None, encounters: int, attack: int, against_spells: int, spell: int
) -> None:
    allowance = sheet(encounters, **{"class": class_})["figures"]["allowance"]
    assert allowance["attack"]["cards"] == allowance["defence"]["cards"] == attack
    assert allowance["defence_against_spells"]["cards"] == against_spells
    assert allowance["spell"]["cards"] == spell
    assert "F52-23" in allowance["attack"]["rules"]


def test_hit_points_are_the_hand_f52_30() -> None:
    figures = sheet(5, hp=2)["figures"]
    assert (figures["hp"], figures["hand"], figures["max_hp"]) == (2, 2, 4)
    assert sheet(5)["figures"]["hp"] == 4


def test_somebody_unhurt_stays_so_at_the_next_level_f52_91() -> None:
    stored = sheet(4, hp=3)["sheet"]
    assert stored["hp"] is None
    assert sheet(5, **stored)["figures"]["hp"] == 4
    assert sheet(4, hp=2)["sheet"]["hp"] == 2


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"hp": 4}, "hp"),
        ({"hp": -1}, "hp"),
        ({"hp": True}, "hp"),
        ({"class": "bard"}, "class"),
        ({"background_skills": ["a", "b", "c", "d"]}, "background_skills"),
        ({"background_skills": [""]}, r"background_skills\[0\]"),
        ({"weapon_state": "lost"}, "weapon_state"),
        ({"equipment": [{"name": "rope", "quantity": -1}]}, r"equipment\[0\].quantity"),
        ({"equipment": [{"quantity": 1}]}, r"equipment\[0\].name"),
        ({"luck": 3}, "luck"),
    ],
)
def test_a_faulty_sheet_is_refused_with_its_path(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(play.Refused, match=path):
        sheet(**fields)


@pytest.mark.parametrize(
    "progress", [{"encounters": 250}, {"encounters": -1}, {"encounters": 1.0}, {"xp": 1}, None, []]
)
def test_faulty_progress_is_refused(progress: Any) -> None:
    with pytest.raises(play.Refused):
        play.sheet(SYSTEM, {}, progress)


def test_a_character_takes_its_seat_as_its_sheet_says() -> None:
    fields = {"class": "warrior", "hp": 3, "background_skills": ["sailor"], "weapon_state": "floor"}
    seat = play.participant(SYSTEM, fields, {"encounters": 20}, id="ana", name="Ana")
    state = play.start(SYSTEM, {"participants": [seat, monster("wolf", group="wolves")]}, seed=1)
    ana = play.view(SYSTEM, state, "gm")["participants"]["ana"]
    told = (
        ana["class"],
        ana["level"],
        ana["hp"],
        ana["max_hp"],
        ana["hand_size"],
        ana["armed"],
        ana["background_skills"],
    )
    assert told == ("warrior", 5, 3, 7, 3, False, ["sailor"])


def test_a_character_on_the_monsters_side_keeps_its_figures_f52_96() -> None:
    seat = play.participant(SYSTEM, {"class": "warrior"}, {"encounters": 20}, id="rival", name="Rival", group="rivals")
    state = play.start(SYSTEM, {"participants": [hero("ana"), seat]}, seed=1)
    rival = play.view(SYSTEM, state, "gm")["participants"]["rival"]
    assert (rival["side"], rival["group"], rival["class"], rival["level"], rival["max_hp"]) == (
        "monsters",
        "rivals",
        None,
        5,
        7,
    )
    assert seat["monster"] == {"allowance": 3, "maneuvers": True, "spells": False, "death_draws": True}
    assert play.participant(SYSTEM, {}, {}, id="b", name="B", side="monsters")["monster"]["allowance"] == 1


@pytest.mark.parametrize(("class_", "encounters"), [("warrior", 219), ("warrior", 220), ("wizard", 249)])
def test_a_character_of_any_level_can_fight_on_the_monsters_side_f52_96(class_: str, encounters: int) -> None:
    seat = play.participant(SYSTEM, {"class": class_}, {"encounters": encounters}, id="b", name="B", side="monsters")
    assert play.start(SYSTEM, {"participants": [hero("ana"), seat]}, seed=1)
    assert seat["monster"]["allowance"] == 10


def test_one_at_zero_hit_points_must_be_healed_before_it_fights_f52_32() -> None:
    with pytest.raises(play.Refused, match="hp"):
        play.participant(SYSTEM, {"hp": 0}, {}, id="ana", name="Ana")


def test_monster_stats_are_checked_and_take_their_seat_f52_95_f52_96() -> None:
    stats = {
        "level": 2,
        "allowance": 2,
        "maneuvers": True,
        "speed": 60,
        "lines": LINES,
        "text": "Howls.",
        "armed": None,
    }
    checked = play.monster(SYSTEM, stats)
    assert checked == {name: value for name, value in stats.items() if value is not None}
    seat = play.monster_participant(SYSTEM, checked, id="wolf", name="Wolf", group="wolves")
    state = play.start(SYSTEM, {"participants": [hero("ana"), seat]}, seed=1)
    wolf = play.view(SYSTEM, state, "gm")["participants"]["wolf"]
    assert (wolf["group"], wolf["level"], wolf["max_hp"], wolf["speed"], wolf["armed"]) == ("wolves", 2, 4, 60, True)
    plain = play.monster_participant(SYSTEM, {}, id="rat", name="Rat")
    assert plain == {"id": "rat", "name": "Rat", "side": "monsters", "group": "monsters"}


@pytest.mark.parametrize(
    ("stats", "path"),
    [
        ({"allowance": 0}, "allowance"),
        ({"max_hp": 1000}, "max_hp"),
        ({"lines": {"face": {"damage": "half"}}}, r"lines.face.damage"),
        ({"lines": {"ace": {"damage": 21}}}, r"lines.ace.damage"),
        ({"lines": {"number": {"effect": {"name": "venom"}}}}, r"lines.number.effect.strength"),
        ({"hit_points": 3}, "hit_points"),
    ],
)
def test_faulty_stats_are_refused_with_their_path(stats: dict[str, Any], path: str) -> None:
    with pytest.raises(play.Refused, match=path):
        play.monster(SYSTEM, stats)


def ended(*orders: dict[str, Any]) -> dict[str, Any]:
    """The aftermath of a fight after some orders of the Fate Dealer."""
    state = play.start(
        SYSTEM, {"participants": [hero("ana"), hero("ben"), hero("cyd"), monster("wolf", group="wolves")]}, seed=4
    )
    for order in orders:
        state = play.act(SYSTEM, state, {"actor": "gm", **order})["state"]
    end = {"type": "end", "actor": "gm", "outcome": "escape", "counts": False}
    return play.aftermath(SYSTEM, play.act(SYSTEM, state, end)["state"])


def test_an_encounter_leaves_hit_points_and_weapons_f52_34_f52_62_f52_90() -> None:
    told = ended(
        {"type": "adjust", "target": "ana", "hp": 0, "reason": "a trap"},
        {"type": "adjust", "target": "wolf", "hp": 0, "reason": "a trap"},
    )
    assert (told["outcome"], told["counts"]) == ("escape", False)
    assert told["participants"]["ana"] == {"survived": True, "sheet": {"hp": 0, "weapon_state": "held"}}
    assert told["participants"]["ben"] == {"survived": True, "sheet": {"hp": None, "weapon_state": "held"}}
    assert told["participants"]["wolf"]["survived"] is False


def test_a_participant_who_leaves_before_the_end_comes_home_as_they_left_f52_33_f52_90() -> None:
    hurt = {"type": "adjust", "target": "ana", "hp": 0, "reason": "a trap"}
    told = ended(hurt, {"type": "leave", "target": "ana"}, {"type": "leave", "target": "wolf"})
    assert told["participants"]["ana"] == {"survived": True, "sheet": {"hp": 0, "weapon_state": "held"}}
    assert told["participants"]["wolf"]["survived"] is True
    back = ended(hurt, {"type": "leave", "target": "ana"}, {"type": "join", "participant": hero("ana")})
    assert back["participants"]["ana"]["sheet"]["hp"] is None, "as it is now, once back"


def test_a_corpse_that_is_carried_off_stays_dead_f52_33_f52_90() -> None:
    state = play.start(SYSTEM, {"participants": [hero("ana"), hero("ben"), monster("wolf", group="wolves")]}, seed=4)
    state["deck"]["discard"] += state["people"][0]["hand"]
    state["people"][0] |= {"hp": 0, "status": "dead", "hand": ""}
    for order in ({"type": "leave", "target": "ana"}, {"type": "end", "outcome": "defeat"}):
        state = play.act(SYSTEM, state, {"actor": "gm", **order})["state"]
    assert "ana" not in play.view(SYSTEM, state, "gm")["participants"]
    assert play.aftermath(SYSTEM, state)["participants"]["ana"]["survived"] is False


def test_there_is_no_aftermath_before_the_end() -> None:
    state = play.start(SYSTEM, {"participants": [hero("ana"), monster("wolf", group="wolves")]}, seed=4)
    with pytest.raises(play.Refused):
        play.aftermath(SYSTEM, state)


# --- outside an encounter ---


def test_a_check_with_a_sheet_takes_its_level_from_the_sheet_f52_07() -> None:
    done = play.sheet_check(
        SYSTEM, play.new_sheet(SYSTEM), {"encounters": 20}, "skill-check", {"difficulty": 8}, seed=1
    )

    assert done["inputs"]["level"] == 5
    assert done["result"]["allowed"] == 2
    with pytest.raises(play.Refused) as refused:
        play.sheet_check(SYSTEM, play.new_sheet(SYSTEM), {}, "skill-check", {"difficulty": 8, "level": 9})
    assert refused.value.rule == "F52-07"


@pytest.mark.parametrize(
    ("drawn", "sentence"),
    [
        (["AS"], "AS, an ace against 10, success"),
        (["2C", "AD"], "2C AD, an ace against 10, success"),
        (["KD"], "KD, 15 against 10, success"),
        (["TC"], "TC, 10 against 10, failure"),
    ],
)
def test_an_ace_in_a_check_is_called_an_ace_and_not_0_f52_06(drawn: list[str], sentence: str) -> None:
    inputs = {"difficulty": 10, "cards": drawn, "background": len(drawn) > 1}

    assert play.sheet_check(SYSTEM, play.new_sheet(SYSTEM), {}, "skill-check", inputs)["text"] == sentence


def test_the_odds_of_a_check_are_those_of_the_whole_deck_f52_03() -> None:
    cards = [card for card in play_deck() if passes(card, 8)]

    found = play.chance(SYSTEM, "skill-check", {"difficulty": 8})

    assert found == {"chance": len(cards) / 52, "exact": True, "of": "success"}
    assert play.chance(SYSTEM, "level", {"encounters": 3}) is None


def play_deck() -> list[str]:
    return [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]


def passes(card: str, difficulty: int) -> bool:
    return bool(play.check(SYSTEM, "skill-check", {"difficulty": difficulty, "cards": [card]})["success"])


@pytest.mark.parametrize(("how", "left"), [({"change": -2}, 1), ({"change": -99}, 0), ({"to": 2}, 2), ({}, None)])
def test_hit_points_stop_at_nothing_and_at_the_maximum_f52_30(how: dict[str, int], left: int | None) -> None:
    touched = play.touch(SYSTEM, play.new_sheet(SYSTEM), {}, "hp", **how)

    assert touched["sheet"]["hp"] == left
    with pytest.raises(play.Refused):
        play.touch(SYSTEM, play.new_sheet(SYSTEM), {}, "mana", **how)
    with pytest.raises(play.Refused):
        play.touch(SYSTEM, play.new_sheet(SYSTEM), {}, "hp", change=True)


def test_nothing_is_bought_in_52_fates_f52_90() -> None:
    assert play.steps(SYSTEM, play.new_sheet(SYSTEM), {}) == []
    with pytest.raises(play.Refused):
        play.step(SYSTEM, play.new_sheet(SYSTEM), {}, {"type": "level"})
