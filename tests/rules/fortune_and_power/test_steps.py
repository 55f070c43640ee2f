"""Advancing: what is offered, what it costs, what is taken and taken back (FNP-02 to FNP-08)."""

from typing import Any

import pytest

from rules import play
from rules.games.fortune_and_power import wording
from tests.rules.fortune_and_power.setups import SYSTEM

DONE: dict[str, Any] = {
    "finished": True,
    "traits": {"Burglar": 6, "Warrior": 10},
    "gifts": [{"name": "Extra Limbs"}],
    "fortune": 2,
    "created": {"points": 40, "spent": 40},
}


def offered(sheet: dict[str, Any], xp: int = 0, house: Any = None) -> list[dict[str, Any]]:
    return play.steps(SYSTEM, sheet, {"xp": xp}, house=house)


def of(kind: str, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [step for step in found if step["step"]["type"] == kind]


def take(step: dict[str, Any], xp: int = 50, sheet: dict[str, Any] = DONE, house: Any = None) -> dict[str, Any]:
    return play.step(SYSTEM, sheet, {"xp": xp}, step, house=house)


def back(step: dict[str, Any], sheet: dict[str, Any], xp: int = 0, house: Any = None) -> dict[str, Any]:
    return play.unstep(SYSTEM, sheet, {"xp": xp}, step, house=house)


def refusal(call: Any, *given: Any, **named: Any) -> play.Refused:
    with pytest.raises(play.Refused) as found:
        call(*given, **named)
    return found.value


def chosen(step: dict[str, Any]) -> dict[str, Any]:
    """The step with its choices filled in."""
    made = dict(step["step"])
    for name, choice in step["choices"].items():
        if not choice.get("optional"):
            made[name] = choice["from"][0] if choice["kind"] == "one" else "Found in a well"
    return made


def test_a_step_says_what_it_costs_and_what_it_changes_fnp_03_fnp_04() -> None:
    [burglar] = [step for step in of("trait", offered(DONE, 5)) if step["step"]["trait"] == "Burglar"]
    assert burglar == {
        "step": {"type": "trait", "trait": "Burglar", "to": 7},
        "label": "Raise Burglar from 6 to 7",
        "unit": "xp",
        "price": 2,
        "before": 6,
        "after": 7,
        "affordable": True,
        "reason": "",
        "opens": "Level 7: beyond a trade.",
        "rules": ["FNP-03", "FNP-04"],
        "choices": {},
        "asks_gm": False,
    }


def test_a_step_that_is_too_dear_is_offered_with_the_reason_fnp_03() -> None:
    [warrior] = [step for step in of("trait", offered(DONE, 4)) if step["step"]["trait"] == "Warrior"]
    assert (warrior["price"], warrior["affordable"], warrior["reason"]) == (5, False, "1 more point is needed.")
    assert refusal(take, warrior["step"], 4).code == "step.price"
    assert take(warrior["step"], 5)["price"] == 5


def test_every_affordable_step_is_accepted_and_can_be_taken_back() -> None:
    steps = offered(DONE, 100)
    assert {step["step"]["type"] for step in steps} == {"trait", "new-trait", "fortune", "gift"}
    for step in steps:
        assert step["affordable"]
        taken = take(chosen(step), 100)
        assert (taken["price"], taken["unit"]) == (step["price"], "xp")
        assert taken["text"]
        assert set(taken["rules"]) <= {rule["id"] for rule in play.RULES[SYSTEM]}
        assert taken["figures"] == play.sheet(SYSTEM, taken["sheet"], {"xp": 100 - taken["price"]})["figures"]
        undone = back(chosen(step), taken["sheet"], 100 - taken["price"])
        assert undone["sheet"] == play.sheet(SYSTEM, DONE, {})["sheet"]
        assert undone["text"]
        assert undone["rules"]


@pytest.mark.parametrize(
    ("start", "to", "price"), [(0, 1, 3), (6, 7, 2), (7, 8, 4), (9, 10, 5), (10, 11, 5), (18, 19, 40), (20, 21, 50)]
)
def test_raising_costs_the_difference_fnp_03(start: int, to: int, price: int) -> None:
    sheet = {"finished": True, "traits": {"Burglar": start}}
    assert take({"type": "trait", "trait": "Burglar", "to": to}, sheet=sheet)["price"] == price
    assert play.check(SYSTEM, "price", {"from": start, "to": to})["points"] == price


def test_a_campaign_of_flat_prices_fnp_03() -> None:
    flat = {"options": {"trait_cost": "flat"}}
    assert {step["price"] for step in of("trait", offered(DONE, house=flat))} == {1}


@pytest.mark.parametrize("to", [6, 8, 5, 99])
def test_one_level_at_a_time_fnp_03(to: int) -> None:
    assert refusal(take, {"type": "trait", "trait": "Burglar", "to": to}).code == "step.level"


def test_nobody_rises_above_the_highest_level() -> None:
    sheet = {"finished": True, "traits": {"Burglar": 99}}
    assert not of("trait", offered(sheet))
    assert refusal(take, {"type": "trait", "trait": "Burglar", "to": 100}, sheet=sheet).code == "shape.invalid"


def test_a_new_trait_comes_from_the_catalogue_or_is_named_freely_fnp_07() -> None:
    listed, free = of("new-trait", offered(DONE, 9))
    assert "Warrior" not in listed["choices"]["trait"]["from"]
    assert {"Archer", "Athlete", "Command"} <= set(listed["choices"]["trait"]["from"])
    assert free["choices"]["trait"]["kind"] == "text"
    assert take({"type": "new-trait", "trait": "Juggler"})["sheet"]["traits"]["Juggler"] == 1
    assert refusal(take, {"type": "new-trait", "trait": "Burglar"}).code == "step.trait"
    assert refusal(take, {"type": "trait", "trait": "Juggler", "to": 1}).code == "step.trait"


def test_traits_of_a_campaign_are_offered_fnp_07() -> None:
    rows = [{"kind": "trait", "key": "rider", "name": "Rider", "figures": {}}]
    listed, _ = of("new-trait", offered(DONE, house={"rows": rows}))
    assert listed["choices"]["trait"]["from"] == ["Rider"]


def test_fortune_costs_one_a_point_where_there_is_any_fnp_03_fnp_06() -> None:
    [fortune] = of("fortune", offered(DONE, 1))
    assert (fortune["price"], fortune["before"], fortune["after"]) == (1, 2, 3)
    assert take(fortune["step"])["sheet"]["fortune"] == 3
    none = {"options": {"fortune": False}}
    assert not of("fortune", offered(DONE, house=none))
    assert refusal(take, fortune["step"], house=none).rule == "FNP-06"


def test_a_gift_is_asked_for_with_an_explanation_fnp_05_fnp_08() -> None:
    gifts = of("gift", offered(DONE, 9))
    assert all(step["asks_gm"] and step["choices"]["explanation"]["kind"] == "text" for step in gifts)
    assert {step["step"]["gift"] for step in gifts if not step["affordable"]} == {"Sorcery", "Empathy"}
    asked = {"type": "gift", "gift": "Starvision", "explanation": "three nights in the dark", "note": "left eye"}
    taken = take(asked)
    assert taken["sheet"]["gifts"][-1] == {"name": "Starvision", "note": "left eye"}
    assert taken["text"] == "Starvision is gained.", "the explanation is for the Adversary"
    assert refusal(take, {"type": "gift", "gift": "Starvision"}).code == "shape.invalid"
    assert refusal(take, {**asked, "gift": "Luck"}).code == "gift.unknown"
    assert refusal(take, asked, sheet=taken["sheet"]).code == "gift.twice"


def test_another_limb_can_be_asked_for_fnp_08() -> None:
    limb = {"type": "gift", "gift": "Extra Limbs", "explanation": "it grew"}
    assert len(take(limb)["sheet"]["gifts"]) == 2


def test_the_limb_that_was_bought_is_the_one_that_is_taken_back_fnp_08() -> None:
    tail, arm = ({"name": "Extra Limbs", "note": note} for note in ("a tail", "a third arm"))
    plain = {"name": "Extra Limbs"}
    sheet = {**DONE, "gifts": [tail, plain, arm]}
    bought = {"type": "gift", "gift": "Extra Limbs", "explanation": "it grew"}
    assert back({**bought, "note": "a tail"}, sheet)["sheet"]["gifts"] == [plain, arm]
    assert back(bought, sheet)["sheet"]["gifts"] == [tail, arm]
    assert back({**bought, "note": "renamed since"}, sheet)["sheet"]["gifts"] == [tail, plain]
    assert refusal(back, {**bought, "note": "a tail"}, {**DONE, "gifts": []}).code == "step.later"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Luck", "Sight"], "Luck, Sight"),
        (["x" * 80, "y" * 60, "z" * 20, "Luck"], f"{'x' * 80}, {'y' * 60} and 2 more"),
        (["x" * 200], "x" * 200),
        ([], "none"),
    ],
)
def test_names_are_not_cut(names: list[str], words: str) -> None:
    assert wording.first_names(names) == words


