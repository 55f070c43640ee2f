"""Sheets: what they cost, what they show, how they sit down at a table, and fate draws with them.

GOB-05, GOB-06, GOB-10 to GOB-16 (GOB-12, GOB-13, GOB-14), GOB-20 to GOB-23 (GOB-22), GOB-25, GOB-46, GOB-48, GOB-53,
GOB-64, GOB-84 to GOB-89 (GOB-85, GOB-86, GOB-87), GOB-99.
"""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import play
from rules.engine.refusals import Refused
from rules.games.game_of_bastards import pools, sheet_checks, tables
from rules.games.game_of_bastards import sheet as sheets

SYSTEM = "game-of-bastards"
KODOS: dict[str, Any] = {
    "suit": "spades",
    "traits": {"mind": 3},
    "skills": {"Technology": 3, "Stealth": 2, "Combat (Sword)": 2},
    "specialties": [{"name": "Lockpicking", "skills": ["Stealth", "Technology"]}],
    "advantages": [{"key": "careful"}, {"key": "counter", "weapon": "Sabre"}, {"key": "toughness", "ranks": 2}],
    "weapons": [{"name": "Sabre", "damage": 2, "skill": "Combat (Sword)"}],
}


def sheet(progress: int = 0, **fields: Any) -> dict[str, Any]:
    return sheets.sheet({**sheets.new_sheet(), **fields}, {"xp": progress})


def finished(**fields: Any) -> dict[str, Any]:
    made: dict[str, Any] = sheet(**{**KODOS, "finished": True, **fields})["sheet"]
    return made


def test_a_new_sheet_is_complete_and_checks() -> None:
    fresh = sheets.new_sheet()
    assert sheets.sheet(fresh, {}) == sheets.sheet({}, {})
    assert sheets.sheet(fresh, {})["sheet"] == fresh
    assert (fresh["suit"], fresh["finished"], fresh["created"]) == (None, False, None)
    assert set(fresh["traits"].values()) == {1}


@pytest.mark.parametrize(
    ("suit", "trait", "fate", "tarot"),
    [
        ("clubs", "body", "Kranos", "swords"),
        ("hearts", "spirit", "Loressa", "cups"),
        ("spades", "mind", "Aiyala", "staves"),
        ("diamonds", "luck", "Esme", "coins"),
    ],
)
def test_the_suit_starts_its_trait_at_two_gob_10(suit: str, trait: str, fate: str, tarot: str) -> None:
    made = sheet(suit=suit, tarot=True)
    assert made["sheet"]["traits"] == {"body": 1, "spirit": 1, "mind": 1, "luck": 1, trait: 2}
    assert made["figures"]["suit"] == {"key": suit, "name": tarot, "fate": fate, "trait": trait}
    assert made["figures"]["budget"]["spent"] == 0
    assert sheet(suit=suit)["figures"]["suit"]["name"] == suit


def test_a_pool_is_five_times_its_trait_gob_11() -> None:
    figures = sheet(**KODOS, pools={"mp": 7, "bp": 0})["figures"]
    pools = {pool["key"]: (pool["now"], pool["max"]) for pool in figures["pools"]}
    assert pools == {"bp": (0, 5), "sp": (5, 5), "mp": (7, 15), "lp": (5, 5), "wildcards": (0, None)}
    assert sheet(**KODOS, pools={"mp": 15})["sheet"]["pools"]["mp"] is None
    with pytest.raises(Refused, match=r"pools\.mp: must be from 0 to 15"):
        sheet(**KODOS, pools={"mp": 16})


def test_a_creation_tells_what_is_open_to_it_gob_13_gob_15() -> None:
    row = {"kind": "specialty", "key": "fence", "name": "Fence", "figures": {"skills": ["Stealth", "Business"]}}
    lock = {"kind": "specialty", "key": "l", "name": "Safes", "figures": {"skills": ["Stealth", "Technology"]}}
    flaw = {"kind": "disadvantage", "key": "vice", "name": "Vice", "figures": {}}
    told = sheets.sheet(KODOS, {}, {"rows": [row, lock, flaw]})["figures"]["open"]
    assert told["ready"] == ["Stealth", "Technology", "Combat (Sword)"]
    assert [(specialty["name"], specialty["rank"]) for specialty in told["specialties"]] == [("Safes", 2)]
    assert (told["free_advantages"], told["disadvantages"]) == (0, ["Vice"])
    open_ = {advantage["key"]: (advantage["ranks"], advantage["open"]) for advantage in told["advantages"]}
    assert (open_["careful"], open_["counter"], open_["toughness"]) == ((1, False), (1, True), (2, True))
    assert [suit["chosen"] for suit in told["suits"]] == [False, False, True, False]
    assert sheet()["figures"]["open"]["free_advantages"] == 2
    assert "open" not in sheets.sheet(finished(), {})["figures"]


