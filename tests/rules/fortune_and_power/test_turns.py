"""Actions, turns and rounds (FNP-32, FNP-44)."""

from __future__ import annotations

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import Table


def two(**more: object) -> Table:
    return Table(pc("ana", {"Perception": 3, "Warrior": 3}), npc("orc"), **more)  # type: ignore[arg-type]


def test_both_actions_are_taken_in_a_row() -> None:
    table = two()
    table.do("move", "ana", spaces=2)
    assert (table.turn, table.figures("ana", "actions")) == (["ana"], (1,))
    table.do("move", "ana", spaces=2)
    assert (table.turn, table.figures("ana", "actions")) == (["orc"], (0,))


def test_check_contest_attack_and_move_cost_one_action_each() -> None:
    table = Table(pc("ana"), pc("ben"))
    table.do("check", "ana", trait="Burglar", challenge=9, rolls=[3, 4])
    assert table.figures("ana", "actions") == (1,)
    table.do("contest", "ana", target="ben", trait="Athlete", target_trait="Athlete", rolls=[3, 4])
    assert table.figures("ana", "actions") == (0,)
    assert table.figures("ben", "actions") == (2,), "a contest costs its target nothing"
    table.do("attack", "ben", target="ana", trait="Warrior", rolls=[1, 2])
    assert table.figures("ben", "actions") == (1,)
    table.do("move", "ben", spaces=0)
    assert table.round == 2
    assert table.figures("ben", "actions") == (2,)


def test_pass_gives_up_all_that_are_left() -> None:
    table = two()
    table.passes("ana")
    assert table.figures("ana", "actions") == (0,)
    assert table.turn == ["orc"]


def test_pass_after_one_action_gives_up_the_other() -> None:
    table = two()
    table.do("move", "ana", spaces=1)
    table.passes("ana")
    assert (table.figures("ana", "actions"), table.turn) == ((0,), ["orc"])


def test_the_next_round_gives_two_actions_each() -> None:
    table = two()
    table.passes("ana", "orc")
    assert (table.round, table.turn) == (2, ["ana"])
    assert table.figures("ana", "actions") == table.figures("orc", "actions") == (2,)
    table.passes("ana", "orc", "ana", "orc")
    assert table.round == 4


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("check", {"trait": "Warrior", "challenge": 9}),
        ("attack", {"target": "ana", "trait": "Warrior"}),
        ("move", {"spaces": 1}),
        ("pass", {}),
        ("rapid", {"attacks": 2}),
        ("heal", {"target": "ana", "kind": "wound", "pay": "fortune"}),
        ("contest", {"target": "ana", "trait": "Warrior", "target_trait": "Warrior"}),
    ],
)
def test_a_participant_who_is_not_on_turn_is_refused(kind: str, fields: dict[str, object]) -> None:
    table = Table(pc("ana", wounds=1), pc("orc", fortune=9, gifts=["Empathy"]))
    table.refuse(kind, "orc", **fields)
    table.refuse(kind, "gm", **fields)
    table.refuse(kind, "elf", **fields)
    table.refuse(kind, "observer", **fields)
    assert table.offers("orc") == []


def test_nobody_acts_again_in_the_same_round() -> None:
    table = two()
    table.passes("ana")
    table.refuse("move", "ana", spaces=1)
    table.refuse("pass", "ana")


def test_the_incapacitated_have_no_turn() -> None:
    """FNP-41, FNP-44: ten wounds take away the actions."""
    table = Table(pc("ana", wounds=10), npc("orc"))
    assert table.turn == ["orc"]
    assert table["ana"]["incapacitated"] is True
    table.refuse("move", "ana", spaces=1)
    table.refuse("pass", "ana")


def test_nine_wounds_are_not_enough() -> None:
    """FNP-41."""
    assert Table(pc("ana", wounds=9), npc("orc")).turn == ["ana"]


def test_the_edge_of_madness_takes_no_actions_away() -> None:
    """FNP-41, FNP-44."""
    table = Table(pc("ana", shocks=10), npc("orc"))
    assert table.figures("ana", "edge_of_madness", "incapacitated") == (True, False)
    assert table.turn == ["ana"]
    table.do("move", "ana", spaces=1)


def test_wounds_and_shocks_are_counted_apart() -> None:
    """FNP-40: nine of each are neither."""
    table = Table(pc("ana", wounds=9, shocks=9))
    assert table.figures("ana", "incapacitated", "edge_of_madness") == (False, False)


