"""The stateless checks of initiative and level (F52-13, F52-14, F52-90)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.asking import (
    INVALID_CARDS,
    INVALID_INTEGERS,
    INVALID_OBJECTS,
    checked,
    refused_check,
    refused_inputs,
)
from tests.rules.fifty_two_fates.table import FULL_DECK


def initiative(players: str, **monsters: str) -> list[str]:
    rows = [{"group": group, "card": card} for group, card in monsters.items()]
    result = checked("initiative", players=players.split(), monsters=rows)
    assert "F52-13" in result["rules"]
    return list(result["order"])


def test_groups_act_from_the_highest_card_to_the_lowest_f52_13() -> None:
    assert initiative("5C 9D", apes="KD", mice="2C", owls="8S") == ["apes", "players", "owls", "mice"]
    assert initiative("QC", apes="KD", mice="JD", owls="AS", rats="TD") == ["owls", "apes", "players", "mice", "rats"]


def test_the_highest_of_the_players_counts_f52_13() -> None:
    assert initiative("2C 3C AC 4C", apes="KD") == ["players", "apes"]
    assert initiative("2C 3C 4C", apes="5D") == ["apes", "players"]


def test_on_equal_cards_players_first_then_monsters_as_they_stand_f52_14() -> None:
    assert initiative("9C", zeds="9D", apes="9H") == ["players", "zeds", "apes"]
    assert initiative("2C", zeds="9D", apes="9H", mice="9S") == ["zeds", "apes", "mice", "players"]
    rules = checked("initiative", players=["9C"], monsters=[{"group": "apes", "card": "9D"}])["rules"]
    assert "F52-14" in rules


def test_no_card_is_drawn_twice() -> None:
    refused_check("initiative", players=["9C", "9C"], monsters=[{"group": "apes", "card": "2D"}])
    refused_check("initiative", players=["9C"], monsters=[{"group": "apes", "card": "9C"}])
    refused_check(
        "initiative", players=["9C"], monsters=[{"group": "apes", "card": "2D"}, {"group": "mice", "card": "2D"}]
    )


def test_a_group_draws_one_card_and_is_not_called_players_f52_13() -> None:
    refused_check(
        "initiative", players=["9C"], monsters=[{"group": "apes", "card": "2D"}, {"group": "apes", "card": "3D"}]
    )
    refused_check("initiative", players=["9C"], monsters=[{"group": "players", "card": "2D"}])


@pytest.mark.parametrize("wrong", INVALID_CARDS)
def test_initiative_cards_are_cards(wrong: Any) -> None:
    refused_check("initiative", players=[wrong], monsters=[{"group": "apes", "card": "2D"}])
    refused_check("initiative", players=["2C"], monsters=[{"group": "apes", "card": wrong}])


def test_the_path_of_a_faulty_card_is_named() -> None:
    apes, mice = {"group": "apes", "card": "2D"}, {"group": "mice", "card": "XX"}
    message = refused_check("initiative", players=["9C"], monsters=[apes, mice]).message
    assert "monsters" in message
    assert "1" in message
    assert "card" in message
    assert "players" in refused_check("initiative", players=["XX"], monsters=[apes]).message
    assert "fumble_card" in refused_check("opposed", attack=["2C"], defense=["AD"], fumble_card="XX").message
    assert "defense" in refused_check("opposed", attack=["2C"], defense=["2C"]).message


@pytest.mark.parametrize("wrong", [None, "9C", {}, 3, True])
def test_players_and_monsters_are_lists(wrong: Any) -> None:
    refused_check("initiative", players=wrong, monsters=[{"group": "apes", "card": "2D"}])
    refused_check("initiative", players=["9C"], monsters=wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"group": "apes"},
        {"card": "2D"},
        ["apes", "2D"],
        "2D",
        None,
        4,
        {"group": "apes", "card": "2D", "speed": 3},
        {"group": 4, "card": "2D"},
        {"group": "", "card": "2D"},
        {"group": None, "card": "2D"},
    ],
)
def test_a_monster_groups_row_has_its_group_and_card(wrong: Any) -> None:
    refused_check("initiative", players=["9C"], monsters=[wrong])


def test_initiative_refuses_what_is_missing_or_unknown() -> None:
    refused_check("initiative", players=["9C"])
    refused_check("initiative", monsters=[{"group": "apes", "card": "2D"}])
    refused_check("initiative", players=["9C"], monsters=[{"group": "apes", "card": "2D"}], round=1)


def test_a_whole_deck_of_players_is_the_most_a_deck_can_show() -> None:
    result = checked("initiative", players=FULL_DECK[:51], monsters=[{"group": "apes", "card": FULL_DECK[51]}])
    assert result["order"] == ["players", "apes"]


@pytest.mark.parametrize(
    ("encounters", "level"), [(0, 1), (1, 1), (4, 1), (5, 2), (9, 2), (10, 3), (24, 5), (25, 6), (9999, 2000)]
)
def test_five_encounters_make_a_level_f52_90(encounters: int, level: int) -> None:
    result = checked("level", encounters=encounters)
    assert result["level"] == level
    assert "F52-90" in result["rules"]


@pytest.mark.parametrize("wrong", [-1, 10000, None, *INVALID_INTEGERS])
def test_encounters_are_0_to_9999_f52_90(wrong: Any) -> None:
    assert "encounters" in refused_check("level", encounters=wrong).message


def test_a_level_check_has_its_one_field() -> None:
    refused_check("level")
    refused_check("level", encounters=3, level=2)
    for kind in ("level", "initiative", "opposed"):
        for wrong in [None, {}, *INVALID_OBJECTS]:
            refused_inputs(kind, wrong)
