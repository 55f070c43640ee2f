"""Dramatic actions: reinforce, involve, appearance; see test_distance.py for distance (GOB-98)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import BOW, extras, fated, foe, follower, swordfighter, traits
from tests.rules.game_of_bastards.table import SWORD_ATTACK, Table, duel

STICK = {"name": "Stick", "damage": 3, "skill": "Combat (Stick)"}


def scene(
    wildcards: int = 3, four: dict[str, int] | None = None, draws: str = "9D TD 4H AC QH JD 8D 6D", **more: Any
) -> Table:
    return Table(
        fated("ana", wildcards=wildcards, traits=four or {"body": 1, "spirit": 3, "mind": 2, "luck": 1}),
        foe(),
        draws=draws,
        **more,
    )


def test_reinforce_brings_a_group_of_five_on_ones_own_side_gob_98() -> None:
    table = scene()
    table.do("dramatic", "ana", action="reinforce", id="mob", name="The watch")
    table.because("GOB-98")
    mob = table["mob"]
    assert (mob["kind"], mob["members"], mob["side"], mob["controller"], mob["name"]) == (
        "extras",
        5,
        "heroes",
        "ana",
        "The watch",
    )
    assert table.wildcards("ana") == 2
    assert (table.phase, table.turn) == ("draw", ["ana"]), "at no action"


def test_newcomers_draw_a_hand_and_their_lowest_card_is_their_initiative_card_gob_98() -> None:
    table = scene()
    table.do("dramatic", "ana", action="reinforce", id="mob", name="Watch")
    assert table["mob"]["initiative"] == "AC", "an ace counts one"
    assert table.hand("mob") == ["9D", "TD", "4H", "QH"]
    assert table.view("ana")["hands"]["mob"] == ["9D", "TD", "4H", "QH"]


def test_newcomers_act_from_the_next_round_gob_98() -> None:
    table = scene()
    table.do("dramatic", "ana", action="reinforce", id="mob", name="Watch")
    table.skip("ana", "bo")
    assert (table.round, table.turn) == (2, ["ana"]), "both aces of clubs: the encounter's order"
    table.skip("ana")
    assert table.turn == ["mob"]


@pytest.mark.parametrize(
    ("four", "rating"), [(traits(), 1), (traits(1, 3), 3), (traits(1, 1, 5), 5), (traits(1, 1, 1, 20), 5)]
)
def test_the_rating_is_the_highest_trait_at_most_five_gob_98(four: dict[str, int], rating: int) -> None:
    table = scene(four=four)
    table.do("dramatic", "ana", action="reinforce", id="mob", name="Watch", weapon={**STICK, "damage": rating})
    table.refuse("dramatic", "ana", action="reinforce", id="mob2", name="W", weapon={**STICK, "damage": rating + 1})
    table.do(
        "dramatic", "ana", action="involve", participants=[{"id": "one", "name": "One"}, {"id": "two", "name": "Two"}]
    )
    assert table["one"]["traits"] == traits(rating, rating, rating, rating)
    assert table["one"]["pools"] == {"power": [5 * rating, 5 * rating]}
    table.skip("ana", "bo")
    while table.turn != ["mob"]:
        table.skip(table.turn[0])
    table.draw("mob")
    hand = table.hand("mob")
    table.do("attack", "mob", target="bo", kind="physical", card=hand[0])
    table.do("defend", "bo", card=None)
    table.do("call", "bo")
    if rating > 1 and table.phase == "betting":
        if len(hand) > rating:
            table.refuse("bet", "mob", cards=hand[1 : rating + 1])
        table.do("bet", "mob", cards=hand[1:rating])


def test_the_groups_weapon_is_shown_and_used_gob_98() -> None:
    table = scene()
    table.do("dramatic", "ana", action="reinforce", id="mob", name="Watch", weapon=STICK)
    assert "Stick" in str(table["mob"]["weapons"])
    assert table["mob"]["wielded"] == ["Stick"]


def test_involve_brings_two_followers_with_a_weapon_each_gob_98() -> None:
    table = scene()
    table.do(
        "dramatic",
        "ana",
        action="involve",
        participants=[{"id": "one", "name": "One", "weapon": BOW}, {"id": "two", "name": "Two", "weapon": None}],
    )
    table.because("GOB-98")
    assert table.wildcards("ana") == 2
    for name in ("one", "two"):
        seen = table[name]
        assert (seen["kind"], seen["side"], seen["controller"], seen["pools"]) == (
            "follower",
            "heroes",
            "ana",
            {"power": [15, 15]},
        )
        assert table.size(name) == 2, "a hand of three, less the initiative card"
    assert (table["one"]["wielded"], table["two"]["wielded"]) == (["Bow"], [])


def test_their_weapons_may_do_any_damage_gob_98() -> None:
    table = scene()
    table.do(
        "dramatic",
        "ana",
        action="involve",
        participants=[{"id": "one", "name": "One", "weapon": {**BOW, "damage": 50}}, {"id": "two", "name": "Two"}],
    )


@pytest.mark.parametrize(
    "participants",
    [
        None,
        [],
        [{"id": "one", "name": "One"}],
        [{"id": "one", "name": "One"}, {"id": "one", "name": "Two"}],
        [{"id": "ana", "name": "One"}, {"id": "two", "name": "Two"}],
        [{"id": "gm", "name": "One"}, {"id": "two", "name": "Two"}],
        [{"id": "one"}, {"id": "two", "name": "Two"}],
        [{"name": "One"}, {"id": "two", "name": "Two"}],
        [{"id": "one", "name": "One", "power_rating": 5}, {"id": "two", "name": "Two"}],
        ["one", "two"],
        {"id": "one"},
        [{"id": "one", "name": "1"}, {"id": "two", "name": "2"}, {"id": "three", "name": "3"}],
    ],
)
def test_two_new_people_are_named_gob_98(participants: Any) -> None:
    scene().refuse("dramatic", "ana", action="involve", participants=participants)


def test_appearance_is_free_and_brings_a_fated_one_gob_98() -> None:
    table = scene(wildcards=0)
    newcomer = fated("cy", "dodge", traits=traits(4))
    table.do("dramatic", "ana", action="appearance", participant=newcomer)
    table.because("GOB-98")
    assert (table["cy"]["kind"], table["cy"]["side"], table["cy"]["initiative"]) == ("fated", "heroes", "AC")
    assert (table.size("cy"), table.pool("cy")) == (4, 20)
    table.skip("ana", "bo")
    assert table.turn == ["ana"]
    table.skip("ana")
    assert table.turn == ["cy"]


@pytest.mark.parametrize(
    "participant",
    [
        None,
        "cy",
        {},
        {"id": "cy"},
        follower("cy", 2, side="heroes"),
        extras("cy", side="heroes"),
        fated("ana"),
        fated("bo"),
        [fated("cy")],
    ],
)
def test_one_fated_newcomer_appears_gob_98(participant: Any) -> None:
    scene().refuse("dramatic", "ana", action="appearance", participant=participant)


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("reinforce", {"id": "mob", "name": "Watch"}),
        ("involve", {"participants": [{"id": "one", "name": "One"}, {"id": "two", "name": "Two"}]}),
        ("distance", {"wildcards": 1}),
    ],
)
def test_they_cost_a_wildcard_gob_98(action: str, fields: dict[str, Any]) -> None:
    scene(0).refuse("dramatic", "ana", action=action, **fields)
    table = scene(1)
    table.do("dramatic", "ana", action=action, **fields)
    assert table.wildcards("ana") == 0


@pytest.mark.parametrize("action", ["reinforce", "appearance", "distance", "involve"])
def test_only_fated_in_their_own_turn_before_the_action_gob_98(action: str) -> None:
    fields = {
        "reinforce": {"id": "mob", "name": "Watch"},
        "appearance": {"participant": fated("cy")},
        "distance": {"wildcards": 1},
        "involve": {"participants": [{"id": "one", "name": "One"}, {"id": "two", "name": "Two"}]},
    }[action]
    table = scene()
    table.refuse("dramatic", "bo", action=action, **fields)
    table.refuse("dramatic", "gm", action=action, **fields)
    table.draw("ana")
    table.do("dramatic", "ana", action=action, **fields)
    assert (table.phase, table.turn) == ("declare", ["ana"])
    for first in (follower(wildcards=3), extras("crowd", wildcards=3)):
        table = Table(first, fated("ana"))
        table.refuse("dramatic", first["id"], action=action, **fields)
    table = Table(fated("ana", wildcards=3), foe(), waiting=True)
    table.refuse("dramatic", "ana", action=action, **fields)


@pytest.mark.parametrize("action", ["skill-check", "Reinforce", "", None, 7, ["reinforce"]])
def test_an_unknown_action_is_refused_gob_98(action: Any) -> None:
    scene().refuse("dramatic", "ana", action=action)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"id": "mob"},
        {"name": "Watch"},
        {"id": "ana", "name": "W"},
        {"id": "gm", "name": "W"},
        {"id": "a b", "name": "W"},
        {"id": "mob", "name": ""},
        {"id": "mob", "name": "W", "members": 3},
        {"id": "mob", "name": "W", "weapon": "Stick"},
        {"id": "mob", "name": "W", "weapon": {"name": "Stick"}},
        {"id": "mob", "name": "W", "wildcards": 1},
        {"id": "mob", "name": "W", "participants": []},
    ],
)
def test_malformed_reinforcements_are_refused_gob_98(fields: dict[str, Any]) -> None:
    scene().refuse("dramatic", "ana", action="reinforce", **fields)


def test_dramatic_actions_have_their_people_fields_and_costs_gob_98() -> None:
    mob = Table.dealt([extras("mob", wildcards=1), swordfighter("ana")], ["2S 3S 4S 5S", "3C KS QS JS TS"])
    assert mob.refused("dramatic", "mob", action="distance", wildcards=1) == ("dramatic.fated", "GOB-98")
    fight = duel(swordfighter("ana", wildcards=3))
    weapon = {"name": "Axe", "damage": 3, "skill": "Combat (Axe)"}
    for fields, code in (
        ({"action": "distance"}, "dramatic.field"),
        ({"action": "distance", "wildcards": 1, "name": "x"}, "dramatic.field"),
        ({"action": "distance", "wildcards": 4}, "wildcard.none"),
        ({"action": "reinforce", "id": "x", "name": "X", "weapon": weapon}, "weapon.damage"),
        ({"action": "reinforce", "id": "bo", "name": "X"}, "participant.twice"),
        ({"action": "reinforce", "id": "gm", "name": "X"}, "id.reserved"),
        ({"action": "involve", "participants": [{"id": "x", "name": "X"}]}, "dramatic.two"),
        ({"action": "appearance", "participant": follower("fay", 3)}, "dramatic.fated"),
    ):
        assert fight.refused("dramatic", "ana", **fields)[0] == code
    fight.do("dramatic", "ana", action="reinforce", id="x", name="X")
    seen = fight["x"]
    assert (seen["members"], seen["side"], seen["controller"], seen["hand_size"]) == (5, "players", "ana", 4)
    fight.do("dramatic", "ana", action="appearance", participant=swordfighter("cat", side="foes", controller="gm"))
    assert (fight["cat"]["side"], fight["cat"]["controller"]) == ("players", "ana")
    fight.do("draw", "ana")
    fight.do("attack", "ana", **SWORD_ATTACK, target="bo", card="KS")
    fight.do("defend", "bo")
    fight.settle()
    late = duel(swordfighter("ana", wildcards=1))
    for who in ("ana", "bo"):
        late.do("draw", who)
        late.do("pass", who)
    assert late.refused("dramatic", "ana", action="distance", wildcards=1) == ("distance.late", "GOB-98")
