"""Desperation: an emptied pool, the question and its draw, Spirit or Luck for every hand (GOB-48)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import extras, fated, foe, follower, swordfighter, traits
from tests.rules.game_of_bastards.table import SWORD_ATTACK, Table, duel, opponent


def struck(kind: str = "physical", draws: str = "2S AD AH AS KD KH QD", **him: Any) -> Table:
    """Bo loses a whole pool of five to a king; he is asked."""
    table = Table(fated("ana"), foe(**{"traits": traits(1, 2, 1, 3), **him}), hands={"ana": "KS"}, draws=draws)
    table.attack("ana", "bo", "KS", kind=kind)
    table.defend("bo", None)
    table.settle()
    return table


def test_an_emptied_pool_makes_desperate_and_asks_gob_48() -> None:
    table = struck()
    table.because("GOB-48")
    assert (table.pool("bo"), table["bo"]["desperate"], table["bo"]["out"]) == (0, True, None)
    assert (table.phase, table.turn) == ("choice", ["bo"])
    assert table.pending["actor"] == "bo"


@pytest.mark.parametrize(("trait", "count"), [("spirit", 2), ("luck", 3)])
def test_as_many_cards_as_spirit_or_luck_as_it_chooses_gob_48(trait: str, count: int) -> None:
    table = struck()
    before = table.size("bo")
    table.do("desperation", "bo", trait=trait)
    table.because("GOB-48")
    assert table.size("bo") == before + count
    assert table.hand("bo")[-count:] == ["AD", "AH", "AS"][:count]
    assert (table.phase, table.turn) == ("draw", ["bo"])


@pytest.mark.parametrize("trait", ["body", "mind", "Spirit", "", None, 7, True, ["luck"]])
def test_it_chooses_between_the_two_only_gob_48(trait: Any) -> None:
    struck().refuse("desperation", "bo", trait=trait)


def test_meanwhile_nothing_else_is_done_but_end_concede_and_wildcards_gob_48() -> None:
    table = struck(wildcards=1)
    for kind in ("draw", "pass", "call", "mulligan"):
        table.refuse(kind, "bo")
    table.refuse("desperation", "ana", trait="luck")
    table.no_gm("adjust", target="bo", pool="bp", amount=1, reason="so")
    table.no_gm("rest")
    table.no_gm("join", participant=fated("ed"))
    table.no_gm("leave", target="bo")
    assert table.types("gm") == {"end"}
    table.do("spend-wildcard", "bo")
    assert (table.phase, table.turn) == ("choice", ["bo"])


def test_it_is_asked_once_when_the_pool_is_emptied_and_not_again_gob_48() -> None:
    table = struck()
    table.do("desperation", "bo", trait="luck")
    table.refuse("desperation", "bo", trait="luck")


@pytest.mark.parametrize("kind", ["social", "mental", "luck"])
def test_every_pool_counts_gob_48(kind: str) -> None:
    table = struck(kind, traits=traits())
    assert table["bo"]["desperate"]
    assert table.phase == "choice"


def desperate(**more: Any) -> Table:
    """Bo, Body 5, Spirit 2, Mind 6, Luck 3, is desperate from the start by an empty LP."""
    him = {"traits": traits(5, 2, 6, 3), "pools": {"lp": 0}, **more}
    return Table(fated("ana", traits=traits(4, 4, 4, 4)), foe(**him), hands={"ana": "2S 9C KC", "bo": "KD 9D"})


def test_an_empty_pool_of_the_setup_is_desperate_without_the_draw_gob_48() -> None:
    table = desperate()
    assert (table.phase, table["bo"]["desperate"], table.size("bo")) == ("draw", True, 4)
    table.refuse("desperation", "bo", trait="luck")


@pytest.mark.parametrize(("trait", "bonus"), [("spirit", 2), ("luck", 3), (None, 3)])
def test_a_desperate_defence_uses_spirit_or_luck_and_left_out_the_higher_gob_48(trait: str | None, bonus: int) -> None:
    table = desperate()
    table.clash("ana", "bo", "KC", "9D", defence={"trait": trait})
    assert table.pool("bo") == 25 - (13 + 4 - 9 - bonus + 4)


@pytest.mark.parametrize("trait", ["body", "mind"])
def test_a_desperate_one_may_name_no_other_trait_gob_48(trait: str) -> None:
    table = desperate()
    table.attack("ana", "bo", "KC")
    table.refuse("defend", "bo", card="9D", trait=trait)
    table.defend("bo", "9D")
    table.settle()
    table.no_attack("bo", "ana", "KD", trait=trait)
    table.no_attack("bo", "ana", "KD", trait=trait, kind="social")


@pytest.mark.parametrize(("trait", "bonus"), [("spirit", 2), ("luck", 3), (None, 3)])
def test_a_desperate_attack_uses_it_too_and_the_damage_still_adds_body_gob_46_gob_48(
    trait: str | None, bonus: int
) -> None:
    table = desperate()
    table.skip("ana")
    table.clash("bo", "ana", "KD", "9C", trait=trait)
    assert table.pool("ana") == 20 - (13 + bonus - 9 - 4 + 5)


@pytest.mark.parametrize("kind", ["physical", "social", "mental", "luck"])
def test_every_kind_of_hand_uses_it_gob_48(kind: str) -> None:
    pool = {"physical": "bp", "social": "sp", "mental": "mp", "luck": "lp"}[kind]
    table = Table(
        fated("ana", traits=traits(4, 4, 4, 4)),
        foe(traits=traits(5, 2, 6, 3), pools={"mp": 0}),
        hands={"ana": "2S 9C KC", "bo": "KD"},
    )
    table.skip("ana")
    table.clash("bo", "ana", "KD", "9C", kind=kind)
    assert table.pool("ana", pool) == 20 - (13 + 3 - 9 - 4 + (5 if kind == "physical" else 0))


def test_spirit_counts_when_both_are_equal_gob_48() -> None:
    """Equal: the figure is the same, and the name of the trait is Spirit; both may be named."""
    for trait in ("spirit", "luck", None):
        table = Table(fated("ana"), foe(traits=traits(4, 2, 1, 2), pools={"mp": 0}), hands={"ana": "KC", "bo": "9D"})
        table.clash("ana", "bo", "KC", "9D", defence={"trait": trait})
        assert table.pool("bo") == 20 - (14 - 11 + 1)


def test_a_refilled_pool_ends_it_gob_48_gob_53() -> None:
    table = desperate()
    table.gm("rest", target="bo")
    assert table["bo"]["desperate"] is False
    table.clash("ana", "bo", "KC", "9D")
    assert table.pool("bo") == 25 - (17 - 15 + 4), "Mind again"


def test_damage_that_leaves_one_point_makes_nobody_desperate_gob_48() -> None:
    table = Table(fated("ana"), foe(), hands={"ana": "QS", "bo": "9C"})
    table.clash("ana", "bo", "QS", "9C")
    assert (table.pool("bo"), table["bo"]["desperate"], table.phase) == (1, False, "draw")


def test_a_follower_has_no_desperation_gob_95() -> None:
    table = Table(fated("ana"), follower(rating=1), hands={"ana": "KS"})
    table.clash("ana", "fay", "KS")
    assert (table["fay"]["out"], table["fay"]["desperate"], table.phase) == ("knocked-out", False, "draw")


def test_two_targets_are_asked_one_after_the_other_or_together_gob_48() -> None:
    table = Table(fated("ana"), foe(), foe("cy"), hands={"ana": "KS"})
    table.attack("ana", ["bo", "cy"], "KS")
    table.defend("bo")
    table.defend("cy")
    table.settle()
    asked = []
    while table.phase == "choice":
        asked.append(table.turn[0])
        table.do("desperation", table.turn[0], trait="luck")
    assert sorted(asked) == ["bo", "cy"]
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_a_pool_emptied_by_a_cost_makes_desperate_after_the_play_gob_48() -> None:
    table = Table(fated("ana"), foe("bo", "dodge", pools={"bp": 1}), hands={"ana": "2S", "bo": "KD"})
    table.attack("ana", "bo", "2S")
    table.defend("bo", "KD", use=[{"advantage": "dodge"}])
    assert table.pool("bo") == 0
    table.settle()
    assert (table.phase, table.turn) == ("choice", ["bo"])
    table.do("desperation", "bo", trait="spirit")
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_a_pool_emptied_by_the_gm_makes_desperate_and_asks_gob_48() -> None:
    table = Table(fated("ana"), foe(), extras())
    table.gm("adjust", target="bo", pool="sp", amount=-5, reason="a ghost")
    assert (table.phase, table.turn) == ("choice", ["bo"])
    table.do("desperation", "bo", trait="luck")
    assert (table.phase, table.turn) == ("draw", ["ana"])


def test_a_desperate_one_uses_spirit_or_luck_alone_gob_48() -> None:
    fight = duel(swordfighter("ana", pools={"lp": 0}), opponent(pools={"lp": 0}))
    fight.do("draw", "ana")
    assert fight.refused("attack", "ana", **SWORD_ATTACK, target="bo", card="KS", trait="body") == (
        "trait.desperate",
        "GOB-48",
    )
    fight.do("attack", "ana", **SWORD_ATTACK, target="bo", card="KS", trait="luck")
    assert fight.refused("defend", "bo", card="KD", trait="mind") == ("trait.desperate", "GOB-48")
    fight.do("defend", "bo", card="KD")
    assert fight.event("defense")["trait"] == "spirit"
