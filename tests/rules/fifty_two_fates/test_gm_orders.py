"""The gm's orders, and what they have in common (F52-28, F52-34; F52-12, F52-20)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior, wizard


@pytest.mark.parametrize(
    ("feet", "damage"),
    [(0, 0), (29, 0), (30, 1), (59, 1), (60, 2), (89, 2), (90, 3), (300, 10), (359, 11), (10000, 12)],
)
def test_a_fall_does_one_point_for_every_full_thirty_feet_f52_28(feet: int, damage: int) -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=12))
    table.gm("fall", target="goblin", feet=feet)
    table.because("F52-28")
    assert table.hp("goblin") == 12 - damage
    assert table.turn == ["ana"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"feet": -1},
        {"feet": 10001},
        {"feet": True},
        {"feet": 30.0},
        {"feet": "30"},
        {"feet": None},
        {"target": "nobody"},
        {"target": None},
        {"onto": "rocks"},
    ],
)
def test_a_fall_of_a_wrong_shape_is_refused_f52_28(wrong: dict[str, Any]) -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.no_gm("fall", **{"target": "goblin", "feet": 30, **wrong})
    table.refuse("fall", "ana", target="goblin", feet=30)
    assert table.hp("goblin") == 3


def test_a_fall_can_bring_down_either_side_f52_28_f52_32_f52_35() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), hands={"ana": "2C 3C 4C"})
    table.gm("fall", target="ana", feet=90)
    assert (table.conditions("ana"), table.hand("ana"), table.turn) == ({"dying"}, set(), ["ben"])
    table.gm("fall", target="goblin", feet=120)
    assert (table.conditions("goblin"), table.hp("goblin")) == ({"defeated"}, 0)


@pytest.mark.parametrize("hp", [0, 1, 2, 3])
def test_an_adjustment_sets_the_figure_f52_34(hp: int) -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.gm("adjust", target="goblin", hp=hp, reason="the wound was worse")
    assert table.hp("goblin") == hp
    assert "the wound was worse" in table.told()


@pytest.mark.parametrize(
    "wrong",
    [
        {"hp": -1},
        {"hp": 4},
        {"hp": True},
        {"hp": 2.0},
        {"hp": "2"},
        {"hp": None},
        {"reason": None},
        {"reason": ""},
        {"reason": "x" * 201},
        {"reason": 5},
        {"target": "nobody"},
        {"target": None},
        {"hp": 10**40},
        {"max_hp": 9},
    ],
)
def test_an_adjustment_of_a_wrong_shape_is_refused_f52_34(wrong: dict[str, Any]) -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.no_gm("adjust", **{"target": "goblin", "hp": 2, "reason": "a rock", **wrong})
    table.refuse("adjust", "ana", target="goblin", hp=2, reason="a rock")
    assert table.hp("goblin") == 3


def test_an_adjustment_above_zero_counts_as_healing_f52_34() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.gm("adjust", target="ben", hp=0, reason="a trap")
    table.gm("adjust", target="goblin", hp=0, reason="a trap")
    table.gm("adjust", target="ben", hp=2, reason="a draught")
    table.because("F52-34")
    assert (table.conditions("ben"), set(table.turn)) == (set(), {"ana", "ben"})
    table.gm("adjust", target="goblin", hp=1, reason="it breathes")
    assert (table.conditions("goblin"), table["goblin"]["alive"]) == (set(), True)
    table.passes("ana", "ben")
    assert (table.turn, len(table.hand("ben"))) == (["goblin"], 0)
    table.passes("goblin")
    assert len(table.hand("ben")) == 2


def test_an_adjustment_upwards_gives_cards_at_the_end_of_the_round_f52_30() -> None:
    table = Table(hero("ana", hp=1), foe("goblin"))
    table.gm("adjust", target="ana", hp=3, reason="a draught")
    assert len(table.hand("ana")) == 1
    table.finish_round()
    assert len(table.hand("ana")) == 3


def test_an_adjustment_does_not_raise_the_dead_f52_33() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), draws="2C 3C 4C")
    table.gm("adjust", target="ana", hp=0, reason="a trap")
    for _ in range(3):
        table.finish_round()
    table.do("death-draw", "ana")
    assert table.conditions("ana") == {"dead"}
    for hp in (0, 1, 3):
        table.no_gm("adjust", target="ana", hp=hp, reason="a miracle")
    assert (table.hp("ana"), table["ana"]["alive"]) == (0, False)


def test_release_ends_every_incapacitation_and_prone_f52_53_f52_56_f52_57() -> None:
    table = Table(warrior("ana"), foe("goblin"), hands={"ana": "AC 2C 3C"})
    table.maneuver("ana", "push", "goblin", "AC")
    table.defend("goblin")
    table.gm("afflict", target="goblin", strength=5, name="fire")
    table.gm("incapacitate", target="goblin", degree="partial")
    table.gm("release", target="goblin")
    assert table.conditions("goblin") == set()
    assert [e["name"] for e in table.effects("goblin")] == ["fire"], "without a name effects go on"
    assert table.range("ana", "goblin") == "near"


def test_release_with_an_effect_ends_that_one_instead_f52_50() -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.gm("afflict", target="goblin", strength=5, name="fire")
    table.gm("afflict", target="goblin", strength=5, name="poison")
    table.gm("incapacitate", target="goblin", degree="partial")
    table.gm("release", target="goblin", effect="fire")
    assert [e["name"] for e in table.effects("goblin")] == ["poison"]
    assert table.conditions("goblin") == {"partial"}
    table.no_gm("release", target="goblin", effect="fire")
    table.gm("release", target="goblin", effect=None)
    assert table.conditions("goblin") == set()


def test_the_end_of_every_effect_that_is_shown_is_offered_f52_50_f52_74_f52_83_f52_87() -> None:
    cast = [warrior("ana"), wizard("ben"), foe("goblin")]
    table = Table(*cast, hands={"ana": "5H 2C 3C", "ben": "TD 4S 4C"}, fd="9D")
    table.maneuver("ana", "parry", None, "5H")
    table.cast("ben", "ana", "TD")
    table.gm("afflict", target="ana", strength=5, name="fire")
    table.gm("afflict", target="ana", strength=6, name="parry")
    made = [offer for offer in play.offers(GAME, table.state, "gm") if "effect" in offer["fixed"]]
    assert [(offer["fixed"]["effect"], offer["rules"]) for offer in made] == [
        ("fire", ["F52-50"]),
        ("parry", ["F52-50"]),
        ("protect", ["F52-87"]),
    ]
    for offer in made:
        table.gm("release", **offer["fixed"])
    assert [(effect["name"], effect["kind"]) for effect in table["ana"]["effects"]] == [("parry", "parry")]
    table.gm("release", target="ana", effect="parry")
    table.because("F52-74")
    assert table["ana"]["effects"] == []
    assert not [offer for offer in play.offers(GAME, table.state, "gm") if "effect" in offer["fixed"]]
    table.no_gm("release", target="ana", effect="parry")


@pytest.mark.parametrize(
    "wrong", [{"target": "nobody"}, {"target": None}, {"effect": "ice"}, {"effect": 1}, {"effect": ""}, {"also": True}]
)
def test_a_release_of_a_wrong_shape_is_refused_f52_53(wrong: dict[str, Any]) -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.gm("incapacitate", target="goblin", degree="partial")
    table.no_gm("release", **{"target": "goblin", **wrong})
    table.refuse("release", "ana", target="goblin")
    assert table.conditions("goblin") == {"partial"}


ORDERS: dict[str, dict[str, Any]] = {
    "afflict": {"target": "goblin", "strength": 5, "name": "fire"},
    "incapacitate": {"target": "goblin", "degree": "full"},
    "release": {"target": "goblin"},
    "fall": {"target": "goblin", "feet": 30},
    "set-range": {"a": "ana", "b": "goblin", "range": "near"},
    "arm": {"target": "ana"},
    "adjust": {"target": "goblin", "hp": 1, "reason": "a rock"},
    "join": {"participant": {"id": "cleo", "name": "Cleo", "side": "players"}},
    "leave": {"target": "goblin"},
    "next-round": {},
    "end": {"outcome": "other"},
}


@pytest.mark.parametrize("kind", ORDERS)
def test_an_order_is_the_gm_s_and_takes_no_other_fields_f52_20(kind: str) -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), foe("orc"))
    for actor in ("ana", "orc", "observer", "players", "nobody"):
        table.refuse(kind, actor, **ORDERS[kind])
    table.no_gm(kind, **ORDERS[kind], cards=[])
    for field in ORDERS[kind]:
        table.no_gm(kind, **{key: value for key, value in ORDERS[kind].items() if key != field})
        for value in (None, [], {}, True, 10**60, -1, 1.5, "", "\ud800", ["goblin"]):
            table.no_gm(kind, **{**ORDERS[kind], field: value})
    with pytest.raises(play.Refused):
        play.act(GAME, table.state, {"type": kind, **ORDERS[kind]})


@pytest.mark.parametrize("kind", ORDERS)
def test_while_a_defence_is_pending_only_its_answer_and_end_are_accepted_f52_21(kind: str) -> None:
    table = Table(
        hero("ana"), hero("ben"), foe("goblin"), foe("orc"), hands={"ana": "2C 3C 4C", "ben": "2D 3D 4D"}, fd="2H 3H"
    )
    table.attack("ana", "goblin", "2C")
    assert {o["type"] for o in play.offers(GAME, table.state, "gm")} == {"end"}
    table.no_attack("ben", "goblin", "2D")
    table.no_attack("ana", "goblin", "3C")
    table.refuse("pass", "goblin")
    table.refuse("defend", "orc", cards="2H")
    table.refuse("defend", "ana", cards="3C")
    table.refuse("discard", "goblin", cards="2H")
    if kind == "end":
        table.gm(kind, **ORDERS[kind])
        assert table.phase == "over"
    else:
        table.no_gm(kind, **ORDERS[kind])
        assert table.phase == "defending"


def test_the_gm_is_offered_every_order_that_fits_f52_16() -> None:
    table = Table(hero("ana"), foe("goblin"))
    offered = {o["type"] for o in play.offers(GAME, table.state, "gm")}
    assert {"afflict", "incapacitate", "fall", "set-range", "adjust", "join", "leave", "end"} <= offered
    assert "next-round" not in offered
    assert offered <= set(ORDERS)


def test_the_gm_plays_no_card_itself_f52_12() -> None:
    table = Table(hero("ana"), foe("goblin"), order=["monsters"], fd="9C")
    for kind, fields in (
        ("attack", {"target": "ana", "cards": "9C", "weapon": "melee"}),
        ("pass", {}),
        ("defend", {"cards": ""}),
        ("skill-check", {"difficulty": 5}),
        ("death-draw", {}),
    ):
        table.no_gm(kind, **fields)
    table.attack("goblin", "ana", "9C")
