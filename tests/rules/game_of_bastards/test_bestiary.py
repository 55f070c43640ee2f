"""Followers, extras and Fated opponents: their stats, and how they take their seats (GOB-95, GOB-96)."""

import pathlib
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.refusals import Refused
from rules.games.game_of_bastards import bestiary
from tests.rules.game_of_bastards.test_sheets import JSON

FILE = pathlib.Path(bestiary.__file__).parents[3] / "characters" / "monsters" / "game-of-bastards.toml"
SHIPPED: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["monster"]
CLUB = {"name": "Club", "damage": 1, "skill": "Combat (Club)"}


def test_a_follower_is_a_rating_and_a_power_pool_gob_95() -> None:
    stats = {"kind": "follower", "power_rating": 3, "power": 12, "weapons": [CLUB], "armor": 1, "text": "Loyal."}
    assert bestiary.stats(stats) == {**stats, "weapons": [{**CLUB, "ranged": False}]}
    seat = bestiary.participant(stats, id="dog", name="Dog", side="monsters")
    assert seat == {
        "id": "dog",
        "name": "Dog",
        "side": "monsters",
        "controller": "gm",
        "kind": "follower",
        "power_rating": 3,
        "weapons": [{**CLUB, "ranged": False}],
        "armor": 1,
        "pools": {"power": 12},
    }


def test_extras_are_a_rating_and_members_gob_96() -> None:
    seat = bestiary.participant({"kind": "extras", "power_rating": 2, "members": 4}, id="x", name="Thugs", group="gang")
    assert (seat["kind"], seat["power_rating"], seat["members"], seat["side"]) == ("extras", 2, 4, "gang")
    assert "text" not in bestiary.participant({"power_rating": 1, "text": "Hm."}, id="x", name="X")


def test_a_fated_opponent_is_held_to_the_rules_of_a_sheet_gob_10_gob_14() -> None:
    duke = {
        "kind": "fated",
        "suit": "spades",
        "traits": {"mind": 4},
        "skills": {"influence": 3, "combat (rapier)": 3},
        "advantages": [{"key": "counter", "weapon": "Rapier"}, {"key": "resolve", "ranks": 2}],
        "wildcards": 1,
    }
    checked = bestiary.stats(duke)
    assert checked["skills"] == {"Influence": 3, "Combat (Rapier)": 3}
    assert checked["traits"] == {"body": 1, "spirit": 1, "mind": 4, "luck": 1}
    seat = bestiary.participant(duke, id="duke", name="Duke")
    assert seat["advantages"] == duke["advantages"]
    assert (seat["side"], seat["suit"], seat["wildcards"]) == ("monsters", "spades", 1)
    for fields in (
        {"skills": {"Combat": 2}},
        {"pools": {"mp": 99}},
        {"power_rating": 2},
        {"advantages": [{"key": "wings"}]},
        {"members": 3},
        {"power": 3},
    ):
        with pytest.raises(Refused):
            bestiary.stats({**duke, **fields})


@pytest.mark.parametrize(
    ("stats", "path"),
    [
        ({}, "power_rating"),
        ({"power_rating": 6}, "power_rating"),
        ({"power_rating": 2, "members": 3}, "members"),
        ({"power_rating": 2, "power": 11}, "power"),
        ({"kind": "extras", "power_rating": 2, "members": 6}, "members"),
        ({"kind": "extras", "power_rating": 2, "power": 3}, "power"),
        ({"kind": "extras"}, "power_rating: a rating from 1 to 5 is needed for extras"),
        ({"kind": "boss", "power_rating": 2}, "kind"),
        ({"power_rating": 2, "traits": {"body": 2}}, "traits"),
        ({"power_rating": 2, "skills": {"Guts": 2}}, "skills"),
        ({"power_rating": 2, "advantages": []}, "advantages"),
        ({"power_rating": 2, "weapons": [{"name": "Club"}]}, r"weapons\[0\]"),
        ({"power_rating": 2, "hp": 3}, "hp"),
    ],
)
def test_faulty_stats_are_refused_with_their_path(stats: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused, match=path):
        bestiary.stats(stats)


def test_null_and_left_out_are_the_same() -> None:
    assert bestiary.stats({"power_rating": 2, "armor": None, "kind": None}) == {"kind": "follower", "power_rating": 2}


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(bestiary.Stats.__struct_fields__), JSON, st.sampled_from(["fated", "follower", "extras"]))
def test_whatever_stands_in_a_field_the_answer_is_stats_or_a_refusal(field: str, value: Any, kind: str) -> None:
    base: dict[str, Any] = {"kind": kind} if kind == "fated" else {"kind": kind, "power_rating": 2}
    try:
        checked = bestiary.stats({**base, field: value})
    except Refused:
        return
    assert bestiary.stats(checked) == checked


def test_every_shipped_opponent_is_one_that_the_game_takes() -> None:
    assert len(SHIPPED) >= 15
    assert len({row["key"] for row in SHIPPED}) == len(SHIPPED)
    assert {row["stats"]["kind"] for row in SHIPPED} == {"extras", "follower", "fated"}
    for place, row in enumerate(SHIPPED):
        checked = bestiary.stats(row["stats"])
        assert bestiary.stats(checked) == checked
        seat = bestiary.participant(checked, id=f"m{place}", name=row["name"], side="monsters")
        assert seat["kind"] == row["stats"]["kind"]
