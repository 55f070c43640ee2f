"""Entries and encounters get the session that is running, without anyone choosing it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions import actions as session_actions
from tests import factories
from tests.people.helpers import place


@pytest.fixture
def membership(gm, campaign):
    return place(campaign, gm)


def begun(membership, **about):
    """An encounter of one hero against one bandit that has begun."""
    row = encounter_actions.create(membership=membership, title="The ford", **about)
    hero = factories.CharacterFactory(campaign=membership.campaign)
    bandit = factories.MonsterFactory(campaign=membership.campaign)
    encounter_actions.add_characters(membership=membership, encounter=row, characters=[hero])
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=bandit, count=1)
    return encounter_actions.start(membership=membership, encounter=row, seed="a seed")


def test_an_encounter_begun_on_a_session_stands_on_its_page(membership, client, gm):
    session = session_actions.plan_session(membership=membership, starts=timezone.now() - timedelta(hours=1))
    encounter = begun(membership)
    assert Encounter.objects.get(pk=encounter.pk).session == session
    client.force_login(gm)
    assert b"The ford" in client.get(f"/sessions/{session.pk}/").content


def test_an_encounter_of_another_session_stays_there(membership):
    other = session_actions.plan_session(membership=membership, title="Another")
    session_actions.plan_session(membership=membership, starts=timezone.now())
    assert Encounter.objects.get(pk=begun(membership, session=other).pk).session == other


def test_an_encounter_between_sessions_belongs_to_none(membership):
    session_actions.plan_session(membership=membership, starts=timezone.now() - timedelta(days=3))
    assert Encounter.objects.get(pk=begun(membership).pk).session is None


def test_forms_during_a_session_offer_it_first(membership, client, gm, campaign):
    session = session_actions.plan_session(membership=membership, starts=timezone.now() - timedelta(hours=1))
    factories.CharacterFactory(campaign=campaign)
    client.force_login(gm)
    chosen = f'<option value="{session.pk}" selected>'
    for page in ("log/", "award/", "encounters/new/"):
        assert chosen in client.get(f"/campaigns/{campaign.pk}/{page}").content.decode(), page


def test_an_award_for_no_session_belongs_to_none_and_one_without_a_choice_to_the_running_one(
    membership, client, gm, campaign
):
    session = session_actions.plan_session(membership=membership, starts=timezone.now() - timedelta(hours=1))
    hero = factories.CharacterFactory(campaign=campaign)
    client.force_login(gm)
    fields = {"characters": [hero.pk], "amount": 1, "reason": "between sessions"}
    for choice, filed in (({"session": ""}, None), ({}, session), ({"session": session.pk}, session)):
        client.post(f"/campaigns/{campaign.pk}/award/", fields | choice)
        assert hero.experience.latest("pk").session == filed
        assert LogEntry.objects.filter(kind="award").latest("pk").session == filed


def test_an_award_for_an_encounter_offers_the_session_of_the_encounter(membership, client, gm, campaign):
    earlier = session_actions.plan_session(membership=membership, title="Earlier")
    session_actions.plan_session(membership=membership, starts=timezone.now())
    factories.CharacterFactory(campaign=campaign)
    fought = Encounter.objects.create(campaign=campaign, title="The ford", status="ended", session=earlier)
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/award/?encounter={fought.pk}").content.decode()
    assert f'<option value="{earlier.pk}" selected>' in page


def test_an_encounter_is_prepared_for_the_session_that_comes_next_or_the_one_asked_for(
    membership, client, gm, campaign
):
    later = session_actions.plan_session(membership=membership, starts=timezone.now() + timedelta(days=9))
    sooner = session_actions.plan_session(membership=membership, starts=timezone.now() + timedelta(days=2))
    client.force_login(gm)
    new = f"/campaigns/{campaign.pk}/encounters/new/"
    assert f'<option value="{sooner.pk}" selected>' in client.get(new).content.decode()
    assert f'<option value="{later.pk}" selected>' in client.get(f"{new}?session={later.pk}").content.decode()
    assert client.get(f"{new}?session={'9' * 40}").status_code == 200


def test_the_session_that_is_on_is_still_the_next_session(membership, client, gm, campaign):
    session_actions.plan_session(membership=membership, title="Next week", starts=timezone.now() + timedelta(days=7))
    session_actions.plan_session(membership=membership, title="Tonight", starts=timezone.now() - timedelta(hours=2))
    client.force_login(gm)
    for page in ("/", f"/campaigns/{campaign.pk}/"):
        shown = client.get(page).content.decode()
        assert "Tonight" in shown
        assert "running now" in shown
        assert "Next week" not in shown


def test_a_session_without_a_date_comes_after_those_with_one_and_before_nothing(membership, client, gm, campaign):
    session_actions.plan_session(membership=membership, title="Some day")
    client.force_login(gm)
    assert b"Some day" in client.get(f"/campaigns/{campaign.pk}/").content
    session_actions.plan_session(membership=membership, title="Friday", starts=timezone.now() + timedelta(days=7))
    assert b"Some day" not in client.get(f"/campaigns/{campaign.pk}/").content
    session_actions.plan_session(membership=membership, title="Long ago", starts=timezone.now() - timedelta(days=70))
    assert b"Long ago" not in client.get(f"/campaigns/{campaign.pk}/").content
