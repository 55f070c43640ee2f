"""A screen's refresh repeats what Django found out about it, and nothing of that outlives what it depends on."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.table import pieces
from config.server import sign_in_memory
from people.access import get_membership
from tests.load.command_costs import begin_fight
from tests.screens import Screen

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture
def fight(campaign, gm, ana, ben):
    """A running table: Ana plays Mara and Tilda, Ben the others."""
    row = begin_fight(campaign, gm, [ana, ben])
    row.refresh_from_db()
    return row


@pytest.fixture
def repeated(monkeypatch):
    """Whether each answer was a repetition, in turn; only requests that Django answered before are in it."""
    found, repeat = [], sign_in_memory._repeat

    def watch(*given):
        response = repeat(*given)
        found.append(response is not None)
        return response

    monkeypatch.setattr(sign_in_memory, "_repeat", watch)
    return found


def fetch(client, fight, **headers):
    """A refresh of one screen."""
    return client.get(f"/encounters/{fight.pk}/table/", headers={"HX-Request": "true", **headers})


@pytest.fixture
def screen(fight, repeated):
    """Makes a screen of a person, whose next refresh would be a repetition."""

    def make(user):
        client = Client(enforce_csrf_checks=True)
        client.force_login(user)
        for _refresh in range(3):  # the first receives the token's cookie, the second is remembered
            fetch(client, fight)
        assert repeated.pop(), "the third refresh is a repetition"
        return client

    return make


@pytest.mark.parametrize("who", ["gm", "ana", "watcher"])
def test_a_repetition_has_the_headers_and_the_part_of_djangos_answer(fight, screen, repeated, request, who):
    client = screen(request.getfixturevalue(who))
    again = fetch(client, fight)
    assert repeated == [True]
    django = fetch(client, fight, X_Other="header")  # with another header it is another request
    assert repeated == [True]
    assert dict(again.headers) == dict(django.headers)
    differ = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|[0-9a-f]{32}')
    assert differ.sub("", again.content.decode()) == differ.sub("", django.content.decode())


def test_a_screen_that_has_other_pieces_is_repeated_and_one_that_names_none_is_another_request(fight, repeated, ana):
    screen = Screen(ana, fight)
    for _refresh in range(4):
        screen.refresh()
    assert repeated == [True, True]
    for has_pieces, kind in ((False, "text/html; charset=utf-8"), (True, pieces.CONTENT_TYPE)) * 2:
        headers = {"Shown-Pieces": "none"} if has_pieces else {}
        assert fetch(screen.client, fight, **headers).headers["Content-Type"] == kind


def test_a_form_of_a_repetition_is_accepted_from_its_browser_and_no_other(fight, screen, ana, ben):
    hers, his = screen(ana), screen(ben)
    token = TOKEN.search(fetch(hers, fight).content.decode())[1]
    address = f"/encounters/{fight.pk}/odds/"
    assert hers.post(address, {"csrfmiddlewaretoken": token}).status_code == 200
    assert his.post(address, {"csrfmiddlewaretoken": token}).status_code == 403


def end_session(user, client):
    Session.objects.filter(session_key=client.cookies[settings.SESSION_COOKIE_NAME].value).delete()


def expire_session(user, client):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def change_password(user, client):
    user.set_password("another long password")
    user.save()


def deactivate(user, client):
    user.is_active = False
    user.save()


@pytest.mark.parametrize("end", [end_session, expire_session, change_password, deactivate])
def test_somebody_who_is_no_longer_signed_in_receives_nothing_more(fight, screen, repeated, ana, end):
    client = screen(ana)
    end(ana, client)
    refused = fetch(client, fight)
    assert refused.status_code == 401
    assert "/accounts/login/" in refused["HX-Redirect"]
    assert repeated == [False]


def test_a_planted_memory_that_does_not_compare_the_account_is_noticed(fight, screen, ana, monkeypatch):
    monkeypatch.setattr(sign_in_memory, "_values", lambda account: [])
    client = screen(ana)
    change_password(ana, client)
    assert fetch(client, fight).status_code == 200, "the test above would fail"


def test_the_right_to_see_the_table_is_decided_at_each_refresh(campaign, fight, screen, repeated, gm, ana, ben):
    client = screen(ana)
    assert "only you can see it" in fetch(client, fight).content.decode()
    for key in ("mara", "tilda"):
        play.hand_over_participant(encounter=fight, by=gm, participant=key, controller=get_membership(ben, campaign.pk))
    assert "only you can see it" not in fetch(client, fight).content.decode()
    campaign.members.filter(user=ana).update(left=campaign.created)
    assert fetch(client, fight).status_code == 404
    campaign.members.filter(user=ana).update(left=None, role="gm")
    assert "orders-area" in fetch(client, fight).content.decode()
    assert repeated == [True, True, False]  # after the refusal Django is asked again


def test_an_account_that_chose_another_time_zone_is_asked_for_again(fight, screen, repeated, ana):
    client = screen(ana)
    ana.zone = "Asia/Tokyo"
    ana.save()
    assert [fetch(client, fight).status_code for _refresh in range(2)] == [200, 200]
    assert repeated == [False, True]


def test_another_cookie_is_another_request(fight, screen, repeated, ana, ben):
    client, other = screen(ana), screen(ben)
    client.cookies[settings.SESSION_COOKIE_NAME] = other.cookies[settings.SESSION_COOKIE_NAME].value
    shown = fetch(client, fight).content.decode()
    assert repeated == []
    assert 'data-seat="bo"' in shown


def test_django_answers_again_after_a_while_and_renews_the_cookie(fight, screen, repeated, ana, monkeypatch):
    client = screen(ana)
    assert settings.CSRF_COOKIE_NAME not in fetch(client, fight).cookies
    monkeypatch.setattr(sign_in_memory.time, "monotonic", lambda: float("inf"))
    assert settings.CSRF_COOKIE_NAME in fetch(client, fight).cookies
    assert repeated == [True]


def test_an_error_is_answered_as_django_answers_it(fight, screen, repeated, ana, monkeypatch):
    client = screen(ana)

    class Broken:
        def rows(self, *_values):
            raise DatabaseError

    monkeypatch.setattr(sign_in_memory, "ACCOUNT", Broken())
    assert fetch(client, fight).status_code == 200
    assert repeated == [False]


def test_other_pages_are_not_remembered(campaign, screen, repeated, ana):
    client = screen(ana)
    for _visit in range(3):
        assert client.get(f"/campaigns/{campaign.pk}/").status_code == 200
    assert repeated == []
