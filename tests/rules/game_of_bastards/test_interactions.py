"""Where rulings meet: counters of several, bets without an answer, leaving at odd times, wildcards that last."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import (
    CLUB,
    KNIFE,
    SWORD,
    UNARMED,
    extras,
    fated,
    foe,
    follower,
    traits,
)
from tests.rules.game_of_bastards.table import Table

COUNTER = {"key": "counter", "weapon": "Sword"}
SWORDS = {"weapons": [SWORD], "skills": {"Combat (Sword)": 2}}


def countered(*names: str) -> Table:
    """Ana attacks Bo and Cy, who counter if they are named; both hold."""
    table = Table(
        fated("ana", traits=traits(9), weapons=[CLUB]),
        foe("bo", COUNTER, **SWORDS),
        foe("cy", COUNTER, **SWORDS),
        hands={"ana": "2S 2H 2D", "bo": "KS QS", "cy": "KH QH"},
    )
    table.attack("ana", ["bo", "cy"], "2S", weapon="Club")
    for name, card, other in (("bo", "KS", "QS"), ("cy", "KH", "QH")):
        use = [{"advantage": "counter", "cards": [other]}] if name in names else []
        table.do("defend", name, card=card, skill="Combat (Sword)", use=use)
    table.settle()
    return table


def test_two_counters_are_played_one_after_the_other_gob_60() -> None:
    table = countered("bo", "cy")
    struck = []
    while table.phase == "defend":
        assert table.turn == ["ana"]
        struck.append(table.pending["actor"])
        table.do("defend", "ana", card=None)
        table.settle()
    assert sorted(struck) == ["bo", "cy"]
    assert table.pool("ana") == 45 - 2 * (12 + 1 - 1 + 1 + 2)
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_one_counter_of_two_targets_gob_60() -> None:
    table = countered("cy")
    assert (table.phase, table.turn, table.pending["actor"]) == ("defend", ["ana"], "cy")
    table.do("defend", "ana", card="2H")
    table.settle()
    assert table.pool("ana") == 45 - (13 - 3 + 1 + 2)
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_a_counter_that_puts_the_attacker_out_ends_the_next_one_gob_49_gob_60() -> None:
    table = Table(
        fated("ana", pools={"bp": 0}, weapons=[CLUB]),
        foe("bo", COUNTER, **SWORDS),
        foe("cy", COUNTER, **SWORDS),
        hands={"ana": "2S", "bo": "KS QS", "cy": "KH QH"},
    )
    table.attack("ana", ["bo", "cy"], "2S", weapon="Club")
    for name, card, other in (("bo", "KS", "QS"), ("cy", "KH", "QH")):
        table.do("defend", name, card=card, skill="Combat (Sword)", use=[{"advantage": "counter", "cards": [other]}])
    table.settle()
    table.do("defend", "ana", card=None)
    table.settle()
    assert table["ana"]["out"] == "unconscious"
    assert (table.phase, table.turn, table.pending) == ("draw", ["bo"], None)
    assert {"QS", "QH", "KS", "KH"} <= set(table.discard)


def test_the_savage_strike_again_after_a_counter_of_another_target_gob_60_gob_72() -> None:
    """Bo is hit, Cy holds and counters: the second attack comes when the counter is done."""
    table = Table(
        fated("ana", "savage", traits=traits(9), rank=1, weapons=[CLUB]),
        foe("bo", traits=traits(9)),
        foe("cy", COUNTER, **SWORDS, traits=traits(1, 1, 9)),
        hands={"ana": "KS 2H", "bo": "2D", "cy": "AH QH"},
    )
    table.attack("ana", ["bo", "cy"], "KS", weapon="Club", use=[{"advantage": "savage"}])
    table.defend("bo", "2D")
    table.do("defend", "cy", card="AH", skill="Combat (Sword)", use=[{"advantage": "counter", "cards": ["QH"]}])
    table.settle()
    assert table.pool("bo") == 45 - (13 + 9 - 2 - 1 + 9)
    assert (table.phase, table.turn, table.pending["actor"]) == ("defend", ["ana"], "cy")
    table.do("defend", "ana", card="2H")
    table.settle()
    assert (table.phase, table.turn) == ("declare", ["ana"])
    assert table.pool("ana") == 45 - 1 - (12 + 1 - 2 - 1 + 1 + 2)


def test_an_aggressor_may_go_on_betting_against_one_who_can_play_no_more_gob_44() -> None:
    table = Table(fated("ana", rank=4), foe(rank=1, traits=traits(9)), hands={"ana": "2S 3S 4S 5S", "bo": "9C"})
    table.attack("ana", "bo", "2S")
    table.defend("bo", "9C")
    for card in ("3S", "4S"):
        assert table.turn == ["ana"]
        table.do("bet", "ana", cards=[card])
    assert (table.phase, table.turn) == ("betting", ["ana"])
    table.do("call", "ana")
    assert table.phase == "draw"
    assert table.pool("bo") == 45 - (2 + 3 + 4 + 1 - 10 + 1)


def test_one_of_several_who_gives_up_in_the_betting_passes_the_word_on_gob_44_gob_49() -> None:
    table = Table(
        fated("ana", rank=1),
        foe("bo", rank=2, traits=traits(9)),
        foe("cy", rank=2, traits=traits(9)),
        hands={"ana": "KS", "bo": "2S 2H", "cy": "3S 3H"},
    )
    table.attack("ana", ["bo", "cy"], "KS")
    table.defend("bo", "2S")
    table.defend("cy", "3S")
    assert table.turn == ["bo"]
    table.do("concede", "bo")
    assert (table.phase, table.turn) == ("betting", ["cy"])
    table.do("call", "cy")
    assert table.pool("cy") == 45 - (14 - 4 + 1)
    assert table.pool("bo") == 45


def test_a_bet_of_one_target_lets_the_others_speak_again_gob_44() -> None:
    table = Table(
        fated("ana", rank=1), foe("bo", rank=2), foe("cy", rank=2), hands={"ana": "KS", "bo": "2S 2H", "cy": "3S 3H"}
    )
    table.attack("ana", ["bo", "cy"], "KS")
    table.defend("bo", "2S")
    table.defend("cy", "3S")
    table.do("call", "bo")
    table.do("bet", "cy", cards="3H")
    assert (table.phase, table.turn) == ("betting", ["bo"]), "Ana can play no more, Bo has called before the bet"


def test_a_participant_who_leaves_last_in_the_initiative_phase_begins_the_round_gob_40() -> None:
    table = Table(fated("ana"), foe(), waiting=True)
    table.do("initiative", "ana", card="AC")
    table.gm("leave", target="bo")
    assert (table.phase, table.round, table.turn) == ("draw", 1, ["ana"])


def test_a_participant_who_concedes_last_in_the_initiative_phase_begins_the_round_gob_40_gob_49() -> None:
    table = Table(fated("ana"), foe(), waiting=True)
    table.do("initiative", "ana", card="AC")
    table.do("concede", "bo")
    assert (table.phase, table.turn) == ("draw", ["ana"])


def test_a_participant_who_leaves_last_of_all_leaves_the_gm_alone() -> None:
    table = Table(fated("ana"), foe())
    table.gm("leave", target="ana")
    table.gm("leave", target="bo")
    assert (table.turn, play.actors(GAME, table.state)) == ([], ["gm"])
    table.gm("join", participant=fated("cy"))
    assert table.view()["participants"].keys() == {"cy"}


def test_someone_who_joins_when_all_are_out_gets_a_turn_gob_98() -> None:
    table = Table(fated("ana"), foe())
    table.do("concede", "ana")
    table.do("concede", "bo")
    table.gm("join", participant=fated("cy"))
    assert table.turn == ["cy"]


@pytest.mark.parametrize(("lasting", "left"), [("session", 3), ("campaign", 3), ("scene", 0)])
def test_wildcards_outlast_the_opposition_or_not_gob_06(lasting: str, left: int) -> None:
    table = Table(fated("ana", wildcards=3), foe(), wildcards_last=lasting)
    table.gm("end", outcome="so")
    assert play.aftermath(GAME, table.state)["participants"]["ana"]["sheet"]["wildcards"] == left


@pytest.mark.parametrize(
    ("lasting", "version", "left"), [("session", 3, 3), ("scene", 3, 0), ("scene", 2, 3), ("scene", 1, 3)]
)
def test_wildcards_of_a_scene_end_also_for_those_who_left_gob_06(lasting: str, version: int, left: int) -> None:
    """In an encounter that began in an older version they keep them, as it was played then."""
    table = Table(fated("ana", wildcards=3), foe(), wildcards_last=lasting)
    table.state = {**table.state, "version": version}
    table.gm("leave", target="ana")
    table.gm("end", outcome="so")
    assert play.aftermath(GAME, table.state)["participants"]["ana"]["sheet"]["wildcards"] == left


def test_a_wildcard_drawn_in_the_betting_fills_the_hand_that_was_empty_gob_06_gob_44() -> None:
    """With no card and a wildcard a side is not yet taken to have called."""
    table = Table(follower("fay", 1, wildcards=1), fated("ana", rank=1), draws="3S 4S")
    table.draw("fay")
    table.attack("fay", "ana", "3S", skill="Guts")
    table.defend("ana", table.hand("ana")[0])
    assert (table.phase, table.turn) == ("betting", ["fay"])
    table.do("spend-wildcard", "fay")
    assert table.phase != "betting", "a rating of one: the card in hand cannot be bet, and no wildcard is left"


def test_a_group_of_one_fights_on_gob_96() -> None:
    table = Table(extras(members=1, rating=1), fated("ana"), draws="KS")
    table.draw("mob")
    table.do("attack", "mob", target="ana", kind="physical", card="KS")
    table.defend("ana", table.hand("ana")[0])
    assert table.phase != "betting"


def test_dodge_is_spent_by_the_counters_target_too_gob_60_gob_69() -> None:
    """A counter is answered as usual: the attacker may dodge it."""
    table = Table(
        fated("ana", "dodge", traits=traits(9), weapons=[CLUB]),
        foe("bo", COUNTER, **SWORDS),
        hands={"ana": "2S", "bo": "KS QS"},
    )
    table.attack("ana", "bo", "2S", weapon="Club")
    table.do("defend", "bo", card="KS", skill="Combat (Sword)", use=[{"advantage": "counter", "cards": ["QS"]}])
    table.do("defend", "ana", card=None, use=[{"advantage": "dodge"}])
    table.settle()
    assert table.pool("ana") == 45 - 1 - (12 + 1 - 9 + 1 + 2)


def test_an_effect_declared_in_the_defence_is_for_that_defence_gob_69() -> None:
    table = Table(fated("ana", rank=1), foe("bo", "dodge", traits=traits(9)), hands={"ana": "KS KH", "bo": "2S 2H"})
    table.attack("ana", "bo", "KS")
    table.defend("bo", "2S", use=[{"advantage": "dodge"}])
    assert table.pool("bo") == 45 - 1 - (14 - 11 + 1)
    table.skip("bo")
    table.clash("ana", "bo", "KH", "2H")
    assert table.pool("bo") == 40 - (14 - 3 + 1)


def test_after_a_disarm_two_weapons_cost_no_card_any_more_gob_51_gob_82() -> None:
    """Bo fought with sword and knife; one of them is on the ground."""
    bo = foe("bo", weapons=[SWORD, KNIFE], skills={"Combat (Sword)": 3, "Combat (Knife)": 3}, traits=traits(9))
    table = Table(bo, fated("ana", "disarm", traits=traits(9, 1, 3)), hands={"bo": "2S 4S 4H 4D", "ana": "KS 9H 3H"})
    table.clash("bo", "ana", "2S", "9H", weapons=["Sword", "Knife"], skill="Combat (Sword)")
    table.clash("ana", "bo", "KS", "4S", use=[{"advantage": "disarm"}])
    assert len(table["bo"]["wielded"]) < 2


@pytest.mark.parametrize(
    "fields", [{"skill": UNARMED, "card": None, "trait": None, "weapon": None, "weapons": None, "use": None}, {}]
)
def test_null_and_left_out_are_the_same_in_a_defence(fields: dict[str, Any]) -> None:
    table = Table(fated("ana"), foe(), hands={"ana": "KS"})
    table.attack("ana", "bo", "KS")
    table.do("defend", "bo", **fields)
    assert table.phase == "betting"


def test_a_dropped_weapon_may_be_picked_up_by_anybody_gob_52_gob_82() -> None:
    table = Table(
        fated("ana", "disarm", traits=traits(1, 1, 3)),
        foe(weapons=[SWORD]),
        fated("cy", skills={"Combat (Sword)": 1}),
        hands={"ana": "KS"},
    )
    table.clash("ana", "bo", "KS", use=[{"advantage": "disarm"}])
    table.skip("bo")
    table.draw("cy")
    table.do("pick-up", "cy", item="Sword")
    assert table["cy"]["wielded"] == ["Sword"]
    table.skip("ana")
    table.draw("bo")
    card = table.hand("bo")[0]
    table.refuse("attack", "bo", target="ana", kind="physical", card=card, weapon="Sword", skill="Combat (Sword)")
    table.do("pass", "bo")
    table.attack("cy", "bo", table.hand("cy")[0], weapon="Sword", skill="Combat (Sword)")


def test_a_fate_draw_in_an_opposition_leaves_hands_and_discards_alone_gob_24() -> None:
    table = Table(fated("ana", "berserk", wildcards=1, skills={"Meditation": 4}), foe(), hands={"ana": "KS 4D"})
    table.draw("ana")
    table.do("discard", "ana", cards="4D")
    table.do("use", "ana", advantage="berserk")
    hands, discard, pile = [table.hand(name) for name in ("ana", "bo")], table.discard, table.view()["draw_pile"]
    table.do("use", "ana", advantage="berserk", stop=True)
    assert [table.hand(name) for name in ("ana", "bo")] == hands
    if table.wildcards("ana") == 0:
        assert (table.discard, table.view()["draw_pile"]) == (discard, pile)


def test_a_wildcard_of_the_fate_draw_is_kept_and_the_joker_goes_back_gob_20_gob_24() -> None:
    """The next cards of the pile are jokers: hers are wildcards, the Dealer's are nobody's."""
    ana = fated("ana", "berserk", wildcards=1, skills={"Meditation": 1})
    table = Table(ana, foe(), draws="9D XX XX")
    table.draw("ana")
    table.do("use", "ana", advantage="berserk")
    table.do("use", "ana", advantage="berserk", stop=True)
    assert (table.wildcards("ana"), table.wildcards("bo")) == (1, 0)


def test_a_reduced_damage_of_nothing_still_counts_as_a_success_gob_46_gob_72() -> None:
    """Savage asks for a successful attack, not for damage."""
    table = Table(fated("ana", "savage"), foe(armor=50), hands={"ana": "KS KH"})
    table.clash("ana", "bo", "KS", use=[{"advantage": "savage"}])
    assert table.pool("bo") == 5
    assert (table.phase, table.turn) == ("declare", ["ana"])


def test_a_brawler_with_a_weapon_of_another_skill_adds_nothing_gob_89() -> None:
    ana = fated("ana", "brawler", rank=5, weapons=[SWORD], skills={"Combat (Sword)": 1})
    table = Table(ana, foe(traits=traits(9)), hands={"ana": "KS", "bo": "2S"})
    table.clash("ana", "bo", "KS", "2S", weapon="Sword", skill="Combat (Sword)")
    assert table.pool("bo") == 45 - (14 - 3 + 1 + 2)


def test_berserk_wild_swing_and_weapon_add_up_gob_80_gob_81() -> None:
    ana = fated(
        "ana", "berserk", "wild-swing", wildcards=1, weapons=[SWORD], skills={"Combat (Sword)": 1}, traits=traits(3)
    )
    table = Table(ana, foe(traits=traits(9)), hands={"ana": "KS", "bo": "2S"})
    table.draw("ana")
    table.do("use", "ana", advantage="berserk")
    table.clash(
        "ana", "bo", "KS", "2S", weapon="Sword", skill="Combat (Sword)", use=[{"advantage": "wild-swing", "amount": 2}]
    )
    assert table.pool("bo") == 45 - (13 + 1 - 3 + 6 + 2 + 4)
