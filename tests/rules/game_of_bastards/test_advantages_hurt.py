"""What being hit or missed brings: Careful, Tenacity, Faith, Mind Over Matter (GOB-68, GOB-70, GOB-71, GOB-78)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import SWORD, extras, fated, foe, traits
from tests.rules.game_of_bastards.table import Table


def hit(
    *advantages: Any,
    card: str = "8S",
    reply: str | None = "2S",
    kind: str = "physical",
    settle: bool = True,
    **him: Any,
) -> Table:
    """Ana strikes Bo, all ones, with 9 to 3: six, and Body when physical."""
    table = Table(
        fated("ana"),
        foe("bo", *advantages, **{"traits": traits(4, 4, 4, 4), **him}),
        hands={"ana": card, "bo": reply or ""},
        draws="2H JD QD AD",
    )
    table.attack("ana", "bo", card, kind=kind)
    table.defend("bo", reply)
    if settle:
        table.settle()
    return table


@pytest.mark.parametrize(("kind", "reply"), [("physical", "9D"), ("social", "9D"), ("mental", "9D"), ("luck", "9D")])
def test_the_careful_draw_when_an_attack_fails_gob_68(kind: str, reply: str) -> None:
    table = hit("careful", reply=reply, kind=kind)
    table.because("GOB-68")
    assert table.hand("bo")[-1] == "JD"
    assert table.size("bo") == 4, "four, less the answer, and one drawn"


def test_the_careful_draw_when_armour_takes_it_all_gob_68() -> None:
    assert hit("careful", armor=50).hand("bo")[-1] == "JD"


def test_the_careful_draw_nothing_when_they_are_hurt_gob_68() -> None:
    table = hit("careful")
    assert table.size("bo") == 3
    assert table.pool("bo") < 20


def test_an_empty_mind_pool_takes_careful_away_gob_16_gob_68() -> None:
    assert hit("careful", reply="9D", pools={"mp": 0}).size("bo") == 3


def test_each_careful_target_of_one_attack_draws_gob_68() -> None:
    table = Table(
        fated("ana"),
        foe("bo", "careful"),
        foe("cy", "careful"),
        foe("di"),
        hands={"ana": "2S", "bo": "KS", "cy": "KH", "di": "KD"},
    )
    table.attack("ana", ["bo", "cy", "di"], "2S")
    for name, card in (("bo", "KS"), ("cy", "KH"), ("di", "KD")):
        table.defend(name, card)
    assert [table.size(name) for name in ("bo", "cy", "di")] == [4, 4, 3]


def test_the_careful_draw_when_a_play_without_effect_ends_is_not_told_gob_68() -> None:
    table = Table(fated("ana"), foe("bo", "careful"), hands={"ana": "KS"})
    table.attack("ana", "bo", "KS")
    table.do("concede", "ana")
    assert table.size("bo") == 4, "no reveal, no attack that did no damage"


def test_tenacity_draws_on_damage_to_bp_gob_71() -> None:
    table = hit("tenacity")
    table.because("GOB-71")
    assert (table.size("bo"), table.hand("bo")[-1]) == (4, "JD")
    for kind in ("social", "mental", "luck"):
        assert hit("tenacity", kind=kind).size("bo") == 3


def test_faith_draws_on_damage_to_sp_gob_78() -> None:
    table = hit("faith", kind="social")
    table.because("GOB-78")
    assert (table.size("bo"), table.hand("bo")[-1]) == (4, "JD")
    for kind in ("physical", "mental", "luck"):
        assert hit("faith", kind=kind).size("bo") == 3


def test_no_damage_draws_nothing_gob_46_gob_71() -> None:
    assert hit("tenacity", armor=50).size("bo") == 3
    assert hit("tenacity", reply="AD").size("bo") == 3
    assert (
        hit(
            "faith", {"key": "resolve", "ranks": 5}, card="5S", kind="social", reply="2S", traits=traits(4, 1, 1, 1)
        ).size("bo")
        == 3
    )


def test_an_order_of_the_gm_draws_for_nobody_gob_71() -> None:
    """Adjusting is no damage of an attack: no reduction and no card, only desperation and going out."""
    table = Table(fated("ana"), foe("bo", "tenacity"))
    table.gm("adjust", target="bo", pool="bp", amount=-2, reason="a fall")
    assert table.size("bo") == 4


def test_a_pool_emptied_by_the_very_damage_leaves_tenacity_out_gob_16_gob_71() -> None:
    """The draw comes after damage and desperation; the pool of clubs is 0 then."""
    table = hit("tenacity", card="KS", traits=traits(1, 1, 1, 1))
    assert (table.pool("bo"), table.phase) == (0, "choice")
    table.do("desperation", "bo", trait="luck")
    assert table.size("bo") == 4, "three, and one for Luck"


def matter(use: bool, *more: Any, mind: int = 4, reply: str = "2S", **him: Any) -> Table:
    table = hit("mind-over-matter", *more, reply=reply, **{"traits": traits(4, 4, mind, 4), "armor": 0, **him})
    assert (table.phase, table.turn) == ("choice", ["bo"])
    assert table.pending["actor"] == "bo"
    table.do("redirect", "bo", use=use)
    return table


def test_mind_over_matter_asks_and_moves_the_damage_to_mp_for_one_mp_gob_70() -> None:
    """Nine against six is three, and Body."""
    table = matter(True)
    table.because("GOB-70")
    assert table.pools("bo") == (20, 20, 20 - 1 - 4, 20)
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_mind_over_matter_may_be_left_gob_70() -> None:
    assert matter(False).pools("bo") == (16, 20, 20, 20)


@pytest.mark.parametrize("use", [None, 1, 0, "true", [], {}])
def test_the_answer_is_yes_or_no_gob_70(use: Any) -> None:
    hit("mind-over-matter").refuse("redirect", "bo", use=use)


def test_it_is_asked_on_damage_to_bp_only_gob_70() -> None:
    for kind in ("social", "mental", "luck"):
        assert hit("mind-over-matter", kind=kind).phase == "draw"
    assert hit("mind-over-matter", reply="AD").phase == "draw"
    assert hit("mind-over-matter", armor=50).phase == "draw"


def test_it_is_not_asked_with_an_empty_mind_pool_gob_16_gob_70() -> None:
    table = hit("mind-over-matter", pools={"mp": 0})
    assert table.phase == "draw"
    assert table.pool("bo") < 20


def test_it_is_not_asked_when_its_cost_would_put_out_gob_48_gob_70() -> None:
    table = hit("mind-over-matter", pools={"mp": 1, "sp": 0})
    assert table.phase == "draw"
    assert table.pool("bo") < 20


def test_redirected_damage_keeps_the_reductions_of_bp_and_meets_none_of_mp_gob_68() -> None:
    table = matter(True, {"key": "toughness", "ranks": 1}, armor=1)
    assert table.pools("bo") == (20, 20, 20 - 1 - (3 + 1 - 1 - 1), 20)


def test_redirected_damage_is_none_to_bp_for_tenacity_gob_68_gob_71() -> None:
    assert matter(True, "tenacity").size("bo") == 3
    assert matter(False, "tenacity").size("bo") == 4


def test_redirected_damage_may_make_desperate_gob_48_gob_70() -> None:
    table = matter(True, mind=1, reply="2S", traits=traits(4, 4, 1, 4))
    assert table.pools("bo") == (20, 20, 0, 20)
    assert (table.phase, table["bo"]["desperate"], table["bo"]["out"]) == ("choice", True, None)
    table.do("desperation", "bo", trait="spirit")
    assert table.phase == "draw"


def test_redirected_damage_that_empties_a_second_pool_beats_gob_49_gob_70() -> None:
    table = hit("mind-over-matter", traits=traits(4, 4, 1, 4), pools={"lp": 0})
    assert table.phase == "choice"
    table.do("redirect", "bo", use=True)
    assert table["bo"]["out"] == "beaten"


def test_it_saves_from_being_knocked_unconscious_gob_49_gob_70() -> None:
    table = hit("mind-over-matter", traits=traits(4, 4, 4, 4), pools={"bp": 0})
    assert table.phase == "choice"
    table.do("redirect", "bo", use=True)
    assert table["bo"]["out"] is None
    assert table.pool("bo", "mp") < 20


def test_meanwhile_only_the_one_who_is_asked_answers_gob_70() -> None:
    table = hit("mind-over-matter")
    table.refuse("redirect", "ana", use=True)
    table.refuse("desperation", "bo", trait="luck")
    table.refuse("draw", "bo")
    table.no_gm("adjust", target="bo", pool="bp", amount=1, reason="so")
    assert table.types("gm") == {"end"}


def test_extras_that_hit_ask_too_gob_70() -> None:
    table = Table(
        extras(weapons=[SWORD]), fated("ana", "mind-over-matter", traits=traits(4)), hands={"mob": "8S", "ana": "2S"}
    )
    table.draw("mob")
    table.do("attack", "mob", target="ana", kind="physical", card="8S", weapon="Sword")
    table.defend("ana", "2S")
    table.settle()
    assert table.phase == "choice"
    table.do("redirect", "ana", use=False)
    assert table.pool("ana") == 20 - (8 - 3 + 2)


def test_two_who_are_asked_are_both_heard_gob_70() -> None:
    table = Table(
        fated("ana"),
        foe("bo", "mind-over-matter", traits=traits(4, 4, 4, 4)),
        foe("cy", "mind-over-matter", traits=traits(4, 4, 4, 4)),
        hands={"ana": "KS"},
    )
    table.attack("ana", ["bo", "cy"], "KS")
    table.defend("bo")
    table.defend("cy")
    table.settle()
    for _ in range(2):
        assert table.phase == "choice"
        table.do("redirect", table.turn[0], use=table.turn[0] == "bo")
    assert table.pools("bo") == (20, 20, 20 - 1 - 11, 20)
    assert table.pools("cy") == (20 - 11, 20, 20, 20)
    assert (table.phase, table.turn) == ("draw", ["bo"])
