"""Play by post over three simulated days, with a push service on this machine."""

from datetime import UTC, datetime, time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.calls import job
from campaigns.encounters.models import Encounter
from campaigns.encounters.waiting.queries import get_waiting_tables
from people.devices.actions import save_preferences
from people.models import Campaign

pytestmark = pytest.mark.django_db
MORNING = datetime(2031, 3, 3, 9, 0, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    """The time of the site; `pass_time` lets it go on while the background job runs every ten minutes."""

    class Clock:
        now = MORNING

        def pass_time(self, **span):
            end = self.now + timedelta(**span)
            while self.now < end:
                self.now = min(self.now + timedelta(minutes=10), end)
                job.call_players()

    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


def waiting(user):
    return [table.encounter.title for table in get_waiting_tables(user)]


def test_play_by_post_over_three_days(clock, request, receiver, ana, ben, gm, campaign):
    fight = request.getfixturevalue("fight")
    Campaign.objects.filter(pk=campaign.pk).update(pass_after=2)
    phones = {user: receiver.browser(user.username) for user in (ana, ben, gm)}
    for user, phone in phones.items():
        phone.add_for(user)
    save_preferences(user=ana, mail_after=0, remind=True, quiet_from=time(22), quiet_until=time(8), origin="")
    EmailAddress.objects.create(user=ben, email="ben@example.com", verified=True, primary=True)
    save_preferences(
        user=ben, mail_after=8, remind=True, quiet_from=None, quiet_until=None, origin="https://fate.example"
    )

    def told():
        return [len(phones[user].shown) for user in (ana, ben, gm)]

    # Monday, nine o'clock: both players are asked. Ana plays at ten; Ben gets a mail at five in the afternoon.
    clock.pass_time(hours=1)
    assert told() == [1, 1, 0]
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    clock.pass_time(hours=6)
    assert (told(), len(mail.outbox)) == ([1, 1, 0], 0)
    clock.pass_time(hours=2)
    assert [letter.to for letter in mail.outbox] == [["ben@example.com"]]
    # Tuesday: a reminder, and no second mail.
    clock.pass_time(hours=20)
    assert (told(), len(mail.outbox)) == ([1, 2, 0], 1)
    assert (waiting(ana), waiting(ben)) == ([], ["Ambush at the ford"])
    # Wednesday, nine o'clock: the site passes for Ben, and the GM is asked.
    clock.pass_time(hours=20)
    assert (waiting(ben), waiting(gm)) == ([], ["Ambush at the ford"])
    assert told() == [1, 2, 1]
    texts = [event["text"] for event in play.events(fight, campaign.members.get(user=ana), after=0)]
    assert "The site passed for Oskar after 2 days." in texts
    # The GM attacks Ana late in the evening; her phone is quiet until eight.
    clock.now = MORNING + timedelta(days=2, hours=14)
    attack = {"type": "attack", "actor": "bandit-1", "target": "mara", "weapon": "melee"}
    seat = campaign.members.get(user=gm)
    offered = next(offer for offer in play.offers(fight, seat, "bandit-1") if offer["type"] == "attack")
    play.submit(encounter=fight, by=gm, command={**offered["example"], **attack})
    clock.pass_time(hours=8)
    assert told() == [1, 2, 1]
    clock.pass_time(hours=2)
    assert told() == [2, 2, 1]
    said = {(shown["body"], shown["path"]) for phone in phones.values() for shown in phone.shown}
    assert said == {("It is your turn.", f"/encounters/{fight.pk}/")}
    assert Encounter.objects.get(pk=fight.pk).status == "running"