def test_everything_costs_one_and_two_advantages_are_free_gob_12_gob_13() -> None:
    budget = sheet(**KODOS)["figures"]["budget"]
    assert (budget["points"], budget["spent"], budget["left"]) == (10, 8, 2)
    assert [(line["label"], line["price"]) for line in budget["lines"]] == [
        ("Mind 3", 1),
        ("Stealth 2", 1),
        ("Technology 3", 2),
        ("Combat (Sword) 2", 1),
        ("Lockpicking", 1),
        ("4 advantages, 2 free", 2),
    ]
    assert all(line["rules"] for line in budget["lines"])


def test_a_disadvantage_gives_a_point_and_nothing_may_cost_more_than_there_is_gob_13() -> None:
    dear = {**KODOS, "traits": {"mind": 6}}
    with pytest.raises(Refused, match=r"costs 11 XP and you have 10: .* a disadvantage for each missing XP") as refused:
        sheet(**dear)
    assert (refused.value.code, refused.value.rule) == ("sheet.budget", "GOB-13")
    budget = sheet(**dear, disadvantages=[{"name": "Wanted"}])["figures"]["budget"]
    assert (budget["points"], budget["left"]) == (11, 0)


def test_skills_are_spelled_as_the_game_spells_them_gob_14() -> None:
    given_ = {"athletics": 2, "manual dexterity": 2, "combat (axe)": 2, "Juggling": 2}
    assert list(sheet(skills=given_)["sheet"]["skills"]) == ["Athletics", "Dexterity", "Combat (Axe)", "Juggling"]
    with pytest.raises(Refused, match="twice"):
        sheet(skills={"Stealth": 2, "stealth": 2})
    for untyped in ("Combat", "craft"):
        with pytest.raises(Refused, match="needs a type"):
            sheet(skills={untyped: 2})
    shown = sheet(skills={"Guts": 3})["figures"]["skills"]
    assert (shown[0]["name"], shown[0]["rank"], shown[0]["listed"]) == ("Guts", 3, True)
    assert {skill["rank"] for skill in shown[1:]} == {1}


@pytest.mark.parametrize("untyped", ["Craft ()", "combat ( )", "Craft (", "Combat ( ( ) )"])
def test_a_skill_with_empty_brackets_is_refused_only_where_it_is_new_gob_14(untyped: str) -> None:
    plain = sheet(suit="spades", traits={"mind": 2}, finished=True)["sheet"]
    weapons = [{"name": "Club", "damage": 1, "skill": untyped}]
    before = sheet(suit="spades", traits={"mind": 2}, finished=True, skills={untyped: 2}, weapons=weapons)["sheet"]
    name = before["weapons"][0]["skill"]
    assert play.sheet(SYSTEM, before, {}, before=before)["sheet"] == before
    raised = play.step(SYSTEM, before, {"xp": 9}, {"type": "skill", "skill": name})["sheet"]
    assert raised["skills"][name] == 3
    draw = {"skill": name, "trait": "body"}
    assert play.sheet_check(SYSTEM, before, {}, "fate-draw", draw, seed=1)
    for add in (
        lambda: play.sheet(
            SYSTEM, {**play.new_sheet(SYSTEM), "skills": {untyped: 2}}, {}, before=play.new_sheet(SYSTEM)
        ),
        lambda: play.sheet(SYSTEM, {**plain, "weapons": weapons}, {}, before=plain),
        lambda: play.step(SYSTEM, plain, {"xp": 9}, {"type": "skill", "skill": untyped}),
        lambda: play.sheet_check(SYSTEM, plain, {}, "fate-draw", draw, seed=1),
    ):
        with pytest.raises(Refused, match="needs a type"):
            add()


