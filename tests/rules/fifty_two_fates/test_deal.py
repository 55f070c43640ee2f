"""Dealing: the order of a supplied deck, hands, the Fate Dealer's hand and its options (F52-01..12, F52-30)."""

from typing import Any

import pytest

from rules import play
from rules.games.fifty_two_fates import tables
from tests.rules.fifty_two_fates.asking import (
    INVALID_CARDS,
    INVALID_INTEGERS,
    canonical,
    refused_start,
    seen,
    setup_of,
    started,
)
from tests.rules.fifty_two_fates.participants import monster, participant
from tests.rules.fifty_two_fates.table import FULL_DECK, GAME

ROW = [c for c in FULL_DECK if c[1] == "S"] + [c for c in FULL_DECK if c[1] != "S"]
GOBLIN = monster("goblin")


def hand(state: dict[str, Any], viewer: str) -> list[str]:
    return list(seen(state, viewer)["hand"])


def test_a_supplied_deck_is_dealt_hands_then_fate_dealer_then_initiative_f52_10_f52_13() -> None:
    deck = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "2D", "3D"]
    state = started(participant("ana"), GOBLIN, participant("ben", level=2), monster("wolf", group="wolves"), deck=deck)
    assert hand(state, "ana") == ["2C", "3C", "4C"]
    assert hand(state, "ben") == ["5C", "6C", "7C", "8C"]
    assert hand(state, "gm") == ["9C", "TC"]
    view = seen(state)
    assert view["discard"][:3] == ["JC", "2D", "3D"]
    assert len(view["discard"]) == 4
    assert {"group": "players", "card": "JC"} in view["initiative"]
    assert {"group": "monsters", "card": "3D"} in view["initiative"]


def test_a_hand_that_a_supplied_deck_gave_says_so_to_its_owner_f52_10_f52_12() -> None:
    for deck, marked in ((["2C", "3C", "4C"], ["ana"]), (None, []), (["2C", "3C", "4C", "5C"], ["ana", "gm"])):
        events = play.opening(GAME, started(participant("ana"), GOBLIN, deck=deck))
        dealt = [event for event in events if event["type"] == "dealt-cards"]
        assert [event["visible_to"] for event in dealt] == [["ana"], ["gm"]]
        assert [event["target"] for event in dealt if event.get("supplied")] == marked


def test_monster_groups_draw_in_the_order_in_which_they_first_appear_f52_13() -> None:
    deck = ["2C", "3C", "4C", "5C", "6D", "7D", "8D", "9D"]
    participants = [
        monster("m1", group="zeds"),
        participant("ana"),
        monster("m2", group="apes"),
        monster("m3", group="zeds"),
        monster("m4"),
    ]
    view = seen(started(*participants, deck=deck))
    assert view["discard"] == ["6D", "7D", "8D", "9D"]
    cards = {row["group"]: row["card"] for row in view["initiative"]}
    assert cards == {"players": "6D", "zeds": "7D", "apes": "8D", "monsters": "9D"}
    assert [row["group"] for row in view["initiative"]] == ["monsters", "apes", "zeds", "players"]


def test_players_may_stand_after_monsters_and_are_dealt_in_the_order_given_f52_10() -> None:
    state = started(GOBLIN, participant("zoe"), participant("ana"), deck=ROW)
    assert (hand(state, "zoe"), hand(state, "ana"), hand(state, "gm")) == (ROW[:3], ROW[3:6], ROW[6:7])
    assert seen(state)["discard"] == ROW[7:10]


def test_the_cards_that_a_deck_does_not_name_are_shuffled_beneath_it() -> None:
    deck = ["AS", "KD", "2C", "9H"]
    state = started(participant("ana"), GOBLIN, deck=deck)
    assert hand(state, "ana") + hand(state, "gm") == deck
    assert seen(state)["draw_pile"] == 52 - 4 - 2
    piles = {tuple(seen(play.start(GAME, setup_of(deck=deck), seed=n))["discard"]) for n in range(30)}
    assert len(piles) > 20
    assert not any(set(pair) & set(deck) for pair in piles)


def test_a_whole_deck_may_be_supplied_and_an_empty_one_supplies_nothing() -> None:
    state = started(deck=list(reversed(FULL_DECK)))
    assert hand(state, "ana") == ["AS", "AH", "AD"]
    assert seen(started(deck=[]))["draw_pile"] == 52 - 3 - 1 - 2


@pytest.mark.parametrize("wrong", INVALID_CARDS)
def test_a_deck_names_only_cards_that_the_deck_has_f52_01(wrong: Any) -> None:
    refused_start(deck=["2C", wrong])


def test_a_card_is_named_once_f52_01() -> None:
    refused_start(deck=["2C", "KD", "2C"])
    refused_start(deck=[*FULL_DECK, "2C"])


@pytest.mark.parametrize("wrong", ["2C 3C", "2C", {"2C": 1}, 3, True])
def test_a_deck_is_a_list(wrong: Any) -> None:
    refused_start(deck=wrong)


@pytest.mark.parametrize(
    ("level", "hp", "size"), [(1, None, 3), (1, 2, 2), (1, 1, 1), (4, None, 6), (4, 5, 5), (9, 1, 1)]
)
def test_a_hand_is_level_and_two_limited_by_hit_points_f52_10_f52_30(level: int, hp: int | None, size: int) -> None:
    state = started(participant("ana", level=level, hp=hp), GOBLIN)
    assert len(hand(state, "ana")) == seen(state)["participants"]["ana"]["hand_size"] == size


