"""Sheets: what level and budget allow, what a player may not write by hand, points, entering and coming back."""

from typing import Any

import pytest

from rules import play
from rules.games.fortune_system import sheet_figures as figured
from rules.games.fortune_system import tables
from rules.play import Refused
from tests.rules.fortune_system.participants import slot, talent
from tests.rules.fortune_system.setups import SYSTEM


def sheet(**fields: Any) -> dict[str, Any]:
    """A finished sheet with the four fixed values."""
    slots = [slot(value) for value in (60, 80, 40, 90)]
    return {**play.new_sheet(SYSTEM), "finished": True, "filled": "rolled", "slots": slots, **fields}


def figures(given: dict[str, Any], progress: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = play.sheet(SYSTEM, given, progress or {}, **more)["figures"]
    return found


def refused(*arguments: Any, code: str, call: Any = play.sheet, **more: Any) -> None:
    with pytest.raises(Refused) as found:
        call(SYSTEM, *arguments, **more)
    assert found.value.code == code
    assert found.value.rule is None or found.value.rule.startswith("FOS-")


def test_a_new_sheet_is_in_the_making_and_every_field_of_it_is_written_out() -> None:
    blank = play.new_sheet(SYSTEM)
    assert blank == {
        "finished": False,
        "slots": [],
        "filled": None,
        "talents": [],
        "free": None,
        "attributes": {"atk": 4, "vit": 4, "spd": 4, "mag": 4, "spr": 4},
        "hp": None,
        "mp": None,
        "equipment": [],
        "played": False,
    }
    assert play.sheet(SYSTEM, blank, {})["sheet"] == blank
    assert play.sheet(SYSTEM, {}, {})["sheet"] == blank


@pytest.mark.parametrize(
    ("progress", "level"),
    [({}, 1), ({"xp": 99}, 1), ({"xp": 100}, 2), ({"levels": 3, "xp": 250}, 6), ({"levels": 98}, 99)],
)
def test_levels_are_awarded_whole_or_come_with_experience(progress: dict[str, int], level: int) -> None:  # FOS-23
    assert figures({}, progress)["level"] == level


def test_the_price_of_a_level_is_the_campaigns() -> None:  # FOS-23
    house = {"options": {"xp_per_level": 40}}
    assert figures({}, {"xp": 85}, house=house)["level"] == 3
    assert figures({}, {"xp": 85}, house=house)["xp_to_next_level"] == 35


@pytest.mark.parametrize("progress", [{"levels": 99}, {"xp": 9900}, {"xp": -1}, {"encounters": 1}, {"xp": True}])
def test_a_ledger_beyond_the_highest_level_or_of_another_unit_is_refused(progress: dict[str, int]) -> None:  # FOS-23
    with pytest.raises(Refused):
        play.sheet(SYSTEM, {}, progress)


def test_hit_and_magic_points_follow_level_and_attributes() -> None:  # FOS-24
    found = figures({"attributes": {"vit": 8, "spr": 6}}, {"levels": 9})
    assert (found["max_hp"], found["max_mp"]) == (200 + 28 * 10, 200 + 22 * 10)
    assert [pool["now"] for pool in found["pools"]] == [480, 420]
    assert play.check(SYSTEM, "pools", {"level": 10, "vit": 8, "spr": 6})["hp"] == 480


def test_attributes_have_ten_points_and_end_at_eight() -> None:  # FOS-24
    spent = {"atk": 8, "vit": 8, "spd": 6}
    assert figures({"attributes": spent})["budgets"][1]["left"] == 0
    refused({"attributes": {**spent, "mag": 5}}, {}, code="attributes.points")
    for value in (3, 9):
        refused({"attributes": {"atk": value}}, {}, code="shape.invalid")


def test_a_budget_counts_talents_rank_by_rank_while_the_character_is_made() -> None:  # FOS-20
    found = figures({"talents": [talent("aptitude", ranks=2), talent("flair")]})
    assert {**found["budget"], "lines": None} == {"unit": "talents", "points": 3, "spent": 3, "left": 0, "lines": None}
    assert [line["price"] for line in found["budget"]["lines"]] == [2, 1]
    assert "budget" not in figures(sheet())
    refused({"talents": [talent("aptitude", ranks=4)]}, {}, code="talent.many")
    assert figures({"talents": [talent("aptitude", ranks=4)]}, {"levels": 4})["talent_count"]["taken"] == 4


def test_a_pair_has_four_ranks_and_a_talent_the_focus_of_its_kind() -> None:  # FOS-21, FOS-42
    refused({"talents": [talent("aptitude", ranks=5)]}, {"levels": 50}, code="talent.ranks")
    refused(
        {"talents": [talent("aptitude", ranks=3), talent("aptitude", ranks=2)]}, {"levels": 50}, code="talent.ranks"
    )
    refused({"talents": [talent("couldnt-sleep")]}, {}, code="talent.focus")
    refused({"talents": [talent("expertise", None)]}, {}, code="talent.focus")
    refused({"talents": [talent("genius")]}, {}, code="talent.unknown")
    merged = play.sheet(SYSTEM, {"talents": [talent("flair"), talent("flair", ranks=2)]}, {})["sheet"]["talents"]
    assert merged == [talent("flair", ranks=3)]


def test_the_free_slot_takes_no_lucky_and_no_fifth_rank() -> None:  # FOS-22, FOS-39
    refused({"free": {"key": "lucky", "focus": "Physical"}}, {}, code="free.lucky")
    four = [talent("steady", ranks=4)]
    refused({"talents": four, "free": {"key": "steady", "focus": "Physical"}}, {"levels": 4}, code="talent.ranks")
    assert figures({"free": {"key": "steady", "focus": "Physical"}})["free"]["rules"] == ["FOS-22", "FOS-41"]


def test_a_players_own_edit_leaves_what_was_chosen_and_what_was_rolled() -> None:  # FOS-02, FOS-21
    before = sheet(talents=[talent("flair")])
    for change in (
        {"talents": [talent("slick")]},
        {"attributes": {**before["attributes"], "vit": 8}},
        {"slots": [slot(1), *before["slots"][1:]]},
        {"played": True},
        {"finished": False},
    ):
        refused({**before, **change}, {}, code="sheet.priced", before=before)
        assert play.sheet(SYSTEM, {**before, **change}, {})["sheet"], "the GM may correct it"
    kept = {"equipment": [{"name": "Rope"}], "hp": 20, "free": {"key": "slick", "focus": "Social"}}
    after = play.sheet(SYSTEM, {**before, **kept}, {}, before=before)["sheet"]
    assert after["equipment"] == [{"name": "Rope", "quantity": 1}]


def test_while_it_is_made_talents_may_be_set_freely_but_no_die() -> None:  # FOS-02, FOS-39
    before = {**sheet(), "finished": False, "talents": [talent("lucky")]}
    before["slots"] = [*before["slots"], slot(33, "Physical")]
    after = play.sheet(SYSTEM, {**before, "talents": [talent("flair")]}, {}, before=before)["sheet"]
    assert after["slots"] == play.sheet(SYSTEM, sheet(), {})["sheet"]["slots"], "the slot of Lucky goes with it"
    refused({**before, "slots": [slot(1)]}, {}, code="sheet.priced", before=before)


@pytest.mark.parametrize(
    ("arguments", "after"),
    [({"change": -50}, 166), ({"change": -999}, 0), ({"change": 5}, None), ({"to": 7}, 7), ({}, None)],
)
def test_points_are_tapped_and_stop_at_the_ends_of_their_range(arguments: dict[str, int], after: int | None) -> None:
    found = play.touch(SYSTEM, sheet(), {}, "hp", **arguments)
    assert found["sheet"]["hp"] == after  # FOS-24
    assert found["rules"] == ["FOS-24"]
    refused(sheet(), {}, "luck", code="pool.unknown", call=play.touch)


def test_a_sheet_enters_an_encounter_and_what_became_of_its_slots_comes_back() -> None:  # FOS-22
    given = sheet(talents=[talent("focus")], free={"key": "flair", "focus": "Mental"})
    made = play.participant(SYSTEM, given, {"levels": 4}, id="ana", name="Ana")
    assert made["level"] == 5
    state = play.start(SYSTEM, {"participants": [made]}, seed=1)
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Running", "group": "Physical"}
    state = play.act(SYSTEM, state, {**call, "cos": 45, "task": "t"})["state"]
    attempt = {"type": "attempt", "actor": "ana", "task": "t", "dice": [0], "reduce": {"focus": 0}, "rolls": [22, 71]}
    state = play.act(SYSTEM, state, attempt)["state"]
    refused(state, code="encounter.running", call=play.aftermath)
    state = play.act(SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "home"})["state"]
    left = play.aftermath(SYSTEM, state)
    assert (left["outcome"], left["participants"]["ana"]["survived"]) == ("home", True)
    after = play.sheet(SYSTEM, {**given, **left["participants"]["ana"]["sheet"]}, {})["sheet"]
    assert after["slots"][0] == {"value": 71, "condition": "damaged", "group": None}
    assert after["played"] is True
    assert after["free"] == given["free"]


