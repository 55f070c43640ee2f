"""Unconscious entities, the draws that wake them, and the prone (F52-56, F52-57; F52-32, F52-34)."""

import contextlib
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior, wizard


def asleep(target: str = "ana", wake: int | None = None, participants: tuple[Any, ...] = (), **more: Any) -> Table:
    """A table at which this one is unconscious before anyone acts."""
    table = Table(*(participants or (hero("ana"), hero("ben"), foe("goblin"))), **more)
    number = {} if wake is None else {"wake": wake}
    table.gm("incapacitate", target=target, degree="full", unconscious=True, **number)
    return table


def test_unconscious_stands_alone_and_counts_as_fully_incapacitated_f52_56() -> None:
    table = asleep(target="goblin", draws="9H")
    table.because("F52-56")
    assert table.conditions("goblin") == {"unconscious"}
    table.attack("ana", "goblin")
    table.because("F52-55")
    assert (table.hp("goblin"), table.pending) == (2, None)


def test_an_unconscious_one_draws_or_passes_and_nothing_else_f52_56_f52_16() -> None:
    table = asleep(hands={"ana": "2C 3C 4C"})
    assert set(table.turn) == {"ana", "ben"}
    assert {offer["type"] for offer in play.offers(GAME, table.state, "ana")} == {"wake-draw", "pass"}
    table.no_attack("ana", "goblin", "2C")
    table.refuse("skill-check", "ana", difficulty=3)
    table.refuse("death-draw", "ana")
    table.do("pass", "ana")
    assert (table.conditions("ana"), table.turn) == ({"unconscious"}, ["ben"])
    table.passes("ben", "goblin")
    assert set(table.turn) == {"ana", "ben"}, "it may draw on each round"


@pytest.mark.parametrize(
    ("wake", "card", "wakes"),
    [
        (None, "7H", False),
        (None, "8H", True),
        (2, "2H", False),
        (2, "3H", True),
        (10, "TH", False),
        (10, "JH", True),
        (10, "AH", True),
    ],
)
def test_a_card_higher_than_the_number_wakes_and_the_number_is_seven_unless_said_f52_56(
    wake: int | None, card: str, wakes: bool
) -> None:
    table = asleep(wake=wake, draws=card)
    table.do("wake-draw", "ana")
    table.because("F52-56")
    assert table.conditions("ana") == (set() if wakes else {"unconscious"})
    assert table.discard[-1] == card
    assert table.turn == ["ben"]


def test_one_who_wakes_acts_from_the_next_round_f52_16() -> None:
    table = asleep(draws="KH", hands={"ana": "2C 3C 4C"})
    table.do("wake-draw", "ana")
    table.no_attack("ana", "goblin", "2C")
    table.refuse("pass", "ana")
    table.passes("ben", "goblin")
    assert set(table.turn) == {"ana", "ben"}
    table.attack("ana", "goblin", "2C")


def test_a_wake_draw_is_one_card_at_any_level_f52_56_f52_07() -> None:
    table = asleep(participants=(hero("ana", 10), foe("goblin")), wake=9, draws="9H 8H")
    table.do("wake-draw", "ana")
    assert table.conditions("ana") == {"unconscious"}
    assert table.discard[-1] == "9H"


def test_only_the_unconscious_make_a_wake_draw_f52_56() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.refuse("wake-draw", "ana")
    table.gm("incapacitate", target="ana", degree="full")
    table.refuse("wake-draw", "ana")


def test_an_unconscious_monster_draws_from_the_pile_and_not_from_the_hand_f52_56() -> None:
    table = asleep(target="goblin", order=["monsters"], draws="KH")
    assert table.turn == ["goblin"]
    table.do("wake-draw", "goblin")
    assert (table.conditions("goblin"), table.view()["fd_hand_size"], table.discard[-1]) == (set(), 1, "KH")


def test_a_whole_party_asleep_keeps_the_rounds_going_f52_56_f52_16() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    for name in ("ana", "ben", "goblin"):
        table.gm("incapacitate", target=name, degree="full", unconscious=True)
    assert set(table.turn) == {"ana", "ben"}
    table.passes("ben", "ana")
    assert table.turn == ["goblin"]
    table.passes("goblin")
    assert (table.round, set(table.turn)) == (2, {"ana", "ben"})


