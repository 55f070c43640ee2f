"""Times are the viewer's: by the account, else by what the browser says; nonsense counts for nothing."""

from datetime import UTC, datetime

import pytest

from campaigns.sessions import actions
from campaigns.sessions.models import Session
from tests.people.helpers import place


@pytest.fixture
def session(gm, campaign):
    starts = datetime(2026, 12, 1, 18, 30, tzinfo=UTC)
    return actions.plan_session(membership=place(campaign, gm), title="The ford", starts=starts)


def read(client, user, session, cookie):
    client.force_login(user)
    client.cookies["zone"] = cookie
    return client.get(f"/sessions/{session.pk}/").content.decode()


def test_without_a_word_in_the_account_the_browser_says_the_zone(client, ana, session):
    assert "1 December 2026, 19:30" in read(client, ana, session, "Europe/Berlin")


def test_the_account_goes_before_the_browser(client, ana, session):
    ana.zone = "Asia/Tokyo"
    ana.save()
    assert "2 December 2026, 03:30" in read(client, ana, session, "Europe/Berlin")


@pytest.mark.parametrize("cookie", ["", "../../etc/passwd", "Mars/Olympus"])
def test_a_zone_that_is_none_is_passed_over(client, ana, session, cookie):
    assert "1 December 2026, 18:30" in read(client, ana, session, cookie)


def test_a_start_is_read_in_the_zone_that_it_is_asked_for_in(client, gm, campaign):
    client.force_login(gm)
    client.cookies["zone"] = "Europe/Berlin"
    new = f"/campaigns/{campaign.pk}/sessions/new/"
    assert "Europe/Berlin" in client.get(new).content.decode()
    client.post(new, {"title": "Ford", "starts": "2026-12-01T19:30"})
    assert Session.objects.get().starts == datetime(2026, 12, 1, 18, 30, tzinfo=UTC)


def test_a_new_campaign_begins_in_the_zone_of_its_gm(client, gm):
    client.force_login(gm)
    client.cookies["zone"] = "Europe/Berlin"
    page = client.get("/campaigns/new/?system=fifty-two-fates").content.decode()
    assert '<option value="Europe/Berlin" selected>' in page


def test_house_rules_are_offered_in_words_and_open_when_one_is_wrong(client, gm):
    client.force_login(gm)
    new = "/campaigns/new/?system=fifty-two-fates"
    page = client.get(new).content.decode()
    assert "the highest level + 2" in page
    assert "<details><summary>House rules" in page
    told = {"system": "fifty-two-fates", "name": "The Long Tide", "zone": "UTC", "option-fd_hand": "level"}
    wrong = client.post(new, told | {"option-fd_extra_cards": "99"}).content.decode()
    assert "<details open><summary>House rules" in wrong
    assert 'value="The Long Tide"' in wrong
