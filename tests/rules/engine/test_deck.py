"""The deck: drawing, reshuffling, running out, and the commitments of every shuffle (F52-01, F52-02)."""

from hashlib import sha256
from typing import Any

import pytest

from rules.engine import cards, fairness
from rules.engine.chance import key_from_seed
from rules.engine.deck import Deck
from rules.engine.event_list import EventList
from rules.engine.refusals import Refused


class Told(EventList):
    shuffle_rules = ("F52-02",)


def prepared(supplied: str = "") -> tuple[Deck, Told]:
    deck, account = Deck(key_from_seed(1)), Told()
    deck.prepare(cards.DECK, supplied, account)
    return deck, account


def test_names_and_codes_are_the_same_52_cards() -> None:
    assert len(cards.DECK) == 52 == len(set(cards.DECK))
    assert cards.parse_cards(list(cards.NAMES), "deck") == cards.DECK
    assert cards.names_of(cards.DECK) == list(cards.NAMES)
    assert cards.join_names(cards.parse_cards(["KD", "TC"], "x")) == "KD TC"


@pytest.mark.parametrize("names", [["1C"], ["kd"], [""], ["10C"], ["XX"], ["KD", "KD"]])
def test_a_card_that_the_deck_lacks_or_has_once_is_refused_with_its_path(names: list[str]) -> None:
    with pytest.raises(Refused, match=r"deck\[\d\]"):
        cards.parse_cards(names, "deck")


def test_a_supplied_deck_lies_on_top_and_the_rest_beneath_it() -> None:
    supplied = cards.parse_cards(["KD", "2C", "AH"], "deck")
    deck, account = prepared(supplied)
    assert deck.draw.startswith(supplied)
    assert sorted(deck.draw) == sorted(cards.DECK)
    assert account.events[0]["supplied"] is True
    assert deck.was_supplied(deck.draw[2])
    assert not deck.was_supplied(deck.draw[3])


def test_an_empty_draw_pile_is_refilled_from_the_discard_pile() -> None:
    deck, account = prepared()
    deck.discard = deck.take(50, account)
    taken = deck.take(5, account)
    assert len(taken) == 5
    assert len(deck.draw) == 47
    assert deck.discard == ""
    assert [event["shuffle"] for event in account.events] == [1, 2]


def test_when_both_piles_are_empty_the_draw_stops_short() -> None:
    deck, account = prepared()
    held = deck.take(52, account)
    assert len(held) == 52
    assert deck.take(3, account) == ""
    deck.discard = held[:2]
    assert sorted(deck.take(3, account)) == sorted(held[:2])


def test_cards_in_hands_keep_the_opening_of_the_shuffle_they_came_from() -> None:
    deck, account = prepared()
    held = deck.take(3, account)
    deck.discard = deck.take(49, account)
    again = deck.take(1, account)
    events: list[Any] = [*account.events, {"opened": deck.openings_of(held + again)}]
    assert [opening["shuffle"] for opening in deck.openings_of(held + again)] == [1, 1, 1, 2]
    assert fairness.verify(events) == {"ok": True, "shuffles": 2, "seals": 0, "opened": 4, "faults": []}


def test_shuffles_without_closed_cards_are_forgotten() -> None:
    deck, account = prepared()
    held = deck.take(1, account)
    for _ in range(30):
        taken = deck.take(len(deck.draw), account)
        deck.discard += taken
        taken = deck.take(1, account)
        deck.discard += taken
    assert deck.shuffle_count > 10
    assert len(deck.shuffles) <= 3
    assert deck.openings_of(held)[0]["shuffle"] == 1


def test_a_commitment_needs_nothing_but_sha256() -> None:
    deck, account = prepared()
    opening = deck.openings_of(deck.draw[7])[0]
    text = f"{opening['shuffle']}:{opening['position']}:{opening['card']}:{opening['salt']}"
    assert account.events[0]["commitments"][7] == sha256(text.encode()).hexdigest()
    assert opening["position"] == 7
    assert len(opening["salt"]) == 32


def test_a_redeal_shuffles_the_draw_pile_alone_under_another_key() -> None:
    deck, account = prepared()
    held, before = deck.take(5, account), deck.draw
    deck.redeal(key_from_seed(2), account)
    assert deck.draw != before
    assert sorted(deck.draw) == sorted(before)
    account.events.append({"opened": deck.openings_of(held + deck.draw[:2])})
    assert fairness.verify(account.events)["ok"]


