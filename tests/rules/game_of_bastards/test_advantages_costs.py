"""Declared advantages: refused without them, their cost or their suit's pool (GOB-16, GOB-60 to GOB-82)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import SWORD, extras, fated, foe, traits
from tests.rules.game_of_bastards.table import Table

OUTSIDE = [  # advantage, rule, pool of its suit, what it costs, fields, whether it needs the actor's declaring phase
    ("all-out-defense", "GOB-61", "bp", None, {}, True),
    ("defensive-stance", "GOB-62", "bp", None, {"cards": 1}, True),
    ("serendipity", "GOB-63", "lp", "lp", {}, False),
    ("iron-wall", "GOB-64", "bp", "wildcard", {}, False),
    ("karmic-shuffle", "GOB-65", "lp", "wildcard", {}, False),
    ("soul-of-steel", "GOB-66", "sp", "wildcard", {}, True),
    ("study", "GOB-67", "mp", None, {"target": "bo"}, True),
    ("dodge", "GOB-69", "bp", "bp", {}, False),
    ("ass-pull", "GOB-77", "lp", "lp", {}, True),
    ("berserk", "GOB-80", "sp", "wildcard", {}, True),
]
IN_ATTACK = [
    ("savage", "GOB-72", "bp", "bp", {}),
    ("zeal", "GOB-75", "sp", "sp", {}),
    ("fortune", "GOB-76", "lp", "lp", {}),
    ("wild-swing", "GOB-81", "bp", "bp", {"amount": 1}),
    ("disarm", "GOB-82", "mp", "mp", {}),
]
IN_DEFENCE = [("dodge", "GOB-69", "bp", "bp", {}), ("serendipity", "GOB-63", "lp", "lp", {})]
NAMES = ("key", "rule", "pool", "cost", "fields")
outside = pytest.mark.parametrize((*NAMES, "own"), OUTSIDE, ids=[row[0] for row in OUTSIDE])
attacks = pytest.mark.parametrize(NAMES, IN_ATTACK, ids=[row[0] for row in IN_ATTACK])
defences = pytest.mark.parametrize(NAMES, IN_DEFENCE, ids=[row[0] for row in IN_DEFENCE])


def scene(*advantages: Any, **more: Any) -> Table:
    """Ana, in her action, has these advantages; a melee weapon is at hand."""
    ana = fated(
        "ana",
        *advantages,
        **{"traits": traits(2, 2, 2, 2), "wildcards": 2, "weapons": [SWORD], "skills": {"Combat (Sword)": 2}, **more},
    )
    table = Table(ana, foe("bo", weapons=[SWORD], traits=traits(4, 4, 4, 4)), hands={"ana": "KS", "bo": "2D"})
    table.draw("ana")
    return table


def paid(table: Table, cost: str | None) -> bool:
    """Whether the cost, and nothing else, was paid."""
    pools = dict.fromkeys(("bp", "sp", "mp", "lp"), 10)
    if cost in pools:
        pools[cost] -= 1
    return table.pools("ana") == tuple(pools.values()) and table.wildcards("ana") == (1 if cost == "wildcard" else 2)


@outside
def test_it_is_used_and_its_cost_is_paid(
    key: str, rule: str, pool: str, cost: str | None, fields: dict[str, Any], own: bool
) -> None:
    table = scene(key)
    table.do("use", "ana", advantage=key, **fields)
    table.because(rule)
    assert paid(table, cost)


@outside
def test_a_participant_who_does_not_have_it_cannot_use_it(
    key: str, rule: str, pool: str, cost: str | None, fields: dict[str, Any], own: bool
) -> None:
    scene("careful").refuse("use", "ana", advantage=key, **fields)
    scene(key).refuse("use", "bo", advantage=key, **({**fields, "target": "ana"} if "target" in fields else fields))


@outside
def test_with_an_empty_pool_of_its_suit_it_cannot_be_used_gob_16(
    key: str, rule: str, pool: str, cost: str | None, fields: dict[str, Any], own: bool
) -> None:
    refused = scene(key, pools={pool: 0}).refused("use", "ana", advantage=key, **fields)
    assert refused == ("advantage.pool-empty", "GOB-16")
    other = "mp" if pool != "mp" else "bp"
    scene(key, pools={other: 0}).do("use", "ana", advantage=key, **fields)


@outside
def test_without_its_cost_it_cannot_be_used(
    key: str, rule: str, pool: str, cost: str | None, fields: dict[str, Any], own: bool
) -> None:
    if cost == "wildcard":
        assert scene(key, wildcards=0).refused("use", "ana", advantage=key, **fields)[0] == "wildcard.none"
        scene(key, wildcards=1).do("use", "ana", advantage=key, **fields)
    elif cost is not None:
        refused = scene(key, pools={cost: 1, "mp": 0}).refused("use", "ana", advantage=key, **fields)
        assert refused == ("cost.puts-out", "GOB-48"), "it would put its payer out"
        scene(key, pools={cost: 1}).do("use", "ana", advantage=key, **fields)
    else:
        scene(key, wildcards=0).do("use", "ana", advantage=key, **fields)


@outside
def test_fields_of_another_advantage_are_refused(
    key: str, rule: str, pool: str, cost: str | None, fields: dict[str, Any], own: bool
) -> None:
    table = scene(key)
    table.refuse("use", "ana", advantage=key, **fields, amount=1)
    table.refuse("use", "ana", advantage=key, **{**fields, "mood": "grim"})
    for name in fields:
        table.refuse("use", "ana", advantage=key)
        table.refuse("use", "ana", advantage=key, **{name: "nobody"})
        table.refuse("use", "ana", advantage=key, **{name: True})


@outside
def test_it_is_used_in_its_time(
    key: str, rule: str, pool: str, cost: str | None, fields: dict[str, Any], own: bool
) -> None:
    """In a play no advantage is used by this command; some are only for the actor's turn."""
    ana = fated("ana", key, traits=traits(2, 2, 2, 2), wildcards=2)
    table = Table(foe("bo", rank=3), ana, hands={"bo": "2S"})
    if key in ("defensive-stance", "study", "ass-pull", "berserk"):
        table.refuse("use", "ana", advantage=key, **fields)
    table.attack("bo", "ana", "2S")
    table.refuse("use", "ana", advantage=key, **fields)
    table.defend("ana")
    assert table.phase == "betting"
    table.refuse("use", "ana", advantage=key, **fields)


