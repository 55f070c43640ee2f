"""Who joins and who leaves a running encounter (F52-10, F52-11, F52-13, F52-15, F52-16)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior


def scene(**more: Any) -> Table:
    return Table(hero("ana"), hero("ben"), foe("goblin"), **{"hands": {"ana": "2C 3C 4C", "ben": "2D 3D 4D"}, **more})


def test_a_character_that_joins_draws_its_hand_at_once_f52_10() -> None:
    table = scene(draws="2H 3H 4H 5H 6H")
    table.gm("join", participant=warrior("cleo", 3, background_skills=["sailor"]))
    table.because("F52-10")
    assert table.view("cleo")["hand"] == ["2H", "3H", "4H", "5H", "6H"]
    seen = table["cleo"]
    assert (seen["name"], seen["side"], seen["group"], seen["class"], seen["level"]) == (
        "Cleo",
        "players",
        "players",
        "warrior",
        3,
    )
    assert (seen["hp"], seen["max_hp"], seen["hand_size"], seen["weapon"]) == (5, 5, 5, "held")


def test_its_hand_is_limited_by_its_hit_points_f52_10_f52_30() -> None:
    table = scene(draws="2H 3H 4H 5H 6H")
    table.gm("join", participant=hero("cleo", 3, hp=2))
    assert table.view("cleo")["hand"] == ["2H", "3H"]


def test_the_cards_that_a_newcomer_drew_are_a_secret_f52_12() -> None:
    table = scene(draws="2H 3H 4H")
    table.gm("join", participant=hero("cleo"))
    for viewer in ("gm", "ana", "goblin", "observer"):
        text = " ".join(str(e) for e in table.events if e["visible_to"] == "all" or viewer in e["visible_to"])
        assert not any(card in text for card in ("'2H'", "'3H'", "'4H'", "2H 3H"))
        assert not {"2H", "3H", "4H"} & set(table.view(viewer)["hand"])


def test_it_acts_from_the_next_round_f52_16() -> None:
    table = scene()
    table.gm("join", participant=hero("cleo"))
    assert set(table.turn) == {"ana", "ben"}
    table.refuse("pass", "cleo")
    table.passes("ana", "ben", "goblin")
    assert set(table.turn) == {"ana", "ben", "cleo"}
    assert table.view()["initiative"][0]["group"] == "players"


def test_one_who_joined_is_a_target_and_defends_in_the_same_round_f52_21() -> None:
    table = scene(draws="9H TH KH", fd="9C")
    table.gm("join", participant=hero("cleo"))
    table.passes("ana", "ben")
    table.attack("goblin", "cleo", "9C")
    assert table.turn == ["cleo"]
    table.defend("cleo", "KH")
    assert table.hp("cleo") == 3


def test_a_monster_joins_its_group_f52_96() -> None:
    table = scene(draws="2H")
    before = table.view()["initiative"]
    table.gm("join", participant=foe("orc"))
    assert (table.view()["initiative"], table["orc"]["group"]) == (before, "monsters")
    table.passes("ana", "ben")
    assert table.turn == ["goblin"], "it acts from the next round"
    table.passes("goblin", "ana", "ben")
    assert set(table.turn) == {"goblin", "orc"}


@pytest.mark.parametrize(
    ("card", "order"), [("AS", ["wolves", "players", "monsters"]), ("2S", ["players", "monsters", "wolves"])]
)
def test_a_new_group_draws_its_initiative_card_f52_13(card: str, order: list[str]) -> None:
    table = scene(initiative="KC QC JC", draws=card)
    table.gm("join", participant=foe("wolf", group="wolves"))
    table.because("F52-13")
    assert [e["group"] for e in table.view()["initiative"]] == order
    assert {"group": "wolves", "card": card} in table.view()["initiative"]
    assert table.discard[-1] == card
    seen: list[str] = []
    while table.round == 1:
        seen += table.turn[:1]
        table.passes(table.turn[0])
    assert seen == ["ana", "ben", "goblin"], "it acts from the next round"
    for _ in range(4):
        seen += table.turn[:1]
        table.passes(table.turn[0])
    groups = {"wolves": ["wolf"], "players": ["ana", "ben"], "monsters": ["goblin"]}
    assert seen[3:] == [name for group in order for name in groups[group]]


def test_a_new_group_with_an_equal_card_acts_after_the_players_and_the_older_groups_f52_14() -> None:
    table = scene(initiative="KC QC KD", draws="KH")
    table.gm("join", participant=foe("wolf", group="wolves"))
    assert [e["group"] for e in table.view()["initiative"]] == ["players", "monsters", "wolves"]


def test_the_fate_dealer_draws_up_for_a_better_character_at_the_end_of_the_round_f52_11() -> None:
    table = scene()
    table.gm("join", participant=hero("cleo", 5))
    assert table.view()["fd_hand_size"] == 1
    table.finish_round()
    assert table.view()["fd_hand_size"] == 5


@pytest.mark.parametrize(
    "wrong",
    [
        hero("ana"),
        foe("ana"),
        hero("gm"),
        hero("observer"),
        hero("players"),
        hero("a b"),
        hero(""),
        hero("x" * 65),
        hero("cleo", 0),
        hero("cleo", 51),
        hero("cleo", True),
        hero("cleo", hp=0),
        hero("cleo", hp=4),
        hero("cleo", max_hp=4),
        hero("cleo", kind="bard"),
        {**hero("cleo"), "side": "others"},
        {**hero("cleo"), "name": ""},
        {**hero("cleo"), "name": "x" * 201},
        {**hero("cleo"), "armed": 1},
        {**hero("cleo"), "speed": 30},
        {**hero("cleo"), "background_skills": ["a", "b", "c", "d"]},
        {**hero("cleo"), "background_skills": [""]},
        {**hero("cleo"), "background_skills": "sailor"},
        {"id": "cleo", "side": "players"},
        {"id": "cleo", "name": "Cleo"},
        {"name": "Cleo", "side": "players"},
        [],
        "cleo",
        None,
        5,
        {},
    ],
)
def test_one_who_cannot_join_is_refused_f52_10(wrong: Any) -> None:
    table = scene()
    table.no_gm("join", participant=wrong)
    assert set(table.view()["participants"]) == {"ana", "ben", "goblin"}


def test_an_encounter_holds_forty_f52_96() -> None:
    crowd = [foe(f"m{n}") for n in range(38)]
    table = Table(hero("ana"), *crowd)
    table.gm("join", participant=foe("last"))
    table.no_gm("join", participant=foe("more"))
    table.gm("leave", target="m0")
    table.gm("join", participant=foe("more"))


def test_the_hand_of_one_who_leaves_goes_to_the_discard_pile_f52_01() -> None:
    table = scene()
    table.gm("leave", target="ben")
    assert set(table.view()["participants"]) == {"ana", "goblin"}
    assert set(table.discard[-3:]) == {"2D", "3D", "4D"}
    assert table.turn == ["ana"]
    table.refuse("pass", "ben")
    table.no_gm("leave", target="ben")
    with pytest.raises(play.Refused):
        play.view(GAME, table.state, "ben")


def test_cards_played_by_one_who_left_stay_until_the_round_ends_f52_60() -> None:
    table = scene(fd="9C")
    table.attack("ben", "goblin", "2D")
    table.defend("goblin", "9C")
    table.gm("leave", target="ben")
    assert table.played == ["2D", "9C"]
    table.finish_round()
    assert table.played == []
    assert {"2D", "3D", "4D", "9C"} <= set(table.discard)


def test_when_one_leaves_in_its_turn_play_goes_on_f52_16() -> None:
    table = scene()
    table.gm("leave", target="ana")
    assert table.turn == ["ben"]
    table.gm("leave", target="ben")
    assert table.turn == ["goblin"]
    table.gm("leave", target="goblin")
    assert (table.turn, play.actors(GAME, table.state)) == ([], ["gm"])
    table.gm("end", outcome="escape")


def test_one_who_left_may_join_again_as_a_new_one_f52_17() -> None:
    table = scene(draws="2H 3H 4H")
    table.gm("set-range", a="ben", b="goblin", range="far")
    table.gm("afflict", target="ben", strength=5, name="fire")
    table.gm("leave", target="ben")
    assert table.view()["ranges"] == []
    table.gm("join", participant=hero("ben"))
    assert (table.hand("ben"), table.effects("ben")) == ({"2H", "3H", "4H"}, [])
    assert table.range("ben", "goblin") == "melee"
    assert table.turn == ["ana"], "it acts from the next round"
    table.passes("ana", "goblin")
    assert set(table.turn) == {"ana", "ben"}


def test_the_fate_dealer_keeps_its_hand_when_a_monster_leaves_f52_11() -> None:
    table = Table(hero("ana"), foe("goblin"), foe("orc"), fd="9C 8C")
    table.gm("leave", target="orc")
    assert table.view()["hand"] == ["9C", "8C"]


def test_the_dead_may_leave_f52_33() -> None:
    table = scene(draws="2H")
    table.gm("adjust", target="goblin", hp=0, reason="a rock")
    table.gm("leave", target="goblin")
    assert "goblin" not in table.view()["participants"]


@pytest.mark.parametrize("target", ["nobody", None, "gm", "players", ["ana"], 1, ""])
def test_a_leave_of_a_wrong_shape_is_refused_f52_96(target: Any) -> None:
    table = scene()
    table.no_gm("leave", target=target)
    table.no_gm("leave")
    table.no_gm("leave", target="ana", reason="tired")
    table.refuse("leave", "ana", target="ana")


def test_one_who_joins_where_nobody_could_act_starts_play_again_f52_16() -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.gm("incapacitate", target="goblin", degree="full")
    table.gm("incapacitate", target="ana", degree="partial")
    assert table.turn == []
    table.gm("join", participant=foe("orc", group="orcs"))
    assert (table.round, table.turn) == (2, ["orc"])