def test_a_specialty_has_the_lower_rank_and_rises_with_it_gob_15() -> None:
    skills = {"Technology": 3, "Stealth": 2}
    pair = {"specialties": KODOS["specialties"]}
    assert sheet(skills=skills, **pair)["figures"]["specialties"][0]["rank"] == 2
    assert sheet(skills={**skills, "Stealth": 4}, **pair)["figures"]["specialties"][0]["rank"] == 3
    with pytest.raises(Refused, match=r"Stealth.* rank 1"):
        sheet(skills={"Technology": 3}, **pair)
    with pytest.raises(Refused, match="two different"):
        sheet(skills=skills, specialties=[{"name": "Twice", "skills": ["Stealth", "stealth"]}])
    with pytest.raises(Refused, match="is listed twice"):
        sheet(skills=skills, specialties=KODOS["specialties"] * 2)


def test_an_advantage_rests_while_its_pool_is_empty_gob_16_gob_48() -> None:
    figures = sheet(**KODOS, pools={"bp": 0})["figures"]
    told = {advantage["key"]: (advantage["usable"], advantage["reason"]) for advantage in figures["advantages"]}
    assert told["careful"] == (True, "")
    assert told["toughness"][0] is False
    assert "BP is empty" in told["toughness"][1]
    assert figures["desperate"]
    assert figures["protection"]["bp"] == 0
    whole = sheet(**KODOS)["figures"]
    assert whole["protection"]["bp"] == 2
    assert not whole["desperate"]


def test_a_cost_that_cannot_be_paid_says_so_gob_64() -> None:
    wall = {"advantages": [{"key": "iron-wall"}]}
    assert not sheet(**wall)["figures"]["advantages"][0]["usable"]
    ready = sheet(**wall, wildcards=1)["figures"]["advantages"][0]
    assert (ready["usable"], ready["cost_words"], ready["rules"]) == (True, "a wildcard", ["GOB-64", "GOB-16"])


def test_a_weapon_tells_what_a_hit_adds_gob_46_gob_89_gob_99() -> None:
    fists = {"name": "Fists", "damage": 0, "skill": "Combat (Unarmed)"}
    figures = sheet(suit="clubs", skills={"Combat (Unarmed)": 3}, weapons=[fists], advantages=[{"key": "brawler"}])[
        "figures"
    ]
    assert (figures["weapons"][0]["rank"], figures["weapons"][0]["adds"]) == (3, 5)
    house = {"options": {"body_adds_to_damage": False}}
    plain = sheets.sheet({"suit": "clubs", "weapons": [fists]}, {}, house)["figures"]["weapons"][0]
    assert (plain["adds"], plain["rules"]) == (0, ["GOB-44", "GOB-46"])


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"suit": "cups"}, "suit"),
        ({"traits": {"body": 0}}, "traits.body"),
        ({"traits": {"body": 21}}, "traits.body"),
        ({"traits": {"wit": 1}}, "wit"),
        ({"pools": {"bp": 6}}, "pools.bp"),
        ({"pools": {"bp": True}}, "pools.bp"),
        ({"skills": {"Stealth": 0}}, "skills"),
        ({"skills": {" ": 2}}, r"skills\[0\]"),
        ({"specialties": [{"name": "X", "skills": ["Stealth"]}]}, r"specialties\[0\].skills"),
        ({"advantages": [{"key": "invisibility"}]}, r"advantages\[0\].key"),
        ({"advantages": [{"key": "counter"}]}, r"advantages\[0\].weapon"),
        ({"advantages": [{"key": "dodge", "weapon": "Sabre"}]}, r"advantages\[0\].weapon"),
        ({"advantages": [{"key": "toughness", "ranks": 6}]}, r"advantages\[0\].ranks"),
        ({"advantages": [{"key": "dodge", "ranks": 2}]}, r"advantages\[0\].ranks"),
        ({"advantages": [{"key": "dodge"}, {"key": "dodge"}]}, r"advantages\[1\]"),
        ({"disadvantages": [{"name": ""}]}, r"disadvantages\[0\].name"),
        ({"weapons": [{"name": "Axe", "damage": 51, "skill": "Combat (Axe)"}]}, r"weapons\[0\].damage"),
        ({"weapons": [{"name": "Axe", "damage": 1, "skill": "Combat"}]}, "needs a type"),
        ({"armor": -1}, "armor"),
        ({"wildcards": 21}, "wildcards"),
        ({"tarot": 1}, "tarot"),
        ({"equipment": [{"name": "rope", "quantity": -1}]}, r"equipment\[0\].quantity"),
        ({"created": {"points": 10, "spent": 3}}, "created"),
        ({"finished": True}, "suit"),
        ({"level": 3}, "level"),
    ],
)
def test_a_faulty_sheet_is_refused_with_its_path(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused, match=path):
        sheet(**fields)


