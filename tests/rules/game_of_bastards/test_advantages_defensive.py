"""All-Out Defense, Serendipity, Dodge, Karmic Shuffle, Study: which trait a defence uses (GOB-61 to GOB-69)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import UNARMED, fated, foe, swordfighter, traits
from tests.rules.game_of_bastards.table import Table, duel, opponent

FOUR = {"body": 3, "spirit": 4, "mind": 5, "luck": 6}


def scene(*advantages: Any, **him: Any) -> Table:
    """Ana, Body 4, attacks Bo with kings, whose four traits differ; Bo is second."""
    table = Table(
        fated("ana", traits=traits(4, 4, 4, 4)),
        foe("bo", *advantages, **{"traits": FOUR, **him}),
        hands={"ana": "KS KH KD KC", "bo": "9C 8C 7C"},
    )
    return table


def bonus(table: Table, card: str = "KS", kind: str = "physical", **defence: Any) -> int:
    """The trait with which Bo defends against a king, found from the damage."""
    pool = {"physical": "bp", "social": "sp", "mental": "mp", "luck": "lp"}[kind]
    table.attack("ana", "bo", card, kind=kind)
    before = table.pool("bo", pool)
    table.do("defend", "bo", card=None, skill=UNARMED, **defence)
    before = min(before, table.pool("bo", pool))
    table.settle()
    lost = before - table.pool("bo", pool)
    assert 0 < lost < before, "the figures of the scene show the trait"
    return 13 + 4 + (4 if kind == "physical" else 0) - lost


def wide(*advantages: Any, **him: Any) -> Table:
    """The same with pools so large that the damage can be read."""
    return scene(*advantages, **{"traits": {"body": 9, "spirit": 4, "mind": 5, "luck": 6}, **him})


def test_a_plain_defence_uses_mind_gob_46() -> None:
    assert bonus(wide()) == 5


def test_all_out_defense_uses_twice_body_gob_61() -> None:
    table = wide("all-out-defense", traits={"body": 6, "spirit": 4, "mind": 5, "luck": 6})
    table.do("use", "bo", advantage="all-out-defense")
    table.because("GOB-61")
    assert bonus(table) == 12


def test_all_out_defense_takes_the_action_the_turn_has_only_the_draw_step_gob_61() -> None:
    table = wide("all-out-defense")
    table.do("use", "bo", advantage="all-out-defense")
    table.skip("ana")
    assert (table.phase, table.turn) == ("draw", ["bo"])
    before = table.size("bo")
    table.do("draw", "bo")
    assert table.size("bo") == before + 1
    assert (table.round, table.phase, table.turn) == (2, "draw", ["ana"])


def test_all_out_defense_in_ones_own_turn_before_the_action_ends_it_gob_61() -> None:
    table = Table(
        foe("bo", "all-out-defense", traits={"body": 6, "spirit": 4, "mind": 5, "luck": 6}),
        fated("ana", traits=traits(4, 4, 4, 4)),
        hands={"ana": "KS"},
    )
    table.draw("bo")
    table.do("use", "bo", advantage="all-out-defense")
    assert (table.phase, table.turn) == ("draw", ["ana"])
    assert bonus(table) == 12


def test_all_out_defense_is_over_with_the_round_gob_61() -> None:
    table = wide("all-out-defense", traits={"body": 6, "spirit": 4, "mind": 5, "luck": 6})
    table.do("use", "bo", advantage="all-out-defense")
    table.skip("ana")
    table.do("draw", "bo")
    assert bonus(table) == 5
    assert "attack" not in table.types("bo")
    table.draw("bo")
    assert "attack" in table.types("bo"), "the action is back"


def test_all_out_defense_after_ones_own_action_is_too_late_gob_61() -> None:
    table = Table(foe("bo", "all-out-defense"), fated("ana"))
    table.skip("bo")
    table.refuse("use", "bo", advantage="all-out-defense")


def test_all_out_defense_is_declared_once_a_round_gob_61() -> None:
    table = wide("all-out-defense")
    table.do("use", "bo", advantage="all-out-defense")
    table.refuse("use", "bo", advantage="all-out-defense")


@pytest.mark.parametrize(("kind", "expected"), [("social", 4), ("mental", 5), ("luck", 6)])
def test_it_helps_against_physical_attacks_only_gob_61_gob_63_gob_65_gob_69(kind: str, expected: int) -> None:
    for key in ("all-out-defense", "serendipity", "dodge", "karmic-shuffle"):
        table = wide(key, wildcards=1)
        table.do("use", "bo", advantage=key)
        assert bonus(table, kind=kind) == expected


@pytest.mark.parametrize(("key", "pool", "expected"), [("dodge", "bp", 9), ("serendipity", "lp", 6)])
def test_dodge_and_serendipity_change_the_next_physical_defence_gob_63_gob_69(
    key: str, pool: str, expected: int
) -> None:
    table = wide(key)
    most = table.pool("bo", pool)
    table.do("use", "bo", advantage=key)
    assert table.pool("bo", pool) == most - 1
    assert bonus(table) == expected
    table.skip("bo")
    assert bonus(table, "KH") == 5, "the next one only"


@pytest.mark.parametrize(("key", "expected"), [("dodge", 9), ("serendipity", 6)])
def test_they_wait_for_a_physical_attack_gob_63_gob_69(key: str, expected: int) -> None:
    table = wide(key)
    table.do("use", "bo", advantage=key)
    assert bonus(table, kind="social") == 4
    table.skip("bo")
    assert bonus(table, "KH") == expected


@pytest.mark.parametrize(("key", "expected"), [("dodge", 9), ("serendipity", 6)])
def test_they_may_be_declared_in_the_defence_gob_63_gob_69(key: str, expected: int) -> None:
    table = wide(key)
    table.attack("ana", "bo", "KS")
    before = table.pool("bo")
    table.defend("bo", None, use=[{"advantage": key}])
    table.settle()
    assert before - table.pool("bo") - (key == "dodge") == 13 + 4 + 4 - expected


def test_they_may_be_used_any_number_of_times_gob_63_gob_69() -> None:
    table = wide("dodge", "serendipity")
    for _ in range(2):
        table.do("use", "bo", advantage="dodge")
        table.do("use", "bo", advantage="serendipity")
    assert (table.pool("bo"), table.pool("bo", "lp")) == (43, 28)


def test_the_latest_declared_of_the_two_counts_gob_46() -> None:
    for first, second, expected in (("dodge", "serendipity", 6), ("serendipity", "dodge", 9)):
        table = wide("dodge", "serendipity")
        table.do("use", "bo", advantage=first)
        table.do("use", "bo", advantage=second)
        assert bonus(table) == expected
        table = wide("dodge", "serendipity")
        table.do("use", "bo", advantage=first)
        table.attack("ana", "bo", "KS")
        table.defend("bo", None, use=[{"advantage": second}])
        before = table.pool("bo")
        table.settle()
        assert before - table.pool("bo") == 13 + 4 + 4 - expected


def test_dodge_goes_before_all_out_defense_gob_46() -> None:
    table = wide("dodge", "all-out-defense", traits={"body": 6, "spirit": 4, "mind": 5, "luck": 6})
    table.do("use", "bo", advantage="all-out-defense")
    table.do("use", "bo", advantage="dodge")
    assert bonus(table) == 6


def test_karmic_shuffle_makes_everyone_defend_with_luck_until_the_round_ends_gob_65() -> None:
    table = wide("karmic-shuffle", wildcards=1)
    table.do("use", "bo", advantage="karmic-shuffle")
    table.because("GOB-65")
    assert bonus(table) == 6
    table.attack("bo", "ana", "9C")
    table.do("defend", "ana", card=None, trait="luck")
    table.settle()
    while table.phase == "choice":
        table.do("desperation", "ana", trait="luck")
    assert table.round == 2
    assert bonus(table, "KH") == 5


def test_karmic_shuffle_comes_before_everything_else_gob_46() -> None:
    table = wide("karmic-shuffle", "dodge", "all-out-defense", wildcards=1)
    for key in ("karmic-shuffle", "dodge", "all-out-defense"):
        table.do("use", "bo", advantage=key)
    assert bonus(table) == 6
    table = wide("karmic-shuffle", wildcards=1, pools={"sp": 0}, traits={"body": 9, "spirit": 8, "mind": 5, "luck": 6})
    table.do("use", "bo", advantage="karmic-shuffle")
    assert bonus(table) == 6, "before desperation, which would be the higher Spirit"


def test_desperation_comes_before_dodge_and_all_out_defense_gob_46_gob_48() -> None:
    for key in ("dodge", "all-out-defense"):
        table = wide(key, pools={"sp": 0})
        table.do("use", "bo", advantage=key)
        assert bonus(table) == 6


@pytest.mark.parametrize("trait", ["mind", "spirit"])
def test_an_effect_decides_what_may_be_named_gob_46(trait: str) -> None:
    table = wide("karmic-shuffle", wildcards=1)
    table.do("use", "bo", advantage="karmic-shuffle")
    table.attack("ana", "bo", "KS")
    table.refuse("defend", "bo", card=None, trait=trait)
    table.do("defend", "bo", card=None, trait="luck")


def test_study_doubles_mind_against_the_one_for_the_whole_opposition_gob_67() -> None:
    table = Table(
        foe("bo", "study", traits={"body": 9, "spirit": 4, "mind": 5, "luck": 6}),
        fated("ana", traits=traits(4, 4, 4, 4)),
        fated("cy", traits=traits(4, 4, 4, 4)),
        hands={"ana": "KS KH", "cy": "KD"},
    )
    table.draw("bo")
    table.do("use", "bo", advantage="study", target="ana")
    table.because("GOB-67")
    assert (table.phase, table.turn) == ("draw", ["ana"]), "it takes the action"
    assert bonus(table) == 10
    before = table.pool("bo")
    table.attack("cy", "bo", "KD")
    table.do("defend", "bo", card=None)
    table.settle()
    assert before - table.pool("bo") == 13 + 4 - 5 + 4, "against the studied one alone"
    table.skip("bo")
    assert bonus(table, "KH") == 10


def test_study_doubles_no_other_trait_gob_46_gob_67() -> None:
    table = Table(
        foe("bo", "study", "dodge", traits={"body": 9, "spirit": 4, "mind": 5, "luck": 6}),
        fated("ana", traits=traits(4, 4, 4, 4)),
        hands={"ana": "KS KH"},
    )
    table.draw("bo")
    table.do("use", "bo", advantage="study", target="ana")
    table.do("use", "bo", advantage="dodge")
    assert bonus(table) == 9


@pytest.mark.parametrize("target", ["bo", "nobody", "gm", None, 7, ["ana"]])
def test_one_other_is_studied_gob_67(target: Any) -> None:
    table = Table(foe("bo", "study"), fated("ana"))
    table.draw("bo")
    table.refuse("use", "bo", advantage="study", target=target)


def test_nobody_who_is_out_is_studied_gob_67() -> None:
    table = Table(foe("bo", "study"), fated("ana"), fated("cy"))
    table.do("concede", "ana")
    table.draw("bo")
    table.refuse("use", "bo", advantage="study", target="ana")


def test_a_refused_all_out_defense_says_why_gob_16_gob_61() -> None:
    fight = duel(bo=opponent("all-out-defense"))
    assert fight.refused("use", "ana", advantage="all-out-defense") == ("advantage.missing", "GOB-61")
    fight.do("use", "bo", advantage="all-out-defense")
    assert fight.refused("use", "bo", advantage="all-out-defense")[0] == "action.spent"
    empty = duel(bo=opponent("all-out-defense", pools={"bp": 0}))
    assert empty.refused("use", "bo", advantage="all-out-defense") == ("advantage.pool-empty", "GOB-16")


def test_study_is_shown_and_names_whom_it_is_about_gob_67() -> None:
    fight = duel(swordfighter("ana", "study"))
    fight.draw("ana")
    assert fight.refused("use", "ana", advantage="study")[0] == "target.none"
    assert fight.refused("use", "ana", advantage="study", target="ana")[0] == "target.self"
    fight.do("use", "ana", advantage="study", target="bo")
    assert fight["ana"]["effects"] == [{"name": "study", "target": "bo"}]