def test_a_smaller_hand_leaves_its_cards_for_the_next_player_f52_10() -> None:
    state = started(participant("ana", hp=1), participant("ben"), GOBLIN, deck=ROW)
    assert (hand(state, "ana"), hand(state, "ben"), hand(state, "gm")) == (ROW[:1], ROW[1:4], ROW[4:5])


@pytest.mark.parametrize(
    ("options", "size"),
    [
        (None, 4),
        ({}, 4),
        ({"fd_hand": "level"}, 4),
        ({"fd_hand": "hand"}, 6),
        ({"fd_extra_cards": 0}, 4),
        ({"fd_extra_cards": 10}, 14),
        ({"fd_hand": "hand", "fd_extra_cards": 3}, 9),
        ({"fd_hand": None, "fd_extra_cards": 1}, 5),
    ],
)
def test_the_fate_dealers_hand_follows_the_highest_level_and_the_options_f52_11(options: Any, size: int) -> None:
    participants = [participant("ana"), participant("ben", level=4, hp=2), monster("ogre", level=9), monster("imp")]
    view = seen(started(*participants, options=options))
    assert len(view["hand"]) == view["fd_hand_size"] == size


@pytest.mark.parametrize(
    "options",
    [
        {"fd_hand": "both"},
        {"fd_hand": True},
        {"fd_hand": ""},
        {"fd_hand": 3},
        {"fd_extra_cards": -1},
        {"fd_extra_cards": 11},
        *({"fd_extra_cards": wrong} for wrong in INVALID_INTEGERS),
        [],
        "level",
        4,
        {"rounds": 4},
        [["fd_hand", "level"]],
    ],
)
def test_options_outside_their_choices_are_refused_f52_11(options: Any) -> None:
    refused_start(options=options)


def test_every_card_is_somewhere_and_nowhere_twice_f52_01() -> None:
    state = started(participant("ana", level=3), participant("ben"), GOBLIN, options={"fd_extra_cards": 5})
    view = seen(state)
    cards = hand(state, "ana") + hand(state, "ben") + view["hand"] + view["discard"]
    assert len(cards) == len(set(cards)) == 5 + 3 + 8 + 3
    assert set(cards) <= set(FULL_DECK)
    assert view["draw_pile"] == 52 - len(cards)


def test_a_party_that_outgrows_the_deck_is_dealt_what_there_is_f52_09() -> None:
    party = [participant(f"p{n}", level=10) for n in range(6)]
    state = started(*party, GOBLIN, deck=FULL_DECK)
    view = seen(state)
    assert [view["participants"][p["id"]]["hand_size"] for p in party] == [12, 12, 12, 12, 4, 0]
    assert hand(state, "p4") == FULL_DECK[48:]
    assert (view["fd_hand_size"], view["draw_pile"], view["discard"]) == (0, 0, [])
    assert view["turn"]
    assert view["phase"] == "acting"


def test_one_of_level_fifty_holds_the_whole_deck_f52_09() -> None:
    state = started(participant("ana", level=50), GOBLIN)
    assert sorted(hand(state, "ana")) == sorted(FULL_DECK)
    assert seen(state)["fd_hand_size"] == 0


def test_the_same_seed_deals_the_same_and_another_another() -> None:
    def deal(seed: Any) -> str:
        return canonical(play.start(GAME, setup_of(participant("ana"), GOBLIN), seed=seed))

    assert deal(7) == deal(7)
    assert len({deal(n) for n in range(20)}) == 20


def test_the_hands_are_secret_from_everyone_but_their_holders_f52_12() -> None:
    state = started(participant("ana"), participant("ben"), GOBLIN, monster("wolf"))
    own = {who: hand(state, who) for who in ("ana", "ben", "gm")}
    assert all(len(cards) in (1, 3) for cards in own.values())
    assert hand(state, "observer") == []
    assert hand(state, "goblin") == hand(state, "wolf") == own["gm"]
    for viewer in ("ana", "ben", "gm", "observer"):
        told = repr(seen(state, viewer)) + repr(play.offers(GAME, state, viewer) if viewer != "observer" else "")
        for other, cards in own.items():
            if other != viewer:
                assert not any(repr(card) in told for card in cards), f"{viewer} sees a card of {other}"


def test_no_view_shows_the_order_of_the_draw_pile_or_the_generator_f52_12() -> None:
    participants, beneath = [participant("ana"), GOBLIN], ["2C", "3C", "4C", "5C", "KD", "QD"]
    fight = started(*participants, deck=[*beneath, "7H", "8H", "9H"])
    two = started(*participants, deck=[*beneath, "AS", "TS", "JS"])
    other = play.start(GAME, setup_of(*participants, deck=beneath), seed=99)
    for viewer in ("ana", "gm", "goblin", "observer"):
        assert canonical(seen(fight, viewer)) == canonical(seen(two, viewer)) == canonical(seen(other, viewer))


def test_all_hands_fit_one_deck_up_to_level_seven_for_four_f52_09() -> None:
    def needed(players: int, level: int) -> int:
        return players * (level + tables.BASE_CARDS) + level

    assert needed(4, 8) == 48
    assert needed(4, 9) > 52
    party = [{"id": f"p{n}", "name": "P", "side": "players", "level": 12} for n in range(4)]
    state = play.start(GAME, {"participants": [*party, {"id": "m", "name": "M", "side": "monsters"}]}, seed=1)
    view = play.view(GAME, state, "gm")
    sizes = [view["participants"][f"p{n}"]["hand_size"] for n in range(4)]
    assert (sizes, view["fd_hand_size"], view["draw_pile"]) == ([14, 14, 14, 10], 0, 0)
    assert [entry["card"] for entry in view["initiative"]] == [None, None]