@pytest.mark.parametrize("progress", [{"xp": 10000}, {"xp": 1.0}, {"xp": True}, {"encounters": 1}, None, []])
def test_faulty_progress_is_refused(progress: Any) -> None:
    with pytest.raises(Refused):
        sheets.sheet({}, progress)


def test_null_and_left_out_are_the_same_at_every_depth() -> None:
    bare = {"suit": None, "traits": {"body": None}, "pools": None, "advantages": [{"key": "dodge", "weapon": None}]}
    assert sheets.sheet(bare, {"xp": None}) == sheets.sheet({"advantages": [{"key": "dodge"}]}, {})


def test_a_players_own_edit_buys_nothing_once_it_is_finished_gob_13() -> None:
    before = finished()
    assert before["created"] == {"points": 10, "spent": 8}
    free = {
        "armor": 2,
        "wildcards": 1,
        "tarot": True,
        "pools": {"mp": 3},
        "equipment": [{"name": "Rope"}],
        "weapons": [],
        "skills": {**before["skills"], "Craft (Painting)": 1},
    }
    assert sheets.sheet({**before, **free}, {}, before=before)["sheet"]["armor"] == 2
    for field, value in (
        ("suit", "clubs"),
        ("traits", {**before["traits"], "body": 4}),
        ("skills", {"Stealth": 9}),
        ("specialties", []),
        ("advantages", [*before["advantages"], {"key": "dodge"}]),
        ("disadvantages", [{"name": "Wanted"}]),
        ("created", {"points": 99, "spent": 8}),
    ):
        with pytest.raises(Refused) as refused:
            sheets.sheet({**before, field: value}, {}, before=before)
        assert refused.value.code in ("sheet.priced", "trait.start", "specialty.rank"), field
    assert sheets.sheet({**before, "traits": {"mind": 3, "body": 4}}, {})["sheet"]["traits"]["body"] == 4


def test_a_player_finishes_by_the_step_and_not_by_an_edit_gob_12() -> None:
    before = sheet(**KODOS)["sheet"]
    with pytest.raises(Refused) as refused:
        sheets.sheet({**before, "finished": True}, {}, before=before)
    assert refused.value.code == "sheet.finish"
    with pytest.raises(Refused):
        sheets.sheet({**before, "finished": False}, {}, before={**before, "finished": True})


def test_points_that_were_not_spent_are_kept_gob_12() -> None:
    xp = sheets.sheet(finished(), {"xp": 3})["figures"]["xp"]
    assert (xp["ledger"], xp["kept"], xp["left"]) == (3, 2, 5)
    assert sheets.sheet(finished(), {"xp": -2})["figures"]["xp"]["left"] == 0
    with pytest.raises(Refused, match="spent than there are") as refused:
        sheets.sheet(finished(), {"xp": -3})
    assert refused.value.rule == "GOB-13"


def test_a_character_takes_its_seat_as_its_sheet_says_gob_10_gob_99() -> None:
    made = {**KODOS, "pools": {"mp": 4}, "armor": 1, "wildcards": 2}
    seat = sheets.participant(made, {}, id="kodos", name="Kodos")
    assert seat == {
        "id": "kodos",
        "name": "Kodos",
        "side": "players",
        "kind": "fated",
        "suit": "spades",
        "traits": {"body": 1, "spirit": 1, "mind": 3, "luck": 1},
        "skills": {"Technology": 3, "Stealth": 2, "Combat (Sword)": 2},
        "advantages": KODOS["advantages"],
        "weapons": [{"name": "Sabre", "damage": 2, "skill": "Combat (Sword)", "ranged": False}],
        "armor": 1,
        "wildcards": 2,
        "pools": {"mp": 4},
    }
    assert sheets.participant(made, {}, id="k", name="K", group="guild")["side"] == "guild"
    assert sheets.participant(made, {}, id="k", name="K", group="guild", side="monsters")["side"] == "monsters"