@pytest.mark.parametrize(
    "key", ["serendipity", "dodge", "iron-wall", "karmic-shuffle", "all-out-defense", "soul-of-steel"]
)
@pytest.mark.parametrize("phase", ["draw", "declare"])
def test_these_are_used_in_the_turn_of_another_too(key: str, phase: str) -> None:
    table = Table(foe("bo"), fated("ana", key, traits=traits(2, 2, 2, 2), wildcards=2))
    if phase == "declare":
        table.draw("bo")
    table.do("use", "ana", advantage=key)
    assert (table.phase, table.turn) == (phase, ["bo"])


@attacks
def test_it_is_used_in_an_attack_and_its_cost_is_paid(
    key: str, rule: str, pool: str, cost: str, fields: dict[str, Any]
) -> None:
    table = scene(key)
    table.attack("ana", "bo", "KS", skill="Combat (Sword)", weapon="Sword", use=[{"advantage": key, **fields}])
    table.because(rule)
    assert paid(table, cost)


@attacks
def test_it_is_refused_in_an_attack_without_it_its_pool_or_its_cost(
    key: str, rule: str, pool: str, cost: str, fields: dict[str, Any]
) -> None:
    aim = {"skill": "Combat (Sword)", "weapon": "Sword", "use": [{"advantage": key, **fields}]}
    scene("careful").no_attack("ana", "bo", "KS", **aim)
    empty = scene(key, pools={pool: 0}).no_attack("ana", "bo", "KS", **aim)
    assert (empty.code, empty.rule) == ("advantage.pool-empty", "GOB-16")
    other = "sp" if cost != "sp" else "bp"
    scene(key, pools={cost: 1, other: 0}).no_attack("ana", "bo", "KS", **aim)
    if key == "wild-swing":  # the last point of a pool makes desperate: no Body is added that could be lowered
        aim["use"] = [{"advantage": key, "amount": 0}]
    scene(key, pools={cost: 1}).attack("ana", "bo", "KS", **aim)


@attacks
def test_it_belongs_to_physical_attacks_only(key: str, rule: str, pool: str, cost: str, fields: dict[str, Any]) -> None:
    for kind in ("social", "mental", "luck"):
        scene(key).no_attack("ana", "bo", "KS", kind=kind, use=[{"advantage": key, **fields}])


