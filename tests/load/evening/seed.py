"""Makes one table for each game in the database of the environment: a GM, six players with a hero each, opponents.

Run: `python -m tests.load.evening.seed fifty-two-fates …`. Prints JSON: {game: {encounter, campaign, heroes, screens}};
`heroes` are the players' characters, `screens` the values of the session cookies, the GM's first.
"""

import json
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402 (needs the registry of apps)
from django.test import Client  # noqa: E402

from campaigns.encounters import actions  # noqa: E402
from campaigns.world import actions as world_actions  # noqa: E402
from campaigns.world import reveals  # noqa: E402
from characters.models import Monster  # noqa: E402
from characters.sheets.quick_start import available_heroes, create_ready_made  # noqa: E402
from people.access import get_membership  # noqa: E402
from tests import factories  # noqa: E402

NAMES = ("Ana", "Ben", "Cara", "Dag", "Egon", "Fenna")
# Keys of the shipped catalogue, and how many of each.
FOES = {
    "fifty-two-fates": [("bandit", 6)],
    "game-of-bastards": [("street-toughs", 1), ("card-sharp", 1)],
    "fortune-and-power": [("gate-guard", 3)],
    "fortune-system": [],
}


def make_table(system: str) -> dict:
    """A running encounter of a game, and the sessions of its people."""
    gm, *players = [factories.UserFactory(password=None) for _person in range(1 + len(NAMES))]
    campaign = factories.CampaignFactory(system=system, name=f"An evening of {system}", created_by=gm)
    for user in (gm, *players):
        factories.MemberFactory(campaign=campaign, user=user, role="gm" if user == gm else "player")
    heroes = available_heroes(campaign)
    party = [
        create_ready_made(campaign=campaign, by=user, owner=user, key=heroes[place % len(heroes)]["key"], name=name)
        for place, (user, name) in enumerate(zip(players, NAMES, strict=True))
    ]
    membership = get_membership(gm, campaign.pk)
    world_actions.create_entry(membership=membership, kind="handout", name="A letter", text="Come to the ford.")
    notice = world_actions.create_entry(membership=membership, kind="handout", name="A notice", text="The toll is ten.")
    reveals.show_entry(membership=membership, entry=notice)
    row = actions.create(membership=membership, title="The long evening")
    actions.add_characters(membership=membership, encounter=row, characters=party)
    for key, count in FOES[system]:
        monster = Monster.objects.filter(system=system, campaign=None).get(key=key)
        actions.add_monsters(membership=membership, encounter=row, monster=monster, count=count)
    row = actions.start(membership=membership, encounter=row)
    screens = [sign_in(user) for user in (gm, *players)]
    return {"encounter": row.pk, "campaign": campaign.pk, "heroes": [hero.pk for hero in party], "screens": screens}


def sign_in(user) -> str:
    """The value of a new session's cookie."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


if __name__ == "__main__":
    print(json.dumps({system: make_table(system) for system in sys.argv[1:]}))
