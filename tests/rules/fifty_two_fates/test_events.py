"""Events: their shape, who sees them, and the rules that they name (contract, F52-12)."""

import json
from typing import Any

import pytest

from tests.rules.fifty_two_fates.asking import RULE
from tests.rules.fifty_two_fates.table import FULL_DECK, Table, foe, hero, warrior

HANDS = {"ana": "9C KD 2H 3H", "ben": "TC AD 4H"}


def scene(**more: Any) -> Table:
    return Table(warrior("ana", 2), hero("ben"), foe("goblin", max_hp=9), hands=HANDS, fd="QH 7S", **more)


def cards_in(value: Any) -> set[str]:
    """Every card that a value names, in a field or in a sentence."""
    text = json.dumps(value)
    return {card for card in FULL_DECK if card in text}


def for_viewer(events: list[dict[str, Any]], viewer: str) -> list[dict[str, Any]]:
    return [event for event in events if event["visible_to"] == "all" or viewer in event["visible_to"]]


def facts(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events without what may be random text (salts and commitments of a shuffle)."""
    return [{key: value for key, value in event.items() if key not in ("opened", "commitments")} for event in events]


def test_every_event_has_its_type_sentence_rules_and_audience() -> None:
    table = scene()
    told = list(table.attack("ana", "goblin", "9C KD"))
    told += table.defend("goblin", "QH")
    told += table.do("skill-check", "ben", difficulty=5)
    told += table.gm("fall", target="ana", feet=90)
    told += table.do("discard", "ana", cards="2H")
    told += table.do("pass", "goblin")
    assert len(told) >= 6
    for event in told:
        assert isinstance(event["type"], str)
        assert event["type"]
        assert isinstance(event["text"], str)
        assert event["text"].strip() == event["text"] != ""
        assert event["text"][-1] in ".!?"
        assert event["rules"]
        assert all(RULE.fullmatch(rule) for rule in event["rules"])
        assert event["visible_to"] == "all" or all(isinstance(who, str) for who in event["visible_to"])
        assert json.loads(json.dumps(event, allow_nan=False)) == event


def test_sentences_speak_of_people_by_name() -> None:
    table = Table(
        {**hero("p1"), "name": "Mara of the Isles"}, {**foe("m1"), "name": "The Grey Wolf"}, hands={"p1": "9C KD 2H"}
    )
    told = " ".join(event["text"] for event in table.attack("p1", "m1", "KD"))
    assert "Mara of the Isles" in told
    assert "Grey Wolf" in told


def test_an_attack_names_the_opposed_play_f52_21() -> None:
    table = scene()
    table.attack("ana", "goblin", "9C KD")
    table.because("F52-21")


@pytest.mark.parametrize(
    ("attack", "defence", "rules"), [("9C KD", "QH", {"F52-22", "F52-26"}), ("9C", "QH", {"F52-22"})]
)
def test_a_result_names_the_rules_that_decided_it(attack: str, defence: str, rules: set[str]) -> None:
    table = scene()
    table.attack("ana", "goblin", attack)
    table.defend("goblin", defence)
    table.because(*rules)


def test_damage_is_not_named_where_none_was_done_f52_26() -> None:
    table = scene()
    table.attack("ana", "goblin", "9C")
    table.defend("goblin", "QH")
    assert not any("F52-26" in event["rules"] for event in table.events)


def test_cards_drawn_up_are_seen_by_their_holder_alone_f52_12_f52_60() -> None:
    table = scene(draws="5D 6D 7D 8D 9D")
    table.attack("ana", "goblin", "9C KD")
    table.defend("goblin", "QH")
    table.attack("ben", "goblin", "TC")
    table.defend("goblin", "7S")
    events = table.do("pass", "goblin")
    drawn = {"ana": {"5D", "6D"}, "ben": {"7D"}, "gm": {"8D", "9D"}}
    for viewer, own in drawn.items():
        assert own <= set(table.view(viewer)["hand"])
        assert own <= cards_in(facts(for_viewer(events, viewer)))
        for other, cards in drawn.items():
            if other != viewer:
                assert not cards & cards_in(facts(for_viewer(events, viewer))), f"{viewer} reads what {other} drew"
    assert not set.union(*drawn.values()) & cards_in(facts(for_viewer(events, "observer")))


def test_others_read_how_many_cards_were_drawn_f52_60() -> None:
    table = scene(draws="5D 6D 7D 8D 9D")
    table.attack("ana", "goblin", "9C KD")
    table.defend("goblin")
    table.passes("ben")
    events = table.do("pass", "goblin")
    public = " ".join(event["text"] for event in for_viewer(events, "observer"))
    assert "draws 2 cards" in public
    assert "Ana" in public


def test_the_cards_of_a_secret_event_are_in_none_that_all_see_f52_12() -> None:
    table = scene(draws="5D 6D 7D 8D 9D")
    table.attack("ana", "goblin", "9C KD")
    table.defend("goblin")
    table.passes("ben")
    for event in table.do("pass", "goblin"):
        secret = {"5D", "6D"} & cards_in(facts([event]))
        assert not secret or event["visible_to"] == ["ana"]


def test_played_discarded_and_looked_at_cards_are_public_f52_21_f52_27() -> None:
    table = scene(draws="7D")
    table.attack("ana", "goblin", "9C KD")
    assert {"9C", "KD"} <= cards_in(facts(for_viewer(table.events, "observer")))
    table.defend("goblin", "QH")
    assert "QH" in cards_in(facts(for_viewer(table.events, "ben")))
    table.do("skill-check", "ben", difficulty=5)
    assert "7D" in cards_in(facts(for_viewer(table.events, "observer")))
    assert "7D" in table.discard
    table.gm("fall", target="ana", feet=90)
    table.do("discard", "ana", cards="2H")
    assert "2H" in cards_in(facts(for_viewer(table.events, "observer")))


def test_the_reason_of_an_adjustment_is_told() -> None:
    table = scene()
    table.gm("adjust", target="goblin", hp=5, reason="the bridge fell on it")
    assert "the bridge fell on it" in json.dumps(table.events)


def test_event_fields_name_actor_and_target_by_id() -> None:
    table = scene()
    events = table.attack("ana", "goblin", "9C KD")
    assert any(event.get("actor") == "ana" and event.get("target") == "goblin" for event in events)


def test_supplied_cards_are_marked_as_supplied_and_nothing_else_is() -> None:
    table = scene(draws="7D 5D 6D 8D")
    assert table.attack("ana", "goblin", "9C KD")[0]["supplied"] is True
    table.defend("goblin", "QH")
    check = table.do("skill-check", "ben", difficulty=5)[0]
    assert (check["cards"], check["supplied"]) == (["7D"], True)
    for event in table.do("pass", "goblin"):
        if event["type"] != "round" and event.get("cards") and isinstance(event["cards"], list):
            assert event["supplied"] is True, "two cards for Ana and one for the Fate Dealer were supplied"
    check = table.do("skill-check", "ben", difficulty=5)[0]
    assert not check.get("supplied"), "the deck that was supplied has run out"
