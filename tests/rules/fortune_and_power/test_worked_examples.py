"""The rules by example: the worked examples of the text, and what each ruling comes to at the table."""

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import SYSTEM

SWORD = [{"name": "Sword", "bonus": 4}]


def check(kind: str, **inputs: Any) -> dict[str, Any]:
    return play.check(SYSTEM, kind, inputs)


class Table:
    """An encounter in progress; `do` gives commands, `tell` the events of the last one by type."""

    def __init__(self, *participants: dict[str, Any], dice: list[int] | None = None, **options: Any) -> None:
        setup = {"participants": list(participants), "options": options, "dice": dice}
        self.state = play.start(SYSTEM, setup, seed=1)
        self.events: list[dict[str, Any]] = []

    def do(self, name: str, actor: str, /, **fields: Any) -> "Table":
        result = play.act(SYSTEM, self.state, {"type": name, "actor": actor, **fields})
        self.state, self.events = result["state"], result["events"]
        return self

    def refuses(self, name: str, actor: str, /, **fields: Any) -> play.Refused:
        with pytest.raises(play.Refused) as refused:
            play.act(SYSTEM, self.state, {"type": name, "actor": actor, **fields})
        return refused.value

    def told(self, kind: str) -> dict[str, Any]:
        return next(event for event in self.events if event["type"] == kind)

    @property
    def view(self) -> dict[str, Any]:
        return play.view(SYSTEM, self.state, "observer")

    def __getitem__(self, who: str) -> dict[str, Any]:
        return dict(self.view["participants"][who])


# Trait checks


@pytest.mark.parametrize(
    ("trait", "challenge", "rolls", "success", "dox", "marginal", "automatic"),
    [
        (8, 14, [3, 3], True, 0, True, None),
        (8, 14, [3, 2], False, 1, False, None),
        (7, 12, [2, 2], False, 1, False, None),
        (7, 12, [5, 5], True, 5, False, None),
        (3, 17, [6, 6], True, 1, False, "success"),
        (3, 10, [6, 6], True, 5, False, "success"),
        (3, 15, [6, 6], True, 1, False, "success"),
        (15, 10, [1, 1], False, 1, False, "failure"),
        (0, 20, [1, 1], False, 18, False, "failure"),
        (8, 10, [1, 1], False, 1, False, "failure"),
        (0, 7, [3, 4], True, 0, True, None),
    ],
)
def test_a_check_and_its_dox_fnp_10_fnp_11_fnp_12_fnp_15_fnp_16_fnp_17(
    trait: int, challenge: int, rolls: list[int], success: bool, dox: int, marginal: bool, automatic: str | None
) -> None:
    found = check("trait", trait=trait, challenge=challenge, rolls=rolls)
    assert (found["success"], found["dox"], found["marginal"], found["automatic"]) == (
        success,
        dox,
        marginal,
        automatic,
    )
    assert found["total"] == trait + sum(rolls)
    assert ("FNP-16" in found["rules"]) == marginal
    assert ("FNP-17" in found["rules"]) == (automatic is not None)
    assert found["supplied"]


def test_modifiers_are_added_and_listed_fnp_19() -> None:
    slow, bad = {"name": "Twice the time", "value": 3}, {"name": "Improvised tools", "value": -3}
    found = check("trait", trait=8, challenge=14, rolls=[3, 3], modifiers=[slow, bad, bad])
    assert (found["total"], found["dox"], found["modifiers"]) == (11, 3, [slow, bad, bad])


def test_a_trivial_task_and_the_guide_of_challenges_fnp_18_fnp_20() -> None:
    """FNP-18, FNP-20."""
    assert check("trivial", trait=6)["dox"] == 6
    state = play.start(SYSTEM, {"participants": [pc("ana", {"Burglar": 5})]}, seed=1)
    examples = [
        offer["example"]["challenge"] for offer in play.offers(SYSTEM, state, "ana") if offer["type"] == "check"
    ]
    assert examples == [12, 6], "moderate for a trade, mild for someone who has not learned it"


