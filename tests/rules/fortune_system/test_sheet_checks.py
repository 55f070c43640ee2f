"""Checks with a sheet outside any encounter: they change its slots as the rules of the table say."""

from typing import Any

import pytest

from rules import play
from rules.play import Refused
from tests.rules.fortune_system.participants import slot, talent
from tests.rules.fortune_system.setups import SYSTEM

RUN = {"cos": 45, "skill": "Running"}


def sheet(*values: int | None, talents: list[dict[str, Any]] | None = None, **fields: Any) -> dict[str, Any]:
    """A finished sheet with these slots."""
    slots = [slot(value) for value in values]
    return {"finished": True, "filled": "rolled", "slots": slots, "talents": talents or [], **fields}


def check(given: dict[str, Any], kind: str, progress: dict[str, int] | None = None, **inputs: Any) -> dict[str, Any]:
    found: dict[str, Any] = play.sheet_check(SYSTEM, given, progress or {"levels": 44}, kind, inputs, seed=1)
    assert set(found) == {"inputs", "result", "sheet", "text", "rules"}
    assert found["text"]
    assert found["rules"]
    return found


def slots(found: dict[str, Any]) -> list[tuple[int | None, str]]:
    return [(slot_["value"], slot_["condition"]) for slot_ in found["sheet"]["slots"]]


def facts(found: dict[str, Any]) -> list[tuple[int, str, int | None, int | None, str]]:
    return [
        (slot_["slot"], slot_["what"], slot_["value"], slot_["was"], slot_["why"]) for slot_ in found["result"]["slots"]
    ]


def refused(given: dict[str, Any], kind: str, code: str, **inputs: Any) -> None:
    with pytest.raises(Refused) as found:
        check(given, kind, **inputs)
    assert found.value.code == code


def test_a_slot_is_spent_and_rolled_again() -> None:  # FOS-03, worked example 1
    found = check(sheet(60, 80, 40, 90), "die", slot=2, **RUN, rolls=[17])
    assert (found["result"]["success"], found["result"]["applied"]) == (True, 40)
    assert slots(found)[2] == (17, "sound")
    assert facts(found) == [(2, "used", 40, 40, "Running"), (2, "rolled", 17, 40, "check")]
    assert found["inputs"]["group"] == "Physical"
    assert found["sheet"]["played"] is True
    assert check(sheet(45), "die", slot=0, **RUN)["result"]["success"] is False


def test_reductions_are_named_and_the_engine_fills_in_the_figures() -> None:  # FOS-30, FOS-31, worked example 2
    given = sheet(60, talents=[talent("aptitude", ranks=2), talent("expertise", "Running")])
    found = check(given, "die", slot=0, **RUN, reduce=["aptitude", "expertise"])
    assert (found["result"]["success"], found["result"]["applied"]) == (True, 40)
    assert found["inputs"]["reduced"] == [
        {"talent": "aptitude", "slot": 0, "by": 10},
        {"talent": "expertise", "slot": 0, "by": 10},
    ]
    refused(sheet(60), "die", "talent.missing", slot=0, **RUN, reduce=["focus"])


def test_a_damaged_slot_takes_the_worse_of_two_dice() -> None:  # FOS-05, worked example 3
    found = check(sheet(-30), "die", slot=0, **RUN, rolls=[22, 71])
    assert slots(found) == [(71, "damaged")]
    assert found["result"]["rolls"] == [22, 71]


def test_focus_on_a_damaged_slot_blows_it() -> None:  # FOS-32, FOS-11, worked example 4
    found = check(sheet(-60, 50, talents=[talent("focus")]), "die", slot=0, **RUN, reduce=["focus"], rolls=[])
    assert found["result"]["success"] is True
    assert slots(found)[0] == (None, "blown")
    assert [fact[1] for fact in facts(found)] == ["used", "blown"]


def test_two_dice_for_smooth_and_scrape_by() -> None:  # FOS-33, FOS-36, worked example 5
    given = sheet(20, 24, 25, None, talents=[talent("smooth"), talent("scrape-by")])
    found = check(
        given, "die", slot=0, second=1, **RUN, talent="smooth", mend=3, trigger_damage=200, rolls=[1, 2, 3, 4]
    )
    assert (found["result"]["applied"], found["result"]["trigger_damage"]) == (44, 400)
    assert slots(found) == [(1, "sound"), (2, "sound"), (25, "sound"), (4, "damaged")]
    refused(given, "die", "smooth.sum", slot=0, second=2, **RUN, talent="smooth")
    found = check(given, "die", slot=0, second=1, **RUN, talent="scrape-by", rolls=[1, 2, 3, 4])
    assert slots(found)[:2] == [(2, "damaged"), (4, "damaged")]


