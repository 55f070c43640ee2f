"""Betting: who has the word, limits by rank, wildcards, calling, the end of it (GOB-44, GOB-54)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import UNARMED, extras, fated, foe, follower, swordfighter, traits
from tests.rules.game_of_bastards.table import SWORD_ATTACK, Table, duel

HARDY = {"traits": traits(4)}


def scene(ana: int = 3, bo: int = 3, **more: Any) -> Table:
    """Ana has attacked Bo with a king; ranks as given."""
    table = Table(
        fated("ana", rank=ana, **more.pop("her", {})),
        foe(rank=bo, **HARDY, **more.pop("him", {})),
        hands={"ana": "KS 4D 5D 6D", "bo": "9C 8D 7D 6H"},
        draws=more.pop("draws", "2S"),
    )
    table.attack("ana", "bo", "KS")
    table.defend("bo", more.pop("reply", "9C"))
    return table


def test_the_affected_side_speaks_first_gob_44() -> None:
    table = scene()
    assert (table.phase, table.turn) == ("betting", ["bo"])
    table.refuse("call", "ana")
    table.refuse("bet", "ana", cards="4D")


def test_a_bet_lies_open_and_hands_the_word_over_gob_44() -> None:
    table = scene()
    table.do("bet", "bo", cards="8D")
    table.because("GOB-44")
    assert (table.played, table.turn) == (["8D"], ["ana"])
    table.do("bet", "ana", cards="4D")
    assert (table.played, table.turn) == (["8D", "4D"], ["bo"])
    assert table.pending["face_down"] == 2
    for viewer in ("ana", "bo", "gm", "observer"):
        assert table.view(viewer)["played"] == ["8D", "4D"]


def test_a_bet_may_hold_several_cards_gob_44() -> None:
    table = scene()
    table.do("bet", "bo", cards="8D 7D")
    assert (table.played, table.turn) == (["8D", "7D"], ["ana"])


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_cards_of_the_hand_are_at_most_the_rank_the_first_included_gob_44(rank: int) -> None:
    cards = ["8D", "7D", "6H", "2S"]
    table = Table(fated("ana", rank=1), foe(rank=rank, **HARDY), hands={"ana": "KS", "bo": "9C 8D 7D 6H"})
    table.do("draw", "ana")
    table.skip("ana")
    table.draw("bo")
    table.skip("bo")
    table.attack("ana", "bo", "KS")
    table.defend("bo", "9C")
    if rank == 1:
        assert table.phase == "draw", "nobody can play more: revealed at once"
        return
    held = table.hand("bo")
    table.refuse("bet", "bo", cards=held[:rank])
    table.do("bet", "bo", cards=held[: rank - 1])
    assert table.phase == "draw", f"{cards} neither has a card left to play"


def test_the_limit_of_the_aggressor_is_its_rank_gob_44() -> None:
    table = scene(ana=2, bo=1)
    assert table.turn == ["ana"], "Bo can play no more and is taken to have called"
    table.refuse("bet", "ana", cards="4D 5D")
    table.do("bet", "ana", cards="4D")
    assert table.phase == "draw"


def test_a_participant_who_answered_with_nothing_may_still_bet_within_its_limit_gob_43_gob_44() -> None:
    table = scene(ana=1, bo=2, reply=None)
    assert table.turn == ["bo"]
    table.refuse("bet", "bo", cards="9C 8D 7D")
    table.do("bet", "bo", cards="9C 8D")
    assert table.phase == "draw"
    assert table["bo"]["out"] is None
    assert table.pool("bo") == 20, "9 + 8 + 1 against 13 + 1"


def test_even_with_rank_one_a_defender_without_a_card_may_bet_one_gob_44() -> None:
    table = scene(ana=1, bo=1, reply=None)
    assert table.turn == ["bo"]
    table.do("bet", "bo", cards="9C")
    assert table.phase == "draw"
    assert table.pool("bo") == 15, "10 against 14, and Body"


def test_both_calling_in_turn_ends_it_gob_44() -> None:
    table = scene()
    table.do("call", "bo")
    assert (table.phase, table.turn) == ("betting", ["ana"])
    table.do("call", "ana")
    assert table.phase == "draw"


def test_a_bet_after_a_call_gives_the_word_back_gob_44() -> None:
    table = scene()
    table.do("call", "bo")
    table.do("bet", "ana", cards="4D")
    assert table.turn == ["bo"]
    table.do("bet", "bo", cards="8D")
    table.do("call", "ana")
    assert (table.phase, table.turn) == ("betting", ["bo"])
    table.do("call", "bo")
    assert table.phase != "betting"


def test_a_call_answered_by_a_call_needs_no_third_gob_44() -> None:
    table = scene()
    table.do("bet", "bo", cards="8D")
    table.do("call", "ana")
    assert table.turn == ["bo"], "Bo has played since, it has not called"
    table.do("call", "bo")
    assert table.phase != "betting"


@pytest.mark.parametrize("cards", [[], ["4D"], ["9C"], ["8D", "8D"], ["XX"], [None], "", 7, {}, ["2C"]])
def test_a_bet_is_a_card_of_ones_own_hand_gob_44(cards: Any) -> None:
    table = scene()
    table.refuse("bet", "bo", cards=cards)


def test_a_wildcard_draws_a_card_that_is_played_at_once_gob_06_gob_44() -> None:
    table = scene(him={"wildcards": 1}, draws="2S AD")
    table.do("bet-wildcard", "bo")
    table.because("GOB-06")
    assert (table.played, table.turn, table.wildcards("bo"), table.size("bo")) == (["AD"], ["ana"], 0, 3)


def test_cards_of_wildcards_come_on_top_of_the_limit_gob_44() -> None:
    table = scene(ana=1, bo=1, him={"wildcards": 2}, draws="2S 3C 3H")
    assert table.turn == ["bo"]
    table.refuse("bet", "bo", cards="8D")
    table.do("bet-wildcard", "bo")
    assert table.turn == ["bo"], "Ana can play no more"
    table.do("bet-wildcard", "bo")
    assert table.phase == "draw"
    assert table.pool("bo") == 20, "9 + 3 + 3 + 1 against 14"


def test_without_a_wildcard_none_is_bet_gob_44() -> None:
    table = scene()
    table.refuse("bet-wildcard", "bo")


def test_a_joker_drawn_by_a_wildcard_plays_no_card_gob_05() -> None:
    table = scene(him={"wildcards": 1}, draws="2S XX")
    table.do("bet-wildcard", "bo")
    assert (table.played, table.wildcards("bo")) == ([], 1)
    assert table.phase == "betting"


def test_a_wildcard_into_the_hand_does_not_change_whose_word_it_is_gob_06() -> None:
    table = scene(her={"wildcards": 1}, him={"wildcards": 1}, draws="2S AD AH")
    table.do("spend-wildcard", "ana")
    assert (table.phase, table.turn, table.size("ana")) == ("betting", ["bo"], 5)
    table.do("spend-wildcard", "bo")
    assert table.turn == ["bo"]
    table.do("bet", "bo", cards="AH")
    assert table.turn == ["ana"]


def test_a_wildcard_may_be_drawn_into_the_hand_while_a_defence_is_pending_gob_06() -> None:
    table = Table(fated("ana"), foe(wildcards=1), hands={"ana": "KS"}, draws="2S AD")
    table.attack("ana", "bo", "KS")
    table.do("spend-wildcard", "bo")
    assert (table.phase, table.turn) == ("defend", ["bo"])
    table.defend("bo", "AD")


def test_the_limit_never_falls_below_one_and_a_hand_of_nothing_ends_it_gob_44_gob_54() -> None:
    table = Table(follower("fay", 2), fated("ana", rank=1), hands={"fay": "KS"}, draws="QS")
    table.do("draw", "fay")
    table.do("attack", "fay", target="ana", skill="Guts", kind="physical", card="KS")
    table.do("defend", "ana", card=None)
    table.do("call", "ana")
    assert table.turn == ["fay"]
    table.do("bet", "fay", cards="QS")
    assert table.phase == "betting", "Ana still may bet her one card"
    assert table.turn == ["ana"]


def test_extras_play_as_many_cards_as_their_rating_gob_96() -> None:
    table = Table(fated("ana"), extras(rating=3, members=5), hands={"ana": "KS", "mob": "2D 3D 4D 5D"})
    table.attack("ana", "mob", "KS")
    table.do("defend", "mob", card="2D")
    table.refuse("bet", "mob", cards="3D 4D 5D")
    table.do("bet", "mob", cards="3D 4D")
    assert table.phase == "draw"


def test_with_several_targets_they_speak_in_the_encounters_order_then_the_aggressor_gob_44() -> None:
    table = Table(
        foe("bo", rank=2), fated("ana", rank=2), foe("cy", rank=2), foe("di", rank=2), first={"ana": "AC", "bo": "2D"}
    )
    table.attack("ana", ["di", "cy", "bo"], table.hand("ana")[0])
    for name in ("di", "bo", "cy"):
        table.defend(name, table.hand(name)[0])
    for name in ("bo", "cy", "di"):
        assert table.turn == [name]
        table.do("call", name)
    assert table.turn == ["ana"]
    table.do("bet", "ana", cards=table.hand("ana")[:1])
    for name in ("bo", "cy", "di"):
        assert table.turn == [name]
        table.do("call", name)
    assert table.phase != "betting"


def test_the_skill_of_each_side_sets_its_own_limit_gob_44() -> None:
    table = Table(
        fated("ana", rank=1, skills={"Influence": 3}),
        foe(rank=1, skills={"Guts": 2}),
        hands={"ana": "KS 4D 5D", "bo": "9C 8D 7D"},
    )
    table.attack("ana", "bo", "KS", skill="Influence", kind="social")
    table.defend("bo", "9C", skill="Guts")
    table.refuse("bet", "bo", cards="8D 7D")
    table.do("bet", "bo", cards="8D")
    table.refuse("bet", "ana", cards=["4D", "5D", table.hand("ana")[-1]])
    table.do("bet", "ana", cards="4D 5D")
    assert table.phase != "betting"


def test_a_follower_has_its_rating_in_every_skill_gob_95() -> None:
    table = Table(follower(rating=3), fated("ana"), hands={"fay": "KS 4D"}, draws="5D")
    table.attack("fay", "ana", "KS", skill="Anything at all")
    table.defend("ana", "2S" if "2S" in table.hand("ana") else table.hand("ana")[0])
    table.do("bet", "fay", cards="4D 5D")
    assert table.phase != "betting"


def test_a_bet_or_a_call_of_another_type_is_refused() -> None:
    table = scene()
    table.refuse("call", "bo", cards="8D")
    table.refuse("bet-wildcard", "bo", cards="8D")
    table.refuse("bet", "bo")
    table.refuse("bet", "bo", cards="8D", skill=UNARMED)
    table.refuse("pass", "bo")
    table.refuse("use", "bo", advantage="dodge")


def test_a_play_waits_for_its_answers_and_its_words_gob_43_gob_44() -> None:
    fight = duel()
    fight.do("draw", "ana")
    fight.do("attack", "ana", **SWORD_ATTACK, target="bo", card="KS")
    assert fight.refused("pass", "ana") == ("pending.defense", "GOB-43")
    assert fight.refused("defend", "ana")[0] == "turn.not-yours"
    assert fight.refused("rest", "gm")[0] == "pending.defense"
    assert [offer["type"] for offer in play.offers(GAME, fight.state, "gm")] == ["end"]
    fight.do("defend", "bo", card="KD", skill="Combat (Sword)")
    assert fight.turn == ["bo"], "the affected side speaks first"
    assert fight.refused("call", "ana") == ("turn.not-yours", "GOB-44")
    assert fight.refused("defend", "bo")[0] == "pending.betting"
    assert fight.refused("bet", "bo", cards=["QD", "JD"]) == ("card.limit", "GOB-44")
    assert fight.refused("bet", "bo", cards=[]) == ("card.limit", "GOB-44")
    assert fight.refused("bet-wildcard", "bo") == ("wildcard.none", "GOB-06")
    fight.do("call", "bo")
    fight.do("bet", "ana", cards=["QS"])
    assert fight.turn == ["bo"], "who called may bet again after the other has played"
    fight.do("bet", "bo", cards=["QD"])
    assert fight.phase == "draw", "nobody can play more, so the reveal follows at once"
    assert fight.event("result")["margin"] == (13 + 12 + 2) - (13 + 12 + 1)


def test_a_joker_that_is_bet_plays_no_card_gob_05_gob_06_gob_44() -> None:
    participants = [swordfighter("ana", wildcards=1), swordfighter("bo", side="foes")]
    fight = Table.dealt(participants, ["AC KS QS JS TS", "2C KD QD JD TD"], "3S XX 4S")
    fight.do("draw", "ana")
    fight.strike("ana", "bo", "KS")
    fight.do("defend", "bo", card="KD", skill="Combat (Sword)")
    fight.do("call", "bo")
    fight.do("bet-wildcard", "ana")
    assert fight.played == []
    assert fight["ana"]["wildcards"] == 1
    assert fight.turn == ["bo"]
