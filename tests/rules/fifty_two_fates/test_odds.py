"""The odds that the site shows: exact, and of nothing but what the viewer knows (F52-12)."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from rules import play
from rules.engine import cards
from rules.games.fifty_two_fates import tables
from tests.rules.fifty_two_fates.participants import hero, monster
from tests.rules.fifty_two_fates.setups import SYSTEM
from tests.rules.fifty_two_fates.test_secrecy import FD, HANDS, OTHERS, table


def command(kind: str, actor: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "actor": actor, **fields}


def attack(actor: str, target: str, *names: str) -> dict[str, Any]:
    return command("attack", actor, target=target, cards=list(names), weapon="melee")


def chance(state: dict[str, Any], viewer: str, what: dict[str, Any]) -> float:
    found = play.odds(SYSTEM, state, viewer, what)
    assert found is not None
    assert found["exact"] is True
    assert found["of"]
    return float(found["chance"])


def unseen(state: dict[str, Any], viewer: str) -> list[str]:
    view = play.view(SYSTEM, state, viewer)
    seen = {*view["hand"], *view["discard"], *view["played"]}
    return [name for name in cards.NAMES if name not in seen]


@pytest.mark.parametrize("difficulty", [2, 6, 10])
def test_a_check_counts_the_cards_that_the_viewer_has_not_seen_f52_03(difficulty: int) -> None:
    state = table(HANDS, FD)
    pile = cards.parse_cards(unseen(state, "ana"), "x")
    good = sum(card in tables.ACES or tables.VALUE[card] > difficulty for card in pile)
    found = chance(state, "ana", command("skill-check", "ana", difficulty=difficulty))
    assert found == float(Fraction(good, len(pile)))


@pytest.mark.parametrize("use", [-1, 0, 2, 10**9])
def test_a_check_beside_a_table_counts_no_more_cards_than_may_be_drawn_f52_07(use: int) -> None:
    for asked in (play.check, play.chance):
        with pytest.raises(play.Refused) as caught:
            asked(SYSTEM, "skill-check", {"difficulty": 5, "use": use})
        assert caught.value.rule == "F52-07"


def test_a_check_of_two_cards_agrees_with_enumeration_f52_04() -> None:
    participants = [hero("ana", background_skills=["sailor"]), monster("wolf", group="wolves")]
    state = play.start(SYSTEM, {"participants": participants, "deck": ["2C", "3C", "4C", "5C", "KS", "2S"]}, seed=1)
    pile = cards.parse_cards(unseen(state, "ana"), "x")
    pairs = list(combinations(pile, 2))
    good = sum(not tables.ACES.isdisjoint(pair) or tables.total("".join(pair)) > 10 for pair in pairs)
    what = command("skill-check", "ana", difficulty=10, background="sailor")
    assert chance(state, "ana", what) == float(Fraction(good, len(pairs)))


def test_odds_are_estimates_while_somebody_holds_cards_from_before_the_last_shuffle_f52_02() -> None:
    participants = [hero("ana"), monster("wolf", group="wolves")]
    deck = ["2C", "9S", "4C", "8C", "KD", "QD"]
    state = play.start(SYSTEM, {"participants": participants, "deck": deck}, seed=1)
    strike, check = attack("ana", "wolf", "9S"), command("skill-check", "ana", difficulty=5)
    seen: dict[str, list[bool]] = {"before": [], "after": []}
    for _ in range(52):
        actor = play.view(SYSTEM, state, "gm")["turn"][0]
        if actor == "ana":
            found = [play.odds(SYSTEM, state, "ana", what) for what in (strike, check)]
            exact = [bool(odds and odds["exact"]) for odds in found]
            seen["before" if state["deck"]["shuffle_count"] == 1 else "after"] += exact
        state = play.act(SYSTEM, state, command("skill-check", actor, difficulty=5))["state"]
    assert all(seen["before"])
    assert seen["after"]
    assert not any(seen["after"])


@pytest.mark.parametrize("names", [["2C"], ["9D"], ["KS"], ["2C", "9D"], ["9D", "KS"]])
def test_an_attack_counts_the_hands_that_cannot_stop_it_f52_22(names: list[str]) -> None:
    state = table(HANDS, FD)
    pile = cards.parse_cards(unseen(state, "ana"), "x")
    total = tables.total(cards.parse_cards(names, "x"))
    hands = list(combinations(pile, 2))
    good = sum(all(card not in tables.ACES and tables.VALUE[card] < total for card in hand) for hand in hands)
    assert chance(state, "ana", attack("ana", "wolf", *names)) == float(Fraction(good, len(hands)))


def test_one_who_cannot_defend_itself_is_always_hit_f52_55() -> None:
    state = table(HANDS, FD)
    helpless = command("incapacitate", "gm", target="wolf", degree="full")
    state = play.act(SYSTEM, state, helpless)["state"]
    assert chance(state, "ana", attack("ana", "wolf")) == 1.0


def test_draws_for_life_and_to_wake_are_counted_f52_32_f52_56() -> None:
    state = table(HANDS, FD)
    for order in (
        command("incapacitate", "gm", target="ben", degree="full", unconscious=True, wake=8),
        command("adjust", "gm", target="ana", hp=0, reason="a fall"),
    ):
        state = play.act(SYSTEM, state, order)["state"]
    pile = unseen(state, "gm")
    higher = [name for name in pile if name[0] in "9TJQKA"]
    assert chance(state, "gm", command("wake-draw", "ben")) == len(higher) / len(pile)
    for actor in ("ben", "cyd", "wolf"):
        state = play.act(SYSTEM, state, command("pass", actor))["state"]
    pile = unseen(state, "observer")
    hearts = [name for name in pile if name[1] == "H"]
    assert chance(state, "observer", command("death-draw", "ana")) == len(hearts) / len(pile)


def test_open_plays_are_certain_f52_22() -> None:
    state = play.act(SYSTEM, table(HANDS, FD), attack("ana", "wolf", "9D"))["state"]
    assert chance(state, "gm", command("defend", "wolf", cards=["6D"])) == 0.0
    assert play.odds(SYSTEM, state, "ana", command("defend", "wolf", cards=["6D"])) is None


def test_nobody_gets_odds_of_a_hand_that_is_not_his_f52_12() -> None:
    state = table(HANDS, FD)
    for viewer in ("ben", "gm", "wolf", "observer"):
        assert play.odds(SYSTEM, state, viewer, attack("ana", "wolf", "KS")) is None
        assert play.odds(SYSTEM, state, viewer, attack("ana", "wolf", "2H")) is None


@pytest.mark.parametrize("viewer", ["ana"])
def test_odds_do_not_depend_on_the_hands_of_others_f52_12(viewer: str) -> None:
    plays = [attack(viewer, "wolf", name) for name in HANDS[viewer]]
    plays.append(command("skill-check", viewer, difficulty=7))
    first, other = table(HANDS, FD), table(*OTHERS[viewer])
    assert [chance(first, viewer, what) for what in plays] == [chance(other, viewer, what) for what in plays]


def test_an_illegal_play_is_refused_and_where_nothing_is_at_stake_there_are_no_odds() -> None:
    state = table(HANDS, FD)
    with pytest.raises(play.Refused):
        play.odds(SYSTEM, state, "ana", attack("ana", "wolf", "KD"))
    assert play.odds(SYSTEM, state, "ana", command("pass", "ana")) is None
    assert play.odds(SYSTEM, state, "gm", command("end", "gm", outcome="other")) is None


def test_odds_leave_the_state_as_it_was() -> None:
    state = table(HANDS, FD)
    before = repr(state)
    chance(state, "ana", attack("ana", "wolf", "KS"))
    assert repr(state) == before