def test_slick_and_extreme_effort() -> None:  # FOS-35, FOS-37, worked example 6
    given = sheet(40, 39, talents=[talent("slick"), talent("extreme-effort")])
    assert check(given, "die", slot=0, **RUN, talent="slick")["result"]["how"] == "slick"
    refused(given, "die", "slick.range", slot=1, **RUN, talent="slick")
    assert slots(check(given, "die", slot=1, **RUN, talent="extreme-effort"))[1] == (None, "blown")


def test_flair_keeps_the_lower_value_and_steady_is_used_when_it_helps() -> None:  # FOS-40, FOS-41
    given = sheet(40, talents=[talent("flair"), talent("steady", ranks=2)])
    found = check(given, "die", slot=0, **RUN, flair=True, rolls=[80, 30])
    assert slots(found) == [(30, "sound")]
    assert slots(check(given, "die", slot=0, **RUN, flair=True, steady=True, rolls=[80, 30])) == [(30, "sound")]
    assert slots(check(given, "die", slot=0, **RUN, steady=True, rolls=[88])) == [(50, "damaged")]
    assert slots(check(given, "die", slot=0, **RUN, rolls=[88])) == [(88, "sound")]
    refused(sheet(40), "die", "talent.missing", slot=0, **RUN, steady=True)
    refused(given, "die", "flair.pass", slot=0, cos=30, skill="Running", flair=True)


def test_a_plain_die_only_when_every_slot_is_blown_and_none_at_all_from_a_hundred_on() -> None:  # FOS-07, FOS-26
    found = check(sheet(None, None), "die", **RUN, rolls=[44])
    assert (found["result"]["how"], found["result"]["success"], found["result"]["rolls"]) == ("plain", True, [44])
    refused(sheet(None, 3), "die", "dice.plain", **RUN)
    sure = check(sheet(99), "die", cos=100, skill="Running")
    assert (sure["result"]["how"], slots(sure)) == ("sure", [(99, "sound")])


def test_a_lucky_slot_serves_its_group_only() -> None:  # FOS-39
    given = sheet(80, talents=[talent("lucky", "Social")])
    given["slots"].append(slot(5, "Social"))
    assert check(given, "die", slot=1, cos=45, skill="Swindle")["result"]["success"] is True
    refused(given, "die", "slot.lucky", slot=1, **RUN)


def test_a_skill_that_no_list_has_needs_its_group() -> None:  # FOS-25
    refused(sheet(40), "die", "check.group", slot=0, cos=50, skill="Juggling")
    assert check(sheet(40), "die", slot=0, cos=50, skill="Juggling", group="Physical")["result"]["success"] is True


def test_the_free_slot_counts() -> None:  # FOS-22
    given = sheet(60, free={"key": "focus", "focus": "Physical"})
    assert check(given, "die", slot=0, **RUN, reduce=["focus"])["result"]["applied"] == 40


def test_a_hardship_strikes_the_chosen_or_the_lowest_slot() -> None:  # FOS-04, FOS-09
    given = sheet(60, -20, None, 20)
    assert slots(check(given, "hardship", degree="damaged", slot=0))[0] == (60, "damaged")
    assert slots(check(given, "hardship", degree="damaged", selection="lowest", slot=1))[1] == (None, "blown")
    refused(given, "hardship", "choose.slot", degree="damaged")
    result = check(sheet(9, None), "hardship", degree="blown")
    assert slots(result) == [(None, "blown"), (None, "blown")]
    assert facts(result) == [(0, "blown", None, 9, "hardship")]
    refused(sheet(None), "hardship", "hardship.blown", degree="damaged")