def test_a_wound_by_the_figures_of_the_example_fnp_42() -> None:
    table = Table(
        pc("juk", {"Warrior": 7, "Strength": 3, "Perception": 1}, weapons=SWORD),
        npc("lothar", {"Athlete": 5, "Constitution": 2}, armor=3),
    )
    table.do("attack", "juk", target="lothar", trait="Warrior", weapon="Sword", rolls=[4, 4])
    assert (table.told("attack")["total"], table.told("attack")["dox"]) == (15, 3)
    assert table["lothar"]["wounds"] == 5
    assert check("damage", dox=3, strength=3, weapon=4, protection=5)["damage"] == 5


@pytest.mark.parametrize(("start", "to", "points"), [(6, 7, 2), (0, 9, 20), (10, 11, 5), (11, 12, 10), (0, 29, 2000)])
def test_prices_of_the_table_fnp_03(start: int, to: int, points: int) -> None:
    assert play.check(SYSTEM, "price", {"from": start, "to": to})["points"] == points
    assert play.check(SYSTEM, "price", {"from": start, "to": to, "option": "flat"})["points"] == to - start


# The order and the round


def test_both_actions_are_taken_in_a_row_unless_the_order_is_changed_fnp_32() -> None:
    table = Table(pc("ana"), pc("ben", {"Perception": 2}))
    assert table.view["order"] == ["ben", "ana"]
    table.do("move", "ben", spaces=3)
    assert table.view["turn"] == ["ben"]
    table.do("set-order", "gm", order=["ana", "ben"])
    assert table.view["turn"] == ["ana"]
    table.do("pass", "ana").do("move", "ben", spaces=3)
    assert (table.view["round"], table["ben"]["actions"]) == (2, 2)
    assert table.told("round")["rules"] == ["FNP-31", "FNP-32"]


def test_rolling_for_the_order_breaks_ties_by_level_then_by_the_setup_fnp_32() -> None:
    table = Table(pc("ana", {"Athlete": 1}), pc("ben", {"Athlete": 3}), pc("cyd", {"Athlete": 3}), pc("dan"))
    table.do("roll-order", "gm", trait="Athlete", rolls=[3, 4, 2, 3, 1, 4, 6, 6])
    assert table.view["order"] == ["dan", "ben", "cyd", "ana"]
    assert [total["total"] for total in table.told("order")["totals"]] == [8, 8, 8, 12]


def test_the_round_waits_for_the_last_blow_and_its_wounds_decide_who_has_the_turn_fnp_32_fnp_44() -> None:
    table = Table(pc("ana", {"Warrior": 9, "Strength": 9}), npc("wolf", {"Perception": 1}, fortune=1))
    table.do("pass", "wolf").do("move", "ana", spaces=1)
    table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[4, 4])
    assert (table.view["phase"], table.view["round"], table.view["turn"]) == ("blow", 1, [])
    assert play.actors(SYSTEM, table.state) == ["wolf", "gm"]
    table.do("absorb", "wolf", fortune=1)
    assert (table.view["round"], table.view["turn"], table["wolf"]["incapacitated"]) == (2, ["ana"], True)


def test_actions_of_the_incapacitated_wait_for_their_recovery_in_the_round_fnp_32_fnp_44() -> None:
    table = Table(pc("ana", {"Perception": 1}), pc("ben"))
    table.do("adjust", "gm", target="ana", wounds=12, reason="a pit")
    assert (table.view["turn"], table["ana"]["actions"]) == (["ben"], 2)
    table.do("adjust", "gm", target="ana", wounds=-3, reason="a rope")
    assert table.view["turn"] == ["ana"]
    assert table.told("recovered")


def test_when_everybody_is_down_only_the_adversary_acts_fnp_32() -> None:
    table = Table(pc("ana"), npc("wolf", wounds=10))
    table.do("pass", "ana").do("adjust", "gm", target="ana", wounds=10, reason="a pit")
    assert (table.view["turn"], play.actors(SYSTEM, table.state), table.view["proposed_outcome"]) == ([], ["gm"], None)
    assert table.refuses("pass", "ana").rule == "FNP-32"
    table.do("rest", "gm", weeks=1)
    assert table.view["turn"] == ["ana"]


