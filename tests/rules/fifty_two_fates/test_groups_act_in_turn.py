"""Turn order: groups, members, one action a round, who is skipped, and when play stops (F52-13..16, F52-20)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def test_a_group_acts_as_it_stands_and_any_member_may_be_next_f52_15_f52_16() -> None:
    table = Table(hero("zoe"), hero("ana"), hero("ben"), foe("m"))
    assert table.turn == ["zoe", "ana", "ben"]
    table.passes("ben")
    assert table.turn == ["zoe", "ana"]
    table.passes("zoe")
    assert table.turn == ["ana"]


def test_the_order_within_the_group_may_change_every_round_f52_15() -> None:
    table = Table(hero("ana"), hero("ben"), foe("m"))
    table.passes("ben", "ana", "m")
    assert (table.round, table.turn) == (2, ["ana", "ben"])
    table.passes("ana", "ben", "m")
    assert (table.round, table.turn) == (3, ["ana", "ben"])


def test_any_member_of_a_monster_group_may_be_next_f52_16() -> None:
    table = Table(hero("ana"), foe("m"), foe("n"), foe("o"), order=("monsters",))
    assert table.turn == ["m", "n", "o"]
    table.passes("o")
    assert table.turn == ["m", "n"]


def test_all_members_act_before_the_next_group_f52_16() -> None:
    table = Table(
        hero("ana"),
        hero("ben"),
        foe("m", group="apes"),
        foe("n", group="mice"),
        foe("o", group="apes"),
        order=("apes", "players", "mice"),
    )
    seen = []
    while table.round == 1:
        seen.append(table.turn)
        table.passes(table.turn[-1])
    assert seen == [["m", "o"], ["m"], ["ana", "ben"], ["ana"], ["n"]]
    assert (table.round, table.turn) == (2, ["m", "o"])


@pytest.mark.parametrize("actor", ["m", "n"])
def test_a_participant_who_is_not_in_turn_is_refused_f52_16(actor: str) -> None:
    table = Table(hero("ana"), foe("m", group="apes"), foe("n"), fd="9D")
    table.refuse("pass", actor)
    table.no_attack(actor, "ana", "9D")
    table.refuse("skill-check", actor, difficulty=5)


def test_each_has_one_action_a_round_f52_16() -> None:
    table = Table(hero("ana"), hero("ben"), foe("m"), hands={"ana": "2C 3C 4C"}, fd="9D", draws="9S 8S")
    table.attack("ana", "m", "2C")
    table.defend("m", "9D")
    assert table.turn == ["ben"]
    table.no_attack("ana", "m", "3C")
    table.refuse("pass", "ana")
    table.refuse("skill-check", "ana", difficulty=5)
    table.do("skill-check", "ben", difficulty=5)
    table.refuse("skill-check", "ben", difficulty=5)
    assert table.turn == ["m"]


def test_an_action_that_waits_for_its_defence_is_the_action_f52_16() -> None:
    table = Table(hero("ana"), foe("m", max_hp=9), hands={"ana": "2C 3C 4C"})
    table.attack("ana", "m", "2C")
    assert table.turn == ["m"]
    table.defend("m")
    assert (table.phase, table.turn) == ("acting", ["m"])
    table.passes("m")
    assert table.round == 2


def test_the_defenders_own_action_is_not_spent_by_defending_f52_16() -> None:
    table = Table(hero("ana"), foe("m", max_hp=9), order=("monsters",), hands={"ana": "2C 3C 4C"}, fd="9D")
    table.attack("m", "ana", "9D")
    table.defend("ana", "2C")
    assert table.hp("ana") == 2
    assert table.turn == ["ana"]
    table.attack("ana", "m", "3C")


@pytest.mark.parametrize("state", ["partial", "full", "dead-weight"])
def test_the_incapacitated_and_the_defeated_are_skipped_f52_16(state: str) -> None:
    table = Table(hero("ana"), foe("m"), foe("n"), foe("o", group="apes"))
    if state == "dead-weight":
        table.gm("adjust", target="m", hp=0, reason="felled")
    else:
        table.gm("incapacitate", target="m", degree=state)
    table.passes("ana")
    assert table.turn == ["n"]
    table.passes("n", "o")
    assert (table.round, table.turn) == (2, ["ana"])


def test_a_group_of_which_nobody_can_act_is_passed_over_f52_16() -> None:
    table = Table(hero("ana"), foe("m", group="apes"), foe("n"), order=("players", "apes", "monsters"))
    table.gm("adjust", target="m", hp=0, reason="felled")
    table.passes("ana")
    assert table.turn == ["n"]


def test_the_last_one_of_a_group_falling_out_of_turn_ends_its_turn_f52_16() -> None:
    table = Table(hero("ana"), hero("ben"), foe("m"))
    table.passes("ana")
    table.gm("incapacitate", target="ben", degree="partial")
    assert table.turn == ["m"]


def test_the_unconscious_with_hit_points_may_draw_or_pass_and_nothing_else_f52_16_f52_56() -> None:
    table = Table(hero("ana"), hero("ben"), foe("m"), hands={"ana": "2C 3C 4C"})
    table.gm("incapacitate", target="ana", degree="full", unconscious=True)
    assert table.turn == ["ana", "ben"]
    table.no_attack("ana", "m", "2C")
    table.refuse("skill-check", "ana", difficulty=5)
    table.refuse("death-draw", "ana")
    table.passes("ana")
    assert table.turn == ["ben"]
    table.refuse("wake-draw", "ben")
    table.passes("ben")
    assert table.turn == ["m"], "a participant who has passed does not draw"


def test_the_turn_lasts_until_an_unconscious_one_has_drawn_or_passed_f52_16() -> None:
    table = Table(hero("ana"), hero("ben"), foe("m"), draws="KD")
    table.gm("incapacitate", target="ana", degree="full", unconscious=True)
    table.passes("ben")
    assert table.turn == ["ana"]
    table.do("wake-draw", "ana")
    assert table.turn == ["m"], "one who wakes acts from the next round"
    assert table.conditions("ana") == set()
    table.passes("m")
    table.refuse("wake-draw", "ana")
    assert table.turn == ["ana", "ben"]


def test_play_stops_where_nobody_can_do_anything_now_or_later_f52_16() -> None:
    table = Table(hero("ana"), hero("ben"), foe("m"), foe("n"))
    for name in ("m", "n"):
        table.gm("adjust", target=name, hp=0, reason="felled")
    table.gm("incapacitate", target="ben", degree="partial")
    assert table.turn == ["ana"]
    table.gm("incapacitate", target="ana", degree="partial")
    assert (table.round, table.phase, table.turn) == (1, "acting", [])
    table.gm("release", target="ben")
    assert (table.round, table.turn) == (1, ["ben"])


def test_next_round_runs_the_end_of_the_round_where_play_stopped_f52_16_f52_61() -> None:
    table = Table(hero("ana"), foe("m"))
    table.no_gm("next-round")
    for name in ("ana", "m"):
        table.gm("incapacitate", target=name, degree="full")
    assert (table.round, table.turn) == (1, [])
    for number in (2, 3):
        table.gm("next-round")
        assert (table.round, table.turn) == (number, [])
    table.gm("release", target="m")
    assert (table.round, table.turn) == (3, ["m"])
    table.no_gm("next-round")


def test_play_does_not_stop_while_somebody_can_act_in_a_next_round_f52_16() -> None:
    """Ana passes and has acted; she can act again, so the round ends though all others are out."""
    table = Table(hero("ana"), foe("m"))
    table.gm("incapacitate", target="m", degree="full")
    table.passes("ana")
    assert (table.round, table.turn) == (2, ["ana"])


def test_the_dying_keep_play_going_until_they_have_drawn_f52_16_f52_32() -> None:
    table = Table(hero("ana"), foe("m"), draws="2C 3C 4C")
    table.gm("adjust", target="m", hp=0, reason="felled")
    table.gm("adjust", target="ana", hp=0, reason="felled too")
    assert (table.round, table.turn) == (2, ["ana"])
    table.do("death-draw", "ana")
    table.do("death-draw", "ana")
    assert (table.round, table.turn) == (4, ["ana"])
    table.do("death-draw", "ana")
    assert table.conditions("ana") == {"dead"}
    assert (table.round, table.turn) == (4, []), "nobody is left who could ever act"


def test_a_stabilised_party_stops_play_f52_16_f52_34() -> None:
    table = Table(hero("ana"), foe("m"), draws="2H")
    table.gm("adjust", target="m", hp=0, reason="felled")
    table.gm("adjust", target="ana", hp=0, reason="felled too")
    table.do("death-draw", "ana")
    assert (table.round, table.turn) == (2, [])
    table.gm("adjust", target="ana", hp=1, reason="a potion")
    assert (table.round, table.turn) == (3, ["ana"]), "her draw was this round's action"


def test_released_before_the_group_is_through_one_acts_this_round_f52_16() -> None:
    table = Table(hero("ana"), hero("ben"), foe("m"))
    table.gm("incapacitate", target="ana", degree="partial")
    assert table.turn == ["ben"]
    table.gm("release", target="ana")
    assert table.turn == ["ana", "ben"]


def test_passing_is_an_action_f52_20() -> None:
    table = Table(hero("ana"), foe("m"))
    table.passes("ana")
    table.because("F52-20")
    assert table.turn == ["m"]


def test_only_warriors_and_marked_monsters_do_maneuvers_f52_20_f52_96() -> None:
    table = Table(
        hero("ana"),
        wizard("ben"),
        warrior("cy"),
        foe("m", group="a", maneuvers=True),
        foe("n", group="b"),
        hands={"ana": "2D 3D 4D", "ben": "5D 6D 7D", "cy": "8D 9D TD"},
        fd="2C 3C",
        order=("players", "b", "a"),
    )
    table.no_maneuver("ana", "push", "m", "2D")
    table.no_maneuver("ana", "disarm", "m", "2D")
    table.no_maneuver("ben", "disarm", "m", "5D")
    table.maneuver("cy", "disarm", "m", "8D")
    table.defend("m")
    table.passes("ana", "ben")
    table.no_maneuver("n", "push", "ana", "2C")
    table.passes("n")
    table.maneuver("m", "push", "ana", "2C")


def test_only_wizards_and_marked_monsters_cast_f52_20_f52_96() -> None:
    table = Table(
        hero("ana"),
        wizard("ben"),
        warrior("cy"),
        foe("m", group="a", spells=True),
        foe("n", group="b"),
        hands={"ana": "2S 3S 4S", "ben": "5S 6S 7S", "cy": "8S 9S TS"},
        fd="2H JS",
        order=("players", "b", "a"),
    )
    table.no_cast("ana", "m", "2S")
    table.no_cast("cy", "m", "8S")
    table.cast("ben", "m", "5S")
    table.defend("m")
    table.passes("ana", "cy")
    table.no_cast("n", "ana", "JS")
    table.passes("n")
    table.cast("m", "ana", "JS")


@pytest.mark.parametrize(
    ("more", "good", "bad"),
    [
        ({}, [{}, {"cards": 1}], [{"cards": 0}, {"cards": 2}, {"background": "hunting"}, {"needs": "hunting"}]),
        (
            {"background_skills": ["hunting", "sailor"]},
            [
                {"background": "hunting"},
                {"needs": "sailor", "cards": 2},
                {"background": "sailor", "needs": "sailor"},
                {"cards": 1},
            ],
            [
                {"background": "scholar"},
                {"needs": "scholar"},
                {"background": "Hunting"},
                {"cards": 2},
                {"background": "hunting", "cards": 3},
            ],
        ),
        ({"level": 5}, [{}, {"cards": 2}, {"cards": 1}], [{"cards": 3}]),
        (
            {"level": 10, "background_skills": ["hunting"]},
            [{"cards": 3}, {"cards": 1}, {"background": "hunting", "cards": 4}],
            [{"cards": 4}, {"background": "hunting", "cards": 5}],
        ),
    ],
)
def test_a_skill_check_in_combat_f52_03_f52_04_f52_05_f52_07(
    more: dict[str, Any], good: list[dict[str, Any]], bad: list[dict[str, Any]]
) -> None:
    def fresh() -> Table:
        return Table(hero("ana", **more), hero("ben"), foe("m"), draws="2C 3C 4C 5C")

    for fields in bad:
        fresh().refuse("skill-check", "ana", difficulty=5, **fields)
    for fields in good:
        table = fresh()
        before = table.discard
        table.do("skill-check", "ana", difficulty=5, **fields)
        level, background = more.get("level", 1), "background" in fields or "needs" in fields
        count = fields.get("cards", 1 + level // 5 + background)
        assert table.discard == before + ["2C", "3C", "4C", "5C"][:count]
        extra = ["F52-07"] if level >= 5 else []
        table.because("F52-03", *(["F52-04"] if background else []), *(["F52-05"] if "needs" in fields else []), *extra)
        assert table.turn == ["ben"]


def test_a_needed_skill_that_is_lacking_is_refused_by_its_rule_f52_05() -> None:
    table = Table(hero("ana", background_skills=["sailor"]), foe("m"))
    assert table.refuse("skill-check", "ana", difficulty=5, needs="locksmith").rule == "F52-05"


def test_the_dead_hand_of_chance_fails_a_check_without_cards_f52_03() -> None:
    """All 52 cards are in hands: nothing is drawn, and the check fails."""
    fate = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    table = Table(*(hero(f"p{n}", 8) for n in range(4)), foe("m"), fd=fate, initiative="")
    assert table.view()["draw_pile"] == 0
    first = table.turn[0]
    events = table.do("skill-check", first, difficulty=2)
    assert table.discard == []
    assert "F52-03" in {rule for event in events for rule in event["rules"]}
    assert any(word in table.told().lower() for word in ("fail", "not ", "no card"))
