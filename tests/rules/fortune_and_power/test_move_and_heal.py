"""Moving (FNP-06, FNP-31, FNP-33) and healing by touch (FNP-08)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import INVALID_INTEGERS, Table


def runner(fortune: int = 5, **options: Any) -> Table:
    return Table(pc("ana", fortune=fortune), npc("orc"), **options)


@pytest.mark.parametrize("spaces", [0, 1, 40, 999])
def test_without_the_option_a_move_is_any_number_of_spaces(spaces: int) -> None:
    """FNP-33."""
    table = runner()
    table.do("move", "ana", spaces=spaces)
    assert table.figures("ana", "actions", "fortune") == (1, 5)
    table.because("FNP-33")


@pytest.mark.parametrize("spaces", [-1, 1000, None, *INVALID_INTEGERS])
def test_spaces_are_an_integer_from_0_to_999(spaces: Any) -> None:
    runner().refuse("move", "ana", spaces=spaces)


@pytest.mark.parametrize(
    ("limit", "spaces", "fortune", "accepted"),
    [
        (4, 4, 0, True),
        (4, 5, 0, False),
        (4, 5, 1, True),
        (4, 6, 1, False),
        (4, 7, 3, True),
        (4, 8, 3, False),
        (0, 0, 0, True),
        (0, 1, 0, False),
        (0, 3, 3, True),
        (4, 2, 0, True),
    ],
)
def test_with_the_option_fortune_buys_further_spaces(limit: int, spaces: int, fortune: int, accepted: bool) -> None:
    """FNP-06, FNP-33."""
    table = runner(move_spaces=limit)
    if accepted:
        table.do("move", "ana", spaces=spaces, fortune=fortune)
        assert table.figures("ana", "actions", "fortune") == (1, 5 - fortune)
    else:
        table.refuse("move", "ana", spaces=spaces, fortune=fortune)


def test_the_sign_for_no_limit_is_null() -> None:
    runner(move_spaces=None).do("move", "ana", spaces=900)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"spaces": 1, "fortune": 4},
        {"spaces": 1, "fortune": -1},
        {"spaces": 1, "fortune": True},
        {"spaces": 1, "rolls": [3]},
        {"spaces": 1, "target": "orc"},
    ],
)
def test_a_malformed_move_is_refused(fields: dict[str, Any]) -> None:
    runner().refuse("move", "ana", **fields)


def test_a_move_needs_the_fortune_that_it_spends() -> None:
    runner(fortune=1, move_spaces=4).refuse("move", "ana", spaces=5, fortune=2)


def test_without_fortune_in_the_campaign_no_move_spends_it() -> None:
    """FNP-06, option fortune."""
    table = Table(pc("ana", fortune=5), npc("orc"), fortune=False, move_spaces=4)
    table.refuse("move", "ana", spaces=5, fortune=1)
    table.do("move", "ana", spaces=4, fortune=0)


def healer(fortune: int = 3, own: int = 0, **options: Any) -> Table:
    return Table(
        pc("mira", gifts=["Longevity", "Empathy"], fortune=fortune, wounds=own, shocks=own),
        pc("ben", wounds=4, shocks=2),
        npc("orc"),
        **options,
    )


@pytest.mark.parametrize(("kind", "wounds", "shocks"), [("wound", 3, 2), ("shock", 4, 1)])
def test_a_touch_heals_one_for_one_fortune(kind: str, wounds: int, shocks: int) -> None:
    """FNP-08: both actions."""
    table = healer()
    table.do("heal", "mira", target="ben", kind=kind, pay="fortune")
    assert table.figures("ben", "wounds", "shocks") == (wounds, shocks)
    assert table.figures("mira", "wounds", "shocks", "fortune", "actions") == (0, 0, 2, 0)
    assert table.turn == ["ben"]
    table.because("FNP-08")


@pytest.mark.parametrize(("kind", "ben", "mira"), [("wound", (3, 2), (1, 0)), ("shock", (4, 1), (0, 1))])
def test_without_fortune_it_is_taken_over(kind: str, ben: tuple[int, int], mira: tuple[int, int]) -> None:
    """FNP-08: for one wound or shock of the healer's own."""
    table = healer(fortune=0)
    table.do("heal", "mira", target="ben", kind=kind, pay="own")
    assert table.figures("ben", "wounds", "shocks") == ben
    assert table.figures("mira", "wounds", "shocks") == mira