def test_a_participant_who_left_before_the_end_keeps_what_became_of_its_slots() -> None:
    participants = [play.participant(SYSTEM, sheet(), {}, id=key, name=key) for key in ("ana", "ben")]
    state = play.start(SYSTEM, {"participants": participants}, seed=1)
    for order in (
        {"type": "hardship", "target": "ben", "degree": "blown", "selection": "lowest"},
        {"type": "leave", "target": "ben"},
        {"type": "end", "outcome": "home"},
    ):
        state = play.act(SYSTEM, state, {"actor": "gm", **order})["state"]
    left = play.aftermath(SYSTEM, state)["participants"]
    assert left["ben"]["sheet"]["slots"][2]["condition"] == "blown"
    assert "played" not in left["ana"]["sheet"], "no check was called"


def test_a_rest_fills_the_hit_and_magic_points_of_everyone_who_takes_part_then() -> None:  # FOS-24
    participants = [play.participant(SYSTEM, sheet(), {}, id=key, name=key) for key in ("ana", "ben", "cyd", "dee")]
    participants[2]["hidden"] = True
    state = play.start(SYSTEM, {"participants": participants[:3]}, seed=1)
    older = {**state, "version": 2}
    orders: list[dict[str, Any]] = [
        {"type": "leave", "target": "ben"},
        {"type": "rest", "full": False},
        {"type": "join", "participant": participants[3]},
        {"type": "reveal", "target": "cyd"},
        {"type": "leave", "target": "ana"},
        {"type": "end", "outcome": "home"},
    ]
    commands = [{"actor": "gm", **order} for order in orders]
    left = play.aftermath(SYSTEM, play.replay(SYSTEM, state, commands)["state"])["participants"]
    assert {key: fate["sheet"].get("hp", "as it was") for key, fate in left.items()} == {
        "ana": None,
        "ben": "as it was",
        "cyd": None,
        "dee": "as it was",
    }
    after = play.sheet(SYSTEM, {**sheet(), "hp": 20, "mp": 3, **left["ana"]["sheet"]}, {})["sheet"]
    assert (after["hp"], after["mp"]) == (None, None), "both are full"
    replayed = play.replay(SYSTEM, older, commands)["state"]
    left = play.aftermath(SYSTEM, replayed)["participants"]
    assert "hp" not in left["ana"]["sheet"], "an encounter that began before the rule was kept is replayed as it was"


