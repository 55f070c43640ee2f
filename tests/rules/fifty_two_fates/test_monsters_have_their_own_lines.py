"""Monsters: their three lines, groups, allowance, marks and death draws (F52-95, F52-96, F52-35)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior

LINES = {
    "number": {"damage": 3, "text": "The fangs graze the arm."},
    "face": {"damage": 0, "effect": {"name": "venom", "strength": 6, "rounds": 2}, "prone": True},
    "ace": {"damage": 5, "incapacitate": {"degree": "full", "unconscious": True, "wake": 9}, "text": "Night falls."},
}


def bitten(
    card: str, lines: dict[str, Any] | None = None, weapon: str = "melee", draws: str = "", level: int = 8
) -> Table:
    """A serpent has struck Ana (ten hit points and two cards more than she needs) with this card."""
    table = Table(
        hero("ana", level),
        hero("ben"),
        foe("serpent", lines=LINES if lines is None else lines),
        order=["monsters"],
        fd=" ".join([card, *[r + "S" for r in "2345678"]]),
        draws=draws,
    )
    table.attack("serpent", "ana", card, weapon)
    table.defend("ana")
    return table


def test_the_number_line_strikes_with_its_figure_and_its_text_f52_95() -> None:
    table = bitten("9C")
    table.because("F52-95")
    assert table.hp("ana") == 7
    assert "The fangs graze the arm." in table.told()


def test_the_face_line_strikes_with_its_conditions_f52_95() -> None:
    table = bitten("KC")
    assert (table.hp("ana"), table.conditions("ana")) == (10, {"prone"})
    (effect,) = table.effects("ana")
    expected = {"name": "venom", "kind": "continuous", "strength": 6, "rounds": 2}
    assert {key: effect[key] for key in expected} == expected


def test_the_ace_line_strikes_with_its_own_figure_and_sends_to_sleep_f52_95_f52_56() -> None:
    for card, conditions in (("9H", {"unconscious"}), ("TH", set())):
        table = bitten("AC", draws=card)
        assert (table.hp("ana"), table.conditions("ana")) == (5, {"unconscious"})
        assert "Night falls." in table.told()
        table.do("discard", "ana", cards=table.view("ana")["hand"][:5])
        table.do("wake-draw", "ana")
        assert table.conditions("ana") == conditions


@pytest.mark.parametrize(("card", "left"), [("9C", 9), ("KC", 8), ("AC", 5)])
@pytest.mark.parametrize("lines", [{}, {"number": None, "face": None, "ace": None}])
def test_a_line_left_out_is_one_two_and_half_f52_95(lines: dict[str, Any], card: str, left: int) -> None:
    assert bitten(card, lines).hp("ana") == left


@pytest.mark.parametrize(("card", "left"), [("9C", 9), ("KC", 8), ("AC", 5)])
def test_a_line_that_only_has_a_text_strikes_with_the_usual_figure_f52_95(card: str, left: int) -> None:
    told = {name: {"text": "It bites."} for name in ("number", "face", "ace")}
    assert bitten(card, told).hp("ana") == left


def test_a_line_that_only_has_a_condition_does_no_damage_f52_95() -> None:
    assert bitten("9C", {"number": {"prone": True}}).hp("ana") == 10


@pytest.mark.parametrize(("level", "left"), [(1, 0), (3, 2), (5, 3), (8, 5)])
def test_half_is_of_the_current_hit_points_rounded_up_and_three_at_least_f52_95_f52_26(level: int, left: int) -> None:
    assert bitten("AC", {"ace": {"damage": "half"}}, level=level).hp("ana") == left


def test_one_line_given_leaves_the_others_as_usual_f52_95() -> None:
    assert bitten("KC", {"number": {"damage": 7}}).hp("ana") == 8
    assert bitten("9C", {"number": {"damage": 7}}).hp("ana") == 3
    assert bitten("9C", {"number": {"damage": 20}}).hp("ana") == 0


def test_a_drawn_duration_of_a_line_is_drawn_when_it_strikes_f52_95_f52_51() -> None:
    table = bitten(
        "9C", {"number": {"damage": 0, "effect": {"name": "fire", "strength": 2, "rounds": "draw"}}}, draws="KD"
    )
    assert [e["rounds"] for e in table.effects("ana")] == [2]
    assert table.discard[-1] == "KD"


def test_an_effect_of_a_line_without_rounds_lasts_f52_95_f52_51() -> None:
    table = bitten("9C", {"number": {"effect": {"name": "fire", "strength": 2}}})
    assert [e.get("rounds") for e in table.effects("ana")] == [None]


def test_a_partial_incapacitation_by_a_line_f52_95_f52_53() -> None:
    table = bitten("9C", {"number": {"damage": 0, "incapacitate": {"degree": "partial"}}})
    assert (table.conditions("ana"), table.turn) == ({"partial"}, ["ben"])


def test_an_unarmed_attack_of_a_monster_uses_no_line_f52_95_f52_29() -> None:
    for card in ("9C", "KC", "AC"):
        table = bitten(card, weapon="unarmed")
        assert (table.hp("ana"), table.conditions("ana"), table.effects("ana")) == (9, set(), [])


def test_a_missile_attack_uses_the_line_f52_95() -> None:
    assert bitten("9C", weapon="missile").hp("ana") == 7


def test_an_attack_that_fails_shows_no_line_f52_95() -> None:
    table = Table(hero("ana"), foe("serpent", lines=LINES), order=["monsters"], hands={"ana": "KD 2D 3D"}, fd="KC")
    table.attack("serpent", "ana", "KC")
    table.defend("ana", "KD")
    assert (table.hp("ana"), table.conditions("ana"), table.effects("ana")) == (3, set(), [])


def test_the_line_is_read_from_the_highest_card_f52_95() -> None:
    table = Table(hero("ana", 3), foe("serpent", lines=LINES, allowance=2), order=["monsters"], fd="2C KC 9C")
    table.attack("serpent", "ana", "2C KC")
    table.defend("ana")
    assert (table.hp("ana"), [e["name"] for e in table.effects("ana")]) == (5, ["venom"])


def test_maneuvers_and_spells_keep_the_usual_figures_f52_95() -> None:
    participants = (hero("ana", 3), foe("serpent", lines=LINES, spells=True, maneuvers=True, allowance=2))
    table = Table(*participants, order=["monsters"], fd="9S 8S 2C")
    table.cast("serpent", "ana", "9S")
    table.defend("ana")
    assert table.hp("ana") == 4
    table = Table(*participants, order=["monsters"], fd="9S 8S 2C")
    table.maneuver("serpent", "fury-strike", "ana", "9S 8S")
    table.defend("ana")
    assert (table.hp("ana"), table.effects("ana")) == (3, [])


def test_a_fumbling_attacker_suffers_the_usual_figures_f52_27() -> None:
    table = Table(
        hero("ana", 3), foe("serpent", lines=LINES), hands={"ana": "2D 3D 4D 5D 6D"}, fd="AC 2C 3C", draws="9H"
    )
    table.attack("ana", "serpent", "2D")
    table.defend("serpent", "AC")
    assert table.hp("ana") == 4
    table = Table(
        hero("ana"),
        foe("serpent", max_hp=10, lines=LINES),
        order=["monsters"],
        hands={"ana": "AD 3D 4D"},
        fd="9C",
        draws="AH",
    )
    table.attack("serpent", "ana", "9C")
    table.defend("ana", "AD")
    assert (table.hp("serpent"), table.conditions("serpent")) == (5, set())


def test_each_member_of_a_group_has_its_own_hit_points_and_action_f52_96() -> None:
    table = Table(
        hero("ana"),
        foe("one", group="pack"),
        foe("two", group="pack"),
        foe("lone", group="lone"),
        order=["pack", "lone", "players"],
        fd="9C 8C 7C",
    )
    assert [entry["group"] for entry in table.view()["initiative"]] == ["pack", "lone", "players"]
    assert [table[n]["group"] for n in ("ana", "one", "two", "lone")] == ["players", "pack", "pack", "lone"]
    assert set(table.turn) == {"one", "two"}
    table.passes("two")
    assert table.turn == ["one"], "any member may be next"
    table.gm("adjust", target="one", hp=1, reason="a rock")
    assert (table.hp("one"), table.hp("two")) == (1, 3)
    table.passes("one")
    assert table.turn == ["lone"]


@pytest.mark.parametrize(("allowance", "level"), [(1, None), (1, 10), (2, None), (3, 15)])
def test_a_monster_plays_its_own_allowance_in_attack_and_defence_f52_96_f52_23(
    allowance: int, level: int | None
) -> None:
    table = Table(
        hero("ana"),
        foe("ogre", level=level, allowance=allowance),
        order=["monsters"],
        fd="2C 3C 4C 5C 6C",
        hands={"ana": "KH QH 9H"},
    )
    cards = ["2C", "3C", "4C", "5C", "6C"]
    table.no_attack("ogre", "ana", " ".join(cards[: allowance + 1]))
    table.passes("ogre")
    table.attack("ana", "ogre", "KH")
    table.refuse("defend", "ogre", cards=cards[: allowance + 1])
    table.defend("ogre", cards[:allowance])


def test_a_monster_s_defence_gets_the_card_more_against_the_unarmed_f52_96_f52_29() -> None:
    table = Table(hero("ana"), foe("ogre", allowance=2), fd="2C 3C 4C 5C", hands={"ana": "KH QH 9H"})
    table.attack("ana", "ogre", "9H", "unarmed")
    table.refuse("defend", "ogre", cards="2C 3C 4C 5C")
    table.defend("ogre", "2C 3C 4C")


def test_a_monster_at_zero_is_defeated_and_makes_no_draws_f52_35() -> None:
    table = Table(warrior("ana"), foe("goblin", max_hp=2), foe("orc"), hands={"ana": "KH QH 9H"}, fd="2C")
    table.attack("ana", "goblin", "KH")
    table.defend("goblin")
    table.because("F52-35")
    assert (table.conditions("goblin"), table["goblin"]["alive"], table.turn) == ({"defeated"}, False, ["orc"])
    table.refuse("death-draw", "goblin")


def boss(draws: str, **more: Any) -> Table:
    """A marked monster is at zero and its group about to act, a round later."""
    table = Table(hero("ana"), foe("boss", max_hp=7, death_draws=True, **more), order=["monsters"], draws=draws)
    table.gm("adjust", target="boss", hp=0, reason="a rock")
    assert (table.conditions("boss"), table["boss"]["alive"]) == ({"dying"}, True)
    assert table.turn == ["ana"]
    table.passes("ana")
    assert table.turn == ["boss"]
    return table


def test_a_marked_monster_makes_death_draws_f52_35_f52_96() -> None:
    table = boss("2C 3D 4S")
    table.refuse("pass", "boss")
    for conditions in ({"dying"}, {"dying"}, {"dead"}):
        table.do("death-draw", "boss")
        assert table.conditions("boss") == conditions
        table.finish_round()
    assert not table["boss"]["alive"]


def test_a_heart_stabilises_a_marked_monster_f52_32_f52_96() -> None:
    table = boss("5H")
    table.do("death-draw", "boss")
    assert "stable" in table.conditions("boss")
    assert (table.hp("boss"), table.turn) == (0, ["ana"])


@pytest.mark.parametrize(("card", "hp"), [("KH", 1), ("AH", 4)])
def test_a_heart_face_or_the_ace_of_hearts_brings_a_marked_monster_back_f52_32_f52_96(card: str, hp: int) -> None:
    table = boss(card)
    table.do("death-draw", "boss")
    assert (table.hp("boss"), table.conditions("boss"), table.turn) == (hp, set(), ["ana"])


@pytest.mark.parametrize(
    ("given", "max_hp"),
    [({}, 3), ({"level": 4}, 6), ({"max_hp": 9, "level": 4}, 9), ({"max_hp": 999}, 999), ({"max_hp": 1}, 1)],
)
def test_the_hit_points_of_a_monster_f52_95(given: dict[str, Any], max_hp: int) -> None:
    monster = {"id": "ogre", "name": "Ogre", "side": "monsters", **given}
    state = play.start(GAME, {"participants": [hero("ana"), monster]}, seed=1)
    seen = play.view(GAME, state, "gm")["participants"]["ogre"]
    assert (seen["hp"], seen["max_hp"], seen["level"]) == (max_hp, max_hp, given.get("level"))
    assert (seen["group"], seen["class"], seen["hand_size"]) == ("monsters", None, None)


WRONG_BLOCKS: list[Any] = [
    {"allowance": 0},
    {"allowance": 11},
    {"allowance": True},
    {"speed": -1},
    {"speed": 1001},
    {"maneuvers": 1},
    {"spells": "yes"},
    {"death_draws": 0},
    {"wings": 2},
    [],
    "ogre",
    {"lines": []},
    {"lines": {"joker": {}}},
    {"lines": {"number": {"damage": -1}}},
    {"lines": {"number": {"damage": 21}}},
    {"lines": {"number": {"damage": "half"}}},
    {"lines": {"face": {"damage": "half"}}},
    {"lines": {"ace": {"damage": "all"}}},
    {"lines": {"ace": {"damage": 1.0}}},
    {"lines": {"number": {"text": ""}}},
    {"lines": {"number": {"text": "x" * 201}}},
    {"lines": {"number": {"prone": 1}}},
    {"lines": {"number": {"effect": {"name": "fire"}}}},
    {"lines": {"number": {"effect": {"strength": 5}}}},
    {"lines": {"number": {"effect": {"name": "fire", "strength": 1}}}},
    {"lines": {"number": {"effect": {"name": "fire", "strength": 5, "rounds": 0}}}},
    {"lines": {"number": {"effect": {"name": "fire", "strength": 5, "rounds": "drawn"}}}},
    {"lines": {"number": {"incapacitate": {}}}},
    {"lines": {"number": {"incapacitate": {"degree": "half"}}}},
    {"lines": {"number": {"incapacitate": {"degree": "full", "unconscious": True, "wake": 11}}}},
    {"lines": {"number": {"harm": 1}}},
    {"lines": {"number": 3}},
]


@pytest.mark.parametrize("block", WRONG_BLOCKS)
def test_a_monster_block_of_a_wrong_shape_is_refused_f52_95_f52_96(block: Any) -> None:
    monster = {**foe("ogre"), "monster": block}
    with pytest.raises(play.Refused):
        play.start(GAME, {"participants": [hero("ana"), monster]}, seed=1)
    table = Table(hero("ana"), foe("goblin"))
    table.no_gm("join", participant=monster)


def test_monsters_have_no_class_and_characters_no_monster_block_f52_23() -> None:
    for wrong in (
        {**foe("ogre"), "class": "warrior"},
        {**hero("ben"), "monster": {}},
        {**hero("ben"), "max_hp": 9},
        {**foe("ogre"), "group": "players"},
        {**foe("ogre"), "max_hp": 0},
        {**foe("ogre"), "max_hp": 1000},
        {**foe("ogre"), "hp": 0},
        {**foe("ogre"), "hp": 4},
    ):
        with pytest.raises(play.Refused):
            play.start(GAME, {"participants": [hero("ana"), foe("goblin"), wrong]}, seed=1)
        Table(hero("ana"), foe("goblin")).no_gm("join", participant=wrong)


@pytest.mark.parametrize(
    "block",
    [
        None,
        {},
        {"speed": 0},
        {"speed": 1000},
        {"allowance": 10},
        {"allowance": None},
        {"lines": None},
        {"lines": {"ace": {"damage": "half"}}},
        {"maneuvers": None},
        {"lines": {"number": {"damage": 20, "text": "x" * 200}}},
    ],
)
def test_a_monster_block_at_the_edge_of_its_ranges_is_accepted_f52_95(block: Any) -> None:
    play.start(GAME, {"participants": [hero("ana"), {**foe("ogre"), "monster": block}]}, seed=1)