# Fortune


def test_fortune_on_a_roll_is_told_among_the_modifiers_and_is_gone_fnp_06() -> None:
    table = Table(pc("ana", {"Burglar": 8}, fortune=4), npc("wolf"))
    table.do("check", "ana", trait="Burglar", challenge=17, fortune=3, rolls=[3, 3])
    assert table.told("check")["modifiers"] == [{"name": "Fortune", "value": 3}]
    assert table.told("check")["success"]
    assert "FNP-06" in table.told("check")["rules"]
    assert table["ana"]["fortune"] == 1
    assert table.refuses("check", "ana", trait="Burglar", challenge=17, fortune=2).rule == "FNP-06"


def test_a_rapid_attack_is_followed_by_its_attacks_and_nothing_else_fnp_06_fnp_32() -> None:
    table = Table(pc("ana", {"Warrior": 9}, fortune=9), npc("wolf", {"Warrior": 9}), npc("bear", {"Warrior": 9}))
    table.do("rapid", "ana", attacks=4)
    assert (table["ana"]["attacks"], table["ana"]["actions"], table["ana"]["fortune"]) == (4, 0, 3)
    for name, fields in (
        ("check", {"trait": "Warrior", "challenge": 3}),
        ("move", {"spaces": 1}),
        ("rapid", {"attacks": 2}),
        ("contest", {"target": "wolf", "trait": "A", "target_trait": "B"}),
    ):
        assert table.refuses(name, "ana", **fields).rule == "FNP-06"
    assert table.refuses("attack", "ana", target="wolf", trait="Burglar").code == "rapid.trait"
    table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[1, 2], fortune=1)
    table.do("attack", "ana", target="bear", trait="Archer", rolls=[1, 2])
    assert table["ana"]["attacks"] == 2
    table.do("pass", "ana")
    assert (table["ana"]["attacks"], table.view["turn"]) == (0, ["wolf"])


def test_passing_in_a_rapid_attack_keeps_the_other_action_fnp_32() -> None:
    table = Table(pc("ana", {"Warrior": 9}, fortune=3), npc("wolf"))
    table.do("rapid", "ana", attacks=2).do("pass", "ana")
    assert (table["ana"]["actions"], table.view["turn"]) == (1, ["ana"])
    assert table.refuses("rapid", "ana", attacks=4).rule == "FNP-32"


def test_a_blow_waits_only_for_those_who_have_fortune_fnp_06() -> None:
    participants = pc("ana", {"Warrior": 9, "Strength": 2}), npc("wolf", wounds=12, fortune=2)
    table = Table(*participants)
    table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[1, 2])
    assert table.view["pending"] == {
        "kind": "blow",
        "actor": "wolf",
        "target": "wolf",
        "damage": 7,
        "mental": False,
        "by": "ana",
        "number": 1,
    }
    assert table.refuses("pass", "ana").rule == "FNP-06"
    assert table.refuses("adjust", "gm", target="wolf", wounds=1, reason="no").rule == "FNP-06"
    assert table.refuses("absorb", "ana", fortune=0).rule == "FNP-06"
    assert table.refuses("absorb", "wolf", fortune=3).rule == "FNP-06"
    table.do("absorb", "wolf", fortune=2)
    assert (table["wolf"]["wounds"], table["wolf"]["fortune"], table.told("damage")["absorbed"]) == (17, 0, 2)
    without = Table(*participants, fortune=False).do("attack", "ana", target="wolf", trait="Warrior", rolls=[1, 2])
    assert (without.view["phase"], without["wolf"]["wounds"]) == ("acting", 19)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("check", {"trait": "Warrior", "challenge": 3, "fortune": 1}),
        ("attack", {"target": "wolf", "trait": "Warrior", "fortune": 1}),
        ("move", {"spaces": 1, "fortune": 1}),
        ("rapid", {"attacks": 2}),
        ("heal", {"target": "wolf", "kind": "wound", "pay": "fortune"}),
    ],
)
def test_without_fortune_none_is_spent_fnp_06(name: str, fields: dict[str, Any]) -> None:
    table = Table(pc("ana", gifts=["Empathy"], fortune=9), npc("wolf", wounds=1), fortune=False)
    assert table.refuses(name, "ana", **fields).rule == "FNP-06"


