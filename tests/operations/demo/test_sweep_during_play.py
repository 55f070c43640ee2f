"""Demo tables are swept while visitors play at them: no fault for anyone, and one that cannot go keeps no other."""

import threading
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connections
from django.http import Http404
from django.utils import timezone

from campaigns.encounters import demo_visitors, play
from campaigns.encounters.models import Command
from operations.demo import visitor_actions as actions
from people.models import Campaign, User
from tests.operations.demo.conftest import visit
from tests.operations.demo.test_limits import age

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = 3


class Player(threading.Thread):
    """A visitor who plays on until the table is gone; `statuses` holds every answer."""

    def __init__(self, visitor):
        super().__init__(daemon=True)
        self.visitor, self.statuses = visitor, []
        visitor.client.raise_request_exception = False
        self.order = {"type": "pass", "actor": visitor.hero}

    def run(self):
        try:
            while 404 not in self.statuses[-2:] and len(self.statuses) < 400:
                self.statuses.append(self.visitor.give(self.order, key="").status_code)
                address = f"/encounters/{self.visitor.encounter.pk}/"
                self.statuses.append(self.visitor.client.get(address).status_code)
        finally:
            connections.close_all()


def test_visitors_who_play_see_no_fault_and_the_sweep_goes_through():
    cache.clear()
    players = [Player(visit()) for _ in range(TABLES)]
    for player in players:
        age(player.visitor)
        player.start()
    swept = actions.sweep_each()
    for player in players:
        player.join(60)
    statuses = {status for player in players for status in player.statuses}
    assert statuses <= {200, 302, 400, 404, 409, 422}, statuses
    assert swept.failed == 0
    assert not Campaign.objects.filter(self_running=True).exists()
    assert actions.delete_old_tables() in (0, TABLES)
    assert not User.objects.filter(kind="guest").exists()
    assert not Command.objects.exists()


def test_one_table_that_cannot_go_keeps_no_other(capsys, monkeypatch):
    cache.clear()
    kept, *others = [visit() for _ in range(TABLES)]
    for visitor in (kept, *others):
        age(visitor)
    honest = actions.delete_campaign

    def forget(campaign):
        if campaign.pk == kept.encounter.campaign_id:
            raise DatabaseError("a row is in the way")
        return honest(campaign)

    monkeypatch.setattr(actions, "delete_campaign", forget)
    call_command("delete_old_data")
    told = capsys.readouterr()
    assert told.out.startswith(f"{2 * len(others)} demo tables and visitors deleted\n")
    assert "1 could not be deleted now" in told.err
    assert list(Campaign.objects.filter(self_running=True)) == [kept.encounter.campaign]


def test_a_table_that_vanished_between_two_steps_is_not_found(monkeypatch):
    """The sweep comes right after the visitor's command was stored, and before the site answers it."""
    cache.clear()
    visitor = visit()
    age(visitor)
    visitor.client.raise_request_exception = False
    honest = play.submit

    def submit(**given):
        done = honest(**given)
        actions.sweep_each()
        return done

    monkeypatch.setattr(play, "submit", submit)
    command = visitor.choice() or {"type": "pass", "actor": visitor.hero}
    assert visitor.give(command).status_code in {302, 404}
    monkeypatch.undo()
    assert not Campaign.objects.filter(self_running=True).exists()
    with pytest.raises(Http404):
        demo_visitors.play_for_site(visitor.encounter)


def test_a_visitor_who_was_swept_away_while_asking_for_a_new_table_gets_one(monkeypatch):
    cache.clear()
    visitor = visit()
    Campaign.objects.filter(pk=visitor.encounter.campaign_id).update(created=timezone.now() - timedelta(days=2))
    User.objects.filter(pk=visitor.user.pk).update(date_joined=timezone.now() - timedelta(days=2))
    encounter, new = actions.open_demo_table(network="192.0.2.9", visitor=visitor.user)
    assert new.pk != visitor.user.pk
    assert encounter.campaign.members.filter(user=new).exists()
