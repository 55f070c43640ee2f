"""Every address of the site that answers with a page: no serious fault, at two widths and in both themes."""

import pytest
from django.conf import settings
from django.test import Client

from tests.browser.accessibility import faults_of
from tests.site import roles
from tests.site.routes import routes

# Someone lets the page be seen; the first of these who is let in opens it.
PEOPLE = ("gm", "player", "staff", "anonymous")
# Opening these changes who is signed in, or leaves the site's own pages.
NOT_OPENED = {"account_logout", "rest_framework:logout", "rest_framework:login"}
# Parts of about the same length, so that no single test takes minutes; LEAST pages are found by all of them.
PARTS = 6
LEAST = 90


@pytest.fixture
def world(transactional_db):
    return roles.build()


def pages_of(world, part):
    """Who opens which page: (role, path) of each address that answers someone with HTML; the API has no pages."""
    clients = {role: world.client(role) for role in PEOPLE}
    for route in routes()[part::PARTS]:
        if route.name in NOT_OPENED or "api/" in route.pattern:
            continue
        path = route.path(world.ids)
        for role in PEOPLE:
            answer = clients[role].get(path)
            whole_page = answer.headers.get("Content-Type", "").startswith("text/html")
            if answer.status_code == 200 and whole_page and b"<main" in answer.content:
                yield role, path
                break


def sign_in(person, client: Client):
    """Gives the browser the session of a test client."""
    kept = client.cookies.get(settings.SESSION_COOKIE_NAME)
    if kept:
        person.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": kept.value, "url": person.site}])


@pytest.mark.parametrize("part", range(PARTS))
def test_no_address_shows_a_page_with_a_serious_fault(people, world, part):
    seen = list(pages_of(world, part))
    assert len(seen) > LEAST / PARTS, "the list of addresses is read"
    browsers, faults = {}, []
    for role, path in seen:
        if role not in browsers:
            browsers[role] = people()
            sign_in(browsers[role], world.client(role))
        faults += faults_of(browsers[role], path)
    assert not faults, "\n".join(faults)


def test_a_fault_in_one_theme_and_width_is_found(people, world):
    person = people()
    person.page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        const sheet = new CSSStyleSheet();
        const when = "(max-width: 40rem) and (prefers-color-scheme: dark)";
        sheet.replaceSync(`@media ${when} { main * { color: #222 !important } }`);
        document.adoptedStyleSheets = [sheet];
    })""")
    found = faults_of(person, "/about/")
    assert found
    assert all("(390, dark): color-contrast" in fault for fault in found)
