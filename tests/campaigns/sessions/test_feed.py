"""The calendar feed of a member lists the dated sessions, for anyone with its address."""

from datetime import timedelta

import pytest
from django.utils import timezone
from icalendar import Calendar

from campaigns.encounters import actions as encounter_actions
from campaigns.overview import actions as overview_actions
from campaigns.sessions import actions
from campaigns.sessions.feed.access import feed_key
from campaigns.sessions.models import Session
from characters.sheets.actions import create_character
from people.access import get_membership
from people.models import Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def planned(campaign, gm):
    """A session next week, one without a date, and one of two years ago."""
    membership = get_membership(gm, campaign.pk)
    now = timezone.now()
    for title, starts in (
        ("The bell tower", now + timedelta(days=7)),
        ("Some day", None),
        ("Long ago", now - timedelta(days=800)),
    ):
        actions.plan_session(
            membership=membership, starts=starts, title=title, agenda="They meet the miller.", gm_notes="He did it."
        )
    return membership


def address(membership):
    return f"/calendars/{feed_key(membership)}/sessions.ics"


def test_the_feed_has_the_dated_sessions_of_the_last_year_and_to_come(planned, client, campaign):
    response = client.get(address(planned))
    assert response["Content-Type"].startswith("text/calendar")
    [event] = Calendar.from_ical(response.content).walk("VEVENT")
    assert str(event["summary"]) == f"{campaign.name}: The bell tower"
    assert event["dtend"].dt - event["dtstart"].dt == timedelta(hours=4)
    assert str(event["url"]).startswith("http://testserver/sessions/")


def test_the_feed_tells_neither_the_agenda_nor_the_notes(planned, client):
    body = client.get(address(planned)).content.decode()
    assert "miller" not in body
    assert "He did it" not in body


def test_line_breaks_in_names_are_none_in_the_feed(planned, client, campaign):
    break_lines = "Salt\rBEGIN:VALARM\r\nX-EVIL:1\nRoad"
    type(campaign).objects.filter(pk=campaign.pk).update(name=break_lines)  # as an old archive may have them
    Session.objects.filter(campaign=campaign).update(title="The bell\rBEGIN:VALARM")
    body = client.get(address(planned)).content
    assert b"\r" not in body.replace(b"\r\n", b"")
    assert [component.name for component in Calendar.from_ical(body).walk()] == ["VCALENDAR", "VEVENT"]


@pytest.mark.parametrize("broken", ["a\nb", "a\r\nb", "a\rb", "a\u2028b", "a\x85b"])
def test_a_name_becomes_one_line(planned, campaign, gm, broken):
    session = actions.plan_session(membership=planned, title=broken)
    assert session.title == "a b"
    assert overview_actions.create_campaign(by=gm, name=broken, system=campaign.system).name == "a b"
    assert encounter_actions.create(membership=planned, title=broken).title == "a b"
    assert create_character(campaign=campaign, by=gm, name=broken, kind="npc").name == "a b"


def test_a_wrong_key_opens_nothing(planned, client, ana):
    hers = feed_key(get_membership(ana, planned.campaign_id))
    number = feed_key(planned).partition("-")[0]
    for key in ("0-abc", "nonsense", f"{number}-{hers.partition('-')[2]}", f"{number}-", "²-abc", "9" * 5000):
        assert client.get(f"/calendars/{key}/sessions.ics").status_code == 404, key


def test_an_address_stays_valid_while_the_old_secret_key_is_a_fallback(planned, client, settings):
    old = address(planned)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 60, [settings.SECRET_KEY]
    assert client.get(old).status_code == client.get(address(planned)).status_code == 200
    assert address(planned) != old
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get(old).status_code == 404


def test_a_new_password_makes_a_new_address(planned, client, gm):
    before = address(planned)
    gm.set_password("another one that is long")
    gm.save()
    assert client.get(before).status_code == 404
    assert client.get(address(get_membership(gm, planned.campaign_id))).status_code == 200


@pytest.mark.parametrize("how", ["left", "deactivated"])
def test_a_member_who_left_or_was_deactivated_has_no_feed_any_more(planned, client, ana, how):
    membership = get_membership(ana, planned.campaign_id)
    before = address(membership)
    if how == "left":
        Member.objects.filter(pk=membership.pk).update(left=timezone.now())
    else:
        ana.is_active = False
        ana.save()
    assert client.get(before).status_code == 404


def test_the_page_of_sessions_shows_each_member_their_own_address(planned, client, ana):
    client.force_login(ana)
    html = client.get(f"/campaigns/{planned.campaign_id}/sessions/").content.decode()
    assert address(get_membership(ana, planned.campaign_id)) in html
    assert address(planned) not in html
