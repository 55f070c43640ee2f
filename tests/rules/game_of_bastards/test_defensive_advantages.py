"""Defensive advantages, each as it is meant and as it is refused (GOB-60 to GOB-71, GOB-16)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.people import KNIFE, SWORD, extras, swordfighter
from tests.rules.game_of_bastards.table import Table

ANA = "AC KS QS JS TS"
BO = "2C KD QD JD TD"


def table(*advantages: str, draws: str = "", **fields: Any) -> Table:
    """Ana attacks, Bo has the advantages; Ana acts first and has drawn."""
    people = [swordfighter("ana"), swordfighter("bo", *advantages, side="foes", **fields)]
    made = Table.dealt(people, [ANA, BO], draws or "3S 3H 4S 4H 5S 5H")
    made.do("draw", "ana")
    return made


# GOB-60 Counter
def test_a_counter_of_a_defence_that_holds_strikes_back_gob_60() -> None:
    fight = table("counter", skills={"Combat (Sword)": 3})
    fight.strike("ana", "bo", "TS")
    fight.do("defend", "bo", card="KD", skill="Combat (Sword)", use=[{"advantage": "counter", "cards": ["QD", "JD"]}])
    fight.settle()
    assert fight.pending["actor"] == "bo"
    assert fight.turn == ["ana"]
    fight.do("defend", "ana", card="KS", skill="Combat (Sword)")
    fight.settle()
    # 12 + 11 + Body 2 against 13 + Mind 1: 11, and Body 2 and the sword's 2 on top.
    assert fight.pool("ana") == 0
    assert fight.event("damage")["amount"] == 15


def test_a_counter_of_a_defence_that_fails_is_discarded_gob_60() -> None:
    fight = table("counter")
    fight.exchange(
        "ana", "bo", "KS", "TD", defence={"skill": "Combat (Sword)", "use": [{"advantage": "counter", "cards": ["JD"]}]}
    )
    assert fight.turn == ["bo"]
    assert "JD" in fight.discard


@pytest.mark.parametrize(
    ("fields", "advantage", "code"),
    [
        ({"pools": {"mp": 0}}, {"cards": ["QD"]}, "advantage.pool-empty"),
        ({}, {"cards": ["QD", "JD"]}, "counter.cards"),
        ({}, {"cards": []}, "counter.cards"),
        ({}, {}, "counter.cards"),
        ({"skills": {}}, {"cards": ["QD"]}, "counter.cards"),
        ({"weapons": [KNIFE, SWORD]}, {"cards": ["QD"]}, "counter.weapon"),
        ({}, {"cards": ["2H"]}, "card.not-held"),
        ({}, {"cards": ["QD"], "amount": 1}, "advantage.field"),
    ],
)
def test_a_counter_needs_its_weapon_its_pool_and_room_gob_60(
    fields: dict[str, Any], advantage: dict[str, Any], code: str
) -> None:
    fight = table("counter", **fields)
    fight.strike("ana", "bo", "KS")
    use = [{"advantage": "counter", **advantage}]
    assert fight.refused("defend", "bo", card="KD", skill="Combat (Sword)", use=use)[0] == code


def test_a_counter_takes_a_card_for_the_defence_and_melee_and_no_other_counter_gob_60() -> None:
    fight = table("counter")
    use = [{"advantage": "counter", "cards": ["QD"]}]
    fight.strike("ana", "bo", "KS")
    assert fight.refused("defend", "bo", skill="Combat (Sword)", use=use)[0] == "counter.card"
    ranged = {"name": "Bow", "damage": 1, "skill": "Combat (Bow)", "ranged": True}
    people = [swordfighter("ana", "counter", weapons=[ranged, SWORD]), swordfighter("bo", "counter", side="foes")]
    far = Table.dealt(people, [ANA, BO], "3S 3H")
    far.do("draw", "ana")
    far.strike("ana", "bo", "KS", weapon="Bow", skill="Combat (Bow)")
    assert far.refused("defend", "bo", card="KD", skill="Combat (Sword)", use=use)[0] == "counter.melee"
    near = Table.dealt(people, [ANA, BO], "3S 3H")
    near.do("draw", "ana")
    near.strike("ana", "bo", "TS")
    near.do("defend", "bo", card="KD", skill="Combat (Sword)", use=use)
    near.settle()
    again = [{"advantage": "counter", "cards": ["QS"]}]
    assert near.refused("defend", "ana", card="KS", weapon="Sword", skill="Combat (Sword)", use=again)[0] == (
        "counter.again"
    )


# GOB-61 All-Out Defense
def test_an_all_out_defence_counts_body_twice_and_costs_the_action_gob_61() -> None:
    fight = table("all-out-defense")
    fight.do("use", "bo", advantage="all-out-defense")
    fight.exchange("ana", "bo", "KS", "TD")
    assert fight.turn == ["bo"]
    fight.do("draw", "bo")
    assert fight.turn == ["ana"]
    assert fight.round == 2
    assert fight["bo"]["effects"] == []


def test_it_adds_twice_body_to_the_total_gob_61() -> None:
    fight = table("all-out-defense")
    fight.do("use", "bo", advantage="all-out-defense")
    fight.strike("ana", "bo", "KS")
    fight.do("defend", "bo", card="JD")
    fight.settle()
    # 13 + 2 against 11 + 4: a tie, which the diamonds win.
    assert fight.pool("bo") == 10


def test_an_all_out_defence_is_refused_once_the_action_is_over_gob_61_gob_16() -> None:
    fight = table("all-out-defense")
    assert fight.refused("use", "ana", advantage="all-out-defense") == ("advantage.missing", "GOB-61")
    fight.do("use", "bo", advantage="all-out-defense")
    assert fight.refused("use", "bo", advantage="all-out-defense")[0] == "action.spent"
    late = table("all-out-defense")
    late.do("pass", "ana")
    late.do("draw", "bo")
    late.do("use", "bo", advantage="all-out-defense")
    assert late.turn == ["ana"], "in its own turn it takes the action"
    empty = table("all-out-defense", pools={"bp": 0})
    assert empty.refused("use", "bo", advantage="all-out-defense") == ("advantage.pool-empty", "GOB-16")


# GOB-62 Defensive Stance
def test_a_stance_moves_cards_from_attack_to_defence_gob_62() -> None:
    people = [swordfighter("ana", "defensive-stance", skills={"Combat (Sword)": 3}), swordfighter("bo", side="foes")]
    fight = Table.dealt(people, [ANA, BO], "3S 3H 4S 4H")
    fight.do("draw", "ana")
    for wrong in (0, 3, -1):
        assert fight.refused("use", "ana", advantage="defensive-stance", cards=wrong)[0] == "stance.cards"
    assert fight.refused("use", "ana", advantage="defensive-stance")[0] == "stance.cards"
    fight.do("use", "ana", advantage="defensive-stance", cards=2)
    assert fight["ana"]["effects"] == [{"name": "defensive-stance", "cards": 2}]
    assert fight.refused("use", "ana", advantage="defensive-stance", cards=1)[0] == "effect.stands"
    fight.strike("ana", "bo", "KS")
    fight.do("defend", "bo", card="TD")
    assert fight.turn == ["bo"], "with one card a side nobody can bet, and Bo's turn has come"
    fight.do("draw", "bo")
    fight.strike("bo", "ana", "QD")
    fight.do("defend", "ana", card="QS", skill="Combat (Sword)")
    sides = fight.pending["sides"]
    assert [side["left"] for side in sides if side["id"] == "ana"] == [4]


def test_a_stance_is_taken_in_ones_own_action_gob_62() -> None:
    fight = table("defensive-stance")
    assert fight.refused("use", "bo", advantage="defensive-stance", cards=1)[0] == "turn.not-yours"


# GOB-63 Serendipity, GOB-69 Dodge
@pytest.mark.parametrize(("key", "pool", "trait"), [("serendipity", "lp", "luck"), ("dodge", "bp", "body")])
def test_the_next_physical_defence_uses_another_trait_gob_63_gob_69(key: str, pool: str, trait: str) -> None:
    fight = table(key)
    fight.do("use", "bo", advantage=key)
    assert fight.pool("bo", pool) == 9
    fight.strike("ana", "bo", "KS")
    assert fight.refused("use", "bo", advantage=key)[0] == "pending.defense"
    fight.do("defend", "bo", card="TD")
    assert fight.event("defense")["trait"] == trait
    fight.settle()
    fight.do("draw", "bo")
    fight.do("pass", "bo")
    fight.do("draw", "ana")
    fight.strike("ana", "bo", "QS")
    fight.do("defend", "bo", card="JD")
    assert fight.event("defense")["trait"] == "mind"


@pytest.mark.parametrize(("key", "pool"), [("serendipity", "lp"), ("dodge", "bp")])
def test_it_may_be_named_in_the_defence_and_needs_its_pool_gob_63_gob_69(key: str, pool: str) -> None:
    fight = table(key)
    fight.strike("ana", "bo", "KS")
    fight.do("defend", "bo", card="TD", use=[{"advantage": key}])
    assert fight.pool("bo", pool) == 9
    empty = table(key, pools={pool: 0})
    assert empty.refused("use", "bo", advantage=key) == ("advantage.pool-empty", "GOB-16")
    last = table(key, pools={pool: 1, "sp": 0})
    assert last.refused("use", "bo", advantage=key) == ("cost.puts-out", "GOB-48")


def test_the_latest_of_dodge_and_serendipity_counts_gob_46() -> None:
    fight = table("dodge", "serendipity")
    fight.do("use", "bo", advantage="dodge")
    fight.strike("ana", "bo", "KS")
    fight.do("defend", "bo", card="TD", use=[{"advantage": "serendipity"}])
    assert fight.event("defense")["trait"] == "luck"


# GOB-64 Iron Wall, GOB-66 Soul of Steel
def test_an_iron_wall_takes_body_off_damage_to_bp_this_round_gob_64() -> None:
    fight = table("iron-wall", wildcards=1, traits={"body": 4, "spirit": 2, "mind": 1, "luck": 2})
    fight.do("use", "bo", advantage="iron-wall")
    assert fight["bo"]["wildcards"] == 0
    fight.exchange("ana", "bo", "KS", "TD")
    # 15 to 11: 4, and 2 and 2, less 4.
    assert fight.pool("bo") == 16
    fight.because("GOB-64")


def test_a_soul_of_steel_takes_twice_spirit_off_and_the_action_gob_66() -> None:
    fight = table("soul-of-steel", wildcards=1)
    fight.do("use", "bo", advantage="soul-of-steel")
    fight.exchange("ana", "bo", "KS", "TD")
    assert fight.pool("bo") == 6
    fight.because("GOB-66")
    fight.do("draw", "bo")
    assert fight.turn == ["ana"]


@pytest.mark.parametrize("key", ["iron-wall", "soul-of-steel", "karmic-shuffle"])
def test_these_need_a_wildcard_and_stand_once_gob_64_gob_65_gob_66(key: str) -> None:
    assert table(key).refused("use", "bo", advantage=key)[0] == "wildcard.none"
    fight = table(key, wildcards=2)
    fight.do("use", "bo", advantage=key)
    assert fight.refused("use", "bo", advantage=key)[0] == "effect.stands"
    pool = {"iron-wall": "bp", "soul-of-steel": "sp", "karmic-shuffle": "lp"}[key]
    empty = table(key, wildcards=1, pools={pool: 0})
    assert empty.refused("use", "bo", advantage=key) == ("advantage.pool-empty", "GOB-16")


# GOB-65 Karmic Shuffle
def test_karmic_shuffle_comes_before_everything_else_gob_65_gob_46() -> None:
    fight = table("karmic-shuffle", "all-out-defense", "dodge", wildcards=1, pools={"sp": 0})
    fight.do("use", "bo", advantage="karmic-shuffle")
    fight.do("use", "bo", advantage="all-out-defense")
    fight.strike("ana", "bo", "KS")
    assert fight.refused("defend", "bo", card="TD", trait="spirit")[0] == "trait.defense"
    fight.do("defend", "bo", card="TD", use=[{"advantage": "dodge"}])
    assert fight.event("defense")["trait"] == "luck"
    assert {"name": "karmic-shuffle"} in fight["ana"]["effects"]


# GOB-67 Study
def test_study_counts_mind_twice_against_one_opponent_gob_67() -> None:
    people = [
        swordfighter("ana", "study", traits={"body": 2, "spirit": 2, "mind": 3, "luck": 2}),
        swordfighter("bo", side="foes"),
    ]
    fight = Table.dealt(people, [ANA, BO], "3S 3H 4S")
    fight.do("draw", "ana")
    assert fight.refused("use", "ana", advantage="study")[0] == "target.none"
    assert fight.refused("use", "ana", advantage="study", target="ana")[0] == "target.self"
    fight.do("use", "ana", advantage="study", target="bo")
    assert fight.turn == ["bo"]
    fight.do("draw", "bo")
    fight.strike("bo", "ana", "KD")
    fight.do("defend", "ana", card="QS")
    fight.settle()
    # 13 + 2 against 12 + 6.
    assert fight.pool("ana") == 10
    assert fight["ana"]["effects"] == [{"name": "study", "target": "bo"}]


# GOB-68 Careful, GOB-71 Tenacity
def test_the_careful_draw_when_they_take_no_damage_gob_68() -> None:
    fight = table("careful")
    fight.exchange("ana", "bo", "TS", "KD")
    assert len(fight.hand("bo")) == 4
    fight.because("GOB-68")
    hurt = table("careful")
    hurt.exchange("ana", "bo", "KS", "TD")
    assert len(hurt.hand("bo")) == 3


def test_the_tenacious_draw_when_bp_is_hurt_and_not_empty_gob_71_gob_16() -> None:
    fight = table("tenacity")
    fight.exchange("ana", "bo", "KS", "TD")
    assert len(fight.hand("bo")) == 4
    fight.because("GOB-71")
    down = table("tenacity", pools={"bp": 3})
    down.exchange("ana", "bo", "KS", "TD")
    down.do("desperation", "bo", trait="luck")
    assert len(down.hand("bo")) == 3 + 2


# GOB-70 Mind Over Matter
def test_mind_over_matter_is_asked_and_paid_gob_70() -> None:
    fight = table("mind-over-matter", traits={"body": 2, "spirit": 2, "mind": 3, "luck": 2})
    fight.exchange("ana", "bo", "KS", "TD")
    view = fight.view()
    assert view["phase"] == "choice"
    assert view["pending"]["kind"] == "redirect"
    assert fight.refused("pass", "bo")[0] == "pending.choice"
    assert fight.refused("redirect", "ana", use=True)[0] == "turn.not-yours"
    fight.do("redirect", "bo", use=True)
    # 15 to 13: 2 and 2 and 2 of damage, and 1 MP paid.
    assert (fight.pool("bo"), fight.pool("bo", "mp")) == (10, 15 - 1 - 6)
    other = table("mind-over-matter")
    other.exchange("ana", "bo", "KS", "TD")
    other.do("redirect", "bo", use=False)
    assert (other.pool("bo"), other.pool("bo", "mp")) == (2, 5)


def test_mind_over_matter_is_not_asked_without_mp_or_when_paying_would_put_out_gob_70_gob_48() -> None:
    for pools in ({"mp": 0}, {"mp": 1, "sp": 0}):
        fight = table("mind-over-matter", pools=pools)
        fight.exchange("ana", "bo", "KS", "TD")
        assert fight.phase == "draw"


def test_extras_lose_members_whatever_protects_others_gob_96() -> None:
    fight = Table.dealt([swordfighter("ana"), extras("mob", armor=9)], ["AC KS QS JS TS", "2C 3D 4D 5D"], "3S")
    fight.do("draw", "ana")
    fight.exchange("ana", "mob", "KS", "5D")
    assert fight["mob"]["out"] == "gone"