def test_a_campaigns_row_changes_figures_and_may_reuse_an_effect_gob_87() -> None:
    rows = [
        {
            "kind": "advantage",
            "key": "iron-skin",
            "name": "Iron Skin",
            "figures": {"effect": "toughness", "reduction": 3},
        },
        {"kind": "advantage", "key": "dodge", "name": "Dodge", "figures": {"cost": 2}},
        {"kind": "advantage", "key": "well-read", "name": "Well Read", "figures": {"suit": "spades", "text": "Reads."}},
    ]
    house = {"options": {}, "rows": rows}
    owned = {"advantages": [{"key": "iron-skin", "ranks": 2}, {"key": "dodge"}, {"key": "well-read"}]}
    figures = sheets.sheet(owned, {}, house)["figures"]
    assert figures["protection"]["bp"] == 6
    assert [(advantage["name"], advantage["cost_words"]) for advantage in figures["advantages"]] == [
        ("Iron Skin", ""),
        ("Dodge", "2 BP"),
        ("Well Read", ""),
    ]
    assert figures["advantages"][2]["text"] == "Reads."
    seat = sheets.participant(owned, {}, id="a", name="A", house=house)
    assert seat["advantages"] == [
        {"key": "toughness", "ranks": 2, "figures": {"reduction": 3}},
        {"key": "dodge", "figures": {"cost": 2}},
    ]
    twice = {"advantages": [{"key": "toughness", "ranks": 4}, {"key": "iron-skin", "ranks": 2}]}
    (joined,) = sheets.participant(twice, {}, id="a", name="A", house=house)["advantages"]
    assert (joined["key"], joined["ranks"]) == ("toughness", 5)
    state = play.start(SYSTEM, {"participants": [seat, {**seat, "id": "b", "side": "monsters"}]}, seed=1)
    assert [person["figures"] for person in state["people"]] == [
        {"toughness": {"reduction": 3}, "dodge": {"cost": 2}}
    ] * 2
    with pytest.raises(Refused, match="dodge, cost"):
        sheets.sheet({}, {}, {"rows": [{**rows[1], "figures": {"cost": "much"}}]})
    for odd in ([], {"rows": [{}]}, {"rows": [{**rows[0], "figures": {"suit": "cups"}}]}):
        with pytest.raises(Refused):
            sheets.sheet({}, {}, odd)


def touched(pool: str, given_: dict[str, Any], **how: int) -> tuple[Any, str, list[str]]:
    answer = pools.touch(given_, {}, pool, **how)
    now = answer["sheet"]["wildcards"] if pool == "wildcards" else answer["sheet"]["pools"][pool]
    return now, answer["text"], answer["rules"]


def test_a_pool_is_tapped_within_its_range_gob_11_gob_53() -> None:
    assert touched("mp", KODOS, change=-4)[:2] == (11, "MP 11 of 15")
    assert touched("mp", KODOS, change=-99)[1] == "MP 0 of 15: desperate, and advantages of Mind cannot be used"
    assert touched("mp", {**KODOS, "pools": {"mp": 3}}, to=15)[0] is None
    now, text, rules = touched("mp", {**KODOS, "pools": {"mp": 3}})
    assert (now, text) == (None, "MP 15 of 15")
    assert "GOB-53" in rules


def test_wildcards_are_tapped_and_a_rest_leaves_them_gob_06() -> None:
    assert touched("wildcards", {"wildcards": 2}, change=1) == (3, "3 wildcards", ["GOB-06"])
    assert touched("wildcards", {"wildcards": 2}, change=-9)[0] == 0
    assert touched("wildcards", {"wildcards": 2})[:2] == (2, "2 wildcards")


