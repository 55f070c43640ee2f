"""Steps: making a character, taking talents with levels, Lucky's slot, the mulligan, and taking steps back."""

from typing import Any

import pytest

from rules import play
from rules.play import Refused
from tests.rules.fortune_system.participants import slot, talent, who
from tests.rules.fortune_system.setups import SYSTEM

FILLED = {"slots": [slot(value) for value in (11, 22, 33, 44)], "filled": "rolled"}


def step(given: dict[str, Any], asked: dict[str, Any], progress: dict[str, int] | None = None, **more: Any) -> Any:
    return play.step(SYSTEM, given, progress or {}, asked, **more)["sheet"]


def unstep(given: dict[str, Any], asked: dict[str, Any], progress: dict[str, int] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = play.unstep(SYSTEM, given, progress or {}, asked)["sheet"]
    return found


def refused(call: Any, *arguments: Any, code: str, **more: Any) -> None:
    with pytest.raises(Refused) as found:
        call(*arguments, **more)
    assert found.value.code == code


def values(sheet: dict[str, Any]) -> list[int | None]:
    return [slot_["value"] for slot_ in sheet["slots"]]


def types(given: dict[str, Any], progress: dict[str, int] | None = None) -> list[str]:
    return [option["step"]["type"] for option in play.steps(SYSTEM, given, progress or {})]


def first(choice: dict[str, Any]) -> Any:
    return choice["from"][0]


KEYS = {"step", "label", "unit", "price", "before", "after", "affordable", "reason", "opens", "rules", "choices"}
DONE = {"finished": True, "talents": [talent("lucky")], "slots": [*FILLED["slots"], slot(55, "Physical")]}


@pytest.mark.parametrize("progress", [{}, {"levels": 4}, {"levels": 44, "xp": 50}])
@pytest.mark.parametrize("given", [{}, FILLED, {**FILLED, **DONE}])
def test_every_step_offered_can_be_taken_and_most_taken_back(given: dict[str, Any], progress: dict[str, int]) -> None:
    for option in play.steps(SYSTEM, given, progress):
        assert set(option) - {"rolls"} == KEYS | {"asks_gm"}
        assert bool(option["reason"]) == (not option["affordable"])
        asked = {**option["step"], **{name: first(choice) for name, choice in option["choices"].items()}}
        if not option["affordable"]:
            with pytest.raises(Refused):
                play.step(SYSTEM, given, progress, asked)
            continue
        if "rolls" in option:
            asked["rolls"] = [9] * option["rolls"]["count"]
        taken = play.step(SYSTEM, given, progress, asked)
        assert set(taken) == {"sheet", "figures", "unit", "price", "text", "rules"}
        assert (taken["unit"], taken["price"]) == (option["unit"], option["price"]) == ("xp", 0)
        assert play.sheet(SYSTEM, taken["sheet"], progress)["sheet"] == taken["sheet"]
        if option["step"]["type"] not in ("mulligan", "fill", "free"):
            before = play.sheet(SYSTEM, given, progress)["sheet"]
            assert play.unstep(SYSTEM, taken["sheet"], progress, asked)["sheet"] == before


def test_a_character_is_made_step_by_step() -> None:  # FOS-02, FOS-20, FOS-24
    sheet = play.new_sheet(SYSTEM)
    refused(step, sheet, {"type": "finish"}, code="finish.slots")
    for key in ("aptitude", "aptitude", "lucky"):
        sheet = step(sheet, {"type": "talent", "key": key, "focus": "Physical"})
    refused(step, sheet, {"type": "talent", "key": "flair", "focus": "Social"}, code="talent.many")
    sheet = step(sheet, {"type": "fill", "method": "rolled", "rolls": [5, 50, 95, 100, 1]})
    assert values(sheet) == [5, 50, 95, 100, 1]
    assert sheet["slots"][4]["group"] == "Physical"
    sheet = step(sheet, {"type": "mulligan"})
    assert values(sheet) == [60, 80, 40, 90, 1]
    assert sheet["filled"] == "fixed"
    refused(step, sheet, {"type": "mulligan"}, code="mulligan.late")
    for _ in range(4):
        sheet = step(sheet, {"type": "attribute", "attribute": "vit"})
    refused(step, sheet, {"type": "attribute", "attribute": "vit"}, code="attributes.most")
    sheet = step(sheet, {"type": "finish"})
    assert sheet["finished"] is True
    refused(step, sheet, {"type": "finish"}, code="step.finished")
    assert set(types(sheet)) == {"talent", "attribute", "free"}


def test_an_attribute_rises_only_to_the_value_that_its_offer_names() -> None:  # FOS-24
    sheet = play.new_sheet(SYSTEM)
    offered = next(offer["step"] for offer in play.steps(SYSTEM, sheet, {}) if offer["label"] == "Raise VIT")
    once = step(sheet, offered)
    assert once["attributes"]["vit"] == 5
    refused(step, once, offered, code="step.level")
    assert step(once, {"type": "attribute", "attribute": "vit"})["attributes"]["vit"] == 6
    assert play.unstep(SYSTEM, once, {}, offered)["sheet"]["attributes"]["vit"] == 4


def test_the_fixed_values_fill_as_many_slots_as_the_campaign_has() -> None:  # FOS-01, FOS-02
    house = {"options": {"slots": 9}}
    sheet = step({}, {"type": "fill", "method": "fixed", "rolls": [3, 4]}, house=house)
    assert values(sheet) == [60, 80, 40, 90, 30, 100, 20, 3, 4]
    assert values(step({}, {"type": "fill", "method": "fixed"})) == [60, 80, 40, 90]
    refused(step, {}, {"type": "fill", "method": "fixed", "rolls": [3]}, code="dice.many")
    refused(step, sheet, {"type": "fill", "method": "rolled"}, code="fill.done")
    rolled = step({}, {"type": "fill", "method": "rolled"})
    assert len(rolled["slots"]) == 4
    assert all(1 <= value <= 100 for value in values(rolled))


def test_lucky_adds_a_slot_that_is_rolled_when_it_is_gained() -> None:  # FOS-39
    asked = {"type": "talent", "key": "lucky", "focus": "Social"}
    sheet = step(FILLED, {**asked, "rolls": [77]})
    assert sheet["slots"][4] == {"value": 77, "condition": "sound", "group": "Social"}
    sheet = step(sheet, {**asked, "rolls": [78]})
    assert values(sheet)[4:] == [77, 78]
    assert values(unstep(sheet, asked))[4:] == [77]
    refused(step, FILLED, {**asked, "rolls": [101]}, code="dice.range")
    refused(step, FILLED, {"type": "talent", "key": "flair", "focus": "Social", "rolls": [1]}, code="dice.many")
    unfilled = step({}, asked)
    assert unfilled["slots"] == [], "it waits for the others"


def test_a_talent_rolls_its_own_slots_and_no_others_that_are_missing() -> None:  # FOS-39
    """A catalogue row that raised Lucky's slots to two left one for Social missing; it has a step of its own."""
    row = {"kind": "talent", "key": "lucky", "name": "Lucky", "figures": {"slots": 2}}
    rows = [row, {"kind": "talent", "key": "flair", "name": "Flair"}]
    given = {
        "slots": [*FILLED["slots"], slot(55, "Social")],
        "filled": "rolled",
        "talents": [talent("lucky", "Social")],
    }
    house = {"rows": rows}
    for key, rolls in (("flair", []), ("lucky", [7, 8])):
        asked = {"type": "talent", "key": key, "focus": "Physical"}
        [option] = [found for found in play.steps(SYSTEM, given, {}, house=house) if found["step"].get("key") == key]
        assert option.get("rolls", {"count": 0})["count"] == len(rolls)
        taken = play.step(SYSTEM, given, {}, {**asked, "rolls": rolls}, house=house)
        assert [(found["value"], found["group"]) for found in taken["sheet"]["slots"][4:]] == [
            (55, "Social"),
            *[(value, "Physical") for value in rolls],
        ]
        assert ("are rolled: 7, 8" in taken["text"]) == bool(rolls)
        refused(step, given, {**asked, "rolls": [*rolls, 9]}, code="dice.many", house=house)
    filled = step(given, {"type": "fill", "method": "rolled", "rolls": [99]}, house=house)
    assert filled["slots"][5] == {"value": 99, "condition": "sound", "group": "Social"}


def test_talents_come_with_levels_and_a_step_says_when_the_next_one_comes() -> None:  # FOS-20, FOS-21
    sheet = {**FILLED, "finished": True, "talents": [talent("flair", ranks=3)]}
    waiting = [option for option in play.steps(SYSTEM, sheet, {"levels": 2}) if option["step"]["type"] == "talent"]
    assert not any(option["affordable"] for option in waiting)
    assert "level 5" in waiting[0]["reason"]
    assert (
        step(sheet, {"type": "talent", "key": "flair", "focus": "Physical"}, {"levels": 4})["talents"][0]["ranks"] == 4
    )
    full = {**sheet, "talents": [talent("flair", ranks=4)]}
    refused(step, full, {"type": "talent", "key": "flair", "focus": "Physical"}, {"levels": 9}, code="talent.ranks")
    offered = [
        option
        for option in play.steps(SYSTEM, full, {"levels": 9})
        if option["step"] == {"type": "talent", "key": "flair"}
    ]
    assert "Physical" not in offered[0]["choices"]["focus"]["from"]


def test_the_free_slot_changes_between_sessions() -> None:  # FOS-22
    sheet = step(FILLED, {"type": "free", "key": "expertise", "focus": "Tinker"})
    assert sheet["free"] == {"key": "expertise", "focus": "Tinker"}
    refused(step, sheet, {"type": "free", "key": "lucky", "focus": "Social"}, code="free.lucky")
    refused(unstep, sheet, {"type": "free", "key": "flair", "focus": "Social"}, code="unstep.later")
    assert unstep(sheet, {"type": "free", "key": "expertise", "focus": "Tinker"})["free"] is None
    offered = [
        key for option in play.steps(SYSTEM, FILLED, {}) for key in option["choices"].get("key", {}).get("from", [])
    ]
    assert "couldnt-sleep" in offered
    assert "lucky" not in offered


def test_the_last_rank_is_not_taken_while_the_free_slot_holds_it() -> None:  # FOS-21, FOS-22
    sheet = {**FILLED, "talents": [talent("flair", ranks=3)], "free": {"key": "flair", "focus": "Physical"}}
    refused(step, sheet, {"type": "talent", "key": "flair", "focus": "Physical"}, {"levels": 9}, code="talent.ranks")


def test_the_last_rank_is_not_offered_while_the_free_slot_holds_it() -> None:  # FOS-21, FOS-22, FOS-42
    sleepless = {**FILLED, "free": {"key": "couldnt-sleep", "focus": None}}
    assert "couldnt-sleep" not in takeable(sleepless)
    assert takeable(FILLED)["couldnt-sleep"] == {}
    held = {**FILLED, "talents": [talent("aptitude", ranks=3)], "free": {"key": "aptitude", "focus": "Physical"}}
    assert "Physical" not in takeable(held)["aptitude"]["focus"]["from"]
    assert "Physical" in takeable({**held, "free": None})["aptitude"]["focus"]["from"]


def takeable(given: dict[str, Any]) -> dict[str, Any]:
    """The talents that may be taken at level 5, each with its choices."""
    found = play.steps(SYSTEM, given, {"levels": 4})
    return {option["step"]["key"]: option["choices"] for option in found if option["step"]["type"] == "talent"}


def test_the_mulligan_leaves_blown_slots_blown_and_says_so() -> None:  # FOS-02, FOS-06
    slots = who("x", "5 x 11 12 13 14 15 16")["slots"]
    sheet = {**FILLED, "slots": slots}
    house = {"options": {"slots": 8}}
    [mulligan] = [made for made in play.steps(SYSTEM, sheet, {}, house=house) if made["step"]["type"] == "mulligan"]
    assert mulligan["before"] == "5, blown, 11, 12, 13, 14, 15, 16"
    assert mulligan["after"] == "60, blown, 40, 90, 30, 100, 20, rolled"
    assert values(step(sheet, {"type": "mulligan", "rolls": [3]}, house=house)) == [60, None, 40, 90, 30, 100, 20, 3]
    lost = {**FILLED, "slots": who("x", "x x x x")["slots"]}
    assert "mulligan" not in types(lost)
    refused(step, lost, {"type": "mulligan"}, code="mulligan.none")


def test_the_mulligan_is_a_step_until_the_first_check() -> None:  # FOS-02
    assert "mulligan" in types({**FILLED, "finished": True})
    assert "mulligan" not in types({**FILLED, "finished": True, "played": True})
    assert "mulligan" not in types({**FILLED, "filled": "fixed"})
    checked = play.sheet_check(SYSTEM, FILLED, {}, "die", {"slot": 0, "cos": 50, "skill": "Running"}, seed=1)
    assert "mulligan" not in types(checked["sheet"])


def test_a_step_that_is_in_play_already_is_not_taken_back() -> None:
    played = {**FILLED, "finished": True, "played": True}
    refused(unstep, played, {"type": "finish"}, code="unstep.later")
    refused(unstep, played, {"type": "fill", "method": "rolled"}, code="unstep.later")
    refused(unstep, FILLED, {"type": "mulligan"}, code="unstep.gone")
    refused(unstep, FILLED, {"type": "talent", "key": "flair", "focus": "Social"}, code="unstep.missing")
    refused(unstep, FILLED, {"type": "attribute", "attribute": "atk"}, code="unstep.missing")
    assert unstep(FILLED, {"type": "fill", "method": "rolled"})["slots"] == []


def test_a_campaigns_own_skills_groups_and_talents_are_there_to_choose() -> None:  # FOS-25
    house = {
        "rows": [
            {"kind": "skill", "key": "dance", "name": "Dance", "figures": {"group": "Court"}},
            {
                "kind": "talent",
                "key": "knack",
                "name": "Knack",
                "figures": {"for": "skill", "reduction": 7, "ranks": 2},
            },
            {"kind": "talent", "key": "aptitude", "name": "Aptitude"},
        ]
    }
    offered = {option["step"].get("key"): option for option in play.steps(SYSTEM, FILLED, {}, house=house)}
    assert offered["knack"]["choices"]["focus"]["from"] == ["Dance"]
    assert "Court" in offered["aptitude"]["choices"]["focus"]["from"]
    sheet = step(FILLED, {"type": "talent", "key": "knack", "focus": "Dance"}, house=house)
    checked = {"slot": 3, "cos": 40, "skill": "Dance", "reduce": ["knack"]}
    result = play.sheet_check(SYSTEM, sheet, {}, "die", checked, house=house, seed=1)
    assert result["result"]["applied"] == 37
    assert result["inputs"]["group"] == "Court"
    refused(step, FILLED, {"type": "talent", "key": "knack", "focus": "Dance"}, code="talent.unknown")


def test_a_talent_that_a_campaign_does_not_offer_cannot_be_taken_but_stays_on_a_sheet() -> None:  # FOS-21, FOS-22
    rows = [{"kind": "talent", "key": key, "name": key.title()} for key in ("aptitude", "couldnt-sleep")]
    house = {"rows": [*rows, {"kind": "talent", "key": "smooth", "figures": {"factor": "many"}}]}
    offers = play.steps(SYSTEM, FILLED, {}, house=house)
    assert {made["step"]["key"] for made in offers if made["step"]["type"] == "talent"} == {
        "aptitude",
        "couldnt-sleep",
        "smooth",
    }
    free = [made["choices"]["key"]["from"] for made in offers if made["step"]["type"] == "free"]
    assert free == [["aptitude", "smooth"], ["couldnt-sleep"]]
    for kind in ("talent", "free"):
        assert step(FILLED, {"type": kind, "key": "aptitude", "focus": "Social"}, house=house)
        refused(step, FILLED, {"type": kind, "key": "flair", "focus": "Social"}, house=house, code="talent.unknown")
        assert step(FILLED, {"type": kind, "key": "flair", "focus": "Social"}, house={"rows": []})
    has_it = {**FILLED, "talents": [{"key": "flair", "focus": "Social"}], "free": {"key": "flair", "focus": "Mental"}}
    sheet = play.sheet(SYSTEM, has_it, {}, house=house)["sheet"]
    assert sheet["talents"][0]["key"] == sheet["free"]["key"] == "flair"
    refused(step, has_it, {"type": "talent", "key": "flair", "focus": "Social"}, house=house, code="talent.unknown")
    back = play.unstep(SYSTEM, has_it, {}, {"type": "talent", "key": "flair", "focus": "Social"}, house=house)
    assert back["sheet"]["talents"] == []


def test_a_campaign_without_a_talent_that_can_be_read_offers_the_games_own() -> None:  # FOS-21
    unreadable = {"kind": "talent", "key": "knack", "figures": {"for": "nothing"}}
    for rows in ([], [unreadable], [unreadable, {"kind": "skill", "key": "dance", "figures": {"group": "Social"}}]):
        house = {"rows": rows}
        offers = play.steps(SYSTEM, FILLED, {}, house=house)
        assert "flair" in {made["step"]["key"] for made in offers if made["step"]["type"] == "talent"}
        assert step(FILLED, {"type": "talent", "key": "flair", "focus": "Social"}, house=house)
        with pytest.raises(Refused, match="choose one of aptitude, ") as caught:
            step(FILLED, {"type": "talent", "key": "knack", "focus": "Social"}, house=house)
        assert caught.value.code == "talent.unknown"
    known = {"kind": "talent", "key": "aptitude", "name": "Aptitude"}
    step_taken = {"type": "talent", "key": "flair", "focus": "Social"}
    refused(step, FILLED, step_taken, house={"rows": [unreadable, known]}, code="talent.unknown")
