"""An open table whose person was signed out elsewhere, or whose live connection broke off, says so and comes back."""

import re

import pytest
from django.contrib.sessions.models import Session

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
