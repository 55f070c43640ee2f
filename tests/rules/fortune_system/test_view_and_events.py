"""What everyone sees, and the account that they read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import (
    GAME,
    PENDING_KEYS,
    PERSON_KEYS,
    RESULT_KEYS,
    RULE,
    TASK_KEYS,
    VIEW_KEYS,
    Table,
)

TALENTS = [
    talent(key)
    for key in (
        "aptitude",
        "focus",
        "scrape-by",
        "exemplar",
        "extreme-effort",
        "smooth",
        "slick",
        "flair",
        "steady",
        "wingman",
    )
]


def scene(slots: str = "44 20 24 90 60d x", **call: Any) -> Table:
    participants = (who("ana", slots, *TALENTS, name="Mara of the Isles"), who("ben", "60 80d", name="The Grey Wolf"))
    return Table(*participants).call(**call)


def test_the_view_has_every_field_of_the_ledger() -> None:
    table = scene().attempt("ben", 0, rolls=[5])
    view = table.view()
    assert set(view) >= VIEW_KEYS
    assert set(view["tasks"][0]) >= TASK_KEYS
    assert set(view["tasks"][0]["results"]["ben"]) >= RESULT_KEYS
    assert set(view["participants"]["ana"]) >= PERSON_KEYS
    assert table.attempt("ana", 1, flair=True, rolls=[1, 2]).pending.keys() >= PENDING_KEYS
    json.dumps(view, allow_nan=False)


def test_everything_is_open() -> None:
    table = scene().attempt("ana", 1, flair=True, rolls=[1, 2])
    assert table.view("ana") == table.view("ben") == table.view("gm") == table.view("observer")


@pytest.mark.parametrize("viewer", ["elf", "", "GM", None, 7, True, ["ana"], {"id": "ana"}])
def test_an_unknown_viewer_is_refused(viewer: Any) -> None:
    with pytest.raises(play.Refused):
        play.view(GAME, scene().state, viewer)


@pytest.mark.parametrize("actor", ["elf", "", "observer", None, 7, ["ana"]])
def test_nothing_is_offered_to_strangers(actor: Any) -> None:
    try:
        assert play.offers(GAME, scene().state, actor) == []
    except play.Refused:
        assert actor not in ("ana", "ben", "gm")


def test_the_view_names_neither_seed_nor_dice_to_come() -> None:
    table = Table(who("ana", "50"), dice=[99, 98], seed="a very secret seed")
    text = json.dumps(table.view("ana"))
    assert "secret seed" not in text
    for field in ("key", "seed", "supplied", "dice"):
        assert f'"{field}"' not in text


def test_changing_a_view_changes_nothing() -> None:
    table = scene()
    view = table.view()
    view["participants"]["ana"]["slots"][0]["value"] = 1
    view["tasks"][0]["cos"] = 99
    view["tasks"].clear()
    assert table.slots("ana").startswith("44 ")
    assert table.task()["cos"] == 45


def test_events_speak_of_people_by_name() -> None:
    table = scene().attempt("ana", 0, rolls=[50])
    assert "Mara of the Isles" in " ".join(event["text"] for event in table.events)


@pytest.mark.parametrize(
    ("dice", "fields", "rule"),
    [
        ([3], {"rolls": [50]}, "FOS-03"),
        ([4], {"rolls": [50, 51]}, "FOS-05"),
        ([0], {"rolls": [50], "reduce": {"aptitude": 0}}, "FOS-30"),
        ([0], {"rolls": [50, 51], "reduce": {"focus": 0}}, "FOS-32"),
        ([4], {"reduce": {"focus": 4}}, "FOS-32"),
        ([0, 1], {"talent": "scrape-by", "rolls": [1, 2, 3, 4]}, "FOS-33"),
        ([0], {"talent": "extreme-effort"}, "FOS-35"),
        ([1, 2], {"talent": "smooth", "rolls": [1, 2]}, "FOS-36"),
        ([0], {"talent": "slick", "rolls": [1]}, "FOS-37"),
        ([1], {"wingman": True}, "FOS-38"),
        ([1], {"flair": True, "rolls": [1, 2]}, "FOS-40"),
        ([1], {"flair": True, "rolls": [2, 2]}, "FOS-40"),
        ([1], {"rolls": [99]}, "FOS-41"),
    ],
)
def test_the_account_names_the_rules_that_decided(dice: list[int], fields: dict[str, Any], rule: str) -> None:
    table = scene(aids="ben")
    table.do("attempt", "ana", task="wall", dice=dice, **fields)
    table.because(rule)


def test_a_plain_pass_names_no_talent() -> None:
    table = scene().attempt("ben", 0, rolls=[5])
    told = {rule for event in table.events for rule in event["rules"]}
    assert not {rule for rule in told if rule >= "FOS-30"}


def test_every_command_leaves_an_account() -> None:
    table = Table(who("ana", "60", talent("couldnt-sleep", None)), who("ben", "60 70"))
    for kind, actor, fields in (
        ("mulligan", "ana", {}),
        ("set-free", "ben", {"key": "focus", "focus": "Mental"}),
        ("hardship", "gm", {"target": "ben", "degree": "blown", "selection": "lowest"}),
        (
            "call-check",
            "gm",
            {"participants": ["ana", "ben"], "skill": "Swimming", "group": "Physical", "cos": 45, "task": "river"},
        ),
        ("attempt", "ana", {"task": "river", "dice": [0]}),
        ("close-task", "gm", {"task": "river"}),
        ("rest", "gm", {"full": False}),
        ("couldnt-sleep", "ana", {"dice": [0]}),
        ("defeat", "gm", {}),
        ("join", "gm", {"participant": who("cy")}),
        ("leave", "gm", {"target": "cy"}),
        ("end", "gm", {"outcome": "Peace."}),
    ):
        events = table.do(kind, actor, **fields)
        assert [event for event in events if event["type"] != "sealed"], f"{kind} tells nothing"


def test_the_opening_is_an_account_too() -> None:
    for event in play.opening(GAME, scene().first):
        assert event["text"]
        assert all(RULE.fullmatch(rule) for rule in event["rules"])
        assert event["visible_to"] == "all"


def test_the_opening_tells_the_slots_that_were_rolled() -> None:
    """FOS-02: dice that the site rolled are sealed and opened, typed ones marked."""
    table = Table(who("ana", None), who("ben", None))
    account = [*play.opening(GAME, table.first)]
    assert play.verify(account)["ok"]
    table = Table(who("ana", None), dice=[11, 12, 13, 14])
    assert any(event.get("supplied") for event in play.opening(GAME, table.first))


def test_dice_that_the_site_rolls_are_sealed_before_and_opened_after() -> None:
    table = Table(who("ana", None), who("ben", None))
    account = [*play.opening(GAME, table.first)]
    for number in range(30):
        table.call(task=f"wall {number}")
        account += table.events
        table.attempt("ana", number % 4, task=f"wall {number}")
        account += table.events
    report = play.verify(account)
    assert report["ok"] is True, report["faults"]


def test_typed_dice_are_marked_and_rolled_ones_are_not() -> None:
    table = scene().attempt("ben", 0, rolls=[5])
    assert any(event.get("supplied") is True for event in table.events)
    table = scene().attempt("ben", 0)
    assert not any(event.get("supplied") for event in table.events)
    table = Table(who("ben", "50"), dice=[5]).call().attempt("ben", 0)
    assert any(event.get("supplied") is True for event in table.events)


def test_typed_dice_of_an_answer_are_marked() -> None:
    table = scene(aids="ben").attempt("ana", 1, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[5])
    assert any(event.get("supplied") is True for event in table.events)