def test_a_refusal_lists_gifts_by_whole_names_fnp_08() -> None:
    asked = {"type": "gift", "gift": "Wings", "explanation": "a wish"}
    assert "Amphibious, Phosphorescence and 1 more." in refusal(take, asked).message
    with pytest.raises(play.Refused, match="Amphibious, Phosphorescence and 1 more"):
        play.sheet(SYSTEM, {"gifts": [{"name": "Wings"}]}, {})


def test_points_left_over_pay_as_experience_does_fnp_02_fnp_04() -> None:
    sheet = {**DONE, "created": {"points": 40, "spent": 37}}
    assert take({"type": "fortune"}, 0, sheet)["price"] == 1
    assert take({"type": "fortune"}, -2, sheet)["figures"]["experience"]["available"] == 0
    assert refusal(take, {"type": "fortune"}, -3, sheet).code == "step.price"


def test_finishing_writes_down_what_the_creation_came_to_fnp_02() -> None:
    making = {"traits": {"Warrior": 9}, "fortune": 4}
    [finish] = offered(making)
    assert (finish["step"], finish["price"], finish["asks_gm"]) == ({"type": "finish"}, 0, False)
    assert finish["opens"] == "16 character points stay available."
    done = take(finish["step"], 2, making)
    assert done["sheet"]["finished"]
    assert done["sheet"]["created"] == {"points": 40, "spent": 24}
    assert done["figures"]["experience"]["available"] == 18
    assert "16 stay available" in done["text"]
    assert refusal(take, finish["step"], sheet=done["sheet"]).code == "step.finished"