# Attacks and damage


@pytest.mark.parametrize(
    ("fields", "challenge", "defence"),
    [
        ({}, 13, "dodge"),
        ({"defend_trait": "Warrior"}, 9, "parry"),
        ({"defend_trait": "Juggler"}, 7, "Juggler"),
        ({"ambush": True}, 6, "ambushed"),
        ({"ambush": False}, 13, "dodge"),
    ],
)
def test_the_number_that_an_attack_has_to_reach_fnp_13_fnp_34(
    fields: dict[str, Any], challenge: int, defence: str
) -> None:
    table = Table(pc("ana"), npc("wolf", {"Athlete": 6, "Warrior": 2}))
    told = table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[1, 2], **fields).told("attack")
    assert (told["challenge"], told["defence"]) == (challenge, defence)
    assert (
        table.refuses("attack", "ana", target="wolf", trait="A", ambush=True, defend_trait="Athlete").rule == "FNP-34"
    )
    assert table.refuses("attack", "ana", target="ana", trait="Warrior").rule == "FNP-34"


@pytest.mark.parametrize(
    ("options", "fields", "wounds", "shocks"),
    [
        ({}, {"weapon": "Sword"}, 10, 0),
        ({}, {}, 6, 0),
        ({}, {"weapon": "Stare"}, 0, 6),
        ({}, {"weapon": "Sword", "mental": True}, 0, 8),
        ({"damage": "dox"}, {"weapon": "Sword"}, 4, 0),
        ({"damage": "dox"}, {"weapon": "Stare"}, 0, 4),
    ],
)
def test_the_effects_of_a_hit_fnp_40_fnp_42(options: Any, fields: Any, wounds: int, shocks: int) -> None:
    weapons = [*SWORD, {"name": "Stare", "bonus": 2, "mental": True}]
    ana = pc("ana", {"Warrior": 5, "Strength": 5}, weapons=weapons)
    table = Table(ana, npc("wolf", {"Constitution": 2}, armor=1), **options)
    table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[3, 3], **fields)
    assert table.told("attack")["dox"] == 4
    assert (table["wolf"]["wounds"], table["wolf"]["shocks"]) == (wounds, shocks)


def test_a_hit_does_at_least_one_and_a_miss_none_fnp_42() -> None:
    table = Table(pc("ana", {"Warrior": 5}), npc("wolf", {"Constitution": 9}, armor=99))
    table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[1, 4])
    table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[1, 1])
    assert table["wolf"]["wounds"] == 1


def test_the_adversary_gives_the_figure_of_every_hit_if_the_campaign_says_so_fnp_42() -> None:
    table = Table(pc("ana", {"Warrior": 5, "Strength": 3}), npc("wolf", fortune=1), damage="manual")
    table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[3, 3])
    assert (table.view["phase"], table.view["pending"]["damage"], table.view["pending"]["actor"]) == ("damage", 7, "gm")
    assert play.actors(SYSTEM, table.state) == ["gm"]
    assert table.refuses("absorb", "wolf", fortune=1).rule == "FNP-42"
    assert table.refuses("rest", "gm", weeks=1).rule == "FNP-42"
    table.do("confirm", "gm", damage=3, reason="thick fur")
    assert (table.view["phase"], table.view["pending"]["damage"]) == ("blow", 3)
    table.do("absorb", "wolf", fortune=0).do("attack", "ana", target="wolf", trait="Warrior", rolls=[3, 3])
    table.do("confirm", "gm", damage=0)
    assert (table.view["phase"], table["wolf"]["wounds"]) == ("acting", 3)


