"""Sheets and opponents, at the table and away from it (FNP-01 to FNP-08, FNP-40 to FNP-44)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import characters
import rules
from rules import play
from tests.rules.fortune_and_power.setups import SYSTEM

CATALOGUE = Path(rules.__path__[0]) / "catalogue" / f"{SYSTEM}.toml"
BESTIARY = Path(characters.__path__[0]) / "monsters" / f"{SYSTEM}.toml"


def sheet(xp: int = 0, house: Any = None, before: Any = None, **fields: Any) -> dict[str, Any]:
    return play.sheet(SYSTEM, {**play.new_sheet(SYSTEM), **fields}, {"xp": xp}, house=house, before=before)


def refused(**fields: Any) -> play.Refused:
    with pytest.raises(play.Refused) as found:
        sheet(**fields)
    return found.value


def options(**chosen: Any) -> dict[str, Any]:
    return {"options": chosen}


# The shape


def test_a_new_sheet_is_complete_and_in_the_making_fnp_01() -> None:
    fresh = play.new_sheet(SYSTEM)
    assert play.sheet(SYSTEM, fresh, {}) == play.sheet(SYSTEM, {}, {})
    assert sheet()["sheet"] == fresh
    assert fresh == {
        "finished": False,
        "traits": {},
        "gifts": [],
        "fortune": 0,
        "wounds": 0,
        "shocks": 0,
        "limits": None,
        "armor": 0,
        "weapons": [],
        "equipment": [],
        "created": None,
    }


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"traits": {"Burglar": 100}}, "traits"),
        ({"traits": {"Burglar": -1}}, "traits"),
        ({"traits": {"": 1}}, "traits"),
        ({"traits": ["Burglar"]}, "traits"),
        ({"gifts": ["Empathy"]}, r"gifts\[0\]"),
        ({"gifts": [{"name": "Empathy", "price": 0}]}, r"gifts\[0\].price"),
        ({"fortune": 1000}, "fortune"),
        ({"wounds": -1}, "wounds"),
        ({"shocks": True}, "shocks"),
        ({"limits": {"wounds": 0, "shocks": 10}}, "limits.wounds"),
        ({"armor": 100}, "armor"),
        ({"weapons": [{"name": "Sword"}]}, r"weapons\[0\].bonus"),
        ({"weapons": [{"name": "Sword", "bonus": 1}, {"name": "Sword", "bonus": 2}]}, r"weapons\[1\].name"),
        ({"equipment": [{"name": "rope", "quantity": -1}]}, r"equipment\[0\].quantity"),
        ({"created": {"points": 40}}, "created.spent"),
        ({"luck": 3}, "luck"),
    ],
)
def test_a_faulty_sheet_is_refused_with_its_path(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(play.Refused, match=path):
        sheet(**fields)


def test_an_unknown_unit_of_experience_is_refused() -> None:
    with pytest.raises(play.Refused, match="gold"):
        play.sheet(SYSTEM, {}, {"gold": 3})


# The making


def test_a_character_is_made_within_forty_points_fnp_02_fnp_03() -> None:
    made = sheet(traits={"Burglar": 8, "Athlete": 3, "Perception": 4}, gifts=[{"name": "Starvision"}], fortune=4)
    budget = made["figures"]["budget"]
    assert (budget["points"], budget["spent"], budget["left"]) == (40, 34, 6)
    assert {line["label"]: line["price"] for line in budget["lines"]} == {
        "Athlete 3": 5,
        "Burglar 8": 16,
        "Perception 4": 6,
        "Starvision": 3,
        "Fortune 4": 4,
    }
    assert all(line["rules"] for line in budget["lines"])


def test_one_point_too_many_is_refused_and_says_how_many_fnp_02() -> None:
    assert sheet(traits={"Warrior": 9, "Burglar": 9})["figures"]["budget"]["left"] == 0
    over = refused(traits={"Warrior": 9, "Burglar": 9}, fortune=1)
    assert (over.code, over.rule) == ("budget.over", "FNP-02")
    assert "take 1 off" in over.message


def test_the_adversary_chooses_how_many_points_fnp_02() -> None:
    assert sheet(house=options(character_points=41), traits={"Warrior": 9, "Burglar": 9}, fortune=1)
    assert refused(house=options(character_points=10), traits={"Warrior": 9}).code == "budget.over"


def test_a_cap_on_starting_traits_holds_while_the_character_is_made_fnp_02() -> None:
    capped = options(starting_trait_cap=6)
    assert refused(house=capped, traits={"Warrior": 7}).rule == "FNP-02"
    assert sheet(house=capped, traits={"Warrior": 6})
    assert sheet(house=capped, finished=True, traits={"Warrior": 7})


def test_traits_may_cost_one_a_level_fnp_03() -> None:
    flat = sheet(house=options(trait_cost="flat"), traits={"Warrior": 40})["figures"]
    assert flat["budget"]["spent"] == 40
    assert flat["traits"][0]["next"] == 1


def test_gifts_cost_what_their_rows_say_fnp_08() -> None:
    rows = [{"kind": "gift", "key": "song", "name": "Song", "figures": {"price": 7}}]
    assert sheet(house={"rows": rows}, gifts=[{"name": "Song"}])["figures"]["budget"]["spent"] == 7
    assert refused(house={"rows": rows}, gifts=[{"name": "Empathy"}]).code == "gift.unknown"
    assert refused(gifts=[{"name": "Song"}]).rule == "FNP-08"


@pytest.mark.parametrize("price", [None, -1, "3", 2.5, True, 10_000])
def test_a_row_without_a_price_that_can_be_paid_is_not_for_sale_fnp_08(price: Any) -> None:
    rows = [{"kind": "gift", "key": "song", "name": "Song", "figures": {"price": price}}]
    assert refused(house={"rows": rows}, gifts=[{"name": "Song"}]).code == "gift.unknown"


def test_a_gift_is_had_once_but_limbs_are_counted_fnp_08() -> None:
    limbs = [{"name": "Extra Limbs", "note": "a tail"}, {"name": "Extra Limbs", "note": "a third arm"}]
    assert sheet(gifts=limbs)["figures"]["budget"]["spent"] == 6
    assert refused(gifts=[{"name": "Empathy"}, {"name": "Empathy"}]).code == "gift.twice"


def test_without_fortune_none_is_bought_fnp_06() -> None:
    assert refused(house=options(fortune=False), fortune=1).rule == "FNP-06"
    pools = sheet(house=options(fortune=False))["figures"]["pools"]
    assert [pool["key"] for pool in pools] == ["wounds", "shocks"]


# Afterwards


def test_unspent_points_stay_available_beside_experience_fnp_02_fnp_04() -> None:
    done = {"finished": True, "traits": {"Warrior": 9}, "created": {"points": 40, "spent": 36}}
    figures = sheet(5, **done)["figures"]
    assert figures["experience"]["available"] == 9
    assert figures["experience"]["left_over"] == 4
    assert "budget" not in figures
    assert sheet(-4, **done)["figures"]["experience"]["available"] == 0
    assert refused(xp=-5, **done).code == "progress.overspent"


DONE = {"finished": True, "traits": {"Warrior": 6}, "gifts": [{"name": "Empathy"}], "fortune": 3}


def test_a_player_changes_freely_what_costs_nothing() -> None:
    before = sheet(**DONE)["sheet"]
    free = {
        "wounds": 4,
        "shocks": 2,
        "fortune": 1,
        "armor": 2,
        "weapons": [{"name": "Sword", "bonus": 4}],
        "equipment": [{"name": "rope"}],
        "gifts": [{"name": "Empathy", "note": "a burn that itches"}],
    }
    assert sheet(**{**DONE, **free}, before=before)["sheet"]["wounds"] == 4


@pytest.mark.parametrize(
    "priced",
    [
        {"traits": {"Warrior": 7}},
        {"traits": {"Warrior": 5}},
        {"traits": {"Warrior": 6, "Archer": 0}},
        {"gifts": []},
        {"gifts": [{"name": "Sorcery"}]},
        {"fortune": 4},
        {"finished": False},
        {"limits": {"wounds": 999, "shocks": 10}},
        {"created": {"points": 99, "spent": 0}},
    ],
)
def test_a_player_buys_what_has_a_price_and_the_adversary_corrects_it_fnp_03_fnp_05(priced: dict[str, Any]) -> None:
    before = sheet(**DONE)["sheet"]
    assert refused(**{**DONE, **priced}, before=before).code == "sheet.priced"
    assert sheet(**{**DONE, **priced})


def test_while_it_is_made_a_player_sets_what_has_a_price_but_cannot_finish_it_by_hand() -> None:
    before = sheet(traits={"Warrior": 3})["sheet"]
    assert sheet(traits={"Warrior": 6, "Archer": 2}, fortune=5, before=before)
    assert refused(traits={"Warrior": 3}, finished=True, before=before).code == "sheet.priced"
    assert refused(limits={"wounds": 50, "shocks": 50}, before=before).code == "sheet.priced"
    assert sheet(traits={"Warrior": 3}, limits={"wounds": 10, "shocks": 10}, before=before)


# Figures


def test_a_sheet_determines_its_figures_fnp_32_fnp_34_fnp_42_fnp_44() -> None:
    figures = sheet(
        traits={"Athlete": 5, "Warrior": 3, "Strength": 3, "Constitution": 2, "Perception": 4},
        armor=4,
        wounds=10,
        shocks=9,
        weapons=[{"name": "Sword", "bonus": 4}, {"name": "Stare", "bonus": 2, "mental": True}],
    )["figures"]
    assert (figures["dodge"], figures["parry"], figures["defence"]) == (12, 10, 12)
    assert (figures["protection"], figures["strength"], figures["order"]) == (6, 3, 4)
    assert (figures["incapacitated"], figures["edge_of_madness"]) == (True, False)
    assert [(weapon["name"], weapon["adds"], weapon["injury"]) for weapon in figures["weapons"]] == [
        ("Sword", 7, "wounds"),
        ("Stare", 2, "shocks"),
    ]


def test_every_trait_shows_its_price_and_the_next_one_fnp_03_fnp_07() -> None:
    """FNP-03, FNP-07: also what the level means among people."""
    traits = {
        trait["name"]: trait
        for trait in sheet(traits={"Burglar": 6, "Strength": 0, "Juggler": 10})["figures"]["traits"]
    }
    assert [(traits[name]["price"], traits[name]["next"]) for name in ("Burglar", "Strength", "Juggler")] == [
        (10, 2),
        (0, 3),
        (25, 5),
    ]
    assert traits["Strength"]["kind"] == "talent"
    assert traits["Burglar"]["standing"] == "a trade"
    assert traits["Juggler"]["standing"] == "mastery"
    assert sheet(finished=True, traits={"Burglar": 99})["figures"]["traits"][0]["next"] is None


def test_how_long_the_recovery_takes_fnp_43() -> None:
    recovery = sheet(wounds=5, shocks=2, house=options(wounds_per_week=2, shocks_per_week=0))["figures"]["recovery"]
    assert (recovery["weeks_for_wounds"], recovery["weeks_for_shocks"]) == (3, None)
    assert sheet(wounds=5)["figures"]["recovery"]["weeks_for_wounds"] == 5


def test_limits_are_ten_and_ten_unless_the_sheet_says_otherwise_fnp_44() -> None:
    assert sheet()["figures"]["limits"] == {"wounds": 10, "shocks": 10}
    assert sheet(limits={"wounds": 12, "shocks": 8})["figures"]["limits"] == {"wounds": 12, "shocks": 8}


def test_every_figure_names_a_rule_of_the_book() -> None:
    figures = sheet(traits={"Warrior": 1})["figures"]
    known = {rule["id"] for rule in play.RULES[SYSTEM]}
    assert set(figures["rules"].values()) <= known
    for pool in figures["pools"]:
        assert set(pool["rules"]) <= known
        assert {"key", "name", "now", "max", "good", "rules"} <= set(pool)


# Taps


def tapped(pool: str, *, house: Any = None, **how: Any) -> tuple[int, str]:
    start = {"finished": True, "wounds": 9, "shocks": 3, "fortune": 2}
    found = play.touch(SYSTEM, start, {}, pool, house=house, **how)
    assert found["rules"]
    return found["sheet"][pool], found["text"]


def test_pools_are_tapped_up_and_down_and_stop_at_their_ends_fnp_06_fnp_40() -> None:
    assert tapped("wounds", change=-20) == (0, "Wounds: 9 to 0.")
    assert tapped("shocks", change=5000)[0] == 999
    assert tapped("fortune", change=-1) == (1, "Fortune: 2 to 1.")
    assert tapped("fortune", to=7)[0] == 7
    assert tapped("fortune") == (2, "Fortune: 2, unchanged.")


def test_a_tap_says_when_a_limit_is_reached_or_left_fnp_41_fnp_44() -> None:
    assert tapped("wounds", change=1) == (10, "Wounds: 9 to 10. Incapacitated.")
    assert tapped("shocks", to=10)[1].endswith("At the edge of madness.")
    healed = play.touch(SYSTEM, {"wounds": 10}, {}, "wounds", change=-1)
    assert healed["text"] == "Wounds: 10 to 9. No longer incapacitated."
    assert "FNP-43" in healed["rules"]


def test_a_full_rest_heals_and_brings_no_fortune_back_fnp_06_fnp_43() -> None:
    assert tapped("wounds")[0] == tapped("shocks")[0] == 0
    assert tapped("fortune")[0] == 2


def test_a_tap_is_one_thing_on_a_pool_that_there_is() -> None:
    for pool, how in (("hp", {}), ("wounds", {"change": 1, "to": 2}), ("wounds", {"change": "1"}), (None, {})):
        with pytest.raises(play.Refused):
            tapped(pool, **how)  # type: ignore[arg-type]
    with pytest.raises(play.Refused, match="no fortune"):
        tapped("fortune", change=1, house=options(fortune=False))


# Into an encounter and back


def test_a_character_enters_with_everything_that_counts_and_goes_back_fnp_40_fnp_41() -> None:
    given = {
        **DONE,
        "wounds": 4,
        "limits": {"wounds": 12, "shocks": 9},
        "weapons": [{"name": "Sword", "bonus": 4}],
        "armor": 2,
    }
    entry = play.participant(SYSTEM, given, {}, id="ana", name="Ana")
    assert (entry["kind"], entry["side"], entry["gifts"]) == ("pc", "players", ["Empathy"])
    foe = play.monster_participant(SYSTEM, {"traits": {"Warrior": 2}, "text": "Growls."}, id="wolf", name="Wolf")
    assert (foe["kind"], foe["side"]) == ("npc", "monsters")
    state = play.start(SYSTEM, {"participants": [entry, foe]}, seed=1)
    seen = play.view(SYSTEM, state, "gm")["participants"]["ana"]
    assert (seen["wounds"], seen["limits"], seen["armor"], seen["fortune"]) == (4, {"wounds": 12, "shocks": 9}, 2, 3)
    with pytest.raises(play.Refused):
        play.aftermath(SYSTEM, state)
    adjust = {"type": "adjust", "actor": "gm", "target": "ana", "wounds": 9, "fortune": -1, "reason": "a fall"}
    state = play.act(SYSTEM, state, adjust)["state"]
    state = play.act(SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "They run."})["state"]
    after = play.aftermath(SYSTEM, state)
    assert after["outcome"] == "They run."
    assert not after["counts"], "no experience comes from an encounter by itself (FNP-04)"
    assert after["participants"]["ana"] == {"survived": True, "sheet": {"wounds": 13, "shocks": 0, "fortune": 2}}
    assert sheet(**{**given, **after["participants"]["ana"]["sheet"]})["figures"]["incapacitated"]


def test_a_participant_who_leaves_before_the_end_keeps_wounds_and_has_spent_what_is_spent_fnp_06_fnp_40() -> None:
    participants = [play.participant(SYSTEM, DONE, {}, id=key, name=key.title()) for key in ("ana", "ben")]
    state = play.start(SYSTEM, {"participants": participants}, seed=1)
    adjust = {"type": "adjust", "actor": "gm", "target": "ana", "wounds": 5, "reason": "a fall"}
    move = {"type": "move", "actor": "ana", "spaces": 4, "fortune": 2}
    leave = {"type": "leave", "actor": "gm", "target": "ana"}
    end = {"type": "end", "actor": "gm", "outcome": "They run."}
    for command in (adjust, move, leave):
        state = play.act(SYSTEM, state, command)["state"]
    assert list(play.view(SYSTEM, state, "gm")["participants"]) == ["ben"]
    left = play.aftermath(SYSTEM, play.act(SYSTEM, state, end)["state"])["participants"]
    assert left["ana"] == {"survived": True, "sheet": {"wounds": 5, "shocks": 0, "fortune": 1}}
    back = {"type": "join", "actor": "gm", "participant": {**participants[0], "wounds": 2}}
    for command in (back, end):
        state = play.act(SYSTEM, state, command)["state"]
    left = play.aftermath(SYSTEM, state)["participants"]
    assert left["ana"]["sheet"] == {"wounds": 2, "shocks": 0, "fortune": 3}, "as it is now, once back"


@pytest.mark.parametrize(
    ("fields", "side"),
    [({}, "players"), ({"group": "guards"}, "guards"), ({"side": "monsters", "group": "guards"}, "monsters")],
)
def test_on_which_side_a_character_stands(fields: dict[str, Any], side: str) -> None:
    assert play.participant(SYSTEM, {}, {}, id="ana", name="Ana", **fields)["side"] == side


@pytest.mark.parametrize(
    ("fields", "side"), [({}, "monsters"), ({"group": "pack"}, "pack"), ({"side": "players"}, "players")]
)
def test_on_which_side_an_opponent_stands(fields: dict[str, Any], side: str) -> None:
    assert play.monster_participant(SYSTEM, {"traits": {}}, id="wolf", name="Wolf", **fields)["side"] == side


@pytest.mark.parametrize(
    "stats", [{}, {"traits": {"A": 100}}, {"traits": {}, "hp": 3}, {"traits": {}, "limits": {"wounds": 0}}]
)
def test_faulty_stats_are_refused_fnp_44(stats: dict[str, Any]) -> None:
    with pytest.raises(play.Refused):
        play.monster(SYSTEM, stats)


# What the site ships


def test_the_shipped_catalogue_has_the_prices_and_levels_of_the_rules_fnp_07_fnp_08_fnp_20() -> None:
    rows = tomllib.loads(CATALOGUE.read_text())["row"]
    known = {rule["id"] for rule in play.RULES[SYSTEM]}
    assert {row["rule"] for row in rows} <= known
    assert len({(row["kind"], row["key"]) for row in rows}) == len(rows)
    of = {
        kind: {row["name"]: row["figures"] for row in rows if row["kind"] == kind}
        for kind in ("gift", "challenge", "trait")
    }
    assert {name: figures["price"] for name, figures in of["gift"].items()} == {
        "Sorcery": 20,
        "Empathy": 10,
        "Natural Weapon": 6,
        "Natural Armor": 6,
        **dict.fromkeys(
            [
                "Superior Hearing",
                "Superior Olfaction",
                "Starvision",
                "Immunity",
                "Longevity",
                "Amphibious",
                "Phosphorescence",
                "Extra Limbs",
            ],
            3,
        ),
    }
    assert [entry["challenge"] for entry in of["challenge"].values()] == [3, 6, 9, 12, 15, 18, 21]
    assert {"Command", "Constitution", "Intuition", "Perception", "Strength"} == {
        name for name, figures in of["trait"].items() if figures["kind"] == "talent"
    }
    assert {"Archer", "Athlete", "Burglar", "Warrior"} <= set(of["trait"])


def test_the_catalogue_can_be_the_house_of_a_campaign() -> None:
    rows = [
        {name: row[name] for name in ("kind", "key", "name", "figures")}
        for row in tomllib.loads(CATALOGUE.read_text())["row"]
    ]
    steps = play.steps(SYSTEM, DONE, {"xp": 50}, house={"options": {}, "rows": rows})
    gifts = {step["step"]["gift"]: step["price"] for step in steps if step["step"]["type"] == "gift"}
    assert gifts["Sorcery"] == 20
    assert "Empathy" not in gifts
    assert all(step["choices"]["explanation"]["help"] for step in steps if step["step"]["type"] == "gift")


def test_every_shipped_opponent_enters_an_encounter_fnp_44() -> None:
    opponents = tomllib.loads(BESTIARY.read_text())["monster"]
    assert len(opponents) >= 15
    assert len({opponent["key"] for opponent in opponents}) == len(opponents)
    participants = [
        play.monster_participant(
            SYSTEM, play.monster(SYSTEM, opponent["stats"]), id=opponent["key"], name=opponent["name"]
        )
        for opponent in opponents
    ]
    view = play.view(SYSTEM, play.start(SYSTEM, {"participants": participants}, seed=1), "gm")
    assert view["proposed_outcome"] == "monsters"
    assert {participant["limits"]["wounds"] for participant in view["participants"].values()} > {4, 10, 25}
