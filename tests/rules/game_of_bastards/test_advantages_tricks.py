"""Disarm, Ass Pull, Speedy; one more card: Cunning Linguist, Criminal, Hearty (GOB-77, GOB-79, GOB-82 to GOB-85)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.people import BOW, KNIFE, SWORD, UNARMED, fated, foe, traits
from tests.rules.game_of_bastards.table import Table

FOUR = {"body": 1, "spirit": 2, "mind": 3, "luck": 2}


def disarm(card: str = "KS", reply: str = "4S", take: bool | None = None, settle: bool = True, **more: Any) -> Table:
    """Ana, Mind 3 and empty-handed, strikes at Bo's sword."""
    ana = fated("ana", "disarm", **{"traits": FOUR, **more})
    bo = foe("bo", traits=traits(9), weapons=[SWORD], skills={"Combat (Sword)": 1})
    table = Table(ana, bo, hands={"ana": card, "bo": f"{reply} 7H"})
    aim = {"weapon": "Knife", "skill": "Combat (Knife)"} if "weapons" in more else {}
    table.attack("ana", "bo", card, use=[{"advantage": "disarm", "take": take}], **aim)
    table.defend("bo", reply)
    if settle:
        table.settle()
    return table


def test_disarm_is_a_melee_attack_on_mind_without_damage_gob_82() -> None:
    table = disarm()
    table.because("GOB-82")
    assert table.pool("ana", "mp") == 14
    assert table.pool("bo") == 45
    assert table["bo"]["wielded"] == []
    assert (table.phase, table.turn) == ("draw", ["bo"])


@pytest.mark.parametrize(("card", "reply", "dropped"), [("9S", "JC", True), ("9C", "JS", False), ("9S", "QC", False)])
def test_mind_decides_whether_the_weapon_falls_gob_03_gob_82(card: str, reply: str, dropped: bool) -> None:
    """Nine and Mind 3 make twelve; eleven and Mind 1 make twelve too."""
    table = disarm(card, reply)
    assert (table["bo"]["wielded"] == []) == dropped


@pytest.mark.parametrize(("card", "taken"), [("KS", True), ("7S", True), ("6S", True), ("5S", False)])
def test_with_two_raises_it_may_be_taken_into_an_empty_hand_gob_82(card: str, taken: bool) -> None:
    """Against five: six and three are four above, five and three only three."""
    table = disarm(card, take=True)
    assert table["bo"]["wielded"] == []
    assert ("Sword" in table["ana"]["wielded"]) == taken


def test_left_out_nothing_is_taken_gob_82() -> None:
    for take in (None, False):
        assert disarm(take=take)["ana"]["wielded"] == []


def test_leaving_the_weapon_and_taking_it_are_both_offered_gob_82() -> None:
    table = Table(fated("ana", "disarm"), foe(weapons=[SWORD]), hands={"ana": "KS"})
    table.draw("ana")
    made = {
        offer["fixed"]["kind"]: offer for offer in play.offers(GAME, table.state, "ana") if offer["type"] == "attack"
    }
    both = [{"advantage": "disarm"}, {"advantage": "disarm", "take": True}]
    assert made["physical"]["choices"]["use"]["from"] == both
    assert "use" not in made["social"]["choices"]
    table.no_attack("ana", "bo", "KS", use=both)
    table.attack("ana", "bo", "KS", use=both[:1])


@pytest.mark.parametrize("take", [1, "true", [], {}])
def test_take_is_yes_or_no_gob_82(take: Any) -> None:
    table = Table(fated("ana", "disarm"), foe(weapons=[SWORD]), hands={"ana": "KS"})
    table.no_attack("ana", "bo", "KS", use=[{"advantage": "disarm", "take": take}])


def test_a_taken_sword_can_be_used_gob_82() -> None:
    table = disarm(take=True, skills={"Combat (Sword)": 1})
    table.skip("bo")
    card = table.hand("ana")[0]
    table.attack("ana", "bo", card, weapon="Sword", skill="Combat (Sword)")


def test_one_weapon_in_hand_leaves_the_other_empty_gob_82() -> None:
    """What is wielded is what the last attack named (GOB-51); the sword is at hand for the next."""
    table = disarm(take=True, weapons=[KNIFE], skills={"Combat (Knife)": 3, "Combat (Sword)": 3})
    assert "Sword" in str(table["ana"]["weapons"])
    table.skip("bo")
    card = table.hand("ana")[0]
    table.attack("ana", "bo", card, weapons=["Knife", "Sword"], skill="Combat (Sword)")
    assert sorted(table["ana"]["wielded"]) == ["Knife", "Sword"]


