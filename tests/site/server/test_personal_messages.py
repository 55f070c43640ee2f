"""A message that no page has shown yet is for the person who received it, also in a browser that others use."""

import pytest
from django.contrib.sessions.models import Session

pytestmark = pytest.mark.django_db
SAVED = "The link is ready"
INVITATION = {"role": "player", "days": 7, "uses": 1}


@pytest.fixture
def unread(client, campaign, gm):
    """The GM's browser with a message that no page has shown yet."""
    client.force_login(gm)
    answer = client.post(f"/campaigns/{campaign.pk}/members/", INVITATION)
    assert answer.status_code == 302
    assert "messages" in client.cookies
    return client


def test_the_next_page_of_the_same_person_shows_it_once(unread, campaign):
    address = f"/campaigns/{campaign.pk}/members/"
    assert SAVED in unread.get(address).content.decode()
    assert SAVED not in unread.get(address).content.decode()


def test_nobody_reads_it_after_the_session_has_ended(unread):
    Session.objects.all().delete()
    assert SAVED not in unread.get("/accounts/login/").content.decode()


def test_the_next_person_in_the_same_browser_does_not_read_it(unread, ana):
    unread.force_login(ana)
    assert SAVED not in unread.get("/").content.decode()


def test_somebody_who_signs_out_still_reads_that_they_did(client, ana):
    client.force_login(ana)
    answer = client.post("/accounts/logout/", follow=True)
    assert "signed out" in answer.content.decode()
