"""Out of the opposition, giving up, the proposed outcome and the end (GOB-47, GOB-49, GOB-50)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import extras, fated, foe, follower, swordfighter, traits
from tests.rules.game_of_bastards.table import DUEL_HANDS, SWORD_ATTACK, Table, duel


def hit(kind: str = "physical", card: str = "KS", **him: Any) -> Table:
    table = Table(fated("ana"), foe(**him), hands={"ana": card, "bo": "9C"})
    table.attack("ana", "bo", card, kind=kind)
    table.defend("bo")
    table.settle()
    return table


@pytest.mark.parametrize(
    ("kind", "pool", "out"),
    [
        ("physical", "bp", "unconscious"),
        ("social", "sp", "beaten"),
        ("mental", "mp", "beaten"),
        ("luck", "lp", "beaten"),
    ],
)
def test_damage_to_an_empty_pool_puts_out_gob_49(kind: str, pool: str, out: str) -> None:
    table = hit(kind, pools={pool: 0})
    table.because("GOB-49")
    assert table["bo"]["out"] == out


@pytest.mark.parametrize(("kind", "out"), [("physical", "unconscious"), ("social", "beaten")])
def test_a_second_pool_that_is_emptied_puts_out_gob_49(kind: str, out: str) -> None:
    table = hit(kind, pools={"lp": 0})
    assert (table["bo"]["out"], table.phase, table.turn) == (out, "draw", ["ana"])


def test_a_second_pool_that_is_not_emptied_does_not_gob_49() -> None:
    table = hit("social", pools={"lp": 0}, traits=traits(1, 5, 1, 1))
    assert (table.pool("bo", "sp"), table["bo"]["out"]) == (25 - (14 - 5), None)


def test_a_desperate_one_is_not_asked_again_when_it_is_out_gob_48_gob_49() -> None:
    table = hit("physical", pools={"lp": 0})
    assert table.phase == "draw"
    assert table.pending is None


def test_a_participant_who_is_out_has_hand_and_initiative_card_discarded_gob_49() -> None:
    table = hit(pools={"bp": 0})
    assert (table.size("bo"), table["bo"]["initiative"], table.hand("bo")) == (0, None, [])
    assert sorted(table.discard)[0] == "2C"
    assert len(table.discard) == 6, "the king, four cards of the hand, and the initiative card"


def test_a_participant_who_is_out_acts_no_more_gob_49() -> None:
    table = Table(fated("ana"), foe(pools={"bp": 0}, wildcards=2), foe("cy"), hands={"ana": "KS"})
    table.clash("ana", "bo", "KS")
    assert table.turn == ["cy"]
    assert play.offers(GAME, table.state, "bo") == []
    assert "bo" not in play.actors(GAME, table.state)
    for kind in ("draw", "concede", "spend-wildcard", "pass"):
        table.refuse(kind, "bo")


def test_a_character_may_give_up_at_any_time_gob_49() -> None:
    table = Table(fated("ana"), foe(), fated("cy"), waiting=True)
    table.do("concede", "cy")
    table.because("GOB-49")
    assert (table["cy"]["out"], table.size("cy"), table.turn) == ("conceded", 0, ["ana", "bo"])
    table.do("initiative", "ana", card="AC")
    table.do("initiative", "bo", card="2C")
    table.do("concede", "bo")
    assert (table["bo"]["out"], table.turn) == ("conceded", ["ana"])


def test_a_participant_who_gives_up_in_its_own_turn_ends_it_gob_49() -> None:
    for drawn in (False, True):
        table = Table(fated("ana"), foe(), fated("cy"))
        if drawn:
            table.draw("ana")
        table.do("concede", "ana")
        assert (table.phase, table.turn) == ("draw", ["bo"])


def test_an_aggressor_that_gives_up_ends_the_play_without_effect_gob_49() -> None:
    table = Table(fated("ana", rank=2), foe(), fated("cy"), hands={"ana": "KS 4D", "bo": "9C"})
    table.attack("ana", "bo", "KS")
    table.do("concede", "ana")
    assert (table["ana"]["out"], table.pools("bo")) == ("conceded", (5, 5, 5, 5))
    assert (table.phase, table.turn, table.pending) == ("draw", ["bo"], None)
    assert "KS" in table.discard


def test_an_aggressor_that_gives_up_in_the_betting_gob_49() -> None:
    table = Table(fated("ana", rank=2), foe(rank=2), fated("cy"), hands={"ana": "KS 4D", "bo": "9C 8D"})
    table.attack("ana", "bo", "KS")
    table.defend("bo", "9C")
    table.do("bet", "bo", cards="8D")
    table.do("concede", "ana")
    assert table.pools("bo") == (5, 5, 5, 5)
    assert {"KS", "9C", "8D", "AC"} <= set(table.discard)
    assert (table.phase, table.turn, table.played) == ("draw", ["bo"], [])


@pytest.mark.parametrize("answered", [False, True])
def test_the_last_target_that_gives_up_ends_the_play_and_the_turn_gob_43(answered: bool) -> None:
    table = Table(fated("ana", rank=2), foe(rank=2), fated("cy"), hands={"ana": "KS 4D", "bo": "9C"})
    table.attack("ana", "bo", "KS")
    if answered:
        table.defend("bo", "9C")
    table.do("concede", "bo")
    assert (table.phase, table.turn, table.pending) == ("draw", ["cy"], None)
    assert {"KS", "9C", "2C"} <= set(table.discard)


def test_one_of_several_targets_that_gives_up_drops_out_of_the_play_gob_49() -> None:
    table = Table(fated("ana", rank=1), foe(), foe("cy"), hands={"ana": "KS"})
    table.attack("ana", ["bo", "cy"], "KS")
    table.do("concede", "bo")
    assert (table.phase, table.turn) == ("defend", ["cy"])
    table.defend("cy")
    table.settle()
    assert (table["bo"]["out"], table.pools("bo"), table.pool("cy")) == ("conceded", (5, 5, 5, 5), 0)


def test_a_target_that_gives_up_while_another_is_asked_takes_nothing_gob_49_gob_70() -> None:
    table = Table(fated("ana"), foe("bo", "mind-over-matter"), foe("cy"), hands={"ana": "KS", "bo": "4S", "cy": "4H"})
    table.attack("ana", ["bo", "cy"], "KS")
    table.defend("bo", "4S")
    table.defend("cy", "4H")
    table.settle()
    assert (table.phase, table.turn) == ("choice", ["bo"])
    before = table.pool("cy")
    table.do("concede", "cy")
    table.do("redirect", "bo", use=False)
    assert (table["cy"]["out"], table.pool("cy"), table.turn) == ("conceded", before, ["bo"])


def test_one_who_is_not_in_the_play_may_give_up_meanwhile_gob_49() -> None:
    table = Table(fated("ana", rank=2), foe(rank=2), fated("cy"), hands={"ana": "KS", "bo": "9C"})
    table.attack("ana", "bo", "KS")
    table.do("concede", "cy")
    assert (table.phase, table.turn, table["cy"]["out"]) == ("defend", ["bo"], "conceded")


def test_one_who_is_asked_for_desperation_may_give_up_gob_49() -> None:
    table = hit()
    assert table.phase == "choice"
    table.do("concede", "bo")
    assert (table["bo"]["out"], table.phase, table.turn) == ("conceded", "draw", ["ana"])


def test_nobody_gives_up_twice_or_for_another_gob_49() -> None:
    table = Table(fated("ana"), foe())
    table.do("concede", "bo")
    table.refuse("concede", "bo")
    table.refuse("concede", "gm")
    table.refuse("concede", "nobody")


def test_the_side_that_is_left_is_proposed_and_play_goes_on_gob_49() -> None:
    table = Table(fated("ana"), foe(), foe("cy"))
    assert table.view().get("proposed_outcome") is None
    table.do("concede", "bo")
    assert "proposed_outcome" not in table.view()
    table.do("concede", "cy")
    assert [table.view(viewer)["proposed_outcome"] for viewer in ("ana", "bo", "gm", "observer")] == ["heroes"] * 4
    assert (table.phase, table.turn) == ("draw", ["ana"])
    table.skip("ana")
    assert (table.round, table.turn) == (2, ["ana"])


def test_with_nobody_left_none_is_proposed_and_only_the_gm_goes_on_gob_49() -> None:
    table = Table(fated("ana"), foe())
    table.do("concede", "ana")
    table.do("concede", "bo")
    assert table.view()["proposed_outcome"] == "none"
    assert table.turn == []
    assert play.actors(GAME, table.state) == ["gm"]


def test_all_of_one_side_from_the_start_is_proposed_at_once_gob_49() -> None:
    assert Table(fated("ana"), fated("cy")).view()["proposed_outcome"] == "heroes"


def test_three_sides_are_played_until_one_is_left_gob_49() -> None:
    table = Table(fated("ana"), foe(), extras(side="crowd"))
    table.do("concede", "ana")
    assert "proposed_outcome" not in table.view()
    table.do("concede", "mob")
    assert table.view()["proposed_outcome"] == "foes"


def test_followers_are_knocked_out_and_extras_gone_gob_49_gob_95_gob_96() -> None:
    table = Table(fated("ana"), follower(rating=1), extras(rating=1, members=1), hands={"ana": "KS"})
    table.attack("ana", ["fay", "mob"], "KS")
    table.defend("fay")
    table.do("defend", "mob")
    table.settle()
    assert (table["fay"]["out"], table["mob"]["out"], table["mob"]["members"]) == ("knocked-out", "gone", 0)
    assert table.view()["proposed_outcome"] == "heroes"


def test_the_end_is_the_gms_and_nothing_follows_gob_49_gob_50() -> None:
    table = Table(fated("ana", wildcards=1), foe())
    table.refuse("end", "ana", outcome="won")
    table.gm("end", outcome="The bridge is taken.")
    assert (table.phase, table.turn, table.pending) == ("over", [], None)
    for viewer in ("ana", "bo", "gm", "observer"):
        assert table.view(viewer)["outcome"] == "The bridge is taken."
    for command in (
        {"type": "draw", "actor": "ana"},
        {"type": "spend-wildcard", "actor": "ana"},
        {"type": "concede", "actor": "bo"},
        {"type": "end", "actor": "gm", "outcome": "again"},
        {"type": "rest", "actor": "gm"},
    ):
        with pytest.raises(play.Refused):
            play.act(GAME, table.state, command)
    for name in ("ana", "bo", "gm"):
        assert play.offers(GAME, table.state, name) == []


def test_at_the_end_all_cards_go_back_gob_50() -> None:
    table = Table(fated("ana"), foe(), hands={"ana": "KS", "bo": "9C"})
    table.clash("ana", "bo", "KS", "9C")
    table.gm("end", outcome="so")
    assert (table.view()["draw_pile"], table.discard, table.size("ana"), table["ana"]["initiative"]) == (
        108,
        [],
        0,
        None,
    )


@pytest.mark.parametrize("outcome", ["", None, 7, True, ["won"], "x" * 201])
def test_an_outcome_is_a_text(outcome: Any) -> None:
    Table(fated("ana"), foe()).no_gm("end", outcome=outcome)


def test_a_participant_who_leaves_before_the_end_has_lost_what_was_lost_gob_98() -> None:
    fight = duel()
    fight.gm("adjust", target="ana", pool="bp", amount=-3, reason="a fall")
    fight.gm("leave", target="ana")
    assert "ana" not in fight.view()["participants"]
    fight.gm("end", outcome="over")
    left = play.aftermath(GAME, fight.state)["participants"]
    assert (left["ana"]["sheet"]["pools"]["bp"], left["bo"]["sheet"]["pools"]["bp"]) == (7, 10)


def test_a_second_empty_pool_is_the_end_gob_49() -> None:
    bo = swordfighter("bo", side="foes", pools={"bp": 3, "sp": 0})
    fight = Table.dealt([swordfighter("ana"), bo], ["AC KS QS JS TS", "2C KD QD JD TD"], "3S 3H")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "KS", "TD")
    assert fight["bo"]["out"] == "unconscious"
    assert fight["bo"]["hand_size"] == 0
    assert fight["bo"]["initiative"] is None
    assert fight.turn == ["ana"]
    over = fight.do("end", "gm", outcome="players")
    assert over[0]["type"] == "ended"
    left = play.aftermath(GAME, fight.state)
    assert left["participants"]["bo"] == {
        "survived": True,
        "sheet": {"pools": {"bp": 0, "sp": 0, "mp": 5, "lp": 10}, "wildcards": 0},
    }


def test_a_participant_who_gives_up_is_out_and_ends_or_leaves_the_play_gob_49_gob_43() -> None:
    fight = Table.dealt(
        [swordfighter("ana"), swordfighter("bo", side="foes"), swordfighter("cy", side="foes")],
        [*DUEL_HANDS, "3C 4C 5C 6C 7C"],
        "3S",
    )
    fight.do("draw", "ana")
    fight.do("attack", "ana", **SWORD_ATTACK, card="KS", targets=["cy", "bo"])
    fight.do("defend", "cy", card="4C")
    fight.do("concede", "cy")
    assert fight["cy"]["out"] == "conceded"
    assert "4C" in fight.discard
    assert fight.pending["targets"] == ["bo"]
    assert fight.refused("concede", "cy") == ("actor.out", "GOB-49")
    assert fight.refused("spend-wildcard", "cy") == ("actor.out", "GOB-49")
    fight.do("concede", "ana")
    assert fight.refused("use", "cy", advantage="dodge") == ("actor.out", "GOB-49")
    assert fight.pending is None
    assert fight.view()["proposed_outcome"] == "foes"
    fight.do("concede", "bo")
    assert fight.turn == []
    assert play.actors(GAME, fight.state) == ["gm"]
    assert fight.view()["proposed_outcome"] == "none"
    assert fight.refused("draw", "bo")[0] == "actor.out"
