"""An open table whose person was signed out elsewhere, or whose live connection broke off, says so and comes back."""

import re

import pytest
from django.contrib.sessions.models import Session

from campaigns.encounters.models import Encounter
from campaigns.overview.members.actions import remove_member
from people.models import Member
from tests import factories
from tests.browser import steps

LIVE = "() => window.htmx && document.documentElement.classList.contains('live')"
REFRESH = "htmx.trigger(document.body, 'table-changed')"


@pytest.fixture
def table(people, transactional_db):
    """Ana's phone at a running table."""
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "The ford")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    encounter = steps.begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 2)])
    person = people(phone=True).sign_in("ana")
    person.open(f"/encounters/{encounter.pk}/")
    person.page.wait_for_function(LIVE)
    yield person
    person.faults.clear()  # the browser logs each refused request


def test_someone_who_was_signed_out_elsewhere_signs_in_and_is_back_at_the_table(table):
    address = table.page.url
    Session.objects.all().delete()
    table.page.evaluate(REFRESH)
    table.page.wait_for_url(re.compile("/accounts/login/"))
    assert table.page.locator("#table").count() == 0
    table.page.fill("[name=login]", "ana")
    table.page.fill("[name=password]", "open sesame")
    table.page.locator("main form button[type=submit], main form button.primary").first.click()
    table.page.wait_for_url(address)
    table.page.wait_for_function(LIVE)
    assert table.page.locator("#table .play-area").count() == 1


def test_the_note_of_a_broken_connection_survives_a_refresh_and_goes_when_it_is_back(table):
    note = table.page.locator("#offline")
    table.page.wait_for_function("() => stream && stream.readyState === EventSource.OPEN")
    table.page.route("**/stream/**", lambda route: route.abort())
    table.page.evaluate("stream.dispatchEvent(new Event('error'))")
    note.wait_for(state="visible")
    with table.page.expect_response("**/table/**"):
        table.page.evaluate(REFRESH)
    table.page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
    assert note.is_visible()
    table.page.unroute("**/stream/**")
    note.wait_for(state="hidden")


def wait_for_missing_page(page):
    """Waits until the whole page is the one that says "not found"."""
    page.get_by_role("heading", name="Page not found").wait_for()
    page.wait_for_function("() => window.before === undefined")
    assert page.locator("body.at-table, #table").count() == 0
    assert page.locator("main").count() == 1


def test_someone_who_was_removed_sees_the_whole_page_change_and_not_a_page_inside_the_table(table):
    table.page.evaluate("window.before = true")
    gm, ana = [Member.objects.get(user__username=name) for name in ("frida", "ana")]
    remove_member(membership=gm, member=ana)
    table.page.evaluate(REFRESH)
    wait_for_missing_page(table.page)


def test_a_tap_at_a_table_that_was_deleted_leads_to_the_whole_page(table):
    table.page.wait_for_function("() => stream && stream.readyState === EventSource.OPEN")
    table.page.evaluate("window.before = true")
    Encounter.objects.all().delete()
    table.page.evaluate("document.querySelector('#table form[hx-post] button:enabled').click()")
    wait_for_missing_page(table.page)


def test_another_refusal_of_a_refresh_leaves_the_table_as_it_is(table):
    table.page.evaluate("window.before = true")
    table.page.route("**/table/**", lambda route: route.fulfill(status=429, body="<main>Too many attempts</main>"))
    with table.page.expect_response("**/table/**"):
        table.page.evaluate(REFRESH)
    table.page.wait_for_timeout(300)
    assert table.page.evaluate("window.before")
    assert table.page.locator("#table .play-area").count() == 1
    assert table.page.get_by_text("Too many attempts").count() == 0
