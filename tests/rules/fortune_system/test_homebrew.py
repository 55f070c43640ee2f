"""Figures of catalogue rows reach the engine by the setup, so that a campaign's own need no code."""

import pathlib
import tomllib
from typing import Any

import pytest

from rules import play
from rules.play import Refused
from tests.rules.fortune_system.participants import talent, who, written_numbers
from tests.rules.fortune_system.setups import SYSTEM

SHIPPED = pathlib.Path(play.__file__).parent / "catalogue" / "fortune-system.toml"
ATTEMPT = {"type": "attempt", "actor": "ana", "task": "t"}


def row(key: str, **figures: Any) -> dict[str, Any]:
    return {"kind": "talent", "key": key, "name": key.title(), "figures": figures}


def table(rows: list[dict[str, Any]], *talents: dict[str, Any], values: tuple[int | None, ...] = (60, 30, None)) -> Any:
    participants = [who("ana", written_numbers(values), level=45, talents=list(talents)), who("ben", "90")]
    state = play.start(SYSTEM, {"participants": participants, "rows": rows}, seed=1)
    order = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Running", "group": "Physical"}
    order = {**order, "cos": 45, "task": "t", "aids": "ben", "trigger_damage": 100}
    return play.act(SYSTEM, state, order)["state"]


def result(state: dict[str, Any], **fields: Any) -> dict[str, Any]:
    after = play.act(SYSTEM, state, {**ATTEMPT, **fields})["state"]
    found: dict[str, Any] = play.view(SYSTEM, after, "gm")["tasks"][0]["results"]["ana"]
    return found


def slots(state: dict[str, Any]) -> list[int | None]:
    return [slot["value"] for slot in play.view(SYSTEM, state, "gm")["participants"]["ana"]["slots"]]


def test_the_shipped_rows_are_the_engines_own_figures() -> None:
    rows = [
        {name: shipped[name] for name in ("kind", "key", "name", "figures") if name in shipped}
        for shipped in tomllib.loads(SHIPPED.read_text())["row"]
    ]
    participants = [who("ana", "60 70", talents=[talent("slick")])]
    with_rows = play.start(SYSTEM, {"participants": participants, "rows": rows}, seed=1)
    assert "talents" not in with_rows, "nothing differs, so nothing is carried"
    house = {"options": {}, "rows": rows}
    assert play.steps(SYSTEM, {}, {}, house=house) == play.steps(SYSTEM, {}, {})


def test_reductions_may_have_other_figures() -> None:  # FOS-30, FOS-32
    state = table(
        [row("aptitude", reduction=8), row("focus", reduction=25)], talent("aptitude", ranks=2), talent("focus")
    )
    assert result(state, dice=[0], reduce={"aptitude": 0})["applied"] == 44
    assert result(state, dice=[0], reduce={"focus": 0})["applied"] == 35


def test_a_reduction_of_ones_own_works_without_code() -> None:  # FOS-43
    rows = [row("knack", **{"for": "skill"}, reduction=6), row("fury", **{"for": "group"}, reduction=40, damages=True)]
    state = table(rows, talent("knack", "Running", 3), talent("fury"))
    assert result(state, dice=[0], reduce={"knack": 0})["applied"] == 42
    after = play.act(SYSTEM, state, {**ATTEMPT, "dice": [0], "reduce": {"fury": 0}, "rolls": [5, 6]})["state"]
    assert play.view(SYSTEM, after, "gm")["participants"]["ana"]["slots"][0] == {
        "value": 6,
        "condition": "damaged",
        "group": None,
    }


def test_slick_smooth_steady_wingman_and_lucky_have_figures() -> None:  # FOS-36 to FOS-41
    wide = table([row("slick", margin=20)], talent("slick"))
    assert result(wide, dice=[1], talent="slick")["how"] == "slick"
    grand = table([row("smooth", factor=5)], talent("smooth"), values=(20, 21))
    assert result(grand, dice=[0, 1], talent="smooth")["trigger_damage"] == 500
    calm = table([row("steady", writes=[15, 10])], talent("steady", ranks=3))
    calm = play.act(SYSTEM, calm, {**ATTEMPT, "dice": [1], "rolls": [99]})["state"]
    assert slots(play.act(SYSTEM, calm, {"type": "choose", "actor": "ana", "use": True})["state"])[1] == 10
    friend = table([row("wingman", lowers=[50])], talent("wingman"))
    friend = play.act(SYSTEM, friend, {**ATTEMPT, "dice": [1], "wingman": True})["state"]
    assert slots(play.act(SYSTEM, friend, {"type": "choose", "actor": "ben", "slot": 0})["state"])[1] == 40
    ana = {"id": "ana", "name": "Ana", "talents": [talent("lucky")]}
    lucky = play.start(SYSTEM, {"participants": [ana], "rows": [row("lucky", slots=2)]}, seed=1)
    assert len(slots(lucky)) == 6