@attacks
def test_it_is_named_once_and_with_its_own_fields(
    key: str, rule: str, pool: str, cost: str, fields: dict[str, Any]
) -> None:
    table = scene(key)
    one = {"advantage": key, **fields}
    aim = {"skill": "Combat (Sword)", "weapon": "Sword"}
    for use in (
        [one, one],
        [{**one, "mood": "grim"}],
        [{**one, "cards": ["KS"]}],
        [key],
        one,
        [{"advantage": 7}],
        [{**fields}],
        [{"advantage": "flying"}],
    ):
        table.no_attack("ana", "bo", "KS", use=use, **aim)
    table.attack("ana", "bo", "KS", use=[one], **aim)


@attacks
def test_it_is_not_used_outside_an_attack(key: str, rule: str, pool: str, cost: str, fields: dict[str, Any]) -> None:
    table = scene(key)
    table.refuse("use", "ana", advantage=key, **fields)


@defences
def test_it_is_used_in_a_defence_and_its_cost_is_paid(
    key: str, rule: str, pool: str, cost: str, fields: dict[str, Any]
) -> None:
    table = Table(foe("bo"), fated("ana", key, traits=traits(2, 2, 2, 2), wildcards=2), hands={"bo": "2S"})
    table.attack("bo", "ana", "2S")
    table.defend("ana", table.hand("ana")[0], use=[{"advantage": key, **fields}])
    table.because(rule)
    assert paid(table, cost)


@defences
def test_it_is_refused_in_a_defence_without_it_its_pool_its_cost_or_a_physical_attack(
    key: str, rule: str, pool: str, cost: str, fields: dict[str, Any]
) -> None:
    use = [{"advantage": key, **fields}]
    for ana in (fated("ana"), fated("ana", key, pools={pool: 0}), fated("ana", key, pools={cost: 1, "mp": 0})):
        table = Table(foe("bo"), ana, hands={"bo": "2S"})
        table.attack("bo", "ana", "2S")
        table.refuse("defend", "ana", card=table.hand("ana")[0], use=use)
    table = Table(foe("bo"), fated("ana", key), hands={"bo": "2S"})
    table.attack("bo", "ana", "2S", kind="social")
    table.refuse("defend", "ana", card=table.hand("ana")[0], use=use)


@pytest.mark.parametrize(
    "key",
    [
        "careful",
        "mind-over-matter",
        "tenacity",
        "ambidextrous",
        "faith",
        "speedy",
        "cunning-linguist",
        "criminal",
        "hearty",
        "acrobat",
        "toughness",
        "resolve",
        "brawler",
        "grappler",
        "zeal",
        "",
        None,
        7,
        ["dodge"],
        "Dodge",
    ],
)
def test_an_advantage_that_works_by_itself_is_not_declared(key: Any) -> None:
    table = scene(*([key] if isinstance(key, str) and key not in ("", "Dodge") else []))
    table.refuse("use", "ana", advantage=key)


@pytest.mark.parametrize(
    ("key", "rule"), [("savage", "GOB-72"), ("tenacity", "GOB-71"), ("counter", "GOB-60"), ("acrobat", "GOB-86")]
)
def test_an_advantage_is_declared_in_its_place_and_the_refusal_names_its_rule(key: str, rule: str) -> None:
    owned = {"key": key, "weapon": "Sword"} if key == "counter" else key
    assert scene(owned).refused("use", "ana", advantage=key) == ("advantage.place", rule)
    aim = {"skill": "Combat (Sword)", "weapon": "Sword", "use": [{"advantage": "tenacity"}]}
    refusal = scene("tenacity").no_attack("ana", "bo", "KS", **aim)
    assert (refusal.code, refusal.rule) == ("advantage.place", "GOB-71")


def test_extras_declare_nothing_gob_96() -> None:
    table = Table(extras(), foe())
    table.draw("mob")
    assert table.refused("use", "mob", advantage="dodge")[0] == "advantage.missing"


@pytest.mark.parametrize(("key", "weapon"), [("counter", "Sword"), ("florentine", "Sword")])
def test_counter_and_florentine_are_not_declared_outside_a_play(key: str, weapon: str) -> None:
    scene({"key": key, "weapon": weapon}).refuse("use", "ana", advantage=key)