def test_an_unconscious_one_keeps_its_hand_and_draws_it_up_f52_56_f52_60() -> None:
    table = Table(
        hero("ana"), hero("ben"), foe("goblin"), order=["monsters"], hands={"ana": "2C 3C 4C"}, fd="9D", draws="5C"
    )
    table.attack("goblin", "ana", "9D")
    table.defend("ana", "2C")
    assert table.pending is None, "two cards are left and two hit points"
    table.gm("incapacitate", target="ana", degree="full", unconscious=True)
    assert table.hand("ana") == {"3C", "4C"}
    table.gm("adjust", target="ana", hp=3, reason="a draught")
    assert table.conditions("ana") == {"unconscious"}
    table.passes("ana", "ben")
    assert table.hand("ana") == {"3C", "4C", "5C"}


def test_healing_wakes_nobody_who_was_not_at_zero_f52_34() -> None:
    table = Table(wizard("ana"), hero("ben", 2, hp=2), foe("goblin"), hands={"ana": "9H 2C 3C"})
    table.gm("incapacitate", target="ben", degree="full", unconscious=True)
    table.cast("ana", "ben", "9H")
    assert (table.hp("ben"), table.conditions("ben")) == (3, {"unconscious"})


def test_the_gm_releases_the_unconscious_f52_56() -> None:
    table = asleep()
    table.gm("release", target="ana")
    assert table.conditions("ana") == set()


def test_an_unconscious_one_at_zero_is_dying_and_not_releasable_f52_56_f52_32() -> None:
    table = asleep(draws="2C")
    table.gm("adjust", target="ana", hp=0, reason="a fall")
    assert "dying" in table.conditions("ana")
    table.finish_round()
    table.do("death-draw", "ana")
    assert "dying" in table.conditions("ana")
    table.refuse("wake-draw", "ana")


def test_release_does_not_raise_a_stabilised_one_f52_34() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), draws="5H")
    table.gm("adjust", target="ana", hp=0, reason="a fall")
    table.finish_round()
    table.do("death-draw", "ana")
    assert "stable" in table.conditions("ana")
    command = {"type": "release", "actor": "gm", "target": "ana"}
    with contextlib.suppress(play.Refused):
        table.state = play.act(GAME, table.state, command)["state"]
    assert "stable" in table.conditions("ana")
    assert table.turn == ["ben"]


def prone() -> Table:
    """The goblin was pushed and is prone."""
    table = Table(warrior("ana"), foe("goblin"), hands={"ana": "KC 2H 3H"}, fd="9D 8D")
    table.maneuver("ana", "push", "goblin", "KC")
    table.defend("goblin", "9D")
    return table


def test_prone_is_seen_and_ends_when_the_entity_passes_f52_57() -> None:
    table = prone()
    assert table.conditions("goblin") == {"prone"}
    assert table.turn == ["goblin"], "the prone act as others do"
    table.passes("goblin")
    assert table.conditions("goblin") == set()


def test_prone_ends_when_the_entity_acts_f52_57() -> None:
    table = prone()
    table.attack("goblin", "ana", "8D")
    assert table.conditions("goblin") == set()


def test_prone_has_no_figure_f52_57() -> None:
    table = Table(
        warrior("ana"), warrior("ben"), foe("goblin"), hands={"ana": "KC 2H 3H", "ben": "2C 3C 4C"}, fd="9D 8D"
    )
    table.maneuver("ana", "push", "goblin", "KC")
    table.defend("goblin", "9D")
    table.no_attack("ben", "goblin", "2C 3C 4C")
    table.attack("ben", "goblin", "2C 3C")
    table.defend("goblin", "8D")
    assert table.hp("goblin") == 3
    assert table.conditions("goblin") == {"prone"}


def test_release_ends_prone_f52_57() -> None:
    table = prone()
    table.gm("release", target="goblin")
    assert table.conditions("goblin") == set()


def test_a_defence_does_not_end_prone_f52_57() -> None:
    table = Table(warrior("ana"), hero("ben"), foe("goblin"), hands={"ana": "KC 2H 3H", "ben": "9C 3C 4C"}, fd="9D KD")
    table.maneuver("ana", "push", "goblin", "KC")
    table.defend("goblin", "9D")
    table.attack("ben", "goblin", "9C")
    table.defend("goblin", "KD")
    assert table.conditions("goblin") == {"prone"}
