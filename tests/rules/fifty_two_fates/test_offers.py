"""Actors, offers, examples and samples: what is offered is accepted, and all that is allowed is offered."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.asking import canonical
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior, wizard

KINDS = {"one", "some", "number", "text", "bool"}
HANDS = {"ana": "9C KD 2H", "ben": "TC 4S 4H", "cy": "2C 3D 5S"}


def scene(**more: Any) -> Table:
    cast = [
        warrior("ana"),
        wizard("ben"),
        hero("cy", background_skills=["hunting"]),
        foe("goblin", max_hp=9),
        foe("imp", group="imps"),
    ]
    return Table(*cast, hands=HANDS, fd="QH", **more)


def offers(table: Table, actor: str) -> list[dict[str, Any]]:
    return list(play.offers(GAME, table.state, actor))


def types(table: Table, actor: str) -> set[str]:
    return {offer["type"] for offer in offers(table, actor)}


def test_actors_are_those_in_turn_and_then_the_gm() -> None:
    table = scene()
    assert play.actors(GAME, table.state) == ["ana", "ben", "cy", "gm"]
    table.passes("ben")
    assert play.actors(GAME, table.state) == ["ana", "cy", "gm"]
    table.passes("ana", "cy")
    assert play.actors(GAME, table.state) == ["goblin", "gm"]


def test_somebody_for_whom_play_does_not_wait_is_offered_nothing() -> None:
    table = scene()
    table.passes("ana")
    for idle in ("ana", "goblin", "imp"):
        assert offers(table, idle) == []
        assert play.sample(GAME, table.state, idle, seed=1) is None


@pytest.mark.parametrize(
    ("actor", "expected"),
    [
        ("ana", {"attack", "maneuver", "skill-check", "pass"}),
        ("ben", {"attack", "cast", "skill-check", "pass"}),
        ("cy", {"attack", "skill-check", "pass"}),
    ],
)
def test_each_class_is_offered_its_actions_f52_20(actor: str, expected: set[str]) -> None:
    assert types(scene(), actor) == expected


def test_a_weapon_on_the_floor_is_offered_to_be_picked_up_and_an_effect_to_be_resisted_f52_20_f52_52() -> None:
    table = Table(hero("cy"), foe("goblin", maneuvers=True), order=("monsters",), hands={"cy": "2C 3D 5S"}, fd="9D")
    table.maneuver("goblin", "disarm", "cy", "9D")
    table.defend("cy")
    table.gm("afflict", target="cy", strength=4, name="fire")
    assert types(table, "cy") == {"attack", "skill-check", "pass", "pick-up", "resist"}
    weapons = {
        w
        for offer in offers(table, "cy")
        if offer["type"] == "attack"
        for w in [offer["fixed"].get("weapon"), *offer["choices"].get("weapon", {}).get("from", [])]
        if w
    }
    assert weapons == {"unarmed"}


def test_without_cards_nothing_that_plays_one_is_offered_f52_22() -> None:
    table = Table(warrior("ana", hp=1), hero("cy"), foe("goblin"), hands={"ana": "2C"}, fd="9D")
    table.passes("cy")
    table.attack("ana", "goblin", "2C")
    table.defend("goblin", "9D")
    assert types(table, "goblin") == {"skill-check", "pass"}


def test_a_defence_is_offered_with_the_cards_and_the_number_allowed_f52_23() -> None:
    table = Table(warrior("ana"), foe("goblin"), order=("monsters",), hands={"ana": "2C 3C 4C"}, fd="9D")
    table.attack("goblin", "ana", "9D")
    (offer,) = offers(table, "ana")
    cards = offer["choices"]["cards"]
    assert (offer["type"], cards["kind"], set(cards["from"])) == ("defend", "some", {"2C", "3C", "4C"})
    assert (cards.get("min", 0), cards["max"]) == (0, 2)


def test_a_surplus_is_offered_with_exactly_its_count_f52_31() -> None:
    table = scene()
    table.gm("fall", target="ana", feet=60)
    (offer,) = offers(table, "ana")
    cards = offer["choices"]["cards"]
    assert (offer["type"], set(cards["from"]), cards["min"], cards["max"]) == ("discard", {"9C", "KD", "2H"}, 2, 2)


def test_the_gm_is_offered_every_order_that_is_open() -> None:
    table = scene()
    table.gm("afflict", target="cy", strength=4, name="fire")
    assert types(table, "gm") >= {
        "afflict",
        "incapacitate",
        "release",
        "fall",
        "set-range",
        "adjust",
        "join",
        "leave",
        "end",
    }
    assert "next-round" not in types(table, "gm"), "only when the turn is empty"
    assert not types(table, "gm") & {"attack", "pass", "defend"}


def test_next_round_is_offered_when_nobody_can_act_f52_16() -> None:
    table = Table(hero("ana"), foe("goblin"))
    for name in ("ana", "goblin"):
        table.gm("incapacitate", target=name, degree="partial")
    assert (table.turn, play.actors(GAME, table.state)) == ([], ["gm"])
    assert {"next-round", "end", "release"} <= types(table, "gm")


def test_every_example_and_sample_is_accepted_in_every_corner() -> None:
    """The table accepts each example and a sample after each step; here are steps into the rarer corners."""
    table = scene()
    table.gm("incapacitate", target="imp", degree="full", unconscious=True, wake=10)
    table.gm("adjust", target="cy", hp=0, reason="an arrow")
    table.cast("ben", "cy", "4H")
    table.maneuver("ana", "parry", None, "2H")
    table.passes("cy")
    table.attack("goblin", "ana", "QH")
    table.defend("ana", "KD 9C")
    table.finish_round()
    assert table.round == 2


def test_a_sample_follows_its_seed() -> None:
    table = scene()
    for actor in ("ana", "gm"):
        for seed in range(10):
            sample = play.sample(GAME, table.state, actor, seed=seed)
            assert canonical(sample) == canonical(play.sample(GAME, table.state, actor, seed=seed))
    assert len({canonical(play.sample(GAME, table.state, "ana", seed=n)) for n in range(60)}) > 20


@pytest.mark.parametrize("actor", ["ana", "ben", "cy", "gm"])
def test_samples_are_drawn_over_all_offers(actor: str) -> None:
    table = scene()
    samples = [play.sample(GAME, table.state, actor, seed=n) for n in range(400)]
    assert {sample["type"] for sample in samples} == types(table, actor)
    for sample in samples:
        play.act(GAME, table.state, sample)


def test_samples_are_drawn_over_all_choices() -> None:
    table = scene()
    attacks = [
        sample
        for sample in (play.sample(GAME, table.state, "ana", seed=n) for n in range(600))
        if sample["type"] == "attack"
    ]
    assert {attack["target"] for attack in attacks} == {"ben", "cy", "goblin", "imp"}
    assert {card for attack in attacks for card in attack["cards"]} == {"9C", "KD", "2H"}
    assert {len(attack["cards"]) for attack in attacks} == {1, 2}
    assert {attack["weapon"] for attack in attacks} == {"melee", "missile", "unarmed"}


def test_asking_changes_nothing() -> None:
    table = scene()
    before = canonical(table.state)
    for actor in ("ana", "gm", "goblin"):
        for offer in offers(table, actor):
            offer["example"].clear()
            offer["choices"].clear()
        play.sample(GAME, table.state, actor, seed=4)
    assert canonical(table.state) == before
