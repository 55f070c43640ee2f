"""Finishing a character, buying step by step, and taking back (GOB-10, GOB-11, GOB-12, GOB-13, GOB-14, GOB-15)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.refusals import Refused
from rules.games.game_of_bastards import sheet as sheets
from rules.games.game_of_bastards import steps, tables
from tests.rules.game_of_bastards.test_sheets import KODOS

ROWS = [
    {"kind": "specialty", "key": "lock", "name": "Lockpicking", "figures": {"skills": ["Stealth", "Technology"]}},
    {"kind": "specialty", "key": "invest", "name": "Invest", "figures": {"skills": ["Business", "Stealth"]}},
    {"kind": "skill", "key": "sorcery", "name": "Sorcery", "figures": {}},
    {"kind": "advantage", "key": "toughness", "name": "Toughness", "figures": {}},
]
HOUSE = {"options": {}, "rows": ROWS}


def finished(**fields: Any) -> dict[str, Any]:
    answer = steps.step({**sheets.new_sheet(), **KODOS, **fields}, {}, {"type": "finish"})
    assert answer["price"] == 0
    made: dict[str, Any] = answer["sheet"]
    return made


def test_the_creation_offers_its_end_alone_gob_12() -> None:
    (end,) = steps.steps(KODOS, {})
    assert end["step"] == {"type": "finish"}
    assert (end["price"], end["affordable"], end["before"]) == (0, True, "8 of 10 XP spent")
    assert end["opens"] == "2 XP are kept for later."
    with pytest.raises(Refused) as refused:
        steps.step(KODOS, {"xp": 5}, {"type": "trait", "trait": "body"})
    assert refused.value.code == "step.creation"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"suit": None, "traits": {}}, "Choose a suit"),
        ({"advantages": []}, "Choose 2 more advantages"),
        ({"advantages": [{"key": "dodge"}]}, "Choose 1 more advantage:"),
    ],
)
def test_missing_steps_are_named_before_the_end_gob_10_gob_13(fields: dict[str, Any], words: str) -> None:
    (end,) = steps.steps({**KODOS, **fields}, {})
    assert not end["affordable"]
    assert words in end["reason"]
    with pytest.raises(Refused, match=words):
        steps.step({**KODOS, **fields}, {}, {"type": "finish"})


def test_unspent_points_pay_for_steps_before_the_ledger_does_gob_12() -> None:
    made = finished()
    assert made["created"] == {"points": 10, "spent": 8}
    for left in (2, 1):
        taken = steps.step(made, {"xp": left - 2}, {"type": "skill", "skill": "Guts"})
        made = taken["sheet"]
        assert (taken["price"], taken["unit"], taken["figures"]["xp"]["left"]) == (1, "xp", left - 1)
    with pytest.raises(Refused, match="costs 1 XP, and 0 are left") as refused:
        steps.step(made, {"xp": -2}, {"type": "skill", "skill": "Guts"})
    assert refused.value.rule == "GOB-13"
    assert not any(offer["affordable"] for offer in steps.steps(made, {"xp": -2}))
    with pytest.raises(Refused, match="already finished"):
        steps.step(made, {}, {"type": "finish"})


def test_raising_a_trait_raises_its_pool_and_what_is_left_in_it_gob_11() -> None:
    hurt = {**finished(), "pools": {"bp": 2}}
    taken = steps.step(hurt, {}, {"type": "trait", "trait": "body"})
    assert (taken["sheet"]["traits"]["body"], taken["sheet"]["pools"]["bp"]) == (2, 7)
    back = steps.unstep(taken["sheet"], {}, {"type": "trait", "trait": "body"})
    assert (back["sheet"]["traits"]["body"], back["sheet"]["pools"]["bp"]) == (1, 2)
    whole = steps.step(finished(), {}, {"type": "trait", "trait": "body"})
    assert whole["sheet"]["pools"]["bp"] is None
    drained = {**taken["sheet"], "pools": {"bp": 3}}
    assert steps.unstep(drained, {}, {"type": "trait", "trait": "body"})["sheet"]["pools"]["bp"] == 0


@pytest.mark.parametrize("owned", [{"key": "toughness"}, {"key": "toughness", "ranks": 1}])
def test_a_rank_that_is_taken_back_leaves_what_was_paid_for_gob_13(owned: dict[str, Any]) -> None:
    """One rank, whether it is written or left out, is the same: a player may save the sheet as it was before."""
    before = {**finished(), "advantages": [owned]}
    second = steps.step(before, {"xp": 9}, {"type": "advantage", "key": "toughness"})["sheet"]
    back = steps.unstep(second, {"xp": 9}, {"type": "advantage", "key": "toughness"})["sheet"]
    assert sheets.sheet(before, {"xp": 9}, before=back)["sheet"]["advantages"][0]["key"] == "toughness"
    with pytest.raises(Refused, match="bought with XP"):
        sheets.sheet(second, {"xp": 9}, before=back)


def test_every_offer_says_what_it_costs_and_what_it_opens_gob_13() -> None:
    made = {**finished(), "skills": {**KODOS["skills"], "Technology": 3}}
    offers = {offer["label"]: offer for offer in steps.steps(made, {"xp": 1}, HOUSE)}
    body = offers["Raise Body to 2"]
    assert (body["before"], body["after"]) == ("Body 1", "Body 2")
    assert body["opens"] == "BP 5 becomes 10; the Dealer draws 4 cards against it."
    assert "opens the specialties Invest" in offers["Raise Business to 2"]["opens"]
    assert offers["Raise Sorcery to 2"]["price"] == 1
    assert offers["Raise Toughness to 3"]["before"] == "Toughness 2"
    assert "Take Dodge" not in offers  # the campaign offers Toughness alone
    assert "Take Dodge" in {offer["label"] for offer in steps.steps(made, {})}
    assert not any("Lockpicking" in label for label in offers)
    for offer in offers.values():
        assert offer["unit"] == "xp"
        assert "GOB-13" in offer["rules"]
        assert offer["asks_gm"] is False


def test_a_named_specialty_is_offered_when_both_skills_are_far_enough_gob_15() -> None:
    made = {**finished(), "specialties": []}
    offers = {offer["label"]: offer for offer in steps.steps(made, {"xp": 1}, HOUSE)}
    named = offers["Take the specialty Lockpicking (Stealth and Technology)"]
    assert (named["before"], named["after"]) == ("Stealth and Technology", "Lockpicking 2")
    taken = steps.step(made, {"xp": 1}, named["step"], HOUSE)
    assert taken["sheet"]["specialties"] == KODOS["specialties"]
    stunt = {"kind": "specialty", "key": "stunt", "name": "Stunt", "figures": {"skills": ["Dexterity", "Combat"]}}
    armed = {**made, "skills": {"Dexterity": 2, "Combat (Axe)": 2, "Combat (Sword)": 2}}
    pairs = [
        offer["step"]["skills"]
        for offer in steps.steps(armed, {"xp": 1}, {"rows": [stunt]})
        if offer["step"].get("name") == "Stunt"
    ]
    assert pairs == [["Dexterity", "Combat (Axe)"], ["Dexterity", "Combat (Sword)"]]
    free = offers["Name a specialty of your own"]
    assert free["choices"]["skills"]["from"] == ["Stealth", "Technology", "Combat (Sword)"]
    with pytest.raises(Refused, match="rank 1"):
        steps.step(made, {"xp": 1}, {"type": "specialty", "name": "Bluff", "skills": ["Stealth", "Influence"]})


def test_advantages_are_taken_once_or_rank_by_rank_gob_60_gob_87() -> None:
    made = finished()
    for ranks in (3, 4, 5):
        made = steps.step(made, {"xp": 9}, {"type": "advantage", "key": "toughness"})["sheet"]
        assert made["advantages"][2]["ranks"] == ranks
    for step, words in (
        ({"key": "toughness"}, "at most 5 times"),
        ({"key": "careful"}, "taken once"),
        ({"key": "counter", "weapon": "sabre"}, "taken once"),
        ({"key": "counter"}, "name the weapon"),
        ({"key": "dodge", "weapon": "Sabre"}, "not for one weapon"),
        ({"key": "wings"}, "not an advantage"),
    ):
        with pytest.raises(Refused, match=words):
            steps.step(made, {"xp": 9}, {"type": "advantage", **step})
    second = steps.step(made, {"xp": 9}, {"type": "advantage", "key": "counter", "weapon": "Axe"})
    assert second["text"] == "The advantage Counter (Axe) is taken."
    assert "GOB-60" in second["rules"]


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("Raise Body to 2", "to: Body is at 2, so the next rank is 3."),
        ("Raise Guts to 2", "to: Guts is at 2, so the next rank is 3."),
        ("Raise Toughness to 3", "to: Toughness is at 3, so the next rank is 4."),
    ],
)
def test_an_offer_raises_only_to_the_rank_that_it_names_and_a_step_without_one_to_the_next_gob_13(
    label: str, words: str
) -> None:
    offered = {offer["label"]: offer["step"] for offer in steps.steps(finished(), {"xp": 9})}[label]
    once = steps.step(finished(), {"xp": 9}, offered)["sheet"]
    with pytest.raises(Refused) as refused:
        steps.step(once, {"xp": 8}, offered)
    assert (refused.value.code, refused.value.message, refused.value.rule) == ("step.level", words, "GOB-13")
    unnumbered = {name: value for name, value in offered.items() if name != "to"}
    assert steps.step(finished(), {"xp": 9}, unnumbered)["sheet"] == once
    twice = steps.step(once, {"xp": 8}, unnumbered)["sheet"]
    # Each rank costs the same, so a purchase can be taken back after a later one.
    assert steps.unstep(twice, {"xp": 7}, offered)["sheet"] == once
    with pytest.raises(Refused):
        steps.step(finished(), {"xp": 9}, {"type": "finish", "to": 2})


def test_nothing_is_taken_back_that_something_builds_on_gob_15() -> None:
    made = finished()
    with pytest.raises(Refused) as refused:
        steps.unstep(made, {}, {"type": "skill", "skill": "Stealth"})
    assert refused.value.code == "step.built-on"
    loose = steps.unstep(made, {}, {"type": "specialty", "name": "lockpicking"} | {"skills": ["Stealth", "Technology"]})
    back = steps.unstep(loose["sheet"], {}, {"type": "skill", "skill": "Stealth"})
    assert "Stealth" not in back["sheet"]["skills"]
    with pytest.raises(Refused, match="where every skill starts"):
        steps.unstep(back["sheet"], {}, {"type": "skill", "skill": "Stealth"})


def test_a_step_that_was_never_bought_is_not_taken_back() -> None:
    made = finished()
    for step in (
        {"type": "trait", "trait": "body"},
        {"type": "specialty", "name": "Bluff", "skills": ["a", "b"]},
        {"type": "advantage", "key": "dodge"},
        {"type": "advantage", "key": "counter", "weapon": "Axe"},
    ):
        with pytest.raises(Refused):
            steps.unstep(made, {}, step)
    with pytest.raises(Refused):
        steps.unstep({**made, "traits": {"mind": 2}}, {}, {"type": "trait", "trait": "mind"})
    with pytest.raises(Refused, match="not finished"):
        steps.unstep(KODOS, {}, {"type": "finish"})


def test_the_creation_opens_again_only_while_nothing_was_bought_since_gob_12() -> None:
    made = finished()
    again = steps.unstep(made, {}, {"type": "finish"})["sheet"]
    assert (again["finished"], again["created"]) == (False, None)
    bought = steps.step(made, {}, {"type": "skill", "skill": "Guts"})["sheet"]
    with pytest.raises(Refused, match="take those steps back first"):
        steps.unstep(bought, {}, {"type": "finish"})
    assert steps.unstep(steps.unstep(bought, {}, {"type": "skill", "skill": "Guts"})["sheet"], {}, {"type": "finish"})


@pytest.mark.parametrize(
    "step",
    [
        None,
        [],
        {},
        {"type": "level"},
        {"type": "trait"},
        {"type": "trait", "trait": "wit"},
        {"type": "trait", "trait": "body", "skill": "Guts"},
        {"type": "skill", "skill": ""},
        {"type": "skill", "skill": "Combat"},
        {"type": "skill", "skill": "x" * 201},
        {"type": "skill", "skill": 3},
        {"type": "specialty", "name": "X", "skills": ["Stealth"]},
        {"type": "finish", "name": "X"},
        {"type": "specialty", "name": " ", "skills": ["Stealth", "Technology"]},
        {"type": "trait", "rank": 3},
        {"type": "skill", "skill": "\ud800"},
        {"type": "trait", "trait": "body", "to": 21},
        {"type": "trait", "trait": "body", "to": "2"},
        {"type": "specialty", "name": "X", "skills": ["Stealth", "Technology"], "to": 2},
    ],
)
def test_a_faulty_step_is_refused(step: Any) -> None:
    for act in (steps.step, steps.unstep):
        with pytest.raises(Refused):
            act(finished(), {"xp": 5}, step)


def chosen(offer: dict[str, Any], number: int) -> dict[str, Any]:
    """The step of an offer with its choices made."""
    made = dict(offer["step"])
    for field, choice in offer["choices"].items():
        if choice["kind"] == "some":
            made[field] = choice["from"][number % (len(choice["from"]) - 1) :][:2]
        else:
            made[field] = f"Combat (Style {number})" if field == "skill" else f"Thing {number}"
    return made


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 200), min_size=1, max_size=12))
def test_every_affordable_offer_is_taken_and_comes_back(picks: list[int]) -> None:
    made, left, path = finished(), len(picks), []
    for number, pick in enumerate(picks):
        house = HOUSE if pick % 2 else None
        offers = [offer for offer in steps.steps(made, {"xp": left}, house) if offer["affordable"]]
        offer = offers[pick % len(offers)]
        step = chosen(offer, number)
        taken = steps.step(made, {"xp": left}, step, house)
        assert taken["text"].endswith(".")
        assert sheets.sheet(taken["sheet"], {"xp": left - taken["price"]}, house)["figures"] == taken["figures"]
        path.append((made, step))
        made, left = taken["sheet"], left - taken["price"]
    for before, step in reversed(path):
        made = steps.unstep(made, {"xp": left}, step)["sheet"]
        assert made["traits"] == before["traits"]
        assert made["specialties"] == before["specialties"]
        assert {name: rank for name, rank in made["skills"].items() if rank > 1} == before["skills"]


def test_no_step_leaves_the_range_of_a_trait_or_skill_gob_13() -> None:
    top = {**finished(), "traits": {"mind": 20}, "skills": {**KODOS["skills"], "Guts": 20}}
    offers = {offer["label"]: offer for offer in steps.steps(top, {"xp": 1})}
    assert (offers["Mind"]["affordable"], offers["Guts"]["affordable"]) == (False, False)
    for step in ({"type": "trait", "trait": "mind"}, {"type": "skill", "skill": "Guts"}):
        with pytest.raises(Refused, match="highest rank"):
            steps.step(top, {"xp": 1}, step)
    assert len(tables.ADVANTAGES) == 31
