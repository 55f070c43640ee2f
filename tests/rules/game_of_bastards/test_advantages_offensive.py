"""Savage, Zeal, Fortune, Wild Swing, Brawler, Grappler (GOB-72, GOB-75, GOB-76, GOB-81, GOB-89, GOB-90)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import BOW, SWORD, UNARMED, fated, foe, swordfighter, traits
from tests.rules.game_of_bastards.table import SWORD_ATTACK, Table, duel

FOUR = {"body": 2, "spirit": 3, "mind": 4, "luck": 5}


def scene(*advantages: Any, rank: int = 1, him: dict[str, Any] | None = None, **her: Any) -> Table:
    ana = fated("ana", *advantages, rank=rank, **{"traits": FOUR, "weapons": [SWORD, BOW], **her})
    bo = foe("bo", **{"traits": {"body": 9, "spirit": 1, "mind": 3, "luck": 1}, **(him or {})})
    return Table(ana, bo, hands={"ana": "KS KH KD", "bo": "4S 4H 5S"})


def lost(table: Table, *use: dict[str, Any], card: str = "KS", reply: str | None = "4S", **more: Any) -> int:
    before = table.pool("bo")
    table.clash("ana", "bo", card, reply, use=list(use), **more)
    return before - table.pool("bo")


def use(key: str, **fields: Any) -> dict[str, Any]:
    return {"advantage": key, **fields}


PLAIN = 13 + 2 - 4 - 3 + 2  # king and Body against four and Mind, and Body


def test_plain_blow() -> None:
    assert lost(scene()) == PLAIN


def test_zeal_adds_spirit_instead_of_body_to_the_attack_gob_75() -> None:
    table = scene("zeal")
    assert lost(table, use("zeal")) == PLAIN + 1, "the damage still adds Body (GOB-46)"
    assert table.pool("ana", "sp") == 14


def test_zeal_is_for_ranged_attacks_too_gob_75() -> None:
    table = scene("zeal", skills={"Combat (Bow)": 1})
    assert lost(table, use("zeal"), weapon="Bow", skill="Combat (Bow)") == PLAIN + 1 + 3


def test_fortune_uses_luck_on_both_sides_gob_76() -> None:
    table = scene("fortune")
    assert lost(table, use("fortune")) == PLAIN + 3 + 2, "Luck 5 for Body 2, Luck 1 for Mind 3"
    assert table.pool("ana", "lp") == 24


def test_fortune_decides_the_defenders_trait_gob_76() -> None:
    table = scene("fortune")
    table.attack("ana", "bo", "KS", use=[use("fortune")])
    table.refuse("defend", "bo", card="4S", trait="mind")
    table.do("defend", "bo", card="4S", trait="luck")


@pytest.mark.parametrize("amount", [0, 1, 2])
def test_a_wild_swing_gives_body_and_gains_twice_as_much_gob_81(amount: int) -> None:
    table = scene("wild-swing")
    assert lost(table, use("wild-swing", amount=amount)) == PLAIN - amount + 2 * amount
    assert table.pool("ana") == 9


@pytest.mark.parametrize("amount", [3, -1, True, 1.0, "1", None, [1], 10**30])
def test_a_wild_swing_gives_no_more_than_body_gob_81(amount: Any) -> None:
    scene("wild-swing").no_attack("ana", "bo", "KS", use=[use("wild-swing", amount=amount)])


def test_a_wild_swing_that_misses_does_nothing_gob_81() -> None:
    table = scene("wild-swing", him={"traits": {"body": 9, "spirit": 1, "mind": 10, "luck": 1}})
    assert lost(table, use("wild-swing", amount=2)) == 0, "13 against 14"


@pytest.mark.parametrize("key", ["savage", "wild-swing", "disarm"])
def test_these_are_melee_attacks_gob_72_gob_81_gob_82(key: str) -> None:
    fields = {"amount": 1} if key == "wild-swing" else {}
    table = scene(key, him={"weapons": [SWORD]}, skills={"Combat (Bow)": 1})
    table.no_attack("ana", "bo", "KS", use=[use(key, **fields)], weapon="Bow", skill="Combat (Bow)")
    table.attack("ana", "bo", "KS", use=[use(key, **fields)])


def test_several_may_be_used_in_one_attack_gob_72_gob_81() -> None:
    table = scene("savage", "wild-swing")
    assert lost(table, use("savage"), use("wild-swing", amount=1)) == PLAIN + 1
    assert table.pool("ana") == 8


def test_savage_gives_a_second_melee_attack_at_once_gob_72() -> None:
    table = scene("savage", rank=4)
    table.attack("ana", "bo", "KS", use=[use("savage")])
    table.defend("bo", "4S")
    table.settle()
    table.because("GOB-72")
    assert (table.phase, table.turn) == ("declare", ["ana"])
    assert table.types("ana") >= {"attack", "pass"}
    table.attack("ana", "bo", "KH")
    table.defend("bo", "4H")
    table.refuse("bet", "ana", cards=[*table.hand("ana")][:2])
    table.do("bet", "ana", cards=["KD"])
    assert (table.phase, table.turn) == ("draw", ["bo"]), "four less two cards"


def test_the_second_attack_keeps_one_card_gob_72() -> None:
    table = scene("savage", rank=2)
    table.clash("ana", "bo", "KS", "4S", use=[use("savage")])
    table.attack("ana", "bo", "KH")
    table.defend("bo", "4H")
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_the_second_attack_may_be_left_gob_72() -> None:
    table = scene("savage")
    table.clash("ana", "bo", "KS", "4S", use=[use("savage")])
    table.do("pass", "ana")
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_in_between_there_is_nothing_but_a_melee_attack_gob_72() -> None:
    table = scene("savage", "speedy", "ass-pull", skills={"Combat (Bow)": 1, UNARMED: 1})
    table.clash("ana", "bo", "KS", "4S", use=[use("savage")])
    table.refuse("attack", "ana", target="bo", kind="physical", card="KH", weapon="Bow", skill="Combat (Bow)")
    table.refuse("attack", "ana", target="bo", kind="social", card="KH", skill="Influence")
    table.refuse("replace-initiative", "ana", card="KH")
    table.refuse("pick-up", "ana", item="stone")
    table.refuse("discard", "ana", cards="KH")
    table.refuse("draw", "ana")
    table.refuse("mulligan", "ana")
    table.do("attack", "ana", target="bo", kind="physical", card="KH", weapon="Sword", skill="Combat (Sword)")


def test_a_first_attack_that_fails_gives_no_second_gob_72() -> None:
    table = scene("savage", him={"traits": {"body": 9, "spirit": 1, "mind": 20, "luck": 1}})
    table.clash("ana", "bo", "KS", "4S", use=[use("savage")])
    assert (table.phase, table.turn) == ("draw", ["bo"])
    assert table.pool("ana") == 9, "the cost was paid before"


def test_the_second_attack_may_go_to_another_gob_72() -> None:
    ana = fated("ana", "savage", rank=1)
    table = Table(ana, foe("bo"), foe("cy", traits=traits(9)), hands={"ana": "KS KH"})
    table.clash("ana", "bo", "KS", use=[use("savage")])
    while table.phase == "choice":
        table.do("desperation", "bo", trait="luck")
    table.attack("ana", "cy", "KH")
    assert table.turn == ["cy"]


def test_brawler_adds_the_rank_of_unarmed_combat_gob_89() -> None:
    assert lost(scene("brawler", rank=4)) == PLAIN + 4
    assert lost(scene("brawler", rank=1)) == PLAIN + 1
    assert lost(scene("brawler", skills={"Combat (Grapple)": 4}), skill="Combat (Grapple)") == PLAIN


def test_grappler_adds_the_rank_of_grapple_combat_gob_90() -> None:
    table = scene("grappler", skills={"Combat (Grapple)": 3})
    assert lost(table, skill="Combat (Grapple)") == PLAIN + 3
    assert lost(scene("grappler", rank=4)) == PLAIN


@pytest.mark.parametrize(("key", "skill"), [("brawler", UNARMED), ("grappler", "Combat (Grapple)")])
def test_both_need_their_pool_and_a_blow_that_lands_gob_16_gob_89_gob_90(key: str, skill: str) -> None:
    skills = {"skills": {skill: 3}}
    him = {"traits": {"body": 9, "spirit": 1, "mind": 20, "luck": 1}}
    assert lost(scene(key, him=him, **skills), skill=skill) == 0
    desperate = scene(key, pools={"bp": 0}, **skills)
    assert lost(desperate, skill=skill) == PLAIN + 3, "Luck 5 for Body 2 in the total; no rank"


@pytest.mark.parametrize("kind", ["social", "mental", "luck"])
def test_both_are_for_physical_attacks_gob_89(kind: str) -> None:
    first, two = scene("brawler", rank=3), scene(rank=3)
    for table in (first, two):
        table.clash("ana", "bo", "KS", "4S", kind=kind)
    assert first.pools("bo") == two.pools("bo")


def test_a_refused_command_between_two_savage_attacks_says_why_gob_72() -> None:
    fight = duel(swordfighter("ana", "savage", skills={"Combat (Sword)": 4}))
    fight.draw("ana")
    fight.exchange("ana", "bo", "KS", "TD", use=[use("savage")])
    assert fight.pool("ana") == 9
    assert fight.phase == "declare"
    assert fight.turn == ["ana"]
    for kind, fields in (
        ("discard", {"cards": ["QS"]}),
        ("replace-initiative", {"card": "QS"}),
        ("pick-up", {"item": "a stone"}),
        ("use", {"advantage": "savage"}),
    ):
        assert fight.refused(kind, "ana", **fields)[0] in ("phase.wrong", "advantage.place")
    bad = {"target": "bo", "skill": "Influence", "kind": "social", "card": "QS"}
    assert fight.refused("attack", "ana", **bad) == ("attack.melee", "GOB-72")
    again = {"target": "bo", "skill": "Combat (Sword)", "weapon": "Sword", "kind": "physical", "card": "QS"}
    assert fight.refused("attack", "ana", **again, use=[use("savage")])[0] == "advantage.follow"
    fight.do("attack", "ana", **again)
    assert fight.pending["sides"][0]["left"] == 1
    fight.do("defend", "bo", card="JD")
    fight.settle()
    assert fight.turn == ["bo"]


@pytest.mark.parametrize(
    ("key", "pool", "trait", "defence"), [("zeal", "sp", "spirit", "mind"), ("fortune", "lp", "luck", "luck")]
)
def test_a_physical_attack_may_take_another_trait_gob_75_gob_76(key: str, pool: str, trait: str, defence: str) -> None:
    fight = duel(swordfighter("ana", key))
    fight.draw("ana")
    fight.strike("ana", "bo", "KS", use=[use(key)])
    assert fight.pool("ana", pool) == 9
    assert fight.pending["trait"] == trait
    fight.do("defend", "bo", card="TD")
    assert fight.event("defense")["trait"] == defence
    social = {**SWORD_ATTACK, "target": "bo", "skill": "Influence", "weapon": None, "card": "KS", "kind": "social"}
    wrong = {**SWORD_ATTACK, "target": "bo", "card": "KS", "trait": "body"}
    for fields, code in ((social, "advantage.physical"), (wrong, "trait.physical")):
        fight = duel(swordfighter("ana", key))
        fight.draw("ana")
        assert fight.refused("attack", "ana", **fields, use=[use(key)])[0] == code


def test_one_advantage_alone_replaces_the_trait_and_each_is_named_once_gob_75_gob_76() -> None:
    fight = duel(swordfighter("ana", "zeal", "fortune"))
    fight.draw("ana")
    fields = {**SWORD_ATTACK, "target": "bo", "card": "KS"}
    assert fight.refused("attack", "ana", **fields, use=[use("zeal"), use("fortune")])[0] == "advantage.trait"
    assert fight.refused("attack", "ana", **fields, use=[use("zeal")] * 2)[0] == "advantage.twice"


def test_a_desperate_one_has_no_body_to_swing_with_gob_48_gob_81() -> None:
    desperate = duel(swordfighter("ana", "wild-swing", pools={"sp": 0}))
    desperate.draw("ana")
    fields = {**SWORD_ATTACK, "target": "bo", "card": "KS", "use": [use("wild-swing", amount=1)]}
    assert desperate.refused("attack", "ana", **fields) == ("advantage.amount", "GOB-81")
