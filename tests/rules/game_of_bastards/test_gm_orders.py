"""The orders of the gm: adjust, rest, assign, join, leave, end (GOB-49, GOB-53, GOB-97, GOB-98)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import extras, fated, foe, follower, swordfighter, traits
from tests.rules.game_of_bastards.table import DUEL_HANDS, Table


def scene(**more: Any) -> Table:
    return Table(fated("ana", **more), foe(), follower(rating=2), extras())


def adjust(table: Table, pool: str, amount: Any, target: Any = "ana") -> None:
    table.gm("adjust", target=target, pool=pool, amount=amount, reason="so it is")


@pytest.mark.parametrize("pool", ["bp", "sp", "mp", "lp"])
def test_adjust_adds_to_a_pool(pool: str) -> None:
    table = scene()
    adjust(table, pool, -3)
    assert table.pool("ana", pool) == 2
    adjust(table, pool, 2)
    assert table.pool("ana", pool) == 4
    adjust(table, pool, 1)
    assert table.pool("ana", pool) == 5
    assert sum(table.pools("ana")) == 20


@pytest.mark.parametrize(
    ("pool", "amount"),
    [
        ("bp", 1),
        ("bp", -6),
        ("sp", 9999),
        ("bp", 10000),
        ("bp", True),
        ("bp", 1.0),
        ("bp", "1"),
        ("bp", None),
        ("hp", -1),
        ("power", -1),
        ("", -1),
        (None, -1),
        (7, -1),
        ("bp", 10**30),
    ],
)
def test_adjust_stays_within_the_pool(pool: Any, amount: Any) -> None:
    scene().no_gm("adjust", target="ana", pool=pool, amount=amount, reason="so")


def test_adjust_meets_no_reductions_but_puts_out_and_makes_desperate_gob_48_gob_49() -> None:
    table = Table(fated("ana", {"key": "toughness", "ranks": 5}, "tenacity", "mind-over-matter", armor=9), foe())
    adjust(table, "bp", -4)
    assert (table.pool("ana"), table.phase, table.size("ana")) == (1, "draw", 4)
    adjust(table, "bp", -1)
    assert (table["ana"]["desperate"], table.phase, table.turn) == (True, "choice", ["ana"])
    table.do("desperation", "ana", trait="luck")
    assert (table.phase, table.turn) == ("draw", ["ana"])
    adjust(table, "sp", -5)
    assert table["ana"]["out"] == "beaten"
    assert table.turn == ["bo"]


def test_adjust_of_power_and_of_extras_gob_95_gob_96() -> None:
    table = scene()
    adjust(table, "power", -4, "fay")
    assert table.pool("fay", "power") == 6
    adjust(table, "power", -6, "fay")
    assert table["fay"]["out"] == "knocked-out"
    for pool in ("power", "bp"):
        table.no_gm("adjust", target="mob", pool=pool, amount=-1, reason="so")


@pytest.mark.parametrize("target", ["nobody", "gm", None, 7, ["ana"], ""])
def test_an_order_names_a_participant(target: Any) -> None:
    table = scene()
    table.no_gm("adjust", target=target, pool="bp", amount=-1, reason="so")
    table.no_gm("leave", target=target)
    if target is not None:
        table.no_gm("rest", target=target)


@pytest.mark.parametrize("reason", ["", None, 7, True, "x" * 201])
def test_adjust_gives_a_reason(reason: Any) -> None:
    scene().no_gm("adjust", target="ana", pool="bp", amount=-1, reason=reason)


def test_a_rest_refills_all_pools_of_all_gob_53() -> None:
    table = Table(
        fated("ana", pools={"bp": 2, "lp": 0}), foe(pools={"sp": 1}), follower(rating=2, pools={"power": 3}), extras()
    )
    table.gm("rest")
    table.because("GOB-53")
    assert (table.pools("ana"), table.pools("bo"), table.pool("fay", "power")) == ((5,) * 4, (5,) * 4, 10)
    assert table["ana"]["desperate"] is False


@pytest.mark.parametrize(("percent", "expected"), [(1, 2), (10, 2), (20, 3), (21, 4), (50, 6), (80, 9), (100, 10)])
def test_a_rest_in_part_adds_a_share_of_the_maximum_rounded_up_gob_53(percent: int, expected: int) -> None:
    """Of ten: one is there."""
    table = Table(fated("ana", traits=traits(2), pools={"bp": 1}), foe(pools={"bp": 1}))
    table.gm("rest", target="ana", percent=percent)
    assert table.pool("ana") == expected
    assert table.pool("bo") == 1, "the one who is named"


@pytest.mark.parametrize("percent", [0, 101, -1, True, 50.0, "50", [50], 10**30])
def test_a_rest_is_of_one_to_a_hundred_percent_gob_53(percent: Any) -> None:
    scene().no_gm("rest", percent=percent)


def test_a_rest_brings_nobody_back_who_is_out_gob_49_gob_53() -> None:
    table = scene()
    table.do("concede", "bo")
    table.gm("rest")
    assert table["bo"]["out"] == "conceded"


def test_leaving_takes_all_its_cards_into_the_discard_pile() -> None:
    table = Table(fated("ana"), foe(), fated("cy"), hands={"bo": "KD"})
    hand = table.hand("bo")
    table.gm("leave", target="bo")
    assert set(table.view()["participants"]) == {"ana", "cy"}
    assert sorted(table.discard) == sorted([*hand, "2C"])
    assert table.turn == ["ana"]
    table.skip("ana")
    assert table.turn == ["cy"]


def test_a_participant_who_leaves_in_its_own_turn_ends_it() -> None:
    for drawn in (False, True):
        table = scene()
        if drawn:
            table.draw("ana")
        table.gm("leave", target="ana")
        assert (table.phase, table.turn) == ("draw", ["bo"])


def test_a_participant_who_has_left_may_join_again_with_a_new_hand() -> None:
    table = Table(fated("ana"), foe(), fated("cy"), draws="9D TD 4H QH JD")
    table.gm("leave", target="bo")
    table.gm("join", participant=foe(traits=traits(2)))
    assert (table["bo"]["initiative"], table.size("bo"), table.pool("bo")) == ("4H", 4, 10)
    table.skip("ana", "cy")
    assert table.round == 2
    table.skip("ana", "cy")
    assert table.turn == ["bo"]


def test_a_newcomer_acts_from_the_next_round_gob_98() -> None:
    table = Table(fated("ana"), foe(), draws="AS TD 4H QH JD")
    table.gm("join", participant=fated("cy"))
    table.skip("ana", "bo")
    assert (table.round, table.turn) == (2, ["ana"])
    table.skip("ana")
    assert table.turn == ["cy"]


@pytest.mark.parametrize(
    ("participant", "size"), [(follower("fred", 3), 2), (extras("crowd", 1, 5), 4), (fated("cy"), 4)]
)
def test_all_kinds_may_join(participant: dict[str, Any], size: int) -> None:
    table = scene()
    table.gm("join", participant=participant)
    assert (table[participant["id"]]["kind"], table.size(participant["id"])) == (participant["kind"], size)


@pytest.mark.parametrize(
    "participant",
    [
        None,
        {},
        "cy",
        fated("ana"),
        fated("gm"),
        {**fated("cy"), "kind": "x"},
        [fated("cy")],
        {**fated("cy"), "mood": 1},
        {**fated("cy"), "traits": {"body": 0}},
    ],
)
def test_a_malformed_newcomer_is_refused(participant: Any) -> None:
    scene().no_gm("join", participant=participant)


def test_forty_are_the_most() -> None:
    table = Table.of(*[follower(f"f{n}", 1) for n in range(40)])
    table.no_gm("join", participant=fated("cy"))
    table.gm("leave", target="f3")
    table.gm("join", participant=fated("cy"))


def test_a_joker_in_a_newcomers_hand_is_its_wildcard_gob_05() -> None:
    table = Table(fated("ana"), foe(), draws="9D XX 4H QH JD")
    table.gm("join", participant=fated("cy", wildcards=1))
    assert (table.wildcards("cy"), table.size("cy"), table["cy"]["initiative"]) == (2, 3, "4H")


def test_leave_and_join_wait_until_nothing_is_pending_gob_49() -> None:
    table = Table(fated("ana", rank=2), foe(rank=2), hands={"ana": "KS", "bo": "9C"})
    for step in range(3):
        if step == 0:
            table.attack("ana", "bo", "KS")
        elif step == 1:
            table.do("defend", "bo", card=None)
            assert table.phase == "betting"
        else:
            table.settle()
            assert table.phase == "choice"
        table.no_gm("leave", target="bo")
        table.no_gm("join", participant=fated("cy"))
        assert table.types("gm") == {"end"}
    table.do("desperation", "bo", trait="luck")
    table.gm("leave", target="bo")


def test_the_gm_is_offered_its_orders_when_nothing_is_pending() -> None:
    assert scene().types("gm") >= {"adjust", "rest", "assign", "join", "leave", "end"}


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("adjust", {"target": "bo", "pool": "bp", "amount": -1, "reason": "so"}),
        ("rest", {}),
        ("leave", {"target": "bo"}),
        ("join", {"participant": fated("cy")}),
        ("assign", {"target": "bo", "controller": "ana"}),
        ("end", {"outcome": "so"}),
    ],
)
def test_orders_are_the_gms_alone_and_take_no_other_field(kind: str, fields: dict[str, Any]) -> None:
    table = scene()
    table.refuse(kind, "ana", **fields)
    table.refuse(kind, "observer", **fields)
    table.no_gm(kind, **fields, mood="grim")
    table.gm(kind, **fields)


@pytest.mark.parametrize("kind", ["draw", "pass", "attack", "concede", "use", "dramatic", "undo", "", None, 7, ["end"]])
def test_other_orders_are_refused(kind: Any) -> None:
    scene().no_gm(kind)


def test_at_the_end_all_cards_lie_in_the_draw_pile_again_gob_04_gob_50() -> None:
    table = scene()
    table.skip("ana")
    table.gm("end", outcome="enough")
    view = table.view()
    assert view["draw_pile"] == 108
    assert view["discard"] == view["played"] == view["turn"] == []
    assert view["outcome"] == "enough"
    table.no_gm("end", outcome="again")


def test_the_dealers_orders_gob_11_gob_48_gob_49_gob_53_gob_97() -> None:
    fight = Table.dealt(
        [swordfighter("ana"), follower("fay", 3), extras("mob", controller="ana")],
        [DUEL_HANDS[0], "2C 3C 4C", "3D 5C 6C 7C"],
        "3S",
    )
    for target, pool in (("ana", "power"), ("fay", "bp"), ("mob", "power")):
        fields = {"target": target, "pool": pool, "amount": 0, "reason": "a try"}
        assert fight.refused("adjust", "gm", **fields)[0] == "pool.unknown"
    reason = {"reason": "a fall", "pool": "bp", "target": "ana"}
    for amount in (1, -11):
        assert fight.refused("adjust", "gm", amount=amount, **reason) == ("pool.range", "GOB-11")
    fight.do("adjust", "gm", amount=-10, **reason)
    assert fight.pending["kind"] == "desperation"
    assert fight.refused("rest", "gm")[0] == "pending.choice"
    fight.do("desperation", "ana", trait="spirit")
    fight.do("rest", "gm", target="ana", percent=15)
    assert fight.pool("ana") == 2
    fight.do("adjust", "gm", amount=-2, **reason)
    fight.do("desperation", "ana", trait="luck")
    fight.do("adjust", "gm", target="ana", pool="sp", amount=-10, reason="grief")
    assert fight["ana"]["out"] == "beaten"
    fight.do("rest", "gm")
    assert fight.pool("ana", "sp") == 10
    assert fight.refused("assign", "gm", target="mob", controller="fay") == ("controller.unknown", "GOB-97")
    fight.do("leave", "gm", target="ana")
    assert fight["mob"]["controller"] == "gm"
    fight.do("join", "gm", participant=swordfighter("ana"))
    assert fight["ana"]["initiative"] is not None
    assert fight.turn == ["fay"], "who comes back acts from the next round"
    assert fight.refused("join", "gm", participant=swordfighter("ana"))[0] == "participant.twice"


def test_an_encounter_has_forty_at_most() -> None:
    participants = [extras(f"m{n}", 1, 1) for n in range(40)]
    state = play.start(GAME, {"participants": participants}, seed=1)
    with pytest.raises(play.Refused, match="40"):
        play.act(GAME, state, {"type": "join", "actor": "gm", "participant": swordfighter("ana")})
    with pytest.raises(play.Refused):
        play.start(GAME, {"participants": [*participants, swordfighter("ana")]}, seed=1)