def test_a_slot_of_lucky_for_a_skill_serves_checks_of_that_skill() -> None:  # FOS-07, FOS-39
    rows = [row("lucky", **{"for": "skill"}, slots=1)]
    ana = who("ana", "x 30@Running", talents=[talent("lucky", "Running")])
    started = play.start(SYSTEM, {"participants": [ana], "rows": rows}, seed=1)
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "group": "Physical", "cos": 45, "task": "t"}
    running = play.act(SYSTEM, started, {**call, "skill": "Running"})["state"]
    [offered] = play.offers(SYSTEM, running, "ana")
    assert offered["example"]["dice"] == [1]
    assert result(running, dice=[1])["applied"] == 30
    with pytest.raises(Refused) as refusal:
        result(running, dice=[])
    assert refusal.value.code == "dice.plain"
    swimming = play.act(SYSTEM, started, {**call, "skill": "Swimming"})["state"]
    assert play.offers(SYSTEM, swimming, "ana")[0]["example"]["dice"] == []
    with pytest.raises(Refused) as refusal:
        result(swimming, dice=[1])
    assert refusal.value.code == "slot.lucky"


@pytest.mark.parametrize(("version", "how"), [(3, "plain"), (2, "die")])
def test_a_slot_of_lucky_for_a_group_is_not_for_a_skill_of_that_name(version: int, how: str) -> None:  # FOS-07, FOS-39
    rows = [{"kind": "skill", "key": "power", "name": "Power", "figures": {"group": "Social"}}]
    ana = who("ana", "x 30@Power", talents=[talent("lucky", "Power")])
    started = play.start(SYSTEM, {"participants": [ana], "rows": rows}, seed=1)
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "cos": 45, "task": "t"}
    called = play.act(SYSTEM, {**started, "version": version}, {**call, "skill": "Power", "group": "Social"})["state"]
    [offered] = play.offers(SYSTEM, called, "ana")
    assert offered["example"]["dice"] == ([] if how == "plain" else [1])
    assert result(called, dice=offered["example"]["dice"])["how"] == how
    if version == 3:
        with pytest.raises(Refused) as refusal:
            result(called, dice=[1])
        assert refusal.value.code == "slot.lucky"
        called = play.act(SYSTEM, started, {**call, "skill": "Running", "group": "Power"})["state"]
        assert result(called, dice=[1])["applied"] == 30


def test_an_older_encounter_with_a_slot_of_lucky_for_a_skill_is_replayed_as_it_was() -> None:  # FOS-07
    ana = who("ana", "x 30@Running", talents=[talent("lucky", "Running")])
    started = play.start(SYSTEM, {"participants": [ana], "rows": [row("lucky", **{"for": "skill"}, slots=1)]}, seed=1)
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Running", "group": "Physical"}
    commands = [{**call, "cos": 45, "task": "t"}, {**ATTEMPT, "dice": [], "rolls": [40]}]
    state = play.replay(SYSTEM, {**started, "version": 2}, commands)["state"]
    assert play.view(SYSTEM, state, "gm")["tasks"][0]["results"]["ana"]["how"] == "plain"