def test_slots_that_are_not_filled_are_rolled_when_the_encounter_starts() -> None:  # FOS-02
    made = play.participant(SYSTEM, play.new_sheet(SYSTEM), {}, id="ana", name="Ana")
    assert "slots" not in made
    state = play.start(SYSTEM, {"participants": [made], "dice": [1, 2, 3, 4]}, seed=1)
    assert [slot_["value"] for slot_ in play.view(SYSTEM, state, "ana")["participants"]["ana"]["slots"]] == [1, 2, 3, 4]


def test_a_sheet_that_has_played_has_no_mulligan_in_an_encounter() -> None:  # FOS-02
    order = {"type": "mulligan", "actor": "ana"}
    for played, accepted in ((False, True), (True, False)):
        made = play.participant(SYSTEM, sheet(played=played), {}, id="ana", name="Ana")
        state = play.start(SYSTEM, {"participants": [made]}, seed=1)
        if accepted:
            play.act(SYSTEM, state, order)
        else:
            refused(state, order, code="mulligan.once", call=play.act)


def test_an_opponent_is_a_note_and_enters_no_encounter() -> None:  # FOS-27
    assert play.monster(SYSTEM, {"level": 12, "hp": 900, "text": "Big."}) == {"level": 12, "hp": 900, "text": "Big."}
    refused({"claws": 3}, code="shape.invalid", call=play.monster)
    with pytest.raises(Refused, match="characters"):
        play.monster_participant(SYSTEM, {"level": 3}, id="x", name="X")


def test_nothing_is_simulated() -> None:
    assert play.SYSTEMS[SYSTEM]["simulates"] is False
    with pytest.raises(Refused, match="simulate"):
        play.simulate(SYSTEM, {"participants": []}, seed=1, games=1)


def test_wingman_says_what_it_does_at_each_rank_fos_38() -> None:
    talent = tables.TALENTS["wingman"]
    assert figured.effect("wingman", talent, 1).endswith("the ally discards, as it is.")
    assert figured.effect("wingman", talent, 2).endswith("the ally discards, 10 lower.")


def test_slots_of_lucky_stand_beside_as_many_ordinary_ones_as_there_can_be() -> None:  # FOS-01, FOS-39
    house, progress = {"options": {"slots": 20}}, {"levels": 44}
    made = play.new_sheet(SYSTEM)
    for step in (
        {"type": "talent", "key": "lucky", "focus": "Physical"},
        {"type": "fill", "method": "fixed"},
        {"type": "talent", "key": "lucky", "focus": "Mental", "rolls": [33]},
        {"type": "finish"},
    ):
        made = play.step(SYSTEM, made, progress, step, house=house)["sheet"]
    assert play.sheet(SYSTEM, made, progress, house=house)["sheet"] == made
    assert [slot["group"] for slot in made["slots"]] == [None] * 20 + ["Physical", "Mental"]
    hero = play.participant(SYSTEM, made, progress, id="ana", name="Ana", house=house)
    state = play.start(SYSTEM, {"participants": [hero], "options": house["options"]}, seed=1)
    assert play.view(SYSTEM, state, "ana")["participants"]["ana"]["slots"] == made["slots"]
    one_more = {**made, "slots": [*made["slots"], {"value": 5, "condition": "sound"}]}
    refused(one_more, progress, house=house, code="slots.many")
    with pytest.raises(Refused, match="at most 20"):
        play.start(SYSTEM, {"participants": [{**hero, "slots": one_more["slots"]}]}, seed=1)