def opened(**changes: Any) -> list[Any]:
    deck, account = prepared()
    return [*account.events, {"opened": [{**deck.openings_of(deck.draw[0])[0], **changes}]}]


@pytest.mark.parametrize(
    "changes",
    [
        {"card": "XX"},
        {"position": 1},
        {"position": 99},
        {"position": -1},
        {"shuffle": 2},
        {"salt": "0"},
        {"salt": None},
    ],
)
def test_an_opening_that_does_not_fit_is_a_fault(changes: dict[str, Any]) -> None:
    assert fairness.verify(opened())["ok"]
    report = fairness.verify(opened(**changes))
    assert not report["ok"]
    assert len(report["faults"]) == 1


def test_another_card_under_the_same_commitment_is_a_fault() -> None:
    events = opened()
    card = events[-1]["opened"][0]["card"]
    events[-1]["opened"][0]["card"] = "2C" if card != "2C" else "3C"
    assert not fairness.verify(events)["ok"]


def test_a_shuffle_told_twice_or_after_its_cards_is_a_fault() -> None:
    events = opened()
    assert not fairness.verify([events[0], *events])["ok"]
    assert not fairness.verify(reversed(events))["ok"]


@pytest.mark.parametrize(
    "event", [{"type": "shuffled"}, {"opened": [3]}, {"opened": [{}]}, {"type": "shuffled", "shuffle": 1}]
)
def test_a_broken_account_is_a_fault_and_no_exception(event: Any) -> None:
    assert not fairness.verify([event])["ok"]


def test_events_that_open_nothing_are_no_faults() -> None:
    assert fairness.verify([{"type": "passed"}, {"opened": None}])["ok"]


WHOLE = cards.DECK + cards.SECOND + cards.JOKERS


def two_decks(supplied: list[str]) -> tuple[Deck, Told]:
    deck, account = Deck(key_from_seed(1), decks=2), Told()
    deck.prepare(WHOLE, cards.parse_cards_of(supplied, "deck", WHOLE), account)
    return deck, account


def test_two_decks_hold_every_card_twice_and_four_jokers_each_with_its_own_character() -> None:
    assert len(set(WHOLE)) == 108
    names = cards.names_of(WHOLE)
    assert names.count("XX") == 4
    assert all(names.count(name) == 2 for name in cards.NAMES)


def test_a_card_may_be_named_as_often_as_the_decks_have_it() -> None:
    pile = cards.parse_cards_of(["KD", "XX", "KD", "XX"], "deck", WHOLE)
    assert cards.names_of(pile) == ["KD", "XX", "KD", "XX"]
    assert len(set(pile)) == 4
    for names, whole in ((["KD"] * 3, WHOLE), (["XX"] * 5, WHOLE), (["KD", "KD"], cards.DECK), (["XX"], cards.DECK)):
        with pytest.raises(Refused, match=r"deck\[\d\]"):
            cards.parse_cards_of(names, "deck", whole)


def test_an_account_of_two_decks_checks_out_and_a_third_copy_does_not() -> None:
    deck, account = two_decks(["KD", "KD", "XX", "XX"])
    assert account.events[0]["decks"] == 2
    assert account.events[0]["jokers"] == 4
    told: list[Any] = [*account.events, {"opened": deck.openings_of(deck.draw)}]
    assert fairness.verify(told) == {"ok": True, "shuffles": 1, "seals": 0, "opened": 108, "faults": []}
    single = [{**account.events[0], "decks": 1}, told[1]]
    assert not fairness.verify(single)["ok"]
    assert not fairness.verify([{**account.events[0], "jokers": 1}, told[1]])["ok"]


def test_cards_mixed_into_the_draw_pile_are_shuffled_with_it_and_others_stay() -> None:
    deck, account = two_decks([])
    held, thrown = deck.take(5, account), deck.take(7, account)
    deck.shuffle_in(thrown, account)
    assert sorted(held + deck.draw) == sorted(WHOLE)
    assert deck.discard == ""
    events: list[Any] = [*account.events, {"opened": deck.openings_of(held + deck.draw)}]
    assert fairness.verify(events)["ok"]