def test_two_weapons_in_hand_leave_none_empty_gob_82() -> None:
    ana = fated("ana", "disarm", traits=FOUR, weapons=[KNIFE, KNIFE], skills={"Combat (Knife)": 3})
    table = Table(ana, foe("bo", weapons=[SWORD], traits=traits(9)), hands={"ana": "KS", "bo": "4S"})
    aim = {"weapons": ["Knife", "Knife"], "skill": "Combat (Knife)"}
    try:
        table.attack("ana", "bo", "KS", use=[{"advantage": "disarm", "take": True}], **aim)
    except play.Refused:
        return
    table.defend("bo", "4S")
    table.settle()
    assert table["bo"]["wielded"] == []
    assert "Sword" not in str(table["ana"]["weapons"])


def test_the_disarmed_cannot_use_it_until_it_is_picked_up_gob_52_gob_82() -> None:
    table = disarm()
    table.draw("bo")
    table.refuse("attack", "bo", target="ana", kind="physical", card="7H", weapon="Sword", skill="Combat (Sword)")
    table.do("pick-up", "bo", item="Sword")
    table.skip("ana")
    table.attack("bo", "ana", "7H", weapon="Sword", skill="Combat (Sword)")


def test_nothing_falls_from_a_hand_when_it_fails_gob_82() -> None:
    table = disarm("2S", "KD")
    assert table["bo"]["wielded"] == ["Sword"]
    assert table.pool("ana", "mp") == 14


def test_a_desperate_one_disarms_on_spirit_or_luck_gob_48_gob_82() -> None:
    table = disarm("9S", "JC", pools={"sp": 0})
    assert table["bo"]["wielded"] == ["Sword"], "nine and Luck 2 against twelve"


def pull(draws: str = "9D QD AD KD") -> Table:
    table = Table(fated("ana", "ass-pull", traits=traits(1, 1, 1, 2)), foe(), hands={"ana": "KS"}, draws=draws)
    table.draw("ana")
    table.do("use", "ana", advantage="ass-pull")
    return table


def test_ass_pull_draws_two_and_asks_for_two_gob_77() -> None:
    table = pull()
    table.because("GOB-77")
    assert table.hand("ana")[-2:] == ["QD", "AD"]
    assert (table.size("ana"), table.pool("ana", "lp")) == (7, 9)
    assert (table.phase, table.turn) == ("choice", ["ana"])
    assert (table.pending["kind"], table.pending["actor"]) == ("discard", "ana")
    table.do("discard", "ana", cards="QD KS")
    assert sorted(table.discard) == ["KS", "QD"]
    assert table.turn == ["ana"]
    assert table.phase == "declare"


@pytest.mark.parametrize("cards", [[], ["QD"], ["QD", "AD", "KS"], ["QD", "QD"], ["2C", "QD"], "QD", None, [7, 8]])
def test_exactly_two_of_the_own_hand_gob_77(cards: Any) -> None:
    pull().refuse("discard", "ana", cards=cards)


def test_meanwhile_nothing_else_gob_77() -> None:
    table = pull()
    for kind in ("pass", "draw", "mulligan"):
        table.refuse(kind, "ana")
    table.refuse("attack", "ana", target="bo", skill=UNARMED, kind="physical", card="KS")
    table.refuse("discard", "bo", cards=table.hand("bo")[:2])
    assert table.types("gm") == {"end"}


def test_the_discard_of_the_turn_is_another_gob_41_gob_77() -> None:
    table = pull()
    table.do("discard", "ana", cards="QD AD")
    table.do("discard", "ana", cards="KS")
    assert table.phase == "declare"


def test_all_it_holds_if_fewer_gob_77() -> None:
    """Only two jokers are left in the pile: she draws them, and holds one card."""
    ana = fated("ana", "ass-pull")
    people = [*[fated(f"p{n}", side=f"s{n}") for n in range(10)], ana]
    plain = [rank + suit for rank in "A23456789TJQK" for suit in "CSHD"]
    table = Table.of(*people, deck=[*plain, "XX", "XX"], decks=1)
    while table.phase == "initiative":
        table.do("initiative", table.turn[0], card=table.hand(table.turn[0])[0])
    table.skip(*[f"p{n}" for n in range(10)])
    table.draw("ana")
    (last,) = table.hand("ana")
    table.do("use", "ana", advantage="ass-pull")
    assert (table.phase, table.turn) == ("choice", ["ana"])
    table.refuse("discard", "ana", cards=[])
    table.do("discard", "ana", cards=[last])
    assert (table.size("ana"), table.phase) == (0, "declare")


