"""What visitors may not: come in crowds, open anything else, be anyone; and that they leave no trace a day later."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from campaigns.encounters import demo_visitors
from campaigns.modules import actions as module_actions
from campaigns.overview import actions as overview_actions
from campaigns.overview.members import actions as member_actions
from operations.demo import visitor_actions as demo_visitor_actions
from people import actions as people_actions
from people.credentials import invitation_links
from people.models import Campaign, Invitation, User
from tests.operations.demo.conftest import visit
from tests.site.routes import METHODS, routes

LATER = timedelta(days=1, minutes=1)


class Anything(dict):
    """An id for whatever an address is filled with."""

    def __contains__(self, key):
        return True

    def __missing__(self, key):
        return 1


def test_an_address_gets_so_many_tables_an_hour(db, settings):
    settings.DEMO_TABLES_AN_ADDRESS = 2
    visit("192.0.2.1")
    visit("192.0.2.1")
    answer = Client(REMOTE_ADDR="192.0.2.1").post("/demo/")
    assert answer.status_code == 429
    assert "<h1>Every demo table is in use</h1>" in answer.content.decode()
    assert "Come back in an hour" in answer.content.decode()
    assert answer["Retry-After"] == "3600"
    assert User.objects.filter(kind="guest").count() == 2
    visit("192.0.2.2")


def test_all_together_get_so_many(db, settings):
    settings.DEMO_TABLES_AN_HOUR = 1
    visit("192.0.2.1")
    assert Client(REMOTE_ADDR="192.0.2.2").post("/demo/").status_code == 429


def test_playing_again_counts_as_well(db, settings):
    settings.DEMO_TABLES_AN_ADDRESS = 1
    visitor = visit()
    assert visitor.client.post("/demo/").status_code == 429
    assert visitor.client.get(f"/encounters/{visitor.encounter.pk}/").status_code == 200


def test_a_household_is_one_address(db, settings):
    settings.DEMO_TABLES_AN_ADDRESS = 1
    visit("2001:db8::1")
    assert Client(REMOTE_ADDR="2001:db8::2").post("/demo/").status_code == 429
    visit("2001:db8:0:1::1")


def test_no_demo_where_the_operator_wants_none(db, settings):
    settings.DEMO_TABLES_AN_HOUR = 0
    assert Client().post("/demo/").status_code == 429


def test_everything_that_is_not_listed_is_closed_to_visitors(visitor):
    visitor.client.raise_request_exception = False
    faults = []
    for route in routes():
        if route.name in demo_visitors.OPEN_TO_VISITORS:
            continue
        for method in METHODS:
            answer = visitor.client.generic(method, route.path(Anything()))
            # The way out is a redirect of the framework before any page.
            if answer.status_code != 403:
                faults.append(f"{method} {route.path(Anything())}: {answer.status_code}")
    assert not faults, "\n".join(faults)


def test_every_listed_page_exists():
    assert {route.name for route in routes()} >= demo_visitors.OPEN_TO_VISITORS


def test_a_closed_page_says_what_to_do(visitor):
    page = visitor.client.get("/campaigns/new/")
    assert page.status_code == 403
    assert "Sign up to do this" in page.content.decode()
    problem = visitor.client.get("/api/v1/campaigns/")
    assert problem.status_code == 403
    assert problem["Content-Type"] == "application/problem+json"
    assert "Sign up" in problem.json()["detail"]


def test_the_admin_is_closed(visitor):
    assert visitor.client.get("/admin/").status_code == 403


def test_the_actions_refuse_visitors_by_themselves(visitor, campaign):
    """A second lock, should an address ever be left open."""
    invitation = Invitation.objects.create(campaign=campaign, expires=timezone.now() + timedelta(days=1))
    with pytest.raises(PermissionDenied):
        overview_actions.create_campaign(by=visitor.user, name="Mine", system="fifty-two-fates")
    with pytest.raises(PermissionDenied):
        people_actions.create_token(user=visitor.user, name="key")
    with pytest.raises(PermissionDenied):
        people_actions.change_account(user=visitor.user, username="ana2", zone="")
    with pytest.raises(PermissionDenied):
        member_actions.join_by_link(user=visitor.user, token=invitation_links.link_token(invitation))
    with pytest.raises(PermissionDenied):
        module_actions.upload(by=visitor.user, document={})


def test_one_visitor_does_not_see_the_table_of_another(db):
    first, other = visit(), visit()
    for address in (
        f"/encounters/{other.encounter.pk}/",
        f"/encounters/{other.encounter.pk}/table/",
        f"/api/v1/encounters/{other.encounter.pk}/",
    ):
        assert first.client.get(address).status_code == 404


def test_a_visitor_sees_no_campaign_of_people(visitor, campaign):
    assert visitor.client.get(f"/campaigns/{campaign.pk}/").status_code == 403


def test_nobody_signs_in_as_the_house(visitor, client):
    house = User.objects.get(kind="house")
    assert not house.is_active
    assert not house.has_usable_password()
    assert not client.login(username=house.username, password="")
    client.force_login(house)
    assert client.get("/me/").status_code == 302


def test_nobody_signs_up_as_the_house(client, db):
    told = {"username": demo_visitors.SITE_PLAYER, "password1": "correct horse 9", "password2": "correct horse 9"}
    client.post("/accounts/signup/", told)
    assert not User.objects.filter(username=demo_visitors.SITE_PLAYER).exists()


def rows():
    """How many rows each table holds."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def test_a_day_later_nothing_is_left(db, ana, campaign):
    demo_visitors.site_player()
    before = rows()
    visitor = visit()
    for _ in range(60):
        command = visitor.choice()
        if command is None:
            break
        visitor.give(command)
    assert rows() != before
    assert demo_visitor_actions.delete_old_tables(now=timezone.now() + LATER) == 2
    assert rows() == before
    assert not Session.objects.filter(session_key=visitor.client.session.session_key).exists()


