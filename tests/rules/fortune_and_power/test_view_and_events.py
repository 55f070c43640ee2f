"""What everyone sees, and the account that they read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import GAME, PERSON_KEYS, RULE, VIEW_KEYS, Table


def scene(**options: Any) -> Table:
    return Table(
        pc(
            "ana",
            {"Warrior": 7, "Burglar": 8},
            fortune=9,
            name="Mara of the Isles",
            weapons=[{"name": "Sword", "bonus": 4}],
        ),
        npc("orc", {"Athlete": 5}, fortune=1, name="The Grey Wolf"),
        **options,
    )


def test_the_view_has_every_field_of_the_ledger() -> None:
    view = scene().view()
    assert set(view) >= VIEW_KEYS
    assert set(view["participants"]) == {"ana", "orc"}
    for seen in view["participants"].values():
        assert set(seen) >= PERSON_KEYS
        assert type(seen["incapacitated"]) is bool
        assert type(seen["edge_of_madness"]) is bool
    json.dumps(view, allow_nan=False)


def test_everything_is_open() -> None:
    table = scene()
    table.do("attack", "ana", target="orc", trait="Warrior", rolls=[4, 4])
    assert table.view("ana") == table.view("orc") == table.view("gm") == table.view("observer")


@pytest.mark.parametrize("viewer", ["elf", "", "GM", None, 7, True, ["ana"], {"id": "ana"}])
def test_an_unknown_viewer_is_refused(viewer: Any) -> None:
    with pytest.raises(play.Refused):
        play.view(GAME, scene().state, viewer)


@pytest.mark.parametrize("actor", ["elf", "", "observer", None, 7, ["ana"]])
def test_nothing_is_offered_to_strangers(actor: Any) -> None:
    try:
        assert play.offers(GAME, scene().state, actor) == []
    except play.Refused:
        assert actor not in ("ana", "orc", "gm")


def test_the_view_names_neither_seed_nor_dice_to_come() -> None:
    table = scene(dice=[6, 6, 5, 5], seed="a very secret seed")
    text = json.dumps(table.view("ana"))
    assert "secret seed" not in text
    assert '"dice"' not in text
    assert [key for key in ("key", "seed", "supplied") if f'"{key}"' in text] == []
    key = table.state.get("dice", {}).get("key", "no key") if isinstance(table.state.get("dice"), dict) else "no key"
    assert key not in text


def test_changing_a_view_changes_nothing() -> None:
    table = scene()
    view = table.view()
    view["participants"]["ana"]["wounds"] = 99
    view["participants"]["ana"]["traits"]["Warrior"] = 99
    view["order"].clear()
    assert table.figures("ana", "wounds") == (0,)
    assert table["ana"]["traits"]["Warrior"] == 7
    assert table.order == ["ana", "orc"]


def test_events_speak_of_people_by_name() -> None:
    table = scene()
    table.do("attack", "ana", target="orc", trait="Warrior", rolls=[4, 4])
    told = " ".join(event["text"] for event in table.events)
    assert "Mara of the Isles" in told
    assert "Grey Wolf" in told


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        ({"type": "check", "actor": "ana", "trait": "Burglar", "challenge": 14, "rolls": [3, 4]}, "FNP-11"),
        ({"type": "check", "actor": "ana", "trait": "Burglar", "challenge": 15, "rolls": [3, 4]}, "FNP-16"),
        ({"type": "check", "actor": "ana", "trait": "Burglar", "challenge": 15, "rolls": [6, 6]}, "FNP-12"),
        ({"type": "check", "actor": "ana", "trait": "Burglar", "challenge": 15, "rolls": [1, 1]}, "FNP-12"),
        ({"type": "check", "actor": "ana", "trait": "Burglar", "challenge": 99, "rolls": [6, 6]}, "FNP-17"),
        (
            {
                "type": "check",
                "actor": "ana",
                "trait": "Burglar",
                "against": {"target": "orc", "trait": "Athlete"},
                "rolls": [3, 4],
            },
            "FNP-13",
        ),
        (
            {
                "type": "check",
                "actor": "ana",
                "trait": "Burglar",
                "challenge": 14,
                "rolls": [3, 4],
                "modifiers": [{"name": "Tools", "value": 3}],
            },
            "FNP-19",
        ),
        (
            {"type": "check", "actor": "ana", "trait": "Burglar", "challenge": 14, "rolls": [3, 4], "fortune": 1},
            "FNP-06",
        ),
        ({"type": "attack", "actor": "ana", "target": "orc", "trait": "Warrior", "rolls": [3, 4]}, "FNP-34"),
        ({"type": "attack", "actor": "ana", "target": "orc", "trait": "Warrior", "rolls": [3, 4]}, "FNP-42"),
        ({"type": "pass", "actor": "ana"}, "FNP-32"),
        ({"type": "rest", "actor": "gm", "weeks": 1}, "FNP-43"),
        ({"type": "rapid", "actor": "ana", "attacks": 2}, "FNP-06"),
        ({"type": "set-order", "actor": "gm", "order": ["orc", "ana"]}, "FNP-32"),
    ],
)
def test_the_account_names_the_rules_that_decided(command: dict[str, Any], rule: str) -> None:
    table = scene()
    fields = {key: value for key, value in command.items() if key not in ("type", "actor")}
    table.do(command["type"], command["actor"], **fields)
    table.because(rule)


def test_a_plain_result_names_no_rule_of_automatic_ones() -> None:
    table = scene()
    table.do("check", "ana", trait="Burglar", challenge=14, rolls=[3, 4])
    told = {rule for event in table.events for rule in event["rules"]}
    assert not told & {"FNP-12", "FNP-17", "FNP-06", "FNP-13", "FNP-14"}


def test_somebody_felled_is_told() -> None:
    """FNP-41, FNP-44."""
    table = Table(pc("ana", {"Warrior": 15}), npc("orc"))
    table.do("attack", "ana", target="orc", trait="Warrior", rolls=[4, 4])
    assert table.figures("orc", "incapacitated") == (True,)
    told = {rule for event in table.events for rule in event["rules"]}
    assert told & {"FNP-41", "FNP-44"}


def test_every_command_leaves_an_account() -> None:
    table = scene()
    for kind, actor, fields in (
        ("move", "ana", {"spaces": 1}),
        ("rapid", "ana", {"attacks": 2}),
        ("pass", "ana", {}),
        ("check", "orc", {"trait": "Athlete", "challenge": 9}),
        ("pass", "orc", {}),
        ("adjust", "gm", {"target": "orc", "wounds": 1, "reason": "A stone fell."}),
        ("roll-order", "gm", {"trait": "Speed"}),
        ("set-order", "gm", {"order": ["ana", "orc"]}),
        ("join", "gm", {"participant": npc("imp")}),
        ("leave", "gm", {"target": "imp"}),
        ("rest", "gm", {"weeks": 1}),
        ("end", "gm", {"outcome": "Peace."}),
    ):
        events = table.do(kind, actor, **fields)
        assert [event for event in events if event["type"] != "sealed"], f"{kind} tells nothing"


def test_the_reason_of_an_adjustment_is_told() -> None:
    table = scene()
    table.gm("adjust", target="orc", wounds=1, reason="A stone fell on it.")
    assert "A stone fell on it" in json.dumps(table.events)


def test_the_opening_is_an_account_too() -> None:
    events = play.opening(GAME, scene().state)
    for event in events:
        assert event["text"]
        assert all(RULE.fullmatch(rule) for rule in event["rules"])
        assert event["visible_to"] == "all"


@pytest.mark.parametrize(("kind", "fields"), [("end", {"outcome": "peace"}), ("leave", {"target": "orc"}), ("hit", {})])
def test_the_opening_needs_the_state_before_any_command(kind: str, fields: dict[str, Any]) -> None:
    state = scene().state
    if kind == "hit":
        hit = {"by": "orc", "target": "ana", "damage": 3, "mental": False, "number": 0}
        late = {**state, "pending": {"kind": "blow", **hit}}
    else:
        late = play.act(GAME, state, {"type": kind, "actor": "gm", **fields})["state"]
    assert play.opening(GAME, state)
    with pytest.raises(play.Refused) as refusal:
        play.opening(GAME, late)
    assert refusal.value.code == "opening.late"


def test_dice_that_the_site_rolls_are_sealed_before_and_opened_after() -> None:
    table = scene()
    account = list(play.opening(GAME, table.state))
    for _ in range(30):
        account += table.do("roll-order", "gm", trait="Speed")
        account += table.do("check", table.turn[0], trait="Athlete", challenge=3)
    report = play.verify(account)
    assert report["ok"] is True, report["faults"]


def test_dice_that_were_typed_in_are_marked_and_rolled_ones_are_not() -> None:
    table = scene()
    table.gm("roll-order", trait="Speed", rolls=[1, 2, 3, 4])
    assert any(event.get("supplied") is True for event in table.events)
    table.gm("roll-order", trait="Speed")
    assert not any(event.get("supplied") for event in table.events)
