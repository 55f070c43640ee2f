"""Makes running tables in the database of the environment, and prints what clients need to play at them.

Run: `python -m tests.load.duel.seed 32`. Prints JSON: a list of {encounter, campaign, character, tokens,
screens}. `tokens` are the GMs'; `screens` are the cookies of nine browsers: a GM's, and two of each of four players.
"""

import json
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402 (needs the registry of apps)
from django.test import Client  # noqa: E402

from campaigns.encounters import play  # noqa: E402
from people import actions  # noqa: E402
from people.access import get_membership  # noqa: E402
from tests import factories  # noqa: E402
from tests.load.bench_pages import play_turn  # noqa: E402
from tests.load.command_costs import begin_fight  # noqa: E402

# Several GMs take turns, because one account may send 20 requests a second only.
GMS = 4
PLAYERS = 4
SCREENS_OF_A_PLAYER = 2
PLAYS = 24


def make_table() -> dict:
    """One table with a GM, four players, four monsters, and some plays behind it."""
    people = [factories.UserFactory(password=None) for _person in range(GMS + PLAYERS)]
    gm, gms, players = people[0], people[:GMS], people[GMS:]
    campaign = factories.CampaignFactory(created_by=gm)
    for user in people:
        factories.MemberFactory(campaign=campaign, user=user, role="gm" if user in gms else "player")
    encounter = begin_fight(campaign, gm, players)
    membership = get_membership(gm, campaign.pk)
    encounter.refresh_from_db()
    turn = 0
    while turn < PLAYS or play.read_encounter(encounter, membership).view("gm")["pending"]:
        play_turn(encounter, membership, turn)
        turn += 1
    screens = [gm, *(player for player in players for _screen in range(SCREENS_OF_A_PLAYER))]
    return {
        "encounter": encounter.pk,
        "campaign": campaign.pk,
        "character": encounter.participants.get(key="mara").character_id,
        "tokens": [actions.create_token(user=user, name="duel", can_write=True)[1] for user in gms],
        "screens": [sign_in(user) for user in screens],
    }


def sign_in(user) -> str:
    """The Cookie header of a new session."""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


if __name__ == "__main__":
    print(json.dumps([make_table() for _table in range(int(sys.argv[1]))]))
