"""The seats at running encounters, by which a phone decides which hands it may keep."""

import pytest

from campaigns.encounters import play
from people.access import get_membership
from people.models import Member

pytestmark = pytest.mark.django_db


def seats(client, user):
    client.force_login(user)
    answer = client.get("/offline/seats/")
    assert answer.headers["Cache-Control"] == "no-store"
    said = answer.json()
    assert said["person"] == user.pk
    return said["seats"]


def test_everybody_reads_their_own_seats_alone(client, fight, ana, ben, gm, watcher, outsider):
    here = str(fight.pk)
    assert seats(client, ana) == {here: ["mara"]}
    assert seats(client, ben) == {here: ["oskar"]}
    assert seats(client, gm) == {here: ["gm", "bandit-1", "bandit-2"]}
    assert seats(client, watcher) == {}
    assert seats(client, outsider) == {}
    client.logout()
    assert client.get("/offline/seats/").status_code == 302


def test_a_seat_goes_with_a_hand_over_a_departure_and_the_end(client, fight, ana, ben, gm):
    here = str(fight.pk)
    play.hand_over_participant(
        encounter=fight, by=gm, participant="mara", controller=get_membership(ben, fight.campaign_id), reason="ill"
    )
    assert seats(client, ana) == {}
    assert seats(client, ben) == {here: ["mara", "oskar"]}
    member = Member.objects.get(user=ben, campaign=fight.campaign)
    Member.objects.filter(pk=member.pk).update(left=fight.started)
    assert seats(client, ben) == {}
    Member.objects.filter(pk=member.pk).update(left=None)
    play.submit(encounter=fight, by=gm, command={"type": "end", "actor": "gm", "outcome": "parley"})
    assert seats(client, ben) == {}
    assert seats(client, gm) == {}