def test_the_speedy_replace_their_card_for_nothing_once_a_turn_gob_42_gob_79() -> None:
    table = Table(fated("ana", "speedy"), foe(), hands={"ana": "KD QD JD"})
    table.refuse("replace-initiative", "ana", card="KD")
    table.draw("ana")
    table.do("replace-initiative", "ana", card="KD")
    table.because("GOB-79")
    assert (table.phase, table.turn, table["ana"]["initiative"]) == ("declare", ["ana"], "KD")
    table.refuse("replace-initiative", "ana", card="QD")
    table.clash("ana", "bo", "JD")


def test_the_speedy_need_their_pool_gob_16_gob_79() -> None:
    table = Table(fated("ana", "speedy", pools={"mp": 0}), foe(), hands={"ana": "KD"})
    table.draw("ana")
    table.do("replace-initiative", "ana", card="KD")
    assert table.turn == ["bo"], "it takes the action then"


def limit(table: Table, actor: str, cards: list[str], most: int) -> None:
    """After the first card the actor, whose word it is, may bet so many that `most` are played."""
    if most == 1:
        assert table.turn != [actor] or table.phase != "betting"
        return
    table.refuse("bet", actor, cards=cards[:most])
    table.do("bet", actor, cards=cards[: most - 1])
    assert table.phase != "betting" or table.turn != [actor]


CARDS = ["KS", "2D", "2H", "3D"]


@pytest.mark.parametrize(
    ("key", "pool", "skill", "kind", "most"),
    [
        ("cunning-linguist", "mp", "Influence", "social", 3),
        ("cunning-linguist", "mp", "Guts", "social", 3),
        ("cunning-linguist", "mp", "Influence", "mental", 2),
        ("criminal", "lp", "Influence", "social", 3),
        ("criminal", "lp", "Stealth", "physical", 3),
        ("criminal", "lp", "Guts", "social", 2),
        ("hearty", "bp", "Athletics", "physical", 3),
        ("hearty", "bp", "Dexterity", "luck", 3),
        ("hearty", "bp", "Stealth", "physical", 2),
    ],
)
@pytest.mark.parametrize("empty", [False, True])
def test_one_more_card_by_kind_or_skill_gob_83_gob_84_gob_85(
    key: str, pool: str, skill: str, kind: str, most: int, empty: bool
) -> None:
    pools = {pool: 0} if empty else {}
    most = 2 if empty else most
    table = Table(fated("ana", key, skills={skill: 2}, pools=pools), foe(), hands={"ana": " ".join(CARDS), "bo": "2S"})
    table.attack("ana", "bo", "KS", skill=skill, kind=kind)
    table.defend("bo", "2S")
    limit(table, "ana", CARDS[1:], most)
    table = Table(
        foe("bo"), fated("ana", key, skills={skill: 2}, pools=pools), hands={"ana": " ".join(CARDS), "bo": "2S"}
    )
    table.attack("bo", "ana", "2S", kind=kind)
    table.defend("ana", "KS", skill=skill)
    limit(table, "ana", CARDS[1:], most)


def test_two_such_advantages_are_two_cards_gob_54() -> None:
    table = Table(
        fated("ana", "cunning-linguist", "criminal", skills={"Influence": 1}),
        foe(),
        hands={"ana": " ".join(CARDS), "bo": "2S"},
    )
    table.attack("ana", "bo", "KS", skill="Influence", kind="social")
    table.defend("bo", "2S")
    limit(table, "ana", CARDS[1:], 3)


def test_acrobat_changes_nothing_in_an_opposition_gob_86() -> None:
    ana = fated("ana", "acrobat", skills={"Athletics": 1}, weapons=[BOW])
    table = Table(ana, foe(), hands={"ana": "KS 2D", "bo": "2S"})
    table.attack("ana", "bo", "KS", skill="Athletics")
    table.defend("bo", "2S")
    assert table.phase != "betting"


@pytest.mark.parametrize(
    ("key", "pool", "skills"),
    [("criminal", "lp", {"Stealth", "Influence"}), ("hearty", "bp", {"Athletics", "Dexterity"})],
)
def test_the_skills_that_gain_a_card_are_offered_at_rank_1_too_gob_12_gob_84_gob_85(
    key: str, pool: str, skills: set[str]
) -> None:
    for left, offered in ((1, True), (0, False)):
        table = Table(fated("ana", key, skills={"Guts": 2}, pools={pool: left}), foe(), hands={"ana": "KS 5H"})
        table.draw("ana")
        made = next(offer for offer in play.offers(GAME, table.state, "ana") if "skill" in offer["choices"])
        assert (skills <= set(made["choices"]["skill"]["from"])) == offered
        table.attack("ana", "bo", "KS", skill=sorted(skills)[0])
        assert table.pending["sides"][0]["left"] == int(offered)