def test_a_fresh_table_and_the_campaigns_of_people_stay(visitor, campaign):
    Campaign.objects.filter(pk=campaign.pk).update(created=timezone.now() - timedelta(days=400))
    assert demo_visitor_actions.delete_old_tables() == 0
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    assert visitor.client.get(f"/encounters/{visitor.encounter.pk}/").status_code == 200


def age(visitor):
    """Puts a table and its visitor a day back."""
    Campaign.objects.filter(pk=visitor.encounter.campaign_id).update(created=timezone.now() - LATER)
    User.objects.filter(pk=visitor.user.pk).update(date_joined=timezone.now() - LATER)


def test_a_new_visitor_sweeps_a_few_old_tables_along(db):
    old = [visit() for _ in range(demo_visitor_actions.DELETED_WITH_TABLE + 1)]
    for visitor in old:
        age(visitor)
    visit()
    assert Campaign.objects.filter(self_running=True).count() == 2
    assert User.objects.filter(kind="guest").count() == 2


def test_the_command_sweeps_all(db, capsys):
    for visitor in [visit() for _ in range(demo_visitor_actions.DELETED_WITH_TABLE + 1)]:
        age(visitor)
    call_command("delete_old_data")
    tables_and_visitors = 2 * (demo_visitor_actions.DELETED_WITH_TABLE + 1)
    assert capsys.readouterr().out.startswith(f"{tables_and_visitors} demo tables and visitors deleted\n")
    assert not Campaign.objects.filter(self_running=True).exists()
    assert not User.objects.filter(kind="guest").exists()


def test_a_visitor_who_still_plays_stays(visitor):
    age(visitor)
    Campaign.objects.filter(pk=visitor.encounter.campaign_id).update(created=timezone.now())
    assert demo_visitor_actions.delete_old_tables() == 0
