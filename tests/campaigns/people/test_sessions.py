"""Evenings: planned with the next number, held with who came."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from campaigns.actions import sessions as actions
from campaigns.models import Session
from tests import factories
from tests.campaigns.people.helpers import forbidden, place


@pytest.fixture
def own(gm, campaign):
    return place(campaign, gm)


def test_evenings_are_numbered_in_the_campaign(own):
    factories.CampaignFactory()
    assert [actions.plan(own=own).number for _ in range(3)] == [1, 2, 3]


def test_who_came_is_noted_and_may_be_corrected(own, campaign, ana, ben):
    session = actions.plan(own=own, title="The ford")
    actions.hold(own=own, session=session, attendance=[place(campaign, ana), place(campaign, ben)])
    session.refresh_from_db()
    assert session.status == "held"
    actions.hold(own=own, session=session, attendance=[place(campaign, ana)])
    assert [member.user.username for member in session.attendance.all()] == ["ana"]
    actions.reopen(own=own, session=session)
    session.refresh_from_db()
    assert (session.status, session.attendance.count()) == ("planned", 1)


def test_nobody_of_another_campaign_came(own):
    session = actions.plan(own=own)
    with pytest.raises(ValidationError, match="Only members"):
        actions.hold(own=own, session=session, attendance=[factories.MemberFactory()])
    session.refresh_from_db()
    assert session.status == "planned"


def test_players_plan_nothing(campaign, ana, own):
    session = actions.plan(own=own)
    for act in (
        lambda: actions.plan(own=place(campaign, ana)),
        lambda: actions.change(own=place(campaign, ana), session=session, title="mine"),
        lambda: actions.hold(own=place(campaign, ana), session=session, attendance=[]),
    ):
        with forbidden("Only the GM"):
            act()


def test_another_campaigns_gm_changes_nothing_here(own):
    session = actions.plan(own=own)
    with forbidden("another campaign"):
        actions.change(own=factories.MemberFactory(role="gm"), session=session, title="mine")


def test_an_unknown_field_is_refused(own):
    with pytest.raises(ValidationError, match="no field number"):
        actions.change(own=own, session=actions.plan(own=own), number=9)


def test_gm_notes_are_on_no_players_page(client, own, campaign, ana):
    session = actions.plan(own=own, notes="The **ford**.", gm_notes="Otto is the thief.")
    client.force_login(ana)
    page = client.get(f"/sessions/{session.pk}/").content.decode()
    assert "<strong>ford</strong>" in page
    assert "thief" not in page
    client.force_login(own.user)
    assert "thief" in client.get(f"/sessions/{session.pk}/").content.decode()


def test_the_start_is_read_in_the_viewers_zone(client, own, campaign):
    own.user.zone = "Europe/Berlin"
    own.user.save()
    client.force_login(own.user)
    client.post(f"/campaigns/{campaign.pk}/sessions/new/", {"title": "Ford", "starts": "2026-12-01T19:30"})
    assert Session.objects.get().starts == datetime(2026, 12, 1, 18, 30, tzinfo=UTC)


def test_a_planned_evening_is_edited_held_and_listed(client, own, campaign, ana):
    client.force_login(own.user)
    session = actions.plan(own=own, title="The ford")
    edited = client.post(f"/sessions/{session.pk}/edit/", {"title": "The bridge", "notes": "n", "revision": "1"})
    assert edited.headers["Location"] == f"/sessions/{session.pk}/"
    client.post(f"/sessions/{session.pk}/hold/", {"attendance": [place(campaign, ana).pk]})
    assert b"held, 1 came" in client.get(f"/campaigns/{campaign.pk}/sessions/").content
    assert b"The bridge" in client.get(f"/sessions/{session.pk}/").content


def test_a_planned_evening_stands_on_the_home_page(client, own, ana):
    actions.plan(own=own, title="The ford", starts=timezone.now() + timedelta(days=2))
    client.force_login(ana)
    assert b"The ford" in client.get("/").content