def test_while_the_character_is_made_nothing_is_bought_by_steps_fnp_02() -> None:
    making = {"traits": {"Warrior": 3}}
    for step in ({"type": "fortune"}, {"type": "trait", "trait": "Warrior", "to": 4}):
        assert refusal(take, step, sheet=making).code == "step.creation"
        assert refusal(back, step, making).code == "step.creation"


def test_the_making_can_be_opened_again_until_something_was_bought_fnp_02() -> None:
    done = take({"type": "finish"}, sheet={"traits": {"Warrior": 9}})["sheet"]
    reopened = back({"type": "finish"}, done)["sheet"]
    assert (reopened["finished"], reopened["created"]) == (False, None)
    more = take({"type": "trait", "trait": "Warrior", "to": 10}, sheet=done)["sheet"]
    assert refusal(back, {"type": "finish"}, more).code == "step.later"


def test_a_making_whose_prices_have_risen_is_opened_after_a_correction_by_the_adversary_fnp_02_fnp_08() -> None:
    """Nothing was bought since; the refusal names both reasons and both amounts."""
    rows = [{"kind": "gift", "key": "empathy", "name": "Empathy", "figures": {"price": price}} for price in (10, 15)]
    before, after = ({"rows": [row]} for row in rows)
    done = take({"type": "finish"}, sheet={"gifts": [{"name": "Empathy"}]}, house=before)["sheet"]
    refused = refusal(back, {"type": "finish"}, done, house=after)
    assert refused.code == "step.later"
    assert "costs 15 points today, and the creation came to 10" in refused.message
    assert "if prices have changed, the Adversary must correct the sheet" in refused.message
    corrected = {**done, "created": {"points": 40, "spent": 15}}
    assert play.sheet(SYSTEM, corrected, {}, house=after)["sheet"]["created"] == corrected["created"]
    assert back({"type": "finish"}, corrected, house=after)["sheet"]["finished"] is False
    assert back({"type": "finish"}, done, house=before)["sheet"]["finished"] is False


def test_the_making_is_not_opened_for_a_sheet_that_would_break_its_rules_fnp_02() -> None:
    done = take({"type": "finish"}, sheet={"traits": {"Warrior": 9}})["sheet"]
    capped = {"options": {"starting_trait_cap": 6}}
    assert refusal(back, {"type": "finish"}, done, house=capped).rule == "FNP-02"


@pytest.mark.parametrize(
    ("step", "changed"),
    [
        ({"type": "trait", "trait": "Burglar", "to": 6}, {"traits": {"Burglar": 7}}),
        ({"type": "trait", "trait": "Burglar", "to": 6}, {"traits": {}}),
        ({"type": "new-trait", "trait": "Burglar"}, {"traits": {"Burglar": 2}}),
        ({"type": "new-trait", "trait": "Burglar"}, {"traits": {}}),
        ({"type": "fortune"}, {"fortune": 0}),
        ({"type": "gift", "gift": "Sorcery", "explanation": "a door"}, {"gifts": []}),
    ],
)
def test_a_step_on_which_another_is_built_is_not_taken_back_fnp_03_fnp_06(
    step: dict[str, Any], changed: dict[str, Any]
) -> None:
    assert refusal(back, step, {**DONE, **changed}).code == "step.later"


@pytest.mark.parametrize("step", [None, {}, {"type": "level"}, {"type": "fortune", "points": 2}, [], "finish"])
def test_a_step_of_no_known_shape_is_refused(step: Any) -> None:
    assert refusal(take, step).code == "shape.invalid"
    assert refusal(back, step, DONE).code == "shape.invalid"
