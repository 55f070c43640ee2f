"""Ass Pull, Speedy; one more card: Cunning Linguist, Criminal, Hearty (GOB-77, GOB-79, GOB-83 to GOB-85)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import BOW, UNARMED, fated, foe, swordfighter, traits
from tests.rules.game_of_bastards.table import Table, duel

FOUR = {"body": 1, "spirit": 2, "mind": 3, "luck": 2}


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
def test_exactly_two_cards_of_ones_own_hand_are_discarded_gob_77(cards: Any) -> None:
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
    participants = [*[fated(f"p{n}", side=f"s{n}") for n in range(10)], ana]
    plain = [rank + suit for rank in "A23456789TJQK" for suit in "CSHD"]
    table = Table.of(*participants, deck=[*plain, "XX", "XX"], decks=1)
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


def test_a_refused_ass_pull_or_second_replacement_says_why_gob_77_gob_79() -> None:
    fight = duel(swordfighter("ana", "ass-pull", "speedy"))
    assert fight.refused("use", "bo", advantage="ass-pull") == ("advantage.missing", "GOB-77")
    fight.draw("ana")
    fight.do("replace-initiative", "ana", card="JS")
    assert fight.refused("replace-initiative", "ana", card="QS")[0] == "initiative.twice"
    fight.do("use", "ana", advantage="ass-pull")
    assert fight.pending["count"] == 2
    assert fight.refused("discard", "ana", cards=["KS"])[0] == "discard.count"