@pytest.mark.parametrize(
    ("wounds", "shocks", "down", "mad"),
    [(2, 3, False, False), (3, 3, True, False), (2, 4, False, True), (3, 4, True, True), (999, 999, True, True)],
)
def test_a_monster_has_its_own_limits(wounds: int, shocks: int, down: bool, mad: bool) -> None:
    """FNP-44."""
    table = Table(pc("ana"), npc("imp", wounds=wounds, shocks=shocks, limits={"wounds": 3, "shocks": 4}))
    assert table.figures("imp", "incapacitated", "edge_of_madness") == (down, mad)


def test_a_round_does_not_wait_for_the_incapacitated() -> None:
    table = Table(pc("ana"), npc("orc", wounds=10))
    table.passes("ana")
    assert (table.round, table.turn) == (2, ["ana"])


def test_somebody_felled_loses_the_turn_at_once_and_keeps_what_was_left() -> None:
    table = two()
    table.do("move", "ana", spaces=1)
    table.hurt("ana", wounds=10)
    assert table.turn == ["orc"]
    table.hurt("ana", wounds=-1)
    assert (table.turn, table.figures("ana", "actions")) == (["ana"], (1,))


def test_felling_the_last_one_with_actions_begins_the_next_round() -> None:
    table = two()
    table.passes("ana")
    table.hurt("orc", wounds=10)
    assert (table.round, table.turn) == (2, ["ana"])


def test_when_all_are_incapacitated_only_the_adversary_acts() -> None:
    table = two()
    table.hurt("ana", wounds=10)
    table.hurt("orc", wounds=10)
    assert (table.turn, table.actors(), table.round, table.phase) == ([], ["gm"], 1, "acting")
    table.refuse("pass", "ana")
    table.refuse("pass", "orc")
    assert table.offers("ana") == []
    assert table.offers("gm")


def test_one_who_recovers_among_the_fallen_takes_the_actions_left() -> None:
    table = two()
    table.do("move", "ana", spaces=1)
    table.hurt("ana", wounds=10)
    table.hurt("orc", wounds=10)
    table.hurt("ana", wounds=-3)
    assert (table.turn, table.round, table.figures("ana", "actions")) == (["ana"], 1, (1,))


def test_one_who_recovers_without_actions_begins_a_round() -> None:
    table = two()
    table.passes("ana")
    table.hurt("ana", wounds=10)
    table.hurt("orc", wounds=10)
    assert table.turn == []
    table.hurt("ana", wounds=-1)
    assert (table.turn, table.round) == (["ana"], 2)
    assert table.figures("ana", "actions") == (2,)


def test_the_next_round_gives_actions_to_the_incapacitated_too() -> None:
    """FNP-32: two each; one who recovers in it has both."""
    table = Table(pc("ana"), npc("orc"))
    table.passes("ana")
    table.do("move", "orc", spaces=1)
    table.hurt("orc", wounds=10)
    assert table.round == 2
    table.do("move", "ana", spaces=1)
    table.hurt("orc", wounds=-1)
    assert table.figures("orc", "actions") == (2,)
    table.passes("ana")
    assert (table.round, table.turn) == (2, ["orc"])


def test_the_only_side_still_standing_is_proposed() -> None:
    table = Table(pc("ana"), pc("ben"), npc("orc"))
    assert table.proposed_outcome is None
    table.hurt("ana", wounds=10)
    assert table.proposed_outcome is None
    table.hurt("orc", wounds=10)
    assert table.proposed_outcome == "players"
    assert table.phase == "acting", "it is only a proposal"
    table.hurt("ben", wounds=10)
    assert table.proposed_outcome is None
    table.hurt("orc", wounds=-1)
    assert table.proposed_outcome == "monsters"


def test_the_edge_of_madness_proposes_nothing() -> None:
    assert Table(pc("ana"), npc("orc", shocks=99)).proposed_outcome is None


def test_there_are_as_many_sides_as_are_named() -> None:
    table = Table(pc("ana"), npc("orc"), npc("imp", side="imps"))
    table.hurt("orc", wounds=10)
    assert table.proposed_outcome is None
    table.hurt("imp", wounds=10)
    assert table.proposed_outcome == "players"


@pytest.mark.parametrize("fields", [{"actions": 1}, {"target": "orc"}, {"rolls": [3, 4]}, {"fortune": 1}])
def test_pass_has_no_fields(fields: dict[str, object]) -> None:
    two().refuse("pass", "ana", **fields)
