"""The pages of planned events."""

import re

import pytest

from campaigns.log.calendar import actions, events, queries
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
    assert "“The fair” was changed after you opened it" in shown
    assert "At the ford." in shown
    assert "The autumn fair" in refused.content.decode()
    fair.refresh_from_db()
    assert (fair.title, fair.text) == ("The fair", "At the ford.")
    fields["revision"] = re.search(r'name="revision" value="(\d+)"', refused.content.decode())[1]
    assert client.post(address, fields).status_code == 302
    fair.refresh_from_db()
    assert fair.title == "The autumn fair"


def revision_in(page, action):
    """The revision that the form with this action sends."""
    form = page.content.decode().partition(f'action="{action}"')[2]
    return re.search(r'name="revision"\s+value="(\d+)"', form)[1]


def test_a_page_asks_before_it_deletes_an_event_and_deletes_none_that_has_changed(client, gm, gm_seat, fair):
    client.force_login(gm)
    page, to = client.get(f"/planned-events/{fair.pk}/"), f"/planned-events/{fair.pk}/delete/"
    assert "Delete “The fair”" in words_of(page)
    seen = revision_in(page, to)
    events.change_event(
        membership=gm_seat, event=fair, title="The fair", date="2 Leafmoon 312", text="", audience="all"
    )
    for stale in ({"revision": seen}, {}):
        refused = client.post(to, stale, follow=True)
        assert "“The fair” has changed since you opened the page." in words_of(refused)
        assert type(fair).objects.exists()
    client.post(to, {"revision": revision_in(refused, to)})
    assert not type(fair).objects.exists()


def test_done_takes_no_event_off_the_campaign_page_that_fell_due_again(client, gm, gm_seat, campaign, calendar):
    rent = events.plan_event(membership=gm_seat, title="Rent", date="13 Harvestmoon 312", repeats="days")
    actions.advance_days(membership=gm_seat, days=1)
    client.force_login(gm)
    home, to = f"/campaigns/{campaign.pk}/", f"/planned-events/{rent.pk}/unmark/"
    seen = revision_in(client.get(home), to)
    actions.advance_days(membership=gm_seat, days=1)
    refused = client.post(to, {"revision": seen}, follow=True)
    assert "“Rent” has changed since you opened the page." in words_of(refused)
    rent.refresh_from_db()
    assert rent.marked
    seen = revision_in(refused, to)
    for _tap in range(2):
        page = words_of(client.post(to, {"revision": seen}, follow=True))
        assert "Events that are due" not in page
        assert "has changed" not in page
