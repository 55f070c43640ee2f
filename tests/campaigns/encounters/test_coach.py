"""The coach at a running table: what is asked, the plain choice, and why, for the player who must act."""

import re
from pathlib import Path

import pytest

from campaigns.encounters.table.seat_view import awaited_ids
from rules import play as rules
from tests.campaigns.encounters.test_every_game import members, state_of, step

TEMPLATES = Path("templates/games")
COACHES = sorted(TEMPLATES.glob("*/table/coach.html"))
pytestmark = pytest.mark.django_db


def coached(client, encounter, member):
    client.force_login(member.user)
    found = re.search(
        r'id="coach".*?</details>', client.get(f"/encounters/{encounter.pk}/").content.decode(), re.DOTALL
    )
    return found[0] if found else None


@pytest.mark.parametrize("system", ["fortune-and-power", "fortune-system", "game-of-bastards"])
def test_only_players_who_must_act_are_coached(tables, client, system):
    encounter, times = tables[system], 0
    for turn in range(12):
        waiting = set(awaited_ids(rules.view(system, state_of(encounter), "observer")))
        for member in members(encounter):
            mine = set(encounter.participants.filter(controller=member).values_list("key", flat=True))
            told = coached(client, encounter, member)
            assert (told is not None) == (member.role == "player" and bool(mine & waiting)), (member, waiting)
            times += told is not None
        if not step(encounter, turn):
            break
    assert times


@pytest.mark.parametrize("path", COACHES, ids=lambda path: path.parts[2])
def test_every_rule_that_a_coach_names_exists(path):
    named = " ".join(re.findall(r'rules="([^"]*)"', path.read_text(encoding="utf-8"))).split()
    known = {rule["id"] for rule in rules.RULES.get(path.parts[2], [])}
    assert set(named) <= known


def test_every_game_has_a_coach_of_its_own():
    assert {path.parts[2] for path in COACHES} >= set(rules.SYSTEMS) | {"plain"}