def after_attempt(state: dict[str, Any], choice: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The state after an attempt with the first slot and, if somebody is asked, this answer."""
    state = play.act(SYSTEM, state, {**ATTEMPT, "dice": [0], **fields})["state"]
    return play.act(SYSTEM, state, choice)["state"] if play.view(SYSTEM, state, "gm")["pending"] else state


@pytest.mark.parametrize(("ranks", "written"), [(1, 60), (2, 50)])
def test_steady_that_is_taken_for_nothing_asks_and_writes_by_its_ranks(ranks: int, written: int) -> None:  # FOS-41
    calm = table([row("steady", **{"for": "none"})], talent("steady", None, ranks), values=(30, 20))
    use = {"type": "choose", "actor": "ana", "use": True}
    assert slots(after_attempt(calm, use, rolls=[99]))[0] == written
    older = {**calm, "version": 2}
    assert slots(after_attempt(older, use, rolls=[99]))[0] == 99, "an older encounter asked nothing"


@pytest.mark.parametrize(("ranks", "lower"), [(1, 0), (2, 10), (4, 30)])
def test_wingman_that_is_taken_for_nothing_lowers_by_its_ranks(ranks: int, lower: int) -> None:  # FOS-38
    friend = table([row("wingman", **{"for": "none"})], talent("wingman", None, ranks), values=(30, 20))
    give = {"type": "choose", "actor": "ben", "slot": 0}
    assert slots(after_attempt(friend, give, wingman=True))[0] == 90 - lower
    older = {**friend, "version": 2}
    assert slots(after_attempt(older, give, wingman=True))[0] == 60, "an older encounter took the highest figure"


def test_a_skill_of_ones_own_is_offered_to_the_gm() -> None:  # FOS-25
    rows = [{"kind": "skill", "key": "dance", "name": "Dance", "figures": {"group": "Court"}}]
    state = play.start(SYSTEM, {"participants": [who("ana", "3")], "rows": rows}, seed=1)
    call = next(offer for offer in play.offers(SYSTEM, state, "gm") if offer["type"] == "call-check")
    assert call["choices"]["skill"]["from"] == ["Dance"]
    assert call["groups"] == {"Dance": "Court"}
    assert play.policy(SYSTEM, state, "gm")["type"] == "call-check"


def test_a_campaigns_figures_come_with_its_characters() -> None:  # FOS-25, FOS-30
    house = {
        "rows": [
            row("knack", **{"for": "skill"}, reduction=6),
            row("slick", margin=5, **{"for": "group"}),
            {"kind": "skill", "key": "dance", "name": "Dance", "figures": {"group": "Court"}},
        ]
    }
    sheet = {"filled": "fixed", "slots": who("x", "50")["slots"], "talents": [talent("knack", "Dance", 2)]}
    ana = play.participant(SYSTEM, sheet, {}, id="ana", name="Ana", house=house)
    assert [row_["key"] for row_ in ana["rows"]] == ["knack", "dance"], "what is as usual is not carried"
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Dance", "group": "Court"}
    call = {**call, "cos": 45, "task": "t"}
    started = play.start(SYSTEM, {"participants": [ana]}, seed=1)
    joined = play.start(SYSTEM, {"participants": [who("ben", "9")]}, seed=1)
    joined = play.act(SYSTEM, joined, {"type": "join", "actor": "gm", "participant": ana})["state"]
    for state in (started, joined):
        called = play.act(SYSTEM, state, call)["state"]
        assert result(called, dice=[0], reduce={"knack": 0})["applied"] == 38
    usual = play.participant(SYSTEM, {}, {}, id="ana", name="Ana", house={"rows": house["rows"][1:2]})
    assert "rows" not in usual


@pytest.mark.parametrize(
    "figures", [{"for": "party"}, {}, {"for": "group", "ranks": 0}, {"for": "group", "margin": "x"}]
)
def test_figures_that_make_no_sense_are_refused(figures: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"rows\[0\]\.figures"):
        play.start(SYSTEM, {"participants": [who("ana", "3")], "rows": [row("odd", **figures)]}, seed=1)


def test_a_row_that_makes_no_sense_spoils_only_the_sheets_that_use_it() -> None:
    house = {"rows": [row("odd", margin=3), row("knack", **{"for": "skill"}, reduction=6)], "options": {"gone": 1}}
    found = play.sheet(SYSTEM, {"talents": [talent("knack", "Running")]}, {}, house=house)
    assert [row_["key"] for row_ in found["figures"]["unread_rows"]] == ["odd"]
    assert "for" in found["figures"]["unread_rows"][0]["reason"]
    with pytest.raises(Refused, match="odd"):
        play.sheet(SYSTEM, {"talents": [talent("odd", "Running")]}, {}, house=house)