def test_taking_over_may_fell_the_healer() -> None:
    """FNP-08, FNP-44."""
    table = healer(fortune=0, own=9)
    table.do("heal", "mira", target="ben", kind="wound", pay="own")
    assert table.figures("mira", "wounds", "incapacitated") == (10, True)


def test_healing_needs_the_gift() -> None:
    """FNP-08."""
    table = Table(pc("mira", gifts=["Longevity"], fortune=3), pc("ben", wounds=4))
    table.refuse("heal", "mira", target="ben", kind="wound", pay="fortune")
    assert "heal" not in table.offered("mira")


def test_healing_needs_both_actions_unused() -> None:
    """FNP-32."""
    table = healer()
    assert "heal" in table.offered("mira")
    table.do("move", "mira", spaces=1)
    table.refuse("heal", "mira", target="ben", kind="wound", pay="fortune")
    assert "heal" not in table.offered("mira")


def test_the_target_must_have_what_is_healed() -> None:
    """FNP-08."""
    table = healer()
    table.refuse("heal", "mira", target="orc", kind="wound", pay="fortune")
    table.refuse("heal", "mira", target="orc", kind="shock", pay="own")
    table.refuse("heal", "mira", target="mira", kind="wound", pay="fortune")


def test_one_who_has_only_wounds_has_no_shock_to_heal() -> None:
    table = Table(pc("mira", gifts=["Empathy"], fortune=3), pc("ben", wounds=4))
    table.refuse("heal", "mira", target="ben", kind="shock", pay="fortune")


def test_the_healer_may_be_healed_with_fortune_but_not_with_their_own() -> None:
    """FNP-08."""
    table = healer(own=2)
    table.refuse("heal", "mira", target="mira", kind="wound", pay="own")
    table.do("heal", "mira", target="mira", kind="wound", pay="fortune")
    assert table.figures("mira", "wounds", "shocks", "fortune") == (1, 2, 2)


def test_healing_with_fortune_needs_it() -> None:
    healer(fortune=0).refuse("heal", "mira", target="ben", kind="wound", pay="fortune")


def test_without_fortune_in_the_campaign_only_ones_own_pays() -> None:
    """FNP-06, option fortune."""
    table = Table(pc("mira", gifts=["Empathy"]), pc("ben", wounds=4), fortune=False)
    table.refuse("heal", "mira", target="ben", kind="wound", pay="fortune")
    table.do("heal", "mira", target="ben", kind="wound", pay="own")
    assert table.figures("mira", "wounds") == (1,)


def test_a_touch_may_bring_somebody_back() -> None:
    """FNP-44."""
    table = Table(pc("mira", gifts=["Empathy"], fortune=3), pc("ben", wounds=10), npc("orc"))
    table.do("heal", "mira", target="ben", kind="wound", pay="fortune")
    assert table.figures("ben", "wounds", "incapacitated", "actions") == (9, False, 2)
    assert table.turn == ["ben"]


def test_an_opponent_heals_as_a_character_does() -> None:
    table = Table(npc("nun", gifts=["Empathy"], fortune=1), npc("orc", shocks=1))
    table.do("heal", "nun", target="orc", kind="shock", pay="fortune")
    assert table.figures("orc", "shocks") == (0,)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "wounds"},
        {"kind": ""},
        {"kind": None},
        {"kind": 1},
        {"pay": "both"},
        {"pay": None},
        {"pay": True},
        {"target": "elf"},
        {"target": None},
        {"target": "gm"},
        {"rolls": [3, 4]},
        {"amount": 2},
        {"fortune": 1},
    ],
)
def test_a_malformed_healing_is_refused(fields: dict[str, Any]) -> None:
    healer().refuse("heal", "mira", **{"target": "ben", "kind": "wound", "pay": "fortune", **fields})


@pytest.mark.parametrize("missing", ["target", "kind", "pay"])
def test_every_field_of_a_healing_is_needed(missing: str) -> None:
    fields = {"target": "ben", "kind": "wound", "pay": "fortune"}
    del fields[missing]
    healer().refuse("heal", "mira", **fields)


def test_healing_rolls_no_dice_and_has_no_number() -> None:
    table = healer()
    table.do("heal", "mira", target="ben", kind="wound", pay="fortune")
    assert all("number" not in event for event in table.events)
