"""What a command may look like: types, actors, fields, nulls, numbers and cards (the contract's general part)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.asking import (
    INVALID_CARDS,
    INVALID_IDS,
    INVALID_INTEGERS,
    INVALID_OBJECTS,
    INVALID_TEXTS,
    canonical,
    refused_act,
    without,
)
from tests.rules.fifty_two_fates.malformed import ALL, HANDS, ORDERS, PLAYED
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior, wizard


@pytest.fixture(scope="module")
def table() -> Table:
    cast = [
        warrior("ana"),
        wizard("ben"),
        hero("cy", background_skills=["hunting"]),
        foe("goblin", max_hp=9),
        foe("imp"),
    ]
    table = Table(*cast, hands=HANDS, fd="AC")
    table.gm("afflict", target="imp", strength=4, name="old wound")
    table.gm("incapacitate", target="imp", degree="partial")
    return table


def command(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, **ALL[kind], **more}


def refused(table: Table, kind: str, **more: Any) -> play.Refused:
    return refused_act(table.state, command(kind, **more))


@pytest.mark.parametrize("kind", ALL)
def test_the_whole_command_is_accepted(table: Table, kind: str) -> None:
    result = play.act(GAME, table.state, command(kind))
    assert {"state", "events"} <= set(result)
    assert result["events"]


@pytest.mark.parametrize("kind", ALL)
def test_an_unknown_field_is_refused_and_named(table: Table, kind: str) -> None:
    assert "colour" in refused(table, kind, colour="red").message
    refused(table, kind, colour=None)


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("attack", "target"),
        ("attack", "cards"),
        ("attack", "weapon"),
        ("maneuver", "maneuver"),
        ("maneuver", "cards"),
        ("cast", "target"),
        ("cast", "cards"),
        ("skill-check", "difficulty"),
        ("afflict", "target"),
        ("afflict", "strength"),
        ("afflict", "name"),
        ("incapacitate", "target"),
        ("incapacitate", "degree"),
        ("release", "target"),
        ("fall", "target"),
        ("fall", "feet"),
        ("set-range", "a"),
        ("set-range", "b"),
        ("set-range", "range"),
        ("adjust", "target"),
        ("adjust", "hp"),
        ("adjust", "reason"),
        ("leave", "target"),
        ("join", "participant"),
        ("end", "outcome"),
        *((kind, "actor") for kind in ALL),
    ],
)
def test_a_field_without_a_question_mark_is_needed(table: Table, kind: str, field: str) -> None:
    refused_act(table.state, without(command(kind), field))
    assert field in refused(table, kind, **{field: None}).message


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("cast", "willing"),
        ("skill-check", "background"),
        ("skill-check", "needs"),
        ("skill-check", "cards"),
        ("afflict", "rounds"),
        ("release", "effect"),
        ("end", "counts"),
    ],
)
def test_a_field_with_one_may_be_left_out_or_null(table: Table, kind: str, field: str) -> None:
    left_out = play.act(GAME, table.state, without(command(kind), field))
    null = play.act(GAME, table.state, command(kind, **{field: None}))
    assert canonical(left_out) == canonical(null)


def test_incapacitate_takes_null_for_what_it_can_leave_out(table: Table) -> None:
    bare = {"type": "incapacitate", "actor": "gm", "target": "ana", "degree": "full"}
    left_out = play.act(GAME, table.state, bare)
    assert canonical(play.act(GAME, table.state, {**bare, "unconscious": None, "wake": None})) == canonical(left_out)


@pytest.mark.parametrize("kind", ["", "Attack", "atack", "fly", "set_range", "start", None, 7, True, [], {}, ["pass"]])
def test_an_unknown_type_is_refused(table: Table, kind: Any) -> None:
    refused_act(table.state, {"type": kind, "actor": "ana"})
    refused_act(table.state, {"type": kind, "actor": "gm"})


def test_a_command_is_one_flat_object_with_its_type(table: Table) -> None:
    refused_act(table.state, without(command("pass"), "type"))
    for wrong in [None, {}, *INVALID_OBJECTS]:
        refused_act(table.state, wrong)


@pytest.mark.parametrize("actor", [*INVALID_IDS, "nobody", "observer", "players", "Ana", "ana "])
@pytest.mark.parametrize("kind", ALL)
def test_an_actor_is_a_participant_or_the_gm(table: Table, kind: str, actor: Any) -> None:
    refused(table, kind, actor=actor)


@pytest.mark.parametrize("kind", PLAYED)
def test_the_gm_gives_no_participants_command(table: Table, kind: str) -> None:
    refused(table, kind, actor="gm")


@pytest.mark.parametrize("kind", ORDERS)
@pytest.mark.parametrize("actor", ["ana", "goblin"])
def test_a_participant_gives_no_order_of_the_gms(table: Table, kind: str, actor: str) -> None:
    refused(table, kind, actor=actor)


@pytest.mark.parametrize("target", [*INVALID_IDS, "nobody", "gm", "observer", "players", "monsters", "Goblin", "dot"])
@pytest.mark.parametrize("kind", [kind for kind, fields in ALL.items() if "target" in fields])
def test_a_target_is_a_participant(table: Table, kind: str, target: Any) -> None:
    refused(table, kind, target=target)


@pytest.mark.parametrize("wrong", [*INVALID_IDS, "nobody", "gm", "goblin"])
def test_a_range_is_between_two_different_participants_f52_17(table: Table, wrong: Any) -> None:
    refused(table, "set-range", a=wrong)
    if wrong != "goblin":
        refused(table, "set-range", b=wrong)


@pytest.mark.parametrize(
    ("kind", "field", "choices"),
    [
        ("attack", "weapon", ["missile", "unarmed"]),
        ("set-range", "range", ["melee", "near", "unseen"]),
        ("incapacitate", "degree", ["partial"]),
        ("end", "outcome", ["victory", "defeat", "escape", "other"]),
    ],
)
def test_a_choice_is_one_of_those_named(table: Table, kind: str, field: str, choices: list[str]) -> None:
    for good in choices:
        more = {"unconscious": None, "wake": None} if good == "partial" else {}
        play.act(GAME, table.state, command(kind, **{field: good}, **more))
    for wrong in ["", "other-wise", choices[0].title(), 7, True, [choices[0]], {"a": 1}]:
        refused(table, kind, **{field: wrong})


@pytest.mark.parametrize(
    ("kind", "field", "good", "bad"),
    [
        ("skill-check", "difficulty", [2, 10], [1, 11, -9999, 9999]),
        ("afflict", "strength", [2, 10], [1, 11, 0]),
        ("afflict", "rounds", [1, 99, "draw"], [0, 100, -1, "drawn", ""]),
        ("incapacitate", "wake", [2, 10], [1, 11]),
        ("fall", "feet", [0, 29, 10000], [-1, 10001]),
        ("adjust", "hp", [0, 9], [-1, 10]),
        ("skill-check", "cards", [1, 2], [0, 3, -1]),
    ],
)
def test_a_number_is_an_integer_in_its_range(
    table: Table, kind: str, field: str, good: list[Any], bad: list[Any]
) -> None:
    for value in good:
        play.act(GAME, table.state, command(kind, **{field: value}))
    for value in bad:
        refused(table, kind, **{field: value})
    for value in INVALID_INTEGERS:
        assert field in refused(table, kind, **{field: value}).message


@pytest.mark.parametrize(("kind", "field"), [("afflict", "name"), ("adjust", "reason")])
def test_a_text_has_1_to_200_signs(table: Table, kind: str, field: str) -> None:
    for good in ("x", "x" * 200, "Ж" * 200):
        play.act(GAME, table.state, command(kind, **{field: good}))
    for wrong in INVALID_TEXTS:
        refused(table, kind, **{field: wrong})


@pytest.mark.parametrize(("kind", "field"), [("cast", "willing"), ("incapacitate", "unconscious"), ("end", "counts")])
def test_yes_and_no_are_booleans(table: Table, kind: str, field: str) -> None:
    for wrong in [0, 1, "true", "", [], {}]:
        refused(table, kind, **{field: wrong})


@pytest.mark.parametrize("kind", ["attack", "maneuver", "cast"])
def test_cards_are_a_list_of_cards_of_ones_own_hand(table: Table, kind: str) -> None:
    for wrong in ["9D", "", 3, True, {"9D": 1}, *([card] for card in INVALID_CARDS)]:
        refused(table, kind, cards=wrong)
    other = {"attack": "9S", "maneuver": "3D", "cast": "3S"}[kind]
    refused(table, kind, cards=[other])
    own = ALL[kind]["cards"][0]
    refused(table, kind, cards=[own, own])
    refused(table, kind, cards=[])


def test_a_refusal_does_not_tell_where_a_card_is_f52_12() -> None:
    """Ana asks for a card that Ben holds, the Fate Dealer holds, the pile hides: the same answer."""
    table = Table(hero("ana"), hero("ben"), foe("goblin"), hands={"ana": "2D 3D 4D", "ben": "2S 3S 4S"}, fd="AC")
    answers = set()
    for card in ("2S", "AC", "7H"):
        refusal = refused_act(
            table.state, {"type": "attack", "actor": "ana", "target": "goblin", "cards": [card], "weapon": "melee"}
        )
        answers.add((refusal.code, refusal.message.replace(card, "?"), refusal.rule))
    assert len(answers) == 1


@pytest.mark.parametrize(
    "state", [None, {}, [], "state", 7, True, {"system": GAME}, {"system": "toy", "version": 1}, {"version": 1}]
)
def test_a_state_of_another_shape_is_refused(state: Any) -> None:
    refused_act(state, {"type": "pass", "actor": "ana"})
    for ask in (play.view, play.offers):
        with pytest.raises(play.Refused):
            ask(GAME, state, "ana")
    with pytest.raises(play.Refused):
        play.actors(GAME, state)
    with pytest.raises(play.Refused):
        play.sample(GAME, state, "ana", seed=1)


@pytest.mark.parametrize("system", ["", "chess", "52-fates", None, 7, [], {}])
def test_an_unknown_system_is_refused(table: Table, system: Any) -> None:
    for ask in (
        lambda: play.act(system, table.state, command("pass")),
        lambda: play.view(system, table.state, "ana"),
        lambda: play.actors(system, table.state),
        lambda: play.check(system, "level", {"encounters": 3}),
        lambda: play.start(system, {}, seed=1),
        lambda: play.offers(system, table.state, "ana"),
    ):
        with pytest.raises(play.Refused):
            ask()
