"""Offensive and utility advantages, each as it is meant and as it is refused (GOB-72 to GOB-90, GOB-16)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.people import KNIFE, SWORD, extras, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM
from tests.rules.game_of_bastards.table import Table

ANA = "AC KS QS JS TS"
BO = "2C KD QD JD TD"


def table(*advantages: str, draws: str = "3S 3H 4S 4H 5S 5H", ana: str = ANA, **fields: Any) -> Table:
    """Ana has the advantages, acts first and has drawn; Bo stands against her."""
    made = Table.dealt([swordfighter("ana", *advantages, **fields), swordfighter("bo", side="foes")], [ana, BO], draws)
    made.do("draw", "ana")
    return made


def use(key: str, **fields: Any) -> list[dict[str, Any]]:
    return [{"advantage": key, **fields}]


# GOB-72 Savage
def test_a_savage_blow_that_lands_is_followed_by_another_at_two_cards_less_gob_72() -> None:
    fight = table("savage", skills={"Combat (Sword)": 4})
    fight.exchange("ana", "bo", "KS", "TD", use=use("savage"))
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
    assert fight.refused("attack", "ana", **again, use=use("savage"))[0] == "advantage.follow"
    fight.do("attack", "ana", **again)
    assert fight.pending["sides"][0]["left"] == 1
    fight.do("defend", "bo", card="JD")
    fight.settle()
    assert fight.turn == ["bo"]


def test_a_savage_blow_that_fails_or_a_pass_ends_the_turn_gob_72() -> None:
    fight = table("savage")
    fight.exchange("ana", "bo", "TS", "KD", use=use("savage"))
    assert fight.turn == ["bo"]
    two = table("savage")
    two.exchange("ana", "bo", "KS", "TD", use=use("savage"))
    two.do("pass", "ana")
    assert two.turn == ["bo"]


# GOB-73, GOB-74 two weapons
@pytest.mark.parametrize(("advantages", "left"), [((), 1), (("ambidextrous",), 2)])
def test_two_weapons_cost_two_cards_or_one_gob_51_gob_73(advantages: tuple[str, ...], left: int) -> None:
    fight = table(*advantages, weapons=[SWORD, KNIFE], skills={"Combat (Sword)": 6, "Combat (Knife)": 4})
    fight.strike("ana", "bo", "KS", weapon=None, weapons=["Sword", "Knife"])
    assert fight.pending["sides"][0]["left"] == left
    fight.do("defend", "bo", card="TD")
    fight.settle()
    assert fight.event("damage")["amount"] == (15 - 11) + 2 + 2 + 1


@pytest.mark.parametrize(("advantages", "left"), [((), 1), (("florentine",), 3), (("ambidextrous",), 2)])
def test_florentine_takes_the_penalty_from_the_defence_gob_74(advantages: tuple[str, ...], left: int) -> None:
    fight = table(*advantages, weapons=[SWORD, KNIFE], skills={"Combat (Sword)": 4, "Combat (Knife)": 4})
    fight.do("pass", "ana")
    fight.do("draw", "bo")
    fight.strike("bo", "ana", "TD")
    fight.do("defend", "ana", card="KS", skill="Combat (Sword)", weapons=["Sword", "Knife"])
    assert [side["left"] for side in fight.pending["sides"]][1] == left


# GOB-75 Zeal, GOB-76 Fortune
@pytest.mark.parametrize(
    ("key", "pool", "trait", "defence"), [("zeal", "sp", "spirit", "mind"), ("fortune", "lp", "luck", "luck")]
)
def test_a_physical_attack_may_take_another_trait_gob_75_gob_76(key: str, pool: str, trait: str, defence: str) -> None:
    fight = table(key)
    fight.strike("ana", "bo", "KS", use=use(key))
    assert fight.pool("ana", pool) == 9
    assert fight.pending["trait"] == trait
    fight.do("defend", "bo", card="TD")
    assert fight.event("defense")["trait"] == defence
    empty = table(key, pools={pool: 0})
    fields = {"target": "bo", "skill": "Combat (Sword)", "weapon": "Sword", "card": "KS"}
    assert empty.refused("attack", "ana", kind="physical", **fields, use=use(key)) == ("advantage.pool-empty", "GOB-16")
    social = {"target": "bo", "skill": "Influence", "card": "KS", "kind": "social"}
    assert table(key).refused("attack", "ana", **social, use=use(key))[0] == "advantage.physical"
    wrong = {**fields, "kind": "physical", "trait": "body", "use": use(key)}
    assert table(key).refused("attack", "ana", **wrong)[0] == "trait.physical"


def test_one_advantage_alone_replaces_the_trait_and_each_is_named_once_gob_75_gob_76() -> None:
    fight = table("zeal", "fortune")
    fields = {"target": "bo", "skill": "Combat (Sword)", "weapon": "Sword", "card": "KS", "kind": "physical"}
    assert fight.refused("attack", "ana", **fields, use=use("zeal") + use("fortune"))[0] == "advantage.trait"
    assert fight.refused("attack", "ana", **fields, use=use("zeal") * 2)[0] == "advantage.twice"


# GOB-77 Ass Pull
def test_ass_pull_draws_two_and_asks_for_two_gob_77() -> None:
    fight = table("ass-pull")
    fight.do("use", "ana", advantage="ass-pull")
    assert fight.pool("ana", "lp") == 9
    pending = fight.pending
    assert (pending["kind"], pending["count"]) == ("discard", 2)
    assert fight.refused("discard", "ana", cards=["KS"])[0] == "discard.count"
    fight.do("discard", "ana", cards=["3H", "4S"])
    assert fight.phase == "declare"
    assert len(fight.hand("ana")) == 5
    assert fight.refused("use", "bo", advantage="ass-pull") == ("advantage.missing", "GOB-77")
    early = Table.dealt([swordfighter("ana", "ass-pull"), swordfighter("bo", side="foes")], [ANA, BO])
    assert early.refused("use", "ana", advantage="ass-pull")[0] == "turn.not-yours"


# GOB-78 Faith, GOB-79 Speedy
def test_faith_draws_when_sp_is_hurt_gob_78() -> None:
    fight = Table.dealt([swordfighter("ana"), swordfighter("bo", "faith", side="foes")], [ANA, BO], "3S 3H 4S")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "KS", "TD", kind="social", skill="Influence", weapon=None)
    assert fight.pool("bo", "sp") == 7
    assert len(fight.hand("bo")) == 4
    fight.because("GOB-78")


def test_the_speedy_replace_their_card_for_nothing_once_a_turn_gob_79_gob_42() -> None:
    fight = table("speedy")
    fight.do("replace-initiative", "ana", card="JS")
    assert fight["ana"]["initiative"] == "JS"
    assert fight.turn == ["ana"]
    assert fight.refused("replace-initiative", "ana", card="QS")[0] == "initiative.twice"
    fight.do("pass", "ana")
    slow = table()
    slow.do("replace-initiative", "ana", card="JS")
    assert slow.turn == ["bo"]
    assert "AC" in slow.discard
    slow.do("draw", "bo")
    slow.do("pass", "bo")
    assert [seat["id"] for seat in slow.view()["initiative"]] == ["bo", "ana"]


# GOB-80 Berserk
def test_the_berserk_add_body_twice_and_defend_with_one_card_less_gob_80() -> None:
    fight = table("berserk", "dodge", "careful", wildcards=1, skills={"Combat (Sword)": 3})
    fight.do("use", "ana", advantage="berserk")
    assert fight["ana"]["effects"] == [{"name": "berserk"}]
    assert fight.refused("use", "ana", advantage="dodge") == ("advantage.berserk", "GOB-80")
    fight.exchange("ana", "bo", "KS", "TD")
    assert fight.event("damage")["amount"] == 4 + 4 + 2
    fight.do("desperation", "bo", trait="luck")
    fight.do("draw", "bo")
    fight.strike("bo", "ana", "3H" if "3H" in fight.hand("bo") else fight.hand("bo")[0])
    fight.do("defend", "ana", card="QS", skill="Combat (Sword)")
    assert [side["left"] for side in fight.pending["sides"]][1] == 1


def test_the_berserk_come_to_their_senses_by_a_fate_draw_gob_80_gob_24() -> None:
    fight = table("berserk", wildcards=1, skills={"Meditation": 1}, draws="3S AD 2S 2H 3C 3D 4C")
    fight.do("use", "ana", advantage="berserk")
    pile = fight.view()["draw_pile"]
    fight.do("use", "ana", advantage="berserk", stop=True)
    told = fight.event("fate-draw")
    assert (told["total"], told["against"], told["success"]) == (15, 4, True)
    assert fight["ana"]["effects"] == []
    assert fight.view()["draw_pile"] == pile
    assert fight.turn == ["bo"]
    calm = table("berserk", wildcards=1)
    assert calm.refused("use", "ana", advantage="berserk", stop=True)[0] == "effect.missing"
    assert table("berserk").refused("use", "ana", advantage="berserk")[0] == "wildcard.none"


# GOB-81 Wild Swing
def test_a_wild_swing_gives_body_for_twice_as_much_damage_gob_81() -> None:
    fight = table("wild-swing")
    fight.exchange("ana", "bo", "KS", "TD", use=use("wild-swing", amount=2))
    # 13 + 0 to 11, and Body 2, the sword's 2, and twice 2.
    assert fight.event("damage")["amount"] == 2 + 2 + 2 + 4
    fields = {"target": "bo", "skill": "Combat (Sword)", "weapon": "Sword", "card": "KS", "kind": "physical"}
    for amount in (3, -1, None):
        refused = table("wild-swing").refused("attack", "ana", **fields, use=use("wild-swing", amount=amount))
        assert refused == ("advantage.amount", "GOB-81")
    desperate = table("wild-swing", pools={"sp": 0})
    assert desperate.refused("attack", "ana", **fields, use=use("wild-swing", amount=1))[0] == "advantage.amount"


# GOB-82 Disarm
@pytest.mark.parametrize(("card", "answer", "taken"), [("KS", "9D", True), ("KS", "TD", False)])
def test_a_disarm_drops_the_weapon_or_takes_it_gob_82(card: str, answer: str, taken: bool) -> None:
    people = [
        swordfighter("ana", "disarm", traits={"body": 1, "spirit": 1, "mind": 1, "luck": 1}),
        swordfighter("bo", side="foes"),
    ]
    fight = Table.dealt(people, ["AC KS QS JS TS", f"2C {answer} KD QD JD"], "3S 3H 4S")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", card, answer, use=use("disarm", take=True))
    assert fight.pool("bo") == 10
    assert fight.pool("ana", "mp") == 4
    assert fight["bo"]["weapons"] == []
    assert fight["bo"]["wielded"] == []
    assert len(fight["ana"]["weapons"]) == 1 + taken
    assert [weapon["name"] for weapon in fight.view()["ground"]] == ([] if taken else ["Sword"])
    if not taken:
        fight.do("draw", "bo")
        fight.do("pick-up", "bo", item="Sword")
        assert fight["bo"]["wielded"] == ["Sword"]
        assert fight.view()["ground"] == []


def test_a_disarmed_fighter_has_the_weapon_again_after_the_opposition_gob_82() -> None:
    people = [swordfighter("ana", "disarm"), swordfighter("bo", side="foes")]
    fight = Table.dealt(people, ["AC KS QS JS TS", "2C 3D KD QD JD"], "3S 3H 4S")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "KS", "3D", use=use("disarm", take=True))
    assert fight["bo"]["weapons"] == []
    fight.do("end", "gm", outcome="over")
    # The rules take no belonging away for good: what is lost in the story the player takes off the sheet.
    left = play.aftermath(SYSTEM, fight.state)["participants"]
    assert all("weapons" not in one_of["sheet"] for one_of in left.values())


def test_who_leaves_before_the_end_has_lost_what_was_lost_gob_98() -> None:
    fight = Table.dealt(
        [swordfighter("ana"), swordfighter("bo", side="foes")], ["AC KS QS JS TS", "2C 3D KD QD JD"], "3S 3H"
    )
    fight.do("adjust", "gm", target="ana", pool="bp", amount=-3, reason="a fall")
    fight.do("leave", "gm", target="ana")
    assert "ana" not in fight.view()["participants"]
    fight.do("end", "gm", outcome="over")
    left = play.aftermath("game-of-bastards", fight.state)["participants"]
    assert (left["ana"]["sheet"]["pools"]["bp"], left["bo"]["sheet"]["pools"]["bp"]) == (7, 10)


def test_two_weapons_in_hand_leave_none_empty_gob_82() -> None:
    people = [swordfighter("ana", "disarm", weapons=[SWORD, KNIFE], skills={"Combat (Sword)": 3, "Combat (Knife)": 3})]
    fight = Table.dealt([*people, swordfighter("bo", side="foes")], ["AC KS QS JS TS", "2C 3D KD QD JD"], "3S 3H")
    fight.do("draw", "ana")
    weapons = {"weapon": None, "weapons": ["Sword", "Knife"]}
    fight.exchange("ana", "bo", "KS", "3D", **weapons, use=use("disarm", take=True))
    assert [weapon["name"] for weapon in fight.view()["ground"]] == ["Sword"]


# GOB-83 to GOB-85, GOB-89, GOB-90
@pytest.mark.parametrize(
    ("key", "kind", "skill", "pool"),
    [
        ("cunning-linguist", "social", "Guts", "mp"),
        ("criminal", "mental", "Stealth", "lp"),
        ("criminal", "social", "Influence", "lp"),
        ("hearty", "physical", "Athletics", "bp"),
        ("hearty", "physical", "Dexterity", "bp"),
    ],
)
def test_one_more_card_may_be_played_gob_83_gob_84_gob_85(key: str, kind: str, skill: str, pool: str) -> None:
    for pools, left in (({}, 1), ({pool: 0}, 0)):
        fight = table(key, pools=pools, skills={})
        fight.strike("ana", "bo", "KS", kind=kind, skill=skill, weapon=None)
        assert fight.pending["sides"][0]["left"] == left


@pytest.mark.parametrize(
    ("key", "skill", "rank"), [("brawler", "Combat (Unarmed)", 3), ("grappler", "Combat (Grapple)", 2)]
)
def test_the_rank_is_added_to_the_damage_gob_89_gob_90(key: str, skill: str, rank: int) -> None:
    fight = table(key, skills={skill: rank})
    fight.exchange("ana", "bo", "KS", "TD", skill=skill, weapon=None)
    assert fight.event("damage")["amount"] == 4 + 2 + rank


# GOB-86 Acrobat
def test_an_acrobat_changes_cards_of_a_fate_draw_gob_86() -> None:
    inputs = {"skill_rank": 3, "trait": 2, "cards": ["2C", "3C", "9D"], "dealer_cards": ["4C", "5C", "6C", "7C"]}
    plain = play.check(SYSTEM, "fate-draw", inputs)
    assert (plain["total"], plain["hand"]) == (11, ["2C", "3C", "9D"])
    changed = play.check(SYSTEM, "fate-draw", {**inputs, "acrobat": {"discard": ["2C", "3C"], "draws": ["KD", "XX"]}})
    assert (changed["total"], changed["hand"], changed["wildcards"]) == (15, ["9D", "KD", "XX"], 1)
    assert "GOB-86" in changed["rules"]
    for wrong in (["2C", "3C", "9D"], ["4D"], ["2C", "2C"]):
        with pytest.raises(play.Refused):
            play.check(SYSTEM, "fate-draw", {**inputs, "acrobat": {"discard": wrong}})


# GOB-87, GOB-88
@pytest.mark.parametrize(("key", "kind", "pool"), [("toughness", "physical", "bp"), ("resolve", "social", "sp")])
def test_ranks_are_taken_off_the_damage_gob_87_gob_88(key: str, kind: str, pool: str) -> None:
    bo = swordfighter("bo", side="foes", advantages=[{"key": key, "ranks": 3}])
    fight = Table.dealt([swordfighter("ana"), bo], [ANA, BO], "3S 3H")
    fight.do("draw", "ana")
    more = {} if kind == "physical" else {"kind": "social", "skill": "Influence", "weapon": None}
    fight.exchange("ana", "bo", "KS", "TD", **more)
    usual = 4 + 2 + 2 if kind == "physical" else 3
    assert fight.pool("bo", pool) == 10 - (usual - 3)
    if usual == 3:
        assert fight.event("no-damage")


def test_declared_advantages_are_for_their_place_and_extras_have_none() -> None:
    fight = table("savage", "tenacity", "counter", "acrobat", "mind-over-matter")
    for key, rule in (("savage", "GOB-72"), ("tenacity", "GOB-71"), ("counter", "GOB-60"), ("acrobat", "GOB-86")):
        assert fight.refused("use", "ana", advantage=key) == ("advantage.place", rule)
    fields = {"target": "bo", "skill": "Combat (Sword)", "weapon": "Sword", "card": "KS", "kind": "physical"}
    assert fight.refused("attack", "ana", **fields, use=use("tenacity")) == ("advantage.place", "GOB-71")
    mob = Table.dealt([extras("mob"), swordfighter("bo", side="foes")], ["2S 3S 4S 5S", "3C KD QD JD TD"])
    assert mob.refused("use", "mob", advantage="dodge")[0] == "advantage.missing"