@pytest.mark.parametrize(
    ("pool", "how"),
    [
        ("hp", {}),
        (None, {}),
        ("bp", {"change": 1.0}),
        ("bp", {"change": True}),
        ("bp", {"to": 10000}),
        ("bp", {"to": 1, "change": 1}),
    ],
)
def test_a_faulty_touch_is_refused(pool: Any, how: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        pools.touch({}, {}, pool, **how)


class Drawn:
    """A check that tells what it was asked, with a fixed result."""

    def __init__(self, **result: Any) -> None:
        self.asked: Any = None
        self.result = {
            "success": True,
            "total": 14,
            "dealer_total": 11,
            "raises": 1,
            "wildcards": 0,
            "rules": ["GOB-20"],
            "played": ["JD"],
            "dealer_played": ["8C"],
        } | result

    def __call__(self, kind: object, inputs: object, seed: object) -> dict[str, Any]:
        self.asked = inputs
        return self.result


def drawn(given_: dict[str, Any], inputs: dict[str, Any], check: Drawn | None = None) -> tuple[Any, dict[str, Any]]:
    check = check or Drawn()
    answer = sheet_checks.sheet_check(given_, {}, "fate-draw", inputs, check=check, seed=1)
    assert answer["inputs"] == check.asked
    return check.asked, answer


def test_a_fate_draw_takes_its_figures_from_the_sheet_gob_15_gob_20() -> None:
    asked, answer = drawn(KODOS, {"skill": "stealth", "specialty": "lockpicking", "trait": "mind", "difficulty": 3})
    assert asked == {"skill_rank": 2, "specialty_rank": 2, "trait": 3, "difficulty": 3}
    assert answer["text"] == (
        "Stealth 2, Lockpicking 2, Mind 3: JD makes 14 against 8C and difficulty 3 with 11; success with 1 raise."
    )
    assert answer["rules"] == ["GOB-20", "GOB-15"]
    assert drawn(KODOS, {"specialty": "Lockpicking", "trait": "mind"})[0]["skill_rank"] == 3
    assert drawn(KODOS, {"skill": "Guts", "trait": "Luck"})[0] == {"skill_rank": 1, "trait": 1}


def test_additional_card_advantages_count_by_themselves_gob_84_gob_85_gob_22() -> None:
    sly = {"advantages": [{"key": "criminal"}, {"key": "hearty"}]}
    asked, answer = drawn(sly, {"skill": "Stealth", "trait": "luck", "extra_cards": 1})
    assert asked["extra_cards"] == 2
    assert "GOB-84" in answer["rules"]
    assert "GOB-85" not in answer["rules"]
    assert drawn(sly, {"skill": "Dexterity", "trait": "body"})[0]["extra_cards"] == 1
    assert "extra_cards" not in drawn(sly, {"skill": "Guts", "trait": "body"})[0]
    assert "extra_cards" not in drawn({**sly, "pools": {"lp": 0}}, {"skill": "Stealth", "trait": "luck"})[0]


def test_somebody_desperate_draws_on_spirit_or_luck_gob_48() -> None:
    spent = {**KODOS, "pools": {"bp": 0}}
    assert drawn(spent, {"skill": "Stealth", "trait": "luck"})[0]["trait"] == 1
    assert "Spirit 1" in drawn(spent, {"skill": "Stealth"})[1]["text"]
    lucky = {"suit": "diamonds", "pools": {"bp": 0}}
    assert "Luck 2" in drawn(lucky, {"skill": "Stealth"})[1]["text"]
    with pytest.raises(Refused, match="spirit or luck"):
        drawn(spent, {"skill": "Stealth", "trait": "mind"})


def test_jokers_become_wildcards_and_cards_of_wildcards_are_paid_gob_05_gob_06() -> None:
    rich = {**KODOS, "wildcards": 2}
    paid = drawn(rich, {"skill": "Guts", "trait": "body", "wildcard_cards": ["4D"]}, Drawn(wildcards=2))[1]
    assert paid["sheet"]["wildcards"] == 3
    assert paid["text"].endswith("2 wildcards gained.")
    with pytest.raises(Refused, match="wildcard_cards: these cost 1 wildcard; the sheet has 0"):
        drawn(KODOS, {"skill": "Guts", "trait": "body", "wildcard_cards": ["4D"]})


def test_acrobat_changes_up_to_body_cards_gob_86() -> None:
    nimble = {"suit": "clubs", "advantages": [{"key": "acrobat"}]}
    away = {"skill": "Athletics", "trait": "body", "acrobat": {"discard": ["2C", "3C"]}}
    assert "GOB-86" in drawn(nimble, away)[1]["rules"]
    with pytest.raises(Refused, match="at most 2"):
        drawn(nimble, {**away, "acrobat": {"discard": ["2C", "3C", "4C"]}})
    for without in ({"suit": "clubs"}, {**nimble, "pools": {"bp": 0}}):
        with pytest.raises(Refused, match="Acrobat"):
            drawn(without, {**away, "trait": "luck"})


def test_acrobat_counts_body_when_the_draw_adds_another_trait_gob_48_gob_86() -> None:
    nimble = {"suit": "clubs", "advantages": [{"key": "acrobat"}], "skills": {"Athletics": 3}}
    desperate = {**nimble, "pools": {"sp": 0}}
    cards = {"cards": ["2C", "3C", "4C"], "dealer_cards": ["2D", "3D", "4D", "5D", "6D"]}
    exchanged = {"discard": ["2C", "3C"], "draws": ["KC", "KD"]}
    inputs = {"skill": "Athletics", "trait": "luck", **cards, "acrobat": exchanged}
    for given_ in (nimble, desperate):
        answer = play.sheet_check(SYSTEM, given_, {}, "fate-draw", inputs)
        assert answer["result"]["hand"] == ["4C", "KC", "KD"]
    more = {**inputs, "acrobat": {"discard": ["2C", "3C", "4C"]}}
    with pytest.raises(Refused, match="at most 2"):
        play.sheet_check(SYSTEM, nimble, {}, "fate-draw", more)
    with pytest.raises(Refused, match="the sheet has it"):
        play.sheet_check(SYSTEM, nimble, {}, "fate-draw", {**inputs, "acrobat": {**exchanged, "body": 3}})


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"skill": "Guts"},
        {"trait": "body"},
        {"skill": 3, "trait": "body"},
        {"skill": "Guts", "trait": "wit"},
        {"skill": "Combat", "trait": "body"},
        {"skill": "Guts", "skill_rank": 9, "trait": "body"},
        {"specialty": "Flying", "trait": "body"},
        {"skill": "Guts", "trait": 3},
        None,
        [],
    ],
)
def test_a_draw_that_names_nothing_of_the_sheet_is_refused_gob_25(inputs: Any) -> None:
    with pytest.raises(Refused):
        sheet_checks.sheet_check(KODOS, {}, "fate-draw", inputs, check=Drawn())