def test_limits_of_ten_or_of_ones_own_fnp_41_fnp_44() -> None:
    table = Table(pc("ana", wounds=9, shocks=9), npc("ogre", wounds=10, limits={"wounds": 14, "shocks": 3}, shocks=3))
    assert not table["ana"]["incapacitated"]
    assert (table["ogre"]["incapacitated"], table["ogre"]["edge_of_madness"]) == (False, True)
    table.do("adjust", "gm", target="ana", wounds=1, shocks=1, reason="a curse")
    assert [event["type"] for event in table.events[:3]] == ["adjusted", "incapacitated", "edge-of-madness"]
    assert table.view["turn"] == ["ogre"]


# Contests, verdicts


def test_split_the_difference_between_two_player_characters_fnp_14() -> None:
    table = Table(pc("ana", {"Athlete": 5}), pc("ben", {"Burglar": 3}), npc("wolf"))
    told = table.do("contest", "ana", target="ben", trait="Athlete", target_trait="Burglar", rolls=[1, 6]).told(
        "contest"
    )
    assert (told["winner"], told["totals"], told["dox"], told["number"]) == ("ben", [6, 9], 3, 1)
    told = table.do("contest", "ana", target="ben", trait="Athlete", target_trait="Burglar", rolls=[1, 3]).told(
        "contest"
    )
    assert (told["winner"], told["dox"]) == (None, 0)
    assert table.view["marginal"] == []
    for fields in ({"target": "wolf"}, {"target": "ben"}):
        assert table.refuses("contest", "ben", trait="A", target_trait="B", **fields).rule == "FNP-14"


def test_verdicts_on_marginal_results_fnp_16() -> None:
    table = Table(pc("ana", {"Burglar": 8}), npc("wolf"))
    table.do("check", "ana", trait="Burglar", challenge=15, rolls=[3, 4])
    table.do("attack", "ana", target="wolf", trait="Burglar", defend_trait="Burglar", rolls=[1, 1])
    table.do("check", "wolf", trait="Athlete", challenge=9, rolls=[4, 5])
    assert table.view["marginal"] == [1, 3]
    for number in (0, 2, 4, -1):
        assert table.refuses("rule", "gm", event=number, verdict="tie").rule == "FNP-16"
    told = table.do("rule", "gm", event=3, verdict="failure").told("ruled")
    assert (told["number"], told["verdict"]) == (3, "failure")
    assert table.view["marginal"] == [1]
    assert table.refuses("rule", "gm", event=3, verdict="success").rule == "FNP-16"


# Healing, moving, rest, coming and going


def test_empathy_takes_both_actions_and_its_price_fnp_08() -> None:
    ana = pc("ana", gifts=["Empathy"], fortune=1, wounds=2, shocks=9)
    table = Table(ana, pc("ben", wounds=1, shocks=1), npc("wolf"))
    assert table.refuses("heal", "ana", target="ana", kind="wound", pay="own").rule == "FNP-08"
    assert table.refuses("heal", "ana", target="wolf", kind="wound", pay="own").rule == "FNP-08"
    table.do("heal", "ana", target="ben", kind="shock", pay="own")
    assert (table["ana"]["shocks"], table["ben"]["shocks"], table["ana"]["actions"]) == (10, 0, 0)
    assert table["ana"]["edge_of_madness"]
    table.do("pass", "ben").do("pass", "wolf").do("heal", "ana", target="ana", kind="wound", pay="fortune")
    assert (table["ana"]["wounds"], table["ana"]["fortune"]) == (1, 0)
    assert table.refuses("heal", "ben", target="ana", kind="wound", pay="own").rule == "FNP-08"
    table.do("pass", "ben").do("pass", "wolf").do("move", "ana", spaces=1)
    assert table.refuses("heal", "ana", target="ben", kind="wound", pay="own").rule == "FNP-32"


def test_a_healer_may_fall_by_what_it_takes_fnp_08_fnp_44() -> None:
    table = Table(pc("ana", gifts=["Empathy"], wounds=9), pc("ben", wounds=1))
    table.do("heal", "ana", target="ben", kind="wound", pay="own")
    assert (table["ana"]["incapacitated"], table.view["turn"]) == (True, ["ben"])


