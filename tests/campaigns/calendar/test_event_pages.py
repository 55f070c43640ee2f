"""The pages of planned events."""

import re

import pytest

from campaigns.log.calendar import events, queries
from tests.campaigns.calendar.helpers import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def fair(gm_seat, calendar):
    """An event that everyone may know."""
    return events.plan_event(membership=gm_seat, title="The fair", date="1 Leafmoon 312", text="", audience="all")


def test_coming_events_are_listed_beside_many_past_ones(client, gm, gm_seat, campaign, calendar, monkeypatch):
    monkeypatch.setattr(queries, "MOST_EVENTS", 2)
    plan = {"membership": gm_seat, "text": "", "audience": "all"}
    for day in range(1, 7):
        events.plan_event(title=f"Past {day}", date=f"{day} Frostmoon 300", **plan)
    for day in (3, 2):
        events.plan_event(title=f"Coming {day}", date=f"{day} Leafmoon 312", **plan)
    events.plan_event(title="Rent", date="1 Frostmoon 300", repeats="month", **plan)
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/calendar/").context["page"]
    assert [event.title for event in page.coming] == ["Rent", "Coming 2", "Coming 3"]
    assert [event.title for event in page.past] == ["Past 6", "Past 5"]


def test_two_gms_who_change_one_event_overwrite_nothing(client, gm, gm_seat, fair):
    client.force_login(gm)
    address = f"/planned-events/{fair.pk}/"
    page = client.get(address).content.decode()
    fields = {"title": "The autumn fair", "date": "1 Leafmoon 312", "text": "", "audience": "all"}
    fields["revision"] = re.search(r'name="revision" value="(\d+)"', page)[1]
    theirs = {"title": "The fair", "date": "2 Leafmoon 312", "text": "At the ford.", "audience": "all"}
    events.change_event(membership=gm_seat, event=fair, **theirs)
    refused = client.post(address, fields)
    shown = words_of(refused)
    assert "Someone else has changed “The fair”" in shown
    assert "At the ford." in shown
    assert "The autumn fair" in refused.content.decode()
    fair.refresh_from_db()
    assert (fair.title, fair.text) == ("The fair", "At the ford.")
    fields["revision"] = re.search(r'name="revision" value="(\d+)"', refused.content.decode())[1]
    assert client.post(address, fields).status_code == 302
    fair.refresh_from_db()
    assert fair.title == "The autumn fair"
