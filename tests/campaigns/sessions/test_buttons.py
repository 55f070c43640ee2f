"""The buttons of a session: what its stage asks for stands on the page, the rest is folded under More."""

import pytest

from campaigns.encounters.models import Encounter
from campaigns.sessions.models import Session
from campaigns.sessions.stand_ins.models import StandIn
from tests import factories

pytestmark = pytest.mark.django_db


def buttons(client, session):
    """The words of the buttons that stand on the page, and of those that are folded."""
    page = client.get(f"/sessions/{session.pk}/").content.decode()
    shown = page.split('<div class="buttons panel quiet">')[1].split('<div class="columns')[0]
    at_once, _, folded = shown.partition("<details>")
    return [[part.split("</a>")[0].split(">")[-1] for part in half.split("<a ")[1:]] for half in (at_once, folded)]


def test_a_gm_of_a_planned_session_finds_what_comes_next_at_once(client, gm, session):
    client.force_login(gm)
    at_once, folded = buttons(client, session)
    assert at_once == [
        "Propose dates",
        "Mark as played and record attendance",
        "Prepare an encounter",
        "Edit agenda and notes",
    ]
    assert folded == ["Choose a stand-in", "Award experience", "File entries under this session", "History"]


def test_a_gm_of_a_played_session_finds_its_recap_and_the_award_at_once(client, gm, campaign):
    session = Session.objects.create(campaign=campaign, number=9, status=Session.Status.HELD)
    client.force_login(gm)
    at_once, folded = buttons(client, session)
    assert at_once == ["Recap", "Edit attendance", "Award experience"]
    assert folded == ["Edit agenda and notes", "File entries under this session", "History"]


def test_a_session_without_a_date_asks_for_one_until_it_is_played(client, gm, session):
    def leading():
        page = client.get(f"/sessions/{session.pk}/").content.decode()
        return page.split('class="button primary"')[1].split("</a>")[0].split(">")[-1]

    client.force_login(gm)
    encounter = Encounter.objects.create(campaign=session.campaign, session=session, title="The ford")
    assert leading() == "Propose dates", "an encounter that is only prepared is no evening"
    Encounter.objects.filter(pk=encounter.pk).update(status=Encounter.Status.RUNNING)
    assert leading() == "Mark as played and record attendance"


def test_a_player_without_a_character_is_led_to_stand_ins_only_while_playing_for_somebody(
    client, campaign, ana, gm, session
):
    absent = factories.CharacterFactory(campaign=campaign, owner=gm, name="Tilda")
    client.force_login(ana)
    assert buttons(client, session) == [[], []]
    member = campaign.members.get(user=ana)
    StandIn.objects.create(session=session, character=absent, member=member)
    assert buttons(client, session) == [["Choose a stand-in"], []]


@pytest.mark.parametrize(("name", "planned"), [("ana", ["Choose a stand-in"]), ("watcher", [])])
def test_players_and_observers_see_only_what_they_may_use(client, request, campaign, session, name, planned):
    client.force_login(request.getfixturevalue(name))
    played = Session.objects.create(campaign=campaign, number=9, status=Session.Status.HELD)
    factories.CharacterFactory(campaign=campaign, owner=request.getfixturevalue(name))
    assert buttons(client, session) == [planned, []]
    assert buttons(client, played) == [["Recap"], []]
