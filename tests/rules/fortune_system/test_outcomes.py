"""What offers of an attempt tell: for each slot what would come of it, and that saying so is what happens."""

from typing import Any

from rules import play
from tests.rules.fortune_system.participants import slot, talent, who
from tests.rules.fortune_system.setups import SYSTEM


def table(entries: list[dict[str, Any]], cos: int = 45, **more: Any) -> dict[str, Any]:
    order = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Running", "group": "Physical"}
    state: dict[str, Any] = play.start(SYSTEM, {"participants": entries}, seed=1)
    state = play.act(SYSTEM, state, {**order, "cos": cos, "task": "t", **more})["state"]
    return state


def offer(state: dict[str, Any], kind: str | None = None) -> dict[str, Any]:
    [found] = [
        offer_
        for offer_ in play.offers(SYSTEM, state, "ana")
        if offer_["type"] == "attempt" and offer_["fixed"].get("talent") == kind and "exemplar" not in offer_["fixed"]
    ]
    return dict(found)


def test_every_usable_slot_has_its_outcome_and_it_comes_true() -> None:  # FOS-03, FOS-30, FOS-31
    talents = [talent("aptitude", ranks=2), talent("expertise", "Running"), talent("focus"), talent("flair")]
    ana = who("ana", "64 65 30d x 85", level=45, talents=talents)
    ana["slots"] += [slot(10, "Social"), slot(12, "Physical")]
    state = table([ana])
    outcomes = offer(state)["outcomes"]
    assert [outcome["slot"] for outcome in outcomes] == [0, 1, 2, 4, 6]
    for outcome in outcomes:
        assert outcome["talents"][:2] == ["aptitude", "expertise"]
        for found, reduce in ((outcome, outcome["reduce"]), (outcome["pushed"], outcome["pushed"]["reduce"])):
            attempt = {"type": "attempt", "actor": "ana", "task": "t", "dice": [outcome["slot"]], "reduce": reduce}
            result = play.view(SYSTEM, play.act(SYSTEM, state, attempt)["state"], "gm")["tasks"][0]["results"]["ana"]
            assert (result["applied"], result["success"]) == (found["applied"], found["passes"])
    assert [outcome["passes"] for outcome in outcomes] == [True, False, True, False, True]
    assert ["flair" in outcome["talents"] for outcome in outcomes] == [True, False, False, False, True]
    assert [outcome["rolls"] for outcome in outcomes] == [1, 1, 2, 1, 1]


def test_slick_and_smooth_are_offered_when_some_dice_fit() -> None:  # FOS-36, FOS-37
    talents = [talent("slick"), talent("smooth"), talent("aptitude")]
    state = table([who("ana", "46 39 5 x", level=45, talents=talents)])
    slick = offer(state, "slick")["outcomes"]
    assert [(outcome["slot"], outcome["applied"], outcome["reduce"]) for outcome in slick] == [(0, 41, {"aptitude": 0})]
    smooth = offer(state, "smooth")
    assert [pair["slots"] for pair in smooth["pairs"]] == [[1, 2]]
    assert smooth["choices"]["mend"]["from"] == [3]
    none = table([who("ana", "90 80", level=45, talents=talents)])
    assert {offer_["fixed"].get("talent") for offer_ in play.offers(SYSTEM, none, "ana")} == {None}


def test_a_hopeless_chance_is_offered_to_those_who_pass_regardless() -> None:  # FOS-26, FOS-33, FOS-35
    plain = table([who("ana", "1", level=45)], cos=0)
    assert play.offers(SYSTEM, plain, "ana") == []
    assert play.actors(SYSTEM, plain) == ["gm"]
    able = table([who("ana", "1 2", level=45, talents=[talent("scrape-by"), talent("extreme-effort")])], cos=-100)
    kinds = {offer_["fixed"]["talent"] for offer_ in play.offers(SYSTEM, able, "ana")}
    assert kinds == {"scrape-by", "extreme-effort"}


def test_exemplar_and_the_plain_die_are_offered_where_they_are_possible() -> None:  # FOS-07, FOS-34
    participants = [who("ana", "x", level=45), who("ben", "30", level=45, talents=[talent("exemplar")])]
    state = table(participants, participants=["ana", "ben"])
    assert [offer_["rolls"] for offer_ in play.offers(SYSTEM, state, "ana")] == [{"count": 1, "sides": 100}]
    attempt = {"type": "attempt", "actor": "ben", "task": "t", "dice": [0]}
    state = play.act(SYSTEM, state, attempt)["state"]
    offered = play.offers(SYSTEM, state, "ana")
    assert [offer_["fixed"].get("exemplar") for offer_ in offered] == [None, "ben"]


def test_flair_and_wingman_are_choices_where_they_may_come_in() -> None:  # FOS-38, FOS-40
    talents = [talent("wingman"), talent("flair", "Social")]
    participants = [who("ana", "30", level=45, talents=talents), who("ben", "90")]
    assert "wingman" in offer(table(participants, aids="ben"))["choices"]
    for state in (
        table(participants),
        table(participants, aids="ana"),
        table([participants[0], who("ben", "x")], aids="ben"),
    ):
        assert {"wingman", "flair"}.isdisjoint(offer(state)["choices"])


def test_the_number_of_dice_is_told_where_it_is_certain() -> None:  # FOS-03, FOS-05
    assert offer(table([who("ana", "30 40")]))["rolls"] == {"count": 1, "sides": 100}
    assert "rolls" not in offer(table([who("ana", "30 40d")]))
    state = table([who("ana", "30 x x")])
    rests = [offer_ for offer_ in play.offers(SYSTEM, state, "gm") if offer_["type"] == "rest"]
    dice = {str(rest["fixed"]["full"]): rest.get("rolls") for rest in rests}
    assert dice == {"False": None, "True": {"count": 2, "sides": 100}}