def test_a_real_fate_draw_with_supplied_cards_gob_20_gob_23() -> None:
    carlton = {"suit": "spades", "traits": {"mind": 3}, "skills": {"Repair": 2}}
    inputs = {"skill": "Repair", "trait": "mind", "cards": ["9H", "2C"], "dealer_cards": ["JS", "4D", "2D"]}
    answer = play.sheet_check(SYSTEM, carlton, {}, "fate-draw", {**inputs, "declared_raises": 1}, seed=1)
    assert answer["text"] == ("Repair 2, Mind 3: 9H makes 12 against JS with 11; success, the declared raises missed.")
    assert answer["result"]["margin"] == 1


def test_another_check_is_passed_on() -> None:
    check = Drawn()
    answer = sheet_checks.sheet_check(KODOS, {}, "price", {"kind": "trait"}, check=check)
    assert (answer["inputs"], answer["text"]) == ({"kind": "trait"}, "")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(sheets.new_sheet())), JSON)
def test_whatever_stands_in_a_field_the_answer_is_a_sheet_or_a_refusal(field: str, value: Any) -> None:
    try:
        made = sheets.sheet({**KODOS, field: value}, {})
    except Refused:
        return
    assert sheets.sheet(json.loads(json.dumps(made["sheet"], sort_keys=True)), {}) == made


def test_the_sheets_advantages_are_the_engines() -> None:
    kinds = {key for key in tables.ADVANTAGES if key in tables.FOR_A_WEAPON}
    for key in tables.ADVANTAGES:
        owned = {"key": key, **({"weapon": "Sabre"} if key in kinds else {})}
        figures = sheet(advantages=[owned], wildcards=1)["figures"]["advantages"][0]
        assert figures["usable"], key
        assert figures["text"].endswith("."), key


def test_the_end_of_a_session_takes_wildcards_that_last_for_it_gob_06() -> None:
    made = sheets.sheet({"wildcards": 2}, {})["sheet"]
    ended = play.end_session(SYSTEM, made)
    assert ended == {"sheet": {**made, "wildcards": 0}, "text": "2 wildcards", "rules": ["GOB-06"]}
    assert play.end_session(SYSTEM, made, house={"options": {"wildcards_last": "session"}}) == ended
    for lasting in ("scene", "campaign"):
        assert play.end_session(SYSTEM, made, house={"options": {"wildcards_last": lasting}}) is None
    assert play.end_session(SYSTEM, ended["sheet"]) is None
    for given_, house in (([], None), (made, [])):
        with pytest.raises(Refused):
            play.end_session(SYSTEM, given_, house=house)
