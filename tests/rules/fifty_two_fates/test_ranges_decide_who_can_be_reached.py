"""Ranges and moves: melee, near, far and unseen, and who may reach whom (F52-17, F52-81)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def at(distance: str, actor: Any, **more: Any) -> Table:
    """Ana and the goblin at this range, Ana to act."""
    table = Table(actor, hero("ben"), foe("goblin", max_hp=9), **more)
    table.gm("set-range", a="ana", b="goblin", range=distance)
    return table


def test_every_pair_starts_at_melee_f52_17() -> None:
    assert Table(hero("ana"), hero("ben"), foe("goblin")).view()["ranges"] == []


@pytest.mark.parametrize("distance", ["near", "far", "unseen"])
def test_a_range_that_the_gm_notes_is_listed_for_all_f52_17(distance: str) -> None:
    table = at(distance, hero("ana"))
    table.because("F52-17")
    for viewer in ("gm", "ben", "observer", "goblin"):
        (noted,) = table.view(viewer)["ranges"]
        assert ({noted["a"], noted["b"]}, noted["range"]) == ({"ana", "goblin"}, distance)


def test_a_pair_has_one_range_whichever_is_named_first_f52_17() -> None:
    table = at("far", hero("ana"))
    table.gm("set-range", a="goblin", b="ana", range="near")
    assert table.range("ana", "goblin") == "near"
    table.gm("set-range", a="goblin", b="ana", range="melee")
    assert table.view()["ranges"] == []


def test_two_of_one_side_have_a_range_too_f52_17() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.gm("set-range", a="ben", b="ana", range="far")
    assert table.range("ana", "ben") == "far"


@pytest.mark.parametrize("weapon", ["melee", "unarmed"])
def test_an_attack_from_near_closes_in_f52_17(weapon: str) -> None:
    table = at("near", hero("ana"), hands={"ana": "KC 2D 3D"}, fd="AC")
    table.attack("ana", "goblin", "KC", weapon)
    table.because("F52-17")
    assert table.range("ana", "goblin") == "melee"


def test_an_attack_that_fails_has_closed_in_as_well_f52_17() -> None:
    table = at("near", hero("ana"), hands={"ana": "2C 2D 3D"}, fd="KC")
    table.attack("ana", "goblin", "2C")
    table.defend("goblin", "KC")
    assert (table.hp("goblin"), table.range("ana", "goblin")) == (9, "melee")


def test_a_refused_attack_moves_nobody_f52_17() -> None:
    table = at("near", hero("ana"), hands={"ana": "2C 2D 3D"})
    table.no_attack("ana", "goblin", "2C 2D")
    assert table.range("ana", "goblin") == "near"


@pytest.mark.parametrize("distance", ["far", "unseen"])
@pytest.mark.parametrize("weapon", ["melee", "unarmed"])
def test_an_attack_by_hand_does_not_reach_far_f52_17(distance: str, weapon: str) -> None:
    table = at(distance, hero("ana"), hands={"ana": "2C 2D 3D"})
    assert table.no_attack("ana", "goblin", "2C", weapon).rule == "F52-17"


@pytest.mark.parametrize(("what", "cards"), [("disarm", "2D"), ("push", "2C"), ("fury-strike", "2S 3S")])
def test_a_maneuver_reaches_as_a_melee_attack_does_f52_17(what: str, cards: str) -> None:
    for distance in ("far", "unseen"):
        table = at(distance, warrior("ana", 2), hands={"ana": "2D 2C 2S 3S"})
        table.no_maneuver("ana", what, "goblin", cards)
    table = at("near", warrior("ana", 2), hands={"ana": "2D 2C 2S 3S"}, fd="AH KD")
    table.maneuver("ana", what, "goblin", cards)
    table.defend("goblin", "KD")
    assert table.range("ana", "goblin") == "melee"


def test_a_parry_needs_no_range_f52_17_f52_74() -> None:
    table = at("unseen", warrior("ana"), hands={"ana": "2H 3H 4H"})
    table.maneuver("ana", "parry", None, "2H")
    assert table.effects("ana", "parry")


@pytest.mark.parametrize("distance", ["melee", "near", "far"])
def test_a_missile_flies_to_everybody_in_sight_and_moves_nobody_f52_17(distance: str) -> None:
    table = at(distance, hero("ana"), hands={"ana": "2C 2D 3D"})
    table.attack("ana", "goblin", "2C", "missile")
    assert table.range("ana", "goblin") == distance


def test_a_missile_is_refused_at_unseen_f52_17() -> None:
    table = at("unseen", hero("ana"), hands={"ana": "2C 2D 3D"})
    table.no_attack("ana", "goblin", "2C", "missile")


@pytest.mark.parametrize("card", ["2S", "2C", "2H", "2D"])
def test_a_spell_reaches_near_and_no_farther_f52_81(card: str) -> None:
    for distance in ("far", "unseen"):
        table = at(distance, wizard("ana", 2), hands={"ana": "2S 2C 2H 2D"})
        assert table.no_cast("ana", "goblin", card).rule in ("F52-81", "F52-17")
    for distance in ("near", "melee"):
        table = at(distance, wizard("ana", 2), hands={"ana": "2S 2C 2H 2D"})
        table.cast("ana", "goblin", card)
        table.because("F52-80")
        assert table.range("ana", "goblin") == distance, "a spell moves nobody"


def test_a_spell_on_an_ally_far_away_is_refused_and_on_oneself_never_f52_81() -> None:
    table = Table(wizard("ana"), hero("ben"), foe("goblin"), hands={"ana": "2H 3H 4H"})
    for other in ("ben", "goblin"):
        table.gm("set-range", a="ana", b=other, range="unseen")
    table.no_cast("ana", "ben", "2H")
    table.cast("ana", "ana", "2H")


def test_a_monster_is_bound_by_the_ranges_too_f52_17() -> None:
    table = at("far", hero("ana"), order=["monsters"], fd="9C")
    table.no_attack("goblin", "ana", "9C")
    table.no_attack("goblin", "ana", "9C", "unarmed")
    table.attack("goblin", "ben", "9C")
    assert table.range("ana", "goblin") == "far"


def test_closing_in_on_one_leaves_the_other_ranges_f52_17() -> None:
    table = at("near", hero("ana"), hands={"ana": "2C 3C 4C"})
    table.gm("set-range", a="ben", b="goblin", range="near")
    table.attack("ana", "goblin", "2C")
    assert (table.range("ana", "goblin"), table.range("ben", "goblin")) == ("melee", "near")


@pytest.mark.parametrize(
    "wrong",
    [
        {"b": "ana"},
        {"a": "nobody"},
        {"b": "nobody"},
        {"a": "gm"},
        {"range": "close"},
        {"range": None},
        {"range": 60},
        {"a": None},
        {"b": None},
        {"a": ["ana"]},
        {"range": ["near"]},
        {"range": "Near"},
        {"also": 1},
    ],
)
def test_a_range_of_a_wrong_shape_is_refused_f52_17(wrong: dict[str, Any]) -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.no_gm("set-range", **{"a": "ana", "b": "goblin", "range": "near", **wrong})
    table.refuse("set-range", "ana", a="ana", b="goblin", range="near")
    assert table.view()["ranges"] == []


@pytest.mark.parametrize("weapon", ["sling", None, 1, "", "MELEE", ["melee"]])
def test_an_attack_names_one_of_three_weapons_f52_20(weapon: Any) -> None:
    table = Table(hero("ana"), foe("goblin"), hands={"ana": "2C 3C 4C"})
    table.refuse("attack", "ana", target="goblin", cards="2C", weapon=weapon)


def test_the_target_is_another_standing_participant_of_either_side_f52_21() -> None:
    table = Table(warrior("ana"), hero("ben"), foe("goblin"), foe("orc"), hands={"ana": "2C 3D 2S"})
    table.gm("adjust", target="orc", hp=0, reason="a rock")
    table.no_attack("ana", "ana", "2C")
    table.no_attack("ana", "orc", "2C")
    table.no_attack("ana", "nobody", "2C")
    table.no_attack("ana", "players", "2C")
    table.no_maneuver("ana", "push", "ana", "2C")
    table.no_maneuver("ana", "push", "orc", "2C")
    table.attack("ana", "ben", "2C")
    assert table.turn == ["ben"], "friendly fire is the table's business"


def test_a_dying_ally_is_no_target_of_an_attack_or_a_harmful_spell_f52_21() -> None:
    table = Table(wizard("ana", 2), hero("ben"), hero("cleo"), foe("goblin"), hands={"ana": "2C 2S 2D 2H"})
    table.gm("adjust", target="ben", hp=0, reason="a fall")
    table.no_attack("ana", "ben", "2C")
    for card in ("2C", "2S", "2D"):
        table.no_cast("ana", "ben", card)
    table.cast("ana", "ben", "2H")
    assert (table.hp("ben"), table.conditions("ben")) == (1, set())
