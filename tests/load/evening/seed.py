"""Makes one table for each game in the database of the environment: a GM, players with a hero each, opponents.

Run: `python -m tests.load.evening.seed fifty-two-fates …`; `--players 3` makes three players instead of six. Prints
JSON: {game: {encounter, campaign, heroes, screens}}; `heroes` are the players' characters, `screens` the values of the
session cookies, the GM's first.
"""

import argparse
import json

from django.conf import settings
from django.test import Client

from campaigns.encounters import actions
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from characters.models import Monster
from characters.sheets.quick_start import available_heroes, create_ready_made
from people.access import get_membership
from tests import factories

NAMES = ("Ana", "Ben", "Cara", "Dag", "Egon", "Fenna")
# Keys of the shipped catalogue, and how many of each against six heroes.
FOES = {
    "fifty-two-fates": [("bandit", 6)],
    "game-of-bastards": [("street-toughs", 1), ("card-sharp", 1)],
    "fortune-and-power": [("gate-guard", 3)],
    "fortune-system": [],
}


def make_table(system: str, count: int) -> dict:
    """A running encounter of a game with `count` players, 1 to 6, and the sessions of its people."""
    gm, *players = [factories.UserFactory(password=None) for _person in range(1 + count)]
    campaign = factories.CampaignFactory(system=system, name=f"An evening of {system}", created_by=gm)
    for user in (gm, *players):
        factories.MemberFactory(campaign=campaign, user=user, role="gm" if user == gm else "player")
    heroes = available_heroes(campaign)
    party = [
        create_ready_made(campaign=campaign, by=user, owner=user, key=heroes[place % len(heroes)]["key"], name=name)
        for place, (user, name) in enumerate(zip(players, NAMES, strict=False))
    ]
    membership = get_membership(gm, campaign.pk)
    world_actions.create_entry(membership=membership, kind="handout", name="A letter", text="Come to the ford.")
    notice = world_actions.create_entry(membership=membership, kind="handout", name="A notice", text="The toll is ten.")
    reveals.show_entry(membership=membership, entry=notice)
    row = actions.create(membership=membership, title="The long evening")
    actions.add_characters(membership=membership, encounter=row, characters=party)
    for key, most in FOES[system]:
        monster = Monster.objects.filter(system=system, campaign=None).get(key=key)
        fitting = -(-most * count // len(NAMES))
        actions.add_monsters(membership=membership, encounter=row, monster=monster, count=fitting)
    row = actions.start(membership=membership, encounter=row)
    screens = [sign_in(user) for user in (gm, *players)]
    return {"encounter": row.pk, "campaign": campaign.pk, "heroes": [hero.pk for hero in party], "screens": screens}


def sign_in(user) -> str:
    """The value of a new session's cookie."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


if __name__ == "__main__":
    parser = argparse.ArgumentParser("tests.load.evening.seed")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--players", type=int, default=len(NAMES), choices=range(1, 1 + len(NAMES)))
    options = parser.parse_args()
    print(json.dumps({system: make_table(system, options.players) for system in options.games}))
