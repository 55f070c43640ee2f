"""Arguments that are no encounter and no command: malformed ones are `Refused`, as all others are."""

from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from rules.engine import codec
from rules.games import registry
from tests.rules.doors import every_game
from tests.rules.fuzz import survives

NO_LISTS = [None, 1, "x", {}, b"x", ...]
NO_TEXTS = [None, 1, True, [1], {"a": 1}, b"card"]


def refused(call: Callable[..., Any], *arguments: Any, **named: Any) -> None:
    with pytest.raises(play.Refused) as caught:
        call(*arguments, **named)
    assert caught.value.code == "shape.invalid"
    assert caught.value.message[-1] == "."


@pytest.mark.parametrize("value", NO_LISTS, ids=repr)
@every_game
def test_only_lists_are_accepted_where_a_list_is_needed(game: Any, value: Any) -> None:
    refused(play.verify, value)
    refused(play.replay, game.SYSTEM, game.SCENES["start"], value)
    refused(play.highlights, game.SYSTEM, value, [])
    if value != {}:
        refused(play.highlights, game.SYSTEM, [], value)


@every_game
def test_any_list_will_do(game: Any) -> None:
    state = play.start(game.SYSTEM, game.SETUP, seed=1)
    for none in ([], (), iter(())):
        assert play.replay(game.SYSTEM, state, none)["events"] == []
    for heroes in (["ana"], {"ana"}, {"ana": "Ana"}, (name for name in ["ana"])):
        found = play.highlights(game.SYSTEM, play.opening(game.SYSTEM, state), heroes)
        assert {moment["actor"] for moment in found} <= {"ana"}


@pytest.mark.parametrize("item", [None, 1, "x", [], b"x"], ids=repr)
def test_a_value_that_is_no_event_is_a_fault_of_a_log(item: Any) -> None:
    assert play.verify([])["ok"]
    report = play.verify([item, {"type": "round"}, item])
    assert not report["ok"]
    assert report["faults"] == [f"Entry {number} of the log is not an object." for number in (1, 3)]


@pytest.mark.parametrize("events", [[1], [None], ["x"], [{"visible_to": "all"}], [{"visible_to": "all", "type": []}]])
@every_game
def test_highlights_need_whole_events(game: Any, events: list[Any]) -> None:
    if not isinstance(events[0], dict):
        refused(play.highlights, game.SYSTEM, events, [])
    else:
        survives(game.PREFIX, lambda: play.highlights(game.SYSTEM, events, ["ana"]))
    refused(play.highlights, game.SYSTEM, [], [{}])


def test_an_event_without_a_field_of_its_type_has_no_highlights() -> None:
    half = [{"visible_to": "all", "type": "attack"}, {"visible_to": "all", "type": "hit"}]
    refused(play.highlights, "fifty-two-fates", half, ["ana"])


@every_game
def test_a_fault_in_finding_highlights_is_not_blamed_on_whole_events(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Any, events: Any, heroes: Any) -> None:
        raise KeyError("a fault of the code")

    monkeypatch.setattr(type(registry.game(game.SYSTEM)), "highlights", fail)
    whole = play.opening(game.SYSTEM, play.start(game.SYSTEM, game.SETUP, seed=1))
    with pytest.raises(KeyError, match="a fault of the code"):
        play.highlights(game.SYSTEM, whole, ["ana"])
    public = [event for event in whole if event["visible_to"] == "all"]
    for broken in ({"visible_to": "all"}, {"visible_to": "all", "type": public[0]["type"]}):
        refused(play.highlights, game.SYSTEM, [*whole, broken], ["ana"])


@pytest.mark.parametrize("value", NO_TEXTS, ids=repr)
@every_game
def test_only_text_is_accepted_where_text_is_needed(game: Any, value: Any) -> None:
    refused(play.explanation, game.SYSTEM, value)
    refused(play.schemas, game.SYSTEM, place=value)


@pytest.mark.parametrize("value", [None, "x", 10**30, -1, 101, True, 1.0, []], ids=repr)
def test_a_deck_has_a_number_of_decks(value: Any) -> None:
    refused(play.names_in_deck, value)
    assert [len(play.names_in_deck(decks)) for decks in (0, 1, 2, 100)] == [52, 54, 108, 5400]


@pytest.mark.parametrize("value", [None, 1, "x", b"x", {1: 2}, [[]], [None]], ids=repr)
def test_only_ids_are_released(value: Any) -> None:
    refused(play.released, "game-of-bastards", {}, value)


def test_the_refusal_of_an_id_begins_with_its_place_as_all_paths_do() -> None:
    for what, call in (
        ("heroes", lambda ids: play.highlights("fortune-system", [], ids)),
        ("ids", lambda ids: play.released("game-of-bastards", {}, ids)),
    ):
        with pytest.raises(play.Refused) as caught:
            call(["ana", 5])
        assert caught.value.message == f'{what}[1]: must be text, not "int".'


def test_only_json_has_a_canonical_form() -> None:
    for value in (object(), {1, 2}, "\ud800"):
        refused(play.canonical, value)
    assert play.canonical({"b": 1, "a": "é"}) == '{"a":"é","b":1}'.encode()


@every_game
def test_a_malformed_state_has_another_code_than_one_that_does_not_fit(game: Any) -> None:
    state = game.SCENES["start"]
    for broken in (None, [], {**state, "no_such_field": 1}, {**state, "options": 5}):
        refused(play.view, game.SYSTEM, broken, "gm")
    for broken, code in (({}, "state.system"), ({**state, "version": 99}, "state.version")):
        with pytest.raises(play.Refused) as caught:
            play.view(game.SYSTEM, broken, "gm")
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("a\x00b", "A NUL character is in the {}; leave it out."),
        ("\ud800", "Something in the {} is not plain JSON text."),
        (object(), "Something in the {} is not plain JSON text."),
    ],
    ids=["nul", "surrogate", "object"],
)
@pytest.mark.parametrize("what", ["inputs", "command"])
def test_a_refusal_of_texts_fits_one_thing_and_several(value: Any, sentence: str, what: str) -> None:
    with pytest.raises(play.Refused) as caught:
        codec.check_text({"note": value}, what)
    assert caught.value.message == sentence.format(what)
    codec.check_text({"note": "a b"}, what)


@every_game
def test_a_refusal_of_what_is_not_json_fits_plural_words(game: Any) -> None:
    kind, inputs = game.WHOLE_CHECKS[0]
    with pytest.raises(play.Refused) as caught:
        play.check(game.SYSTEM, kind, {**inputs, "\ud800": 1})
    assert caught.value.message == "JSON cannot represent something in the inputs, or it is nested too deeply."
