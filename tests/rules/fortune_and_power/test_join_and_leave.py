"""Who joins late and who leaves early."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import GAME, INVALID_IDS, INVALID_OBJECTS, Table


def scene() -> Table:
    return Table(pc("ana", {"Perception": 2}), npc("orc", {"Perception": 1}))


def test_a_participant_who_joins_is_last_in_the_order_with_two_actions() -> None:
    """FNP-32: whatever the Perception."""
    table = scene()
    table.passes("ana")
    table.gm("join", participant=npc("elf", {"Perception": 50}, fortune=3, armor=2, wounds=1))
    assert table.order == ["ana", "orc", "elf"]
    assert table.turn == ["orc"]
    assert table.figures("elf", "actions", "attacks", "fortune", "armor", "wounds") == (2, 0, 3, 2, 1)
    table.passes("orc")
    assert (table.round, table.turn) == (1, ["elf"])
    table.passes("elf")
    assert (table.round, table.turn) == (2, ["ana"])


def test_a_participant_who_joins_among_the_fallen_is_on_turn() -> None:
    table = Table(pc("ana", wounds=10))
    assert table.turn == []
    table.gm("join", participant=pc("ben"))
    assert (table.turn, table.round) == (["ben"], 1)


def test_a_participant_who_joins_is_seen_and_sees() -> None:
    table = scene()
    with pytest.raises(play.Refused):
        play.view(GAME, table.state, "elf")
    table.gm("join", participant=npc("elf", side="elves", limits={"wounds": 3, "shocks": 4}))
    assert table.view("elf") == table.view()
    assert table["elf"]["side"] == "elves"
    assert table["elf"]["limits"] == {"wounds": 3, "shocks": 4}


def test_an_id_at_the_table_is_refused() -> None:
    scene().no_gm("join", participant=npc("orc"))
    scene().no_gm("join", participant=pc("ana"))


@pytest.mark.parametrize("value", INVALID_IDS)
def test_an_id_is_of_the_contract(value: Any) -> None:
    scene().no_gm("join", participant={**npc("elf"), "id": value})
    scene().no_gm("leave", target=value)


@pytest.mark.parametrize(
    "participant",
    [
        *INVALID_OBJECTS,
        None,
        {},
        {"id": "elf"},
        {**npc("elf"), "traits": None},
        {**npc("elf"), "wounds": 1000},
        {**npc("elf"), "magic": 3},
        {**npc("elf"), "kind": "elf"},
    ],
)
def test_a_malformed_participant_is_refused(participant: Any) -> None:
    scene().no_gm("join", participant=participant)


def test_a_participant_is_needed() -> None:
    scene().no_gm("join")
    scene().no_gm("join", participant=npc("elf"), last=True)


def test_a_participant_who_leaves_is_gone() -> None:
    table = scene()
    table.gm("leave", target="ana")
    assert table.order == ["orc"]
    assert set(table.participants) == {"orc"}
    assert table.turn == ["orc"]
    table.refuse("pass", "ana")
    table.refuse("attack", "orc", target="ana", trait="Warrior")
    table.no_gm("leave", target="ana")
    table.no_gm("adjust", target="ana", wounds=1, reason="x")
    assert table.proposed_outcome == "monsters"


def test_one_who_is_not_on_turn_leaves_without_a_change_of_turn() -> None:
    table = scene()
    table.do("move", "ana", spaces=1)
    table.gm("leave", target="orc")
    assert (table.turn, table.figures("ana", "actions"), table.round) == (["ana"], (1,), 1)


def test_when_the_last_with_actions_leaves_the_next_round_begins() -> None:
    table = scene()
    table.passes("ana")
    table.gm("leave", target="orc")
    assert (table.round, table.turn, table.figures("ana", "actions")) == (2, ["ana"], (2,))


def test_when_everybody_has_left_the_adversary_stays() -> None:
    table = scene()
    table.gm("leave", target="ana")
    table.gm("leave", target="orc")
    assert (table.turn, table.order, table.actors(), table.proposed_outcome) == ([], [], ["gm"], None)
    table.gm("join", participant=pc("ben"))
    assert table.turn == ["ben"]


def test_a_participant_who_has_left_may_join_again() -> None:
    table = scene()
    table.gm("leave", target="orc")
    table.gm("join", participant=npc("orc", wounds=4))
    assert table.order == ["ana", "orc"]
    assert table.figures("orc", "wounds", "actions") == (4, 2)


def test_a_participant_who_joins_again_rolls_last() -> None:
    """FNP-32: setup order is the order of coming."""
    table = scene()
    table.gm("leave", target="ana")
    table.gm("join", participant=pc("ana"))
    table.gm("roll-order", trait="Speed", rolls=[1, 2, 6, 5])
    assert table.order == ["ana", "orc"]


@pytest.mark.parametrize(
    "fields", [{}, {"target": "elf"}, {"target": "gm"}, {"target": None}, {"target": "orc", "reason": "x"}]
)
def test_a_malformed_leave_is_refused(fields: dict[str, Any]) -> None:
    scene().no_gm("leave", **fields)


def test_somebody_may_join_in_the_middle_of_rapid_attacks() -> None:
    table = Table(pc("ana", {"Warrior": 5}, fortune=6), npc("orc"))
    table.do("rapid", "ana", attacks=4)
    table.gm("join", participant=npc("imp"))
    assert table.turn == ["ana"]
    table.do("attack", "ana", target="imp", trait="Warrior", rolls=[3, 3])
    assert table.figures("imp", "wounds") == (4,)


def test_one_who_leaves_takes_the_rapid_attacks_along() -> None:
    table = Table(pc("ana", {"Warrior": 5}, fortune=6), npc("orc"))
    table.do("rapid", "ana", attacks=4)
    table.gm("leave", target="ana")
    assert (table.turn, table.round) == (["orc"], 1)
    table.gm("join", participant=pc("ana", {"Warrior": 5}))
    assert table.figures("ana", "attacks", "actions") == (0, 2)
