"""The deal: supplied decks, hands by kind, jokers, one pack or two (GOB-01, GOB-04, GOB-05, GOB-40)."""

from collections import Counter
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, refused_start
from tests.rules.game_of_bastards.participants import PACK, extras, fated, foe, follower, whole_deck
from tests.rules.game_of_bastards.table import Table

TEN = "KS QS 3D 4D 5D 6H 7H 8H 9H TH"


def test_hands_are_dealt_participant_by_participant_in_the_order_given_gob_40() -> None:
    table = Table.of(fated("ana"), foe(), deck=TEN)
    assert table.hand("ana") == ["KS", "QS", "3D", "4D", "5D"]
    assert table.hand("bo") == ["6H", "7H", "8H", "9H", "TH"]
    assert table.view()["draw_pile"] == 98


@pytest.mark.parametrize("rating", [1, 2, 5])
def test_a_followers_hand_is_its_rating_gob_95(rating: int) -> None:
    table = Table.of(fated("ana"), follower(rating=rating), deck=TEN)
    assert table.hand("fay") == TEN.split()[5 : 5 + rating]


@pytest.mark.parametrize("members", [1, 4, 5])
def test_a_groups_hand_is_its_members_gob_96(members: int) -> None:
    table = Table.of(extras(members=members, rating=1), fated("ana"), deck=TEN)
    assert table.hand("mob") == TEN.split()[:members]
    assert table.size("ana") == 5


@pytest.mark.parametrize(("decks", "count"), [(1, 54), (2, 108)])
def test_the_deck_holds_one_pack_or_two_gob_01(decks: int, count: int) -> None:
    table = Table.of(fated("ana"), deck=TEN, decks=decks)
    assert table.view()["draw_pile"] == count - 5


def test_two_packs_are_the_default_gob_01() -> None:
    state = play.start(GAME, {"participants": [fated("ana")], "deck": TEN.split()}, seed=1)
    assert play.view(GAME, state, "gm")["draw_pile"] == 103


def test_a_card_may_be_supplied_as_often_as_the_deck_has_it_gob_01() -> None:
    Table.of(fated("ana"), deck="KS KS 2C 2C 3D")
    refused_start(fated("ana"), deck=["KS", "KS", "KS"])
    refused_start(fated("ana"), deck=["KS", "KS"], options={"decks": 1})
    refused_start(fated("ana"), deck=["XX"] * 5)
    refused_start(fated("ana"), deck=["XX"] * 3, options={"decks": 1})


@pytest.mark.parametrize("card", ["1C", "10C", "kd", "KD ", "DK", "", "KDD", 7, None, ["KD"], True, "XY"])
def test_a_deck_of_other_things_is_refused(card: Any) -> None:
    refused_start(fated("ana"), deck=["2C", card])


@pytest.mark.parametrize("deck", ["KS", {}, 7, True, {"0": "KS"}])
def test_a_deck_is_a_list(deck: Any) -> None:
    refused_start(fated("ana"), deck=deck)


def test_a_deck_longer_than_the_deck_is_refused_and_the_whole_one_accepted() -> None:
    whole = sorted(whole_deck().elements(), reverse=True)
    table = Table.of(fated("ana"), deck=[card for card in whole if card != "XX"] + ["XX"] * 4)
    assert table.size("ana") == 5
    refused_start(fated("ana"), deck=[*whole, "2C"])


def test_cards_that_a_short_deck_does_not_name_are_shuffled_beneath_it() -> None:
    hands = {tuple(Table.of(fated("ana"), deck="KS", seed=n).hand("ana")) for n in range(8)}
    assert len(hands) > 4
    assert all("KS" in hand for hand in hands)


def test_the_same_seed_deals_the_same_and_another_another_gob_04() -> None:
    participants = [fated("ana"), foe(), extras()]
    first, two, other = (Table.of(*participants, seed=seed).state for seed in ("x", "x", "y"))
    assert first == two
    assert play.view(GAME, first, "ana")["hand"] != play.view(GAME, other, "ana")["hand"]


def test_a_joker_of_the_deal_is_a_wildcard_and_not_replaced_gob_05() -> None:
    table = Table.of(fated("ana"), foe(), deck="KS XX 3D 4D 5D 6H 7H 8H 9H TH")
    assert table.hand("ana") == ["KS", "3D", "4D", "5D"]
    assert table.wildcards("ana") == 1
    assert table.hand("bo") == ["6H", "7H", "8H", "9H", "TH"], "the deal is one draw, finished before the shuffle"


def test_the_joker_goes_back_into_the_pile_with_the_discards_gob_05() -> None:
    table = Table.of(fated("ana"), foe(), deck="KS XX 3D 4D 5D 6H 7H 8H 9H TH")
    assert table.discard == []
    assert table.view()["draw_pile"] == 108 - 9


def test_all_four_jokers_in_one_deal_gob_05() -> None:
    table = Table.of(fated("ana", wildcards=2), foe(), deck="XX XX KS XX 4D 6H 7H 8H 9H XX")
    assert (table.hand("ana"), table.wildcards("ana")) == (["KS", "4D"], 5)
    assert (table.hand("bo"), table.wildcards("bo")) == (["6H", "7H", "8H", "9H"], 1)


def test_followers_and_extras_gain_wildcards_like_everybody_gob_05() -> None:
    table = Table.of(follower(rating=2), extras(members=3), deck="XX 2C XX 3C 4C")
    assert (table.wildcards("fay"), table.wildcards("mob")) == (1, 1)


def test_a_participant_who_is_dealt_nothing_but_jokers_acts_last_gob_40() -> None:
    table = Table.of(follower("one", 1), fated("ana"), follower("two", 1), deck="XX AD 3D 4D 5D 6D XX")
    assert (table.size("one"), table.size("two")) == (0, 0)
    assert table.turn == ["ana"], "without a card there is nothing to choose"
    table.do("initiative", "ana", card="6D")
    assert (table.phase, table.turn) == ("draw", ["ana"])
    table.skip("ana")
    assert table.turn == ["one"], "both without a card: the encounter's order"
    table.do("draw", "one")
    table.do("pass", "one")
    assert table.turn == ["two"]


def test_nobody_with_a_card_begins_at_once_gob_40() -> None:
    table = Table.of(follower("one", 1), follower("two", 1), deck="XX XX")
    assert (table.phase, table.turn) == ("draw", ["one"])


def test_a_deal_larger_than_the_deck_stops_short_without_an_error() -> None:
    participants = [fated(f"p{n}") for n in range(12)]
    table = Table.of(*participants, decks=1)
    assert (
        sum(table.size(participant["id"]) for participant in participants)
        + sum(table.wildcards(participant["id"]) for participant in participants)
        == 54
    )


def test_with_one_pack_every_card_is_there_once_gob_01() -> None:
    participants = [fated(f"p{n}") for n in range(10)]
    table = Table.of(*participants, decks=1, seed=3)
    seen = Counter(card for participant in participants for card in table.hand(participant["id"]))
    assert max(seen.values()) == 1
    assert set(seen) <= set(PACK)


def test_the_opening_is_told_without_the_cards_gob_04() -> None:
    table = Table.of(fated("ana"), foe(), deck=TEN)
    told = play.opening(GAME, table.state)
    assert told
    for event in told:
        assert event["text"]
        assert event["rules"]
    public = repr(
        [{k: v for k, v in event.items() if k != "commitments"} for event in told if event["visible_to"] == "all"]
    )
    assert not [card for card in TEN.split() if f"'{card}'" in public]
