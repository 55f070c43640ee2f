"""Initiative: open cards, the lowest first, an ace is one; replaced by the action (GOB-02, GOB-03, GOB-40, GOB-42)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import extras, fated, foe, follower
from tests.rules.game_of_bastards.table import Table, duel


def order(*cards: str) -> list[str]:
    """The order in which the holders of these initiative cards act: their numbers."""
    participants = [fated(f"p{n}", side=f"side{n}") for n in range(len(cards))]
    table = Table(*participants, first={f"p{n}": card for n, card in enumerate(cards)})
    found = []
    for _ in cards:
        (actor,) = table.turn
        found.append(actor[1:])
        table.skip(actor)
    assert table.round == 2
    assert table.turn == ["p" + found[0]], "the lowest begins again, the card stays (GOB-40, GOB-41)"
    return found


def test_worked_example_4_the_ace_then_clubs_then_hearts_gob_03_gob_40() -> None:
    assert order("AD", "2H", "2C") == ["0", "2", "1"]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["KS", "QS"], "10"),
        (["AC", "2C"], "01"),
        (["2C", "AD"], "10"),
        (["TH", "9D"], "10"),
        (["JC", "TD"], "10"),
        (["9D", "9H", "9S", "9C"], "3210"),
        (["9S", "9C"], "10"),
        (["9H", "9H"], "01"),
        (["AD", "AC", "2C"], "102"),
    ],
)
def test_lowest_value_first_ace_one_ties_by_suit_then_by_the_encounters_order_gob_03_gob_40(
    cards: list[str], expected: str
) -> None:
    assert order(*cards) == list(expected)


def test_the_card_leaves_the_hand_and_lies_open_for_all_gob_40() -> None:
    table = Table(fated("ana"), foe(), waiting=True, first={"ana": "AC", "bo": "2C"})
    table.do("initiative", "ana", card="AC")
    table.because("GOB-40")
    assert "AC" not in table.hand("ana")
    assert table.size("ana") == 4
    for viewer in ("ana", "bo", "gm", "observer"):
        participants = table.view(viewer)["participants"]
        assert (participants["ana"]["initiative"], participants["bo"]["initiative"]) == ("AC", None)
    assert (table.phase, table.turn) == ("initiative", ["bo"])


def test_cards_are_chosen_in_any_order_gob_40() -> None:
    table = Table(fated("ana"), foe(), fated("cy"), waiting=True)
    table.do("initiative", "cy", card="3C")
    assert table.turn == ["ana", "bo"]
    table.do("initiative", "ana", card="AC")
    table.do("initiative", "bo", card="2C")
    assert (table.phase, table.round, table.turn) == ("draw", 1, ["ana"])


@pytest.mark.parametrize("card", ["KD", "XX", "", None, 7, ["AC"], "ac"])
def test_only_a_card_of_ones_own_hand_is_chosen_gob_40(card: Any) -> None:
    table = Table(fated("ana"), foe(), waiting=True)
    table.refuse("initiative", "ana", card=card)


def test_the_card_of_another_is_refused_and_a_second_choice_too_gob_40() -> None:
    table = Table(fated("ana"), foe(), waiting=True, first={"bo": "JC"})
    table.refuse("initiative", "ana", card="JC")
    table.do("initiative", "ana", card="AC")
    table.refuse("initiative", "ana", card=table.hand("ana")[0])
    table.refuse("initiative", "gm", card="AC")


def test_nothing_else_is_done_before_the_cards_lie_gob_40() -> None:
    table = Table(fated("ana"), foe(), waiting=True, hands={"ana": "KS"})
    for kind, fields in (
        ("draw", {}),
        ("pass", {}),
        ("mulligan", {}),
        ("call", {}),
        ("discard", {"cards": ["KS"]}),
        ("replace-initiative", {"card": "KS"}),
    ):
        table.refuse(kind, "ana", **fields)
    table.refuse("attack", "ana", target="bo", skill="Guts", kind="physical", card="KS")


def test_gm_orders_are_accepted_while_cards_are_chosen_gob_40() -> None:
    table = Table(fated("ana"), foe(), waiting=True)
    assert table.pending is None
    table.gm("adjust", target="ana", pool="bp", amount=-2, reason="a fall")
    table.gm("rest", target="ana")
    table.gm("assign", target="bo", controller="ana")
    table.gm("leave", target="bo")
    assert table.turn == ["ana"]


def test_a_newcomer_while_cards_are_chosen_has_its_lowest_card_at_once_and_acts_from_the_next_round_gob_98() -> None:
    table = Table(fated("ana"), foe(), waiting=True, draws="9S 4H QH 7D 8D")
    table.gm("join", participant=fated("cy"))
    assert table["cy"]["initiative"] == "4H"
    assert table.hand("cy") == ["9S", "QH", "7D", "8D"]
    assert table.turn == ["ana", "bo"]
    table.do("initiative", "ana", card="AC")
    table.do("initiative", "bo", card="2C")
    table.skip("ana", "bo")
    assert (table.round, table.turn) == (2, ["ana"])
    table.skip("ana", "bo")
    assert table.turn == ["cy"]


def test_an_ace_is_the_lowest_card_of_a_newcomer_gob_02_gob_98() -> None:
    table = Table(fated("ana"), foe(), draws="2C 4H AS AD 8D")
    table.gm("join", participant=fated("cy"))
    assert table["cy"]["initiative"] == "AS"


def test_followers_and_extras_choose_too_gob_40() -> None:
    table = Table(fated("ana"), follower(rating=1), extras(members=2), waiting=True)
    assert table.turn == ["ana", "fay", "mob"]
    table.do("initiative", "fay", card="2C")
    table.do("initiative", "mob", card="3C")
    assert (table.size("fay"), table.size("mob")) == (0, 1)


def test_replacing_the_card_takes_the_action_and_discards_the_old_one_gob_42() -> None:
    table = Table(fated("ana"), foe(), hands={"ana": "KD 4H"}, draws="5S")
    table.draw("ana")
    table.do("replace-initiative", "ana", card="KD")
    table.because("GOB-42")
    assert table["ana"]["initiative"] == "KD"
    assert table.discard == ["AC"]
    assert table.size("ana") == 4
    assert table.turn == ["bo"], "the action is given up"


def test_the_new_place_counts_from_the_next_round_gob_42() -> None:
    table = Table(fated("ana"), foe(), fated("cy"), hands={"cy": "AD"})
    table.skip("ana", "bo")
    table.draw("cy")
    table.do("replace-initiative", "cy", card="AD")
    assert (table.round, table.turn) == (2, ["ana"]), "the ace of clubs before that of diamonds"
    table.skip("ana")
    assert table.turn == ["cy"]
    table.skip("cy")
    assert table.turn == ["bo"]


def test_a_later_place_does_not_give_a_second_turn_in_this_round_gob_42() -> None:
    table = Table(fated("ana"), foe(), hands={"ana": "KD"})
    table.draw("ana")
    table.do("replace-initiative", "ana", card="KD")
    table.skip("bo")
    assert (table.round, table.turn) == (2, ["bo"])


@pytest.mark.parametrize("card", ["AC", "KD", "XX", None, 7, ""])
def test_the_new_card_comes_from_ones_own_hand_gob_42(card: Any) -> None:
    table = Table(fated("ana"), foe(), hands={"bo": "KD"})
    table.draw("ana")
    table.refuse("replace-initiative", "ana", card=card)


def test_it_is_replaced_in_ones_own_turn_after_the_draw_gob_41_gob_42() -> None:
    table = Table(fated("ana"), foe(), hands={"ana": "KD", "bo": "KH"})
    table.refuse("replace-initiative", "ana", card="KD")
    table.draw("ana")
    table.refuse("replace-initiative", "bo", card="KH")


def test_a_participant_who_had_none_sets_one_later_without_discarding_gob_40() -> None:
    table = Table.of(follower("one", 1), fated("ana", side="heroes"), deck="XX AD 3D 4D 5D 6D", seed=11)
    table.do("initiative", "ana", card="6D")
    table.skip("ana")
    before = table.discard
    table.draw("one")
    (card,) = table.hand("one")
    table.do("replace-initiative", "one", card=card)
    assert table["one"]["initiative"] == card
    assert table.discard == before


def test_a_refusal_before_and_after_the_choice_names_its_rule_gob_40() -> None:
    table = Table(fated("ana"), foe(), waiting=True)
    for kind, fields in (("draw", {}), ("dramatic", {"action": "distance"})):
        assert table.refused(kind, "ana", **fields) == ("phase.initiative", "GOB-40")
    assert duel().refused("initiative", "ana", card="KS") == ("initiative.settled", "GOB-40")
