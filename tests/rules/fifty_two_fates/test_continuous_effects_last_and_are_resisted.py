"""Continuous effects: affliction, damage, durations and resistance (F52-50, F52-51, F52-52)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero


def scene(**more: Any) -> Table:
    participants = (hero("ana"), hero("ben"), foe("goblin", max_hp=9))
    return Table(*participants, **{"hands": {"ana": "7C 8C AC"}, "fd": "9C QD", **more})


def test_an_affliction_is_seen_by_all_with_its_strength_and_rounds_f52_50() -> None:
    table = scene()
    table.gm("afflict", target="ana", strength=5, rounds=3, name="poison")
    table.because("F52-50")
    for viewer in ("gm", "observer", "ben", "goblin"):
        (effect,) = table.view(viewer)["participants"]["ana"]["effects"]
        expected = {"name": "poison", "kind": "continuous", "strength": 5, "rounds": 3}
        assert {key: effect[key] for key in expected} == expected


def test_an_affliction_without_rounds_goes_on_until_resisted_f52_51() -> None:
    table = scene()
    table.gm("afflict", target="goblin", strength=5, rounds=None, name="fire")
    for left in (8, 7, 6):
        table.finish_round()
        assert table.hp("goblin") == left
        (effect,) = table.effects("goblin")
        assert effect.get("rounds") is None


def test_the_damage_falls_at_the_end_of_the_round_and_not_before_f52_50() -> None:
    table = scene()
    table.gm("afflict", target="goblin", strength=5, name="fire")
    table.passes("ana", "ben")
    assert table.hp("goblin") == 9
    table.passes("goblin")
    assert (table.hp("goblin"), table.round) == (8, 2)
    table.because("F52-50", "F52-61")


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_round_in_which_it_begins_is_its_first_f52_50(rounds: int) -> None:
    table = scene()
    table.gm("afflict", target="goblin", strength=5, rounds=rounds, name="fire")
    for done in range(1, rounds + 1):
        table.finish_round()
        assert table.hp("goblin") == 9 - done
        assert [e["rounds"] for e in table.effects("goblin")] == ([rounds - done] if done < rounds else [])
    table.finish_round()
    assert table.hp("goblin") == 9 - rounds


@pytest.mark.parametrize(("card", "rounds"), [("2H", 1), ("TH", 1), ("JH", 2), ("KH", 2), ("AH", 4)])
def test_a_drawn_duration_is_one_two_or_four_rounds_f52_51(card: str, rounds: int) -> None:
    table = scene(draws=card)
    table.gm("afflict", target="goblin", strength=5, rounds="draw", name="fire")
    table.because("F52-51")
    assert table.effects("goblin")[0]["rounds"] == rounds
    assert table.discard[-1] == card


@pytest.mark.parametrize(
    ("strength", "card", "over"),
    [(7, "7C", False), (6, "7C", True), (8, "8C", False), (7, "8C", True), (10, "AC", True), (10, "8C", False)],
)
def test_one_card_higher_than_the_strength_ends_it_f52_52(strength: int, card: str, over: bool) -> None:
    table = scene()
    table.gm("afflict", target="ana", strength=strength, name="poison")
    table.do("resist", "ana", effect="poison", cards=card)
    table.because("F52-52")
    assert (table.effects("ana") == []) == over
    assert table.played == [card]
    assert card not in table.hand("ana")
    assert table.turn == ["ben"], "resisting takes the action"


def test_a_face_card_is_fifteen_and_resists_every_strength_f52_52() -> None:
    table = scene(hands={"ana": "JC 2C 3C"})
    table.gm("afflict", target="ana", strength=10, name="poison")
    table.do("resist", "ana", effect="poison", cards="JC")
    assert table.effects("ana") == []


def test_an_effect_that_was_resisted_does_no_damage_in_that_round_f52_52() -> None:
    table = scene()
    table.gm("afflict", target="ana", strength=7, name="poison")
    table.do("resist", "ana", effect="poison", cards="8C")
    table.finish_round()
    assert (table.hp("ana"), table.round) == (3, 2)


def test_an_effect_that_was_not_resisted_goes_on_f52_52() -> None:
    table = scene()
    table.gm("afflict", target="ana", strength=7, name="poison")
    table.do("resist", "ana", effect="poison", cards="7C")
    table.finish_round()
    assert (table.hp("ana"), table.round, table.phase) == (2, 2, "acting")
    assert table.effects("ana", "continuous")


def test_resisting_wants_one_card_of_the_hand_and_an_own_effect_f52_52() -> None:
    table = scene(hands={"ana": "7C 8C AC", "ben": "2D 3D 4D"})
    table.gm("afflict", target="ana", strength=5, name="poison")
    for cards in ("", "7C 8C", "2D", "KD", "7C 7C", "XX"):
        table.refuse("resist", "ana", effect="poison", cards=cards)
    table.refuse("resist", "ana", effect="fire", cards="7C")
    table.refuse("resist", "ben", effect="poison", cards="2D")
    table.refuse("resist", "ana", cards="7C")
    table.refuse("resist", "ana", effect="poison")
    table.refuse("resist", "goblin", effect="poison", cards="9C")
    assert table.effects("ana", "continuous")


def test_a_monster_resists_with_a_card_of_the_fate_dealer_f52_52() -> None:
    table = scene(order=["monsters"])
    table.gm("afflict", target="goblin", strength=8, name="fire")
    table.do("resist", "goblin", effect="fire", cards="9C")
    assert table.effects("goblin") == []
    assert table.view()["fd_hand_size"] == 1
    assert table.turn == ["ana", "ben"]


def test_one_of_several_effects_is_resisted_and_the_others_go_on_f52_52() -> None:
    table = scene()
    table.gm("afflict", target="ana", strength=7, name="poison")
    table.gm("afflict", target="ana", strength=2, name="fire")
    table.do("resist", "ana", effect="fire", cards="7C")
    assert [e["name"] for e in table.effects("ana")] == ["poison"]


def test_only_a_continuous_effect_can_be_resisted_f52_52() -> None:
    table = Table(hero("ana", kind="wizard"), hero("ben"), foe("goblin"), hands={"ana": "4D 8C AC", "ben": "KD 9D 8D"})
    table.cast("ana", "ben", "4D")
    (effect,) = table.effects("ben", "protect")
    table.refuse("resist", "ben", effect=effect["name"], cards="KD")
    assert table.effects("ben", "protect")


def test_the_same_name_again_replaces_the_first_f52_50() -> None:
    table = scene()
    table.gm("afflict", target="goblin", strength=5, rounds=9, name="fire")
    table.gm("afflict", target="goblin", strength=3, rounds=2, name="fire")
    (effect,) = table.effects("goblin")
    assert (effect["strength"], effect["rounds"]) == (3, 2)
    table.finish_round()
    assert table.hp("goblin") == 8


def test_several_effects_each_do_a_point_and_ask_one_surplus_question_f52_50_f52_31() -> None:
    table = Table(hero("ana", 3), foe("goblin"), hands={"ana": "2C 3C 4C 5C 6C"})
    table.gm("afflict", target="ana", strength=5, name="poison")
    table.gm("afflict", target="ana", strength=6, name="fire")
    table.passes("ana", "goblin")
    assert table.hp("ana") == 3
    assert table.pending == {"kind": "surplus", "actor": "ana", "count": 2}
    table.do("discard", "ana", cards="2C 6C")
    assert (table.hand("ana"), table.round, table.phase) == ({"3C", "4C", "5C"}, 2, "acting")


def test_effects_at_the_end_of_the_round_fell_in_the_order_of_the_encounter_f52_50() -> None:
    table = Table(hero("ana", hp=1), hero("ben", hp=1), foe("goblin"), foe("orc"))
    for target in ("orc", "ben", "goblin", "ana"):
        table.gm("afflict", target=target, strength=5, name="fire")
    table.finish_round()
    told = [e.get("target") or e.get("actor") for e in table.events if "F52-50" in e["rules"]]
    assert list(dict.fromkeys(told)) == ["ana", "ben", "goblin", "orc"]


def test_an_effect_can_bring_down_and_the_first_death_draw_is_in_the_next_round_f52_50_f52_32() -> None:
    table = Table(hero("ana", hp=1), hero("ben"), foe("goblin"), hands={"ana": "7C"}, draws="2C")
    table.gm("afflict", target="ana", strength=5, name="poison")
    table.finish_round()
    assert (table.hp("ana"), table.hand("ana"), table.round) == (0, set(), 2)
    assert table.conditions("ana") == {"dying"}
    assert table.turn == ["ana", "ben"]
    table.refuse("pass", "ana")
    table.do("death-draw", "ana")
    assert table.conditions("ana") == {"dying"}


def test_a_monster_is_defeated_by_its_last_continuous_damage_f52_50_f52_35() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=1), foe("orc"))
    table.gm("afflict", target="goblin", strength=5, name="fire")
    table.finish_round()
    assert table.conditions("goblin") == {"defeated"}
    assert not table["goblin"]["alive"]


def test_damage_goes_no_lower_than_zero_f52_50() -> None:
    table = Table(hero("ana", hp=1), hero("ben"), foe("goblin"), draws="2C 3C")
    table.gm("afflict", target="ana", strength=5, name="poison")
    table.gm("afflict", target="ana", strength=5, name="fire")
    table.finish_round()
    assert table.hp("ana") == 0
    table.finish_round()
    assert (table.hp("ana"), table.conditions("ana")) == (0, {"dying"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"strength": 1},
        {"strength": 11},
        {"strength": True},
        {"strength": 5.0},
        {"strength": "5"},
        {"strength": None},
        {"strength": 10**30},
        {"rounds": 0},
        {"rounds": 100},
        {"rounds": -1},
        {"rounds": True},
        {"rounds": "two"},
        {"rounds": [1]},
        {"name": ""},
        {"name": "x" * 201},
        {"name": 5},
        {"name": None},
        {"target": "nobody"},
        {"target": "gm"},
        {"target": None},
        {"target": ["ana"]},
        {"target": "players"},
        {"also": 1},
    ],
)
def test_an_affliction_out_of_range_is_refused_f52_50(wrong: dict[str, Any]) -> None:
    table = scene()
    table.no_gm("afflict", **{"target": "ana", "strength": 5, "rounds": 2, "name": "poison", **wrong})
    assert table.effects("ana") == []


@pytest.mark.parametrize(
    "right",
    [
        {"strength": 2},
        {"strength": 10},
        {"rounds": 1},
        {"rounds": 99},
        {"name": "x" * 200},
        {"name": "x"},
        {"target": "goblin"},
    ],
)
def test_an_affliction_at_the_edge_of_its_ranges_is_accepted_f52_50(right: dict[str, Any]) -> None:
    table = scene()
    order = {"target": "ana", "strength": 5, "rounds": 2, "name": "poison", **right}
    table.gm("afflict", **order)
    (effect,) = table.effects(order["target"])
    assert all(effect[key] == order[key] for key in ("strength", "rounds", "name"))


def test_only_the_gm_afflicts_f52_50() -> None:
    table = scene()
    for actor in ("ana", "goblin", "observer", "nobody"):
        table.refuse("afflict", actor, target="goblin", strength=5, name="poison")
