"""Initiative: who acts first, ties, groups without a card, and the view of it (F52-13..15)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.asking import seen, started
from tests.rules.fifty_two_fates.participants import monster, participant
from tests.rules.fifty_two_fates.setups import everything
from tests.rules.fifty_two_fates.table import FULL_DECK, GAME, Table, foe, hero

RANKS = "23456789TJQKA"


def order(initiative: str, *groups: str, players: int = 1) -> list[str]:
    """The groups as they act, with these initiative cards: the players' first, then one a monster group."""
    participants: list[dict[str, Any]] = [hero(f"p{n}") for n in range(players)]
    participants += [foe(f"m{n}", group=group) for n, group in enumerate(groups)]
    table = Table(*participants, initiative=initiative)
    rows = table.view()["initiative"]
    assert len(rows) == 1 + len(set(groups))
    return [row["group"] for row in rows]


@pytest.mark.parametrize("higher", range(1, 13))
def test_the_higher_card_acts_first_from_two_to_ace_f52_13(higher: int) -> None:
    low, high = RANKS[higher - 1], RANKS[higher]
    assert order(f"{low}C {high}D", "apes") == ["apes", "players"]
    assert order(f"{high}C {low}D", "apes") == ["players", "apes"]


def test_the_highest_of_the_players_cards_is_the_groups_f52_13() -> None:
    assert order("2C QC 5C KD", "apes", players=3) == ["apes", "players"]
    assert order("2C AC 5C KD", "apes", players=3) == ["players", "apes"]


def test_the_players_card_in_view_is_the_highest_and_of_equal_ones_the_first() -> None:
    view = Table(hero("ana"), hero("ben"), hero("cy"), foe("m"), initiative="4C QH QC 9D").view()
    assert view["initiative"] == [{"group": "players", "card": "QH"}, {"group": "monsters", "card": "9D"}]
    view = Table(hero("ana"), hero("ben"), hero("cy"), foe("m"), initiative="QC QH 4C 9D").view()
    assert view["initiative"][0]["card"] == "QC"


@pytest.mark.parametrize("rank", RANKS)
def test_on_equal_cards_the_players_act_first_f52_14(rank: str) -> None:
    assert order(f"{rank}C {rank}S", "apes") == ["players", "apes"]


def test_the_faces_are_ranked_though_all_count_fifteen_f52_13() -> None:
    assert order("JC QD KD AD TD", "queens", "kings", "aces", "tens") == ["aces", "kings", "queens", "players", "tens"]


def test_monster_groups_with_equal_cards_act_as_they_stand_f52_14() -> None:
    assert order("2C 9C 9D 9H", "zeds", "apes", "mice") == ["zeds", "apes", "mice", "players"]
    assert order("9S 9C 9D 9H", "zeds", "apes", "mice") == ["players", "zeds", "apes", "mice"]


def test_the_initiative_cards_are_discarded_in_the_order_drawn_f52_13() -> None:
    table = Table(hero("ana"), hero("ben"), foe("m", group="apes"), foe("n", group="mice"), initiative="3C 9D AH 2S")
    for viewer in ("ana", "gm", "observer"):
        assert table.view(viewer)["discard"] == ["3C", "9D", "AH", "2S"]


def test_a_group_draws_one_card_however_many_stand_in_it_f52_13_f52_96() -> None:
    table = Table(hero("ana"), foe("m", group="apes"), foe("n", group="apes"), initiative="3C AH")
    assert table.view()["initiative"] == [{"group": "apes", "card": "AH"}, {"group": "players", "card": "3C"}]
    assert table.turn == ["m", "n"]


def test_the_account_says_which_group_acts_f52_16() -> None:
    table = Table(hero("ana"), foe("m", group="drowned"), initiative="KS 9D")
    table.do("pass", "ana")
    assert "The group Drowned acts." in table.told()


def test_initiative_is_drawn_once_for_all_rounds_f52_13() -> None:
    table = Table(hero("ana"), foe("m"), initiative="3C AH")
    first = table.view()["initiative"]
    for number in (2, 3):
        table.finish_round()
        assert (table.round, table.turn, table.view()["initiative"]) == (number, ["m"], first)
        assert table.discard == ["3C", "AH"]


def test_without_any_card_left_the_encounter_starts_all_the_same_f52_13() -> None:
    party = [participant(f"p{n}", level=8) for n in range(4)]
    state = started(*party, monster("m"), options={"fd_extra_cards": 4}, deck=FULL_DECK)
    view = seen(state)
    assert (view["draw_pile"], view["fd_hand_size"], view["discard"]) == (0, 12, [])
    assert view["turn"] == ["p0", "p1", "p2", "p3"], "equal, so the players act first"


def test_a_group_without_a_card_acts_after_all_that_have_one_f52_13() -> None:
    party = [participant("ana", level=20), participant("ben", level=6)]  # 22 + 8 cards
    participants = [*party, monster("m", group="apes"), monster("n", group="mice")]
    # The Fate Dealer holds 20, so that 52 - 50 cards are left for four draws.
    view = seen(started(*participants, deck=FULL_DECK))
    assert view["draw_pile"] + len(view["discard"]) == 2
    with_card = {row["group"] for row in view["initiative"] if row.get("card")}
    assert "players" in with_card
    groups = [row["group"] for row in view["initiative"]]
    assert groups[: len(with_card)] == [g for g in groups if g in with_card]


def test_a_state_whose_groups_have_no_place_in_the_order_is_refused_and_does_not_run_for_ever() -> None:
    state = play.start(GAME, everything(), seed=3)
    participants = [
        {**participant, "acted": True, "group": "players" if participant["group"] == "players" else "lost"}
        for participant in state["people"]
    ]
    broken = {**state, "people": participants, "initiative": [["elsewhere", ""]]}
    with pytest.raises(play.Refused, match="initiative"):
        play.act(GAME, broken, {"type": "arm", "actor": "gm", "target": "ana"})
