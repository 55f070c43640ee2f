"""A visitor at a demo table, with a browser."""

import json
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.test import Client

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from people.access import get_membership
from people.models import User
from tests.helpers import assert_all_replay


@pytest.fixture(autouse=True)
def counters():
    """No test counts the visitors of another."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def every_table_replays(db):
    """Whatever was played must replay."""
    yield
    assert_all_replay()


@dataclass
class Visit:
    """A visitor's browser, account and table."""

    client: Client
    user: User
    encounter: Encounter

    @property
    def membership(self):
        """The visitor's place."""
        return get_membership(self.user, self.encounter.campaign_id)

    @property
    def hero(self):
        """The id of whom the visitor plays."""
        return self.encounter.participants.get(controller=self.membership).key

    def look(self):
        """What the visitor sees now."""
        return play.read_encounter(
            Encounter.objects.select_related("campaign").get(pk=self.encounter.pk), self.membership
        )

    def choice(self):
        """A sensible command for the visitor; None when the visitor is not asked."""
        return self.look().policy(self.hero)

    def give(self, command, **more):
        """Posts a command as the page's form does."""
        fixed = {key: value for key, value in command.items() if key not in {"type", "actor"}}
        do = json.dumps({"type": command["type"], "actor": command["actor"], "take": [], "fixed": fixed})
        return self.client.post(f"/encounters/{self.encounter.pk}/commands/", {"do": do, "as": self.hero, **more})


def visit(address="192.0.2.1", system="fifty-two-fates"):
    """Someone taps a button on the front page."""
    client = Client(REMOTE_ADDR=address)
    answer = client.post("/demo/", {"system": system})
    assert answer.status_code == 302, answer.content
    encounter = Encounter.objects.select_related("campaign").get(pk=int(answer["Location"].split("/")[2]))
    return Visit(client, User.objects.get(pk=client.session["_auth_user_id"]), encounter)


@pytest.fixture
def visitor():
    """Someone who has just sat down."""
    return visit()