@pytest.mark.parametrize(
    ("limit", "spaces", "fortune", "fine"),
    [
        (None, 999, None, True),
        (4, 4, None, True),
        (4, 5, None, False),
        (4, 7, 3, True),
        (4, 8, 3, False),
        (0, 0, 0, True),
    ],
)
def test_how_far_a_move_goes_fnp_31_fnp_33(limit: Any, spaces: int, fortune: Any, fine: bool) -> None:
    table = Table(pc("ana", fortune=3), npc("wolf"), move_spaces=limit)
    if fine:
        assert table.do("move", "ana", spaces=spaces, fortune=fortune).told("move")["spaces"] == spaces
        assert table["ana"]["fortune"] == 3 - (fortune or 0)
    else:
        assert table.refuses("move", "ana", spaces=spaces, fortune=fortune).rule == "FNP-33"


def test_weeks_of_rest_fnp_43() -> None:
    table = Table(
        pc("ana", wounds=7, shocks=2, fortune=3), npc("wolf", wounds=12), wounds_per_week=2, shocks_per_week=0
    )
    table.do("rapid", "ana", attacks=2).do("rest", "gm", weeks=3)
    assert (table["ana"]["wounds"], table["ana"]["shocks"], table["wolf"]["wounds"]) == (1, 2, 6)
    assert (table["ana"]["actions"], table["ana"]["attacks"], table.view["round"]) == (2, 0, 2)
    assert table.told("recovered")["target"] == "wolf"


def test_a_newcomer_is_last_and_somebody_who_leaves_takes_a_blow_along_fnp_32() -> None:
    table = Table(pc("ana", {"Warrior": 9}), npc("wolf", fortune=1))
    table.do("join", "gm", participant=npc("owl", {"Perception": 9}))
    assert (table.view["order"], table["owl"]["actions"]) == (["ana", "wolf", "owl"], 2)
    table.do("attack", "ana", target="wolf", trait="Warrior", rolls=[3, 3])
    assert table.refuses("join", "gm", participant=npc("rat")).rule == "FNP-06"
    table.do("leave", "gm", target="owl")
    assert table.view["phase"] == "blow"
    table.do("leave", "gm", target="ana")
    assert (table.view["phase"], table["wolf"]["wounds"], table.view["turn"]) == ("acting", 0, ["wolf"])
    assert table.told("dropped")
    table.do("join", "gm", participant=pc("ana"))
    assert table.view["order"] == ["wolf", "ana"]


def test_the_end_in_free_words_fnp_30() -> None:
    table = Table(pc("ana"), npc("wolf")).do("end", "gm", outcome="They share the bread")
    assert table.events[-1]["text"] == "The encounter ends: They share the bread."
    assert (table.view["phase"], table.view["outcome"], play.actors(SYSTEM, table.state)) == (
        "over",
        "They share the bread",
        [],
    )
    assert table.refuses("end", "gm", outcome="again").code == "encounter.over"


def test_an_adjustment_keeps_pools_in_their_range_and_tells_its_reason_fnp_42() -> None:
    table = Table(pc("ana", wounds=2, fortune=1), npc("wolf"))
    told = table.do("adjust", "gm", target="ana", wounds=-9, shocks=9999, fortune=-5, reason="a bargain").told(
        "adjusted"
    )
    assert (told["wounds"], told["shocks"], told["fortune"], told["reason"]) == (0, 999, 0, "a bargain")
    assert "a bargain" in told["text"]


# Before it begins


def test_the_adversary_is_warned_about_a_setup_fnp_41() -> None:
    alone = play.warnings(SYSTEM, {"participants": [pc("ana"), pc("ben", wounds=10)]})
    assert [warning["rules"] for warning in alone] == [["FNP-32", "FNP-44"], ["FNP-41", "FNP-44"]]
    assert "Ben" in alone[1]["text"]
    assert play.warnings(SYSTEM, {"participants": [pc("ana"), npc("wolf")]}) == []