@pytest.mark.parametrize(
    ("values", "inputs", "sentence"),
    [
        ((60, -20, 20), {"selection": "lowest"}, "Choose which slot is struck: slot 2 (20) or slot 3 (20)."),
        ((60, -20, 20), {"selection": "lowest", "slot": 0}, "Choose which slot is struck: slot 2 (20) or slot 3 (20)."),
        ((60, 5, None, 20), {"slot": 2}, "Choose which slot is struck: slot 1 (60), slot 2 (5) or slot 4 (20)."),
        ((9, None), {"slot": 1}, "Only slot 1 (9) can be struck here."),
    ],
)
def test_a_hardship_names_the_slots_to_choose_from_as_the_page_does(
    values: tuple[int | None, ...], inputs: dict[str, Any], sentence: str
) -> None:  # FOS-09
    with pytest.raises(Refused) as refusal:
        check(sheet(*values), "hardship", degree="blown", **inputs)
    assert (refusal.value.code, refusal.value.sentence) == ("choose.slot", sentence)


def test_a_real_rest_recovers_slots_and_any_rest_points() -> None:  # FOS-08, FOS-24
    given = sheet(-60, None, 5, hp=3, mp=4)
    full = check(given, "rest", full=True, rolls=[33])
    assert slots(full) == [(60, "sound"), (33, "sound"), (5, "sound")]
    assert (full["sheet"]["hp"], full["sheet"]["mp"]) == (None, None)
    assert facts(full) == [(0, "recovered", 60, 60, "rest"), (1, "recovered", 33, None, "rest")]
    assert full["result"]["rolls"] == [33]
    short = check(given, "rest", full=False)
    assert slots(short) == [(60, "damaged"), (None, "blown"), (5, "sound")]
    assert short["sheet"]["hp"] is None
    beaten = check(given, "defeat", rolls=[44])
    assert slots(beaten) == [(60, "sound"), (44, "sound"), (5, "sound")]
    assert beaten["sheet"]["hp"] == 3


def test_a_sleepless_night() -> None:  # FOS-42
    given = sheet(60, 70, 5, talents=[talent("couldnt-sleep", None)])
    chosen = check(given, "rest", full=False, sleepless=[0, 1], damage=0, rolls=[10, 90])
    assert slots(chosen) == [(10, "damaged"), (90, "sound"), (5, "sound")]
    unasked = check(given, "rest", full=False, sleepless=[0, 1], rolls=[10, 90])
    assert slots(unasked) == [(10, "sound"), (90, "damaged"), (5, "sound")]
    refused(given, "rest", "night.none", full=True, sleepless=[0])
    refused(given, "rest", "choose.slot", full=False, sleepless=[0], damage=2)
    refused(given, "rest", "choose.slot", full=False, damage=2)
    refused(sheet(3), "rest", "talent.missing", full=False, sleepless=[0])


def test_an_empty_sheet_is_filled_first() -> None:  # FOS-02
    refused({}, "die", "sheet.unfilled", slot=0, **RUN)


def test_level_and_attributes_come_from_the_sheet() -> None:  # FOS-20, FOS-24, FOS-27
    given = sheet(3, attributes={"vit": 8})
    pools = check(given, "pools", {"levels": 9})
    assert (pools["inputs"]["level"], pools["result"]["hp"]) == (10, 480)
    assert check(given, "harm", {"levels": 10}, to="character")["result"]["damage"] == 200
    assert check(given, "talents", {"levels": 9})["result"]["talents"] == 5


def test_the_same_seed_rolls_the_same_and_typed_dice_are_counted() -> None:
    given = sheet(40, 50)
    assert check(given, "die", slot=0, **RUN) == check(given, "die", slot=0, **RUN)
    refused(given, "die", "dice.many", slot=0, **RUN, rolls=[1, 2])
    refused(given, "die", "dice.few", slot=0, **RUN, rolls=[])
    refused(given, "die", "dice.range", slot=0, **RUN, rolls=[0])


def test_a_campaigns_options_and_figures_hold() -> None:  # FOS-03, FOS-37
    rows = [{"kind": "talent", "key": "slick", "name": "Slick", "figures": {"margin": 10}}]
    house = {"options": {"equal_passes": True}, "rows": rows}
    given = sheet(45, 36, talents=[talent("slick")])
    equal = play.sheet_check(SYSTEM, given, {}, "die", {"slot": 0, **RUN}, house=house)
    assert equal["result"]["success"] is True
    wide = play.sheet_check(SYSTEM, given, {}, "die", {"slot": 1, **RUN, "talent": "slick"}, house=house)
    assert wide["result"]["how"] == "slick"
