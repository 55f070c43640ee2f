"""What lessens damage, in order: Toughness, Resolve, Iron Wall, armour (GOB-46, GOB-87, GOB-88, GOB-99)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import extras, fated, foe, follower, traits
from tests.rules.game_of_bastards.table import Table


def ranks(key: str, count: int = 1) -> dict[str, Any]:
    return {"key": key, "ranks": count}


def hit(
    *advantages: Any, card: str = "KS", kind: str = "physical", use: list[str] | None = None, body: int = 4, **him: Any
) -> int:
    """What Bo loses to 14 against 10: a difference of 4, and Body 1 in a physical attack."""
    him.setdefault("traits", traits(body, 4, 1, 4) if kind == "physical" else traits(body, 1, 1, 1))
    table = Table(fated("ana"), foe("bo", *advantages, **him), hands={"ana": card, "bo": "9C"})
    for key in use or []:
        table.do("use", "bo", advantage=key)
    table.clash("ana", "bo", card, "9C", kind=kind)
    pool = {"physical": "bp", "social": "sp", "mental": "mp", "luck": "lp"}[kind]
    now, most = table["bo"]["pools"][pool]
    return int(most - now)


def test_without_any_the_damage_is_whole_gob_46() -> None:
    assert hit() == 5
    assert [hit(kind=kind) for kind in ("social", "mental", "luck")] == [4, 4, 4]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_toughness_takes_its_ranks_from_damage_to_bp_gob_87(count: int) -> None:
    assert hit(ranks("toughness", count)) == 5 - count
    assert hit(ranks("toughness", count), kind="social") == 4
    assert hit(ranks("toughness", count), kind="mental") == 4


def test_toughness_without_ranks_counts_one_gob_87() -> None:
    assert hit("toughness") == 4
    assert hit("resolve", kind="social") == 3


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_resolve_takes_its_ranks_from_damage_to_sp_gob_88(count: int) -> None:
    assert hit(ranks("resolve", count), kind="social") == max(0, 4 - count)
    assert hit(ranks("resolve", count)) == 5
    assert hit(ranks("resolve", count), kind="luck") == 4


@pytest.mark.parametrize(("armor", "damage"), [(0, 5), (1, 4), (4, 1), (5, 0), (50, 0)])
def test_armour_lessens_physical_damage_not_below_nothing_gob_46_gob_99(armor: int, damage: int) -> None:
    assert hit(armor=armor) == damage


@pytest.mark.parametrize("kind", ["social", "mental", "luck"])
def test_armour_counts_against_physical_damage_only_gob_46(kind: str) -> None:
    assert hit(kind=kind, armor=3) == 4


def test_toughness_and_armour_add_up_gob_46() -> None:
    assert hit(ranks("toughness", 2), armor=2) == 1


def test_iron_wall_takes_body_from_damage_to_bp_gob_64() -> None:
    assert hit("iron-wall", use=["iron-wall"], wildcards=1, body=3) == 2


def test_all_of_them_together_and_not_below_nothing_gob_46() -> None:
    assert hit(ranks("toughness", 1), "iron-wall", use=["iron-wall"], wildcards=1, body=2, armor=1) == 1
    assert hit(ranks("toughness", 2), "iron-wall", use=["iron-wall"], wildcards=1, body=4, armor=3) == 0


def test_a_pool_of_clubs_that_is_empty_takes_toughness_away_gob_16() -> None:
    """Two damage to an empty pool puts out; with Toughness 2 it would be none."""
    for pools, out in (({"bp": 1}, None), ({"bp": 0}, "unconscious")):
        table = Table(
            fated("ana"),
            foe("bo", ranks("toughness", 5), traits=traits(4), pools=pools),
            hands={"ana": "TH", "bo": "9C"},
        )
        table.clash("ana", "bo", "TH", "9C")
        assert table["bo"]["out"] == out


def test_a_pool_of_hearts_that_is_empty_takes_resolve_away_gob_16() -> None:
    for pools, out in (({"sp": 1}, None), ({"sp": 0}, "beaten")):
        table = Table(fated("ana"), foe("bo", ranks("resolve", 5), pools=pools), hands={"ana": "TH", "bo": "9C"})
        table.clash("ana", "bo", "TH", "9C", kind="social")
        assert table["bo"]["out"] == out


def test_damage_lessened_to_nothing_is_no_damage_to_an_empty_pool_gob_46_gob_49() -> None:
    table = Table(fated("ana"), foe(pools={"bp": 0}, armor=5), hands={"ana": "TH", "bo": "9C"})
    table.clash("ana", "bo", "TH", "9C")
    assert table["bo"]["out"] is None


def test_a_follower_has_armour_only_gob_46() -> None:
    table = Table(fated("ana"), follower(rating=4, armor=3), hands={"ana": "KS", "fay": "5C"})
    table.clash("ana", "fay", "KS", "5C")
    assert table.pool("fay", "power") == 20 - (14 - 9 + 1 - 3)


def test_a_followers_armour_is_for_physical_damage_only_gob_46() -> None:
    table = Table(fated("ana"), follower(rating=4, armor=3), hands={"ana": "KS", "fay": "5C"})
    table.clash("ana", "fay", "KS", "5C", kind="social")
    assert table.pool("fay", "power") == 20 - (14 - 9)


def test_armour_saves_no_extras_gob_96() -> None:
    table = Table(fated("ana"), extras(rating=1, members=4, armor=50), hands={"ana": "KS", "mob": "9C"})
    table.clash("ana", "mob", "KS", "9C")
    assert table["mob"]["members"] == 4 - 2


def test_mind_and_luck_have_no_reduction_gob_46() -> None:
    for kind in ("mental", "luck"):
        assert hit(ranks("toughness", 5), ranks("resolve", 5), kind=kind, armor=9) == 4


@pytest.mark.parametrize(
    ("key", "rule", "kind"),
    [
        ("toughness", "GOB-87", "physical"),
        ("resolve", "GOB-88", "social"),
        ("iron-wall", "GOB-64", "physical"),
        ("soul-of-steel", "GOB-66", "physical"),
    ],
)
def test_the_account_names_what_lessened_the_damage(key: str, rule: str, kind: str) -> None:
    table = Table(fated("ana"), foe("bo", key, traits=traits(4), wildcards=1), hands={"ana": "KS", "bo": "9C"})
    if key in ("iron-wall", "soul-of-steel"):
        table.do("use", "bo", advantage=key)
    table.attack("ana", "bo", "KS", kind=kind)
    table.defend("bo", "9C")
    table.settle()
    table.because("GOB-46", rule)
