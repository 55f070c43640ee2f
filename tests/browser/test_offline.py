"""Without network: copies that say of when they are, a page that lists them, and no long wait."""

import time

import pytest
from playwright.sync_api import Error as PlaywrightError

from people.models import User
from tests import factories
from tests.browser import steps


@pytest.fixture
def places(transactional_db):
    """A campaign with Ana's character."""
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "The cellar")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara & Co", sheet={"class": "warrior"})
    return {"sheet": f"/characters/{mara.pk}/", "world": f"/campaigns/{campaign.pk}/world/", "log": "/me/"}


@pytest.fixture
def phone(people, places):
    """Ana's phone, which has read her sheet and the notes with the service worker at work."""
    person = people(phone=True).sign_in("ana")
    steps.wait_for_worker(person)
    for name in ("sheet", "world"):
        person.open(places[name])
    steps.wait_until(person.page, "() => caches.open('copies-2').then((c) => c.keys()).then((k) => k.length === 2)")
    yield person
    person.faults.clear()  # the browser logs each request that finds no network


# Without an answer in two seconds the network counts as cut: `evaluate` itself waits for ever.
REACHES = """() => fetch('/healthz', {cache: 'no-store', signal: AbortSignal.timeout(2000)})
  .then((answer) => answer.ok, () => false)"""
KEPT = "(path) => caches.open('copies-2').then((c) => c.match(path)).then(Boolean)"


def set_network(phone, works):
    """Cuts or restores the network, and waits until the service worker has noticed too, which can be later."""
    phone.context.set_offline(not works)
    until = time.monotonic() + 20
    while not all(_has_noticed(worker, works) for worker in phone.context.service_workers):
        assert time.monotonic() < until, "the browser did not change its network"
        time.sleep(0.1)


def _has_noticed(worker, works):
    """Whether the worker has the network that was set; one that the browser stops meanwhile has to be asked again."""
    try:
        return worker.evaluate(REACHES) is works
    except PlaywrightError:
        return False


def test_a_page_that_was_loading_while_the_worker_became_active_is_served_by_it(people):
    """The activation claims only pages that are there, so this page asks for it when it has arrived."""
    person = people(phone=True)
    held = []
    person.page.route("**/rules/", lambda route: held.append(route))
    person.page.evaluate(f"() => setTimeout(() => location.assign('{person.site}/rules/'))")
    while not held:
        person.page.wait_for_timeout(50)
    other = person.context.new_page()
    other.goto(person.site + "/accounts/login/")
    other.wait_for_function(steps.AT_WORK)
    held[0].continue_()
    person.page.wait_for_url("**/rules/")
    person.page.wait_for_function(steps.AT_WORK)


def test_a_copy_says_of_when_it_is_and_its_controls_are_off(phone, places):
    set_network(phone, works=False)
    phone.open(places["sheet"])
    note = phone.page.locator(".as-of")
    assert "as of" in note.inner_text()
    assert any(character.isdigit() for character in note.inner_text())
    assert phone.page.get_by_role("button", name="Sign out").is_disabled()
    assert phone.page.get_by_label("Lose 1 hit point").is_enabled(), "what a figure counts is kept and sent later"
    set_network(phone, works=True)
    phone.page.locator(".as-of").wait_for(state="detached")
    assert phone.page.get_by_role("button", name="Sign out").is_enabled()


def test_the_sheet_of_a_first_visit_opens_offline_too(people, places, client, settings):
    """It was opened before the worker was at work, and nobody has opened it a second time."""
    client.force_login(User.objects.get(username="ana"))
    person, name = people(phone=True), settings.SESSION_COOKIE_NAME
    person.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": person.site}])
    person.open(places["sheet"])
    steps.wait_until(person.page, KEPT, places["sheet"], seconds=90)
    steps.wait_for_worker(person)
    set_network(person, works=False)
    person.open(places["sheet"])
    assert "as of" in person.page.inner_text(".as-of")
    person.page.goto("about:blank")  # ends the requests, of which the browser logs each that finds no network
    person.faults.clear()


def test_a_change_without_network_still_stands_after_a_reload(phone, places):
    phone.open(places["sheet"])
    set_network(phone, works=False)
    phone.page.get_by_label("Lose 1 hit point").tap()
    phone.page.locator("#sending[data-state=waiting]").wait_for()
    phone.open(places["sheet"])
    assert phone.page.locator(".as-of").count() == 1
    assert phone.page.locator(".hp-number .figure").inner_text() == "2"


def test_a_copy_gives_way_also_when_the_browser_never_says_that_it_is_online(phone, places):
    phone.page.add_init_script(
        "const add = window.addEventListener;"
        "window.addEventListener = (kind, ...rest) => kind === 'online' || add.call(window, kind, ...rest);"
    )
    set_network(phone, works=False)
    phone.open(places["sheet"])
    set_network(phone, works=True)
    phone.page.locator(".as-of").wait_for(state="detached")


def test_the_offline_page_lists_what_can_be_opened(phone, places):
    set_network(phone, works=False)
    phone.open("/")
    page = phone.page
    assert page.inner_text("h1") == "No connection"
    page.locator("#kept-sheets a").wait_for()
    assert page.locator("#kept-sheets a").inner_text().startswith("Mara & Co")
    assert page.locator("#kept-notes a").count() == 1
    assert not page.locator("#kept-rules").is_visible()
    page.locator("#kept-sheets a").tap()
    page.wait_for_url(phone.site + places["sheet"])


def test_a_dead_network_is_waited_for_two_seconds(phone, places):
    # Requests leave and nothing ever comes back.
    phone.context.service_workers[0].evaluate("() => { self.fetch = () => new Promise(() => {}); }")
    began = time.monotonic()
    phone.open(places["sheet"])
    assert phone.page.locator(".as-of").count() == 1
    phone.open(places["log"])
    assert phone.page.inner_text("h1") == "No connection"
    # Two pages of two seconds each, on a machine that may be busy.
    assert time.monotonic() - began < 2 * (2 + 3)


def test_nothing_remains_after_signing_out(phone, places):
    phone.page.get_by_role("button", name="Sign out").click()
    phone.page.wait_for_url(phone.site + "/")
    kept = phone.page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((n) => caches.open(n).then((c) => c.keys()))))"
        ".then((all) => all.flat().map((r) => new URL(r.url).pathname))"
    )
    assert [path for path in kept if not path.startswith(("/static/", "/offline/"))] == []


SLOW_SHEETS = """() => {
  const send = self.fetch;
  const held = new Promise((release) => { self.deliver = release; });
  self.fetch = async (request) => {
    const answer = await send(request);
    if (new URL(request.url || request, location).pathname.startsWith("/characters/")) {
      self.answered = true;
      await held;
    }
    return answer;
  };
}"""


@pytest.mark.parametrize("leaves", [True, False], ids=["signs out", "stays"])
def test_a_sheet_that_arrives_after_signing_out_is_not_kept(phone, places, leaves):
    """It was asked for before, on a slow line; the next person on this phone would read it."""
    [worker] = phone.context.service_workers
    worker.evaluate(SLOW_SHEETS)
    phone.page.evaluate("() => caches.delete('copies-2')")
    with phone.context.expect_page() as opened:
        phone.page.evaluate("(path) => { window.open(path); }", places["sheet"])
    until = time.monotonic() + 20
    while not worker.evaluate("() => self.answered"):
        assert time.monotonic() < until, "the sheet was not asked for"
        time.sleep(0.1)
    if leaves:
        phone.page.get_by_role("button", name="Sign out").click()
        phone.page.wait_for_url(phone.site + "/")
    opened.value.get_by_role("heading", name="No connection").wait_for()
    worker.evaluate("() => self.deliver()")
    if leaves:
        phone.page.wait_for_timeout(1500)
        assert not phone.page.evaluate(KEPT, places["sheet"])
        assert worker.evaluate("() => lateAnswers.size") == 0
    else:
        steps.wait_until(phone.page, KEPT, places["sheet"])


def test_a_page_that_the_site_no_longer_shows_is_no_longer_kept(phone, places):
    from people.models import Member

    Member.objects.filter(user__username="ana").delete()
    phone.open(places["world"])
    kept = phone.page.evaluate("caches.open('copies-2').then((c) => c.keys()).then((k) => k.map((r) => r.url))")
    assert not [url for url in kept if places["world"] in url]


FETCH_AHEAD = "() => navigator.serviceWorker.controller.postMessage('fetch ahead')"
KEPT_PATHS = "() => caches.open('copies-2').then((c) => c.keys()).then((k) => k.map((r) => new URL(r.url).pathname))"
PREFETCH_LIST = "/offline/pages/"
COUNT_LISTS = """() => {
  const send = self.fetch;
  self.lists = 0;
  self.fetch = (request) => {
    if (String(request.url || request).includes("/offline/pages/")) self.lists += 1;
    return send(request);
  };
}"""


@pytest.fixture
def reader(people, places):
    """Ana's phone, which has opened no sheet and no rules."""
    person = people(phone=True).sign_in("ana")
    steps.wait_for_worker(person)
    person.open(places["log"])
    yield person
    person.faults.clear()


def test_sheets_and_rules_that_were_never_opened_can_be_read_without_a_network(reader, places):
    reader.page.evaluate(FETCH_AHEAD)
    steps.wait_until(reader.page, KEPT, PREFETCH_LIST)
    set_network(reader, works=False)
    reader.open(places["sheet"])
    assert "as of" in reader.page.inner_text(".as-of")
    assert "Mara & Co" in reader.page.inner_text("h1")
    reader.open("/rules/fifty-two-fates/")
    assert "as of" in reader.page.inner_text(".as-of")


def test_pages_fetched_ahead_are_forgotten_at_sign_out_and_not_fetched_for_nobody(reader, places):
    reader.page.evaluate(FETCH_AHEAD)
    steps.wait_until(reader.page, KEPT, PREFETCH_LIST)
    reader.page.get_by_role("button", name="Sign out").click()
    reader.page.wait_for_url(reader.site + "/")
    assert reader.page.evaluate(KEPT_PATHS) == []
    reader.page.evaluate(FETCH_AHEAD)
    reader.page.wait_for_timeout(1000)
    assert reader.page.evaluate(KEPT_PATHS) == []


def test_a_sign_out_stops_what_is_being_fetched_ahead(reader, places):
    [worker] = reader.context.service_workers
    worker.evaluate(SLOW_SHEETS)
    reader.page.evaluate(FETCH_AHEAD)
    until = time.monotonic() + 20
    while not worker.evaluate("() => self.answered"):
        assert time.monotonic() < until, "the sheet was not asked for"
        time.sleep(0.1)
    reader.page.get_by_role("button", name="Sign out").click()
    reader.page.wait_for_url(reader.site + "/")
    worker.evaluate("() => self.deliver()")
    reader.page.wait_for_timeout(1000)
    assert reader.page.evaluate(KEPT_PATHS) == []


def test_pages_are_fetched_ahead_once_a_day(reader, places):
    [worker] = reader.context.service_workers
    worker.evaluate(COUNT_LISTS)
    for _again in range(2):
        reader.page.evaluate(FETCH_AHEAD)
        steps.wait_until(reader.page, KEPT, PREFETCH_LIST)
        reader.page.wait_for_timeout(300)
    assert worker.evaluate("() => self.lists") == 1
    yesterday = "new Response('', {headers: {'x-kept': '2026-01-01T00:00:00Z'}})"
    reader.page.evaluate(f"() => caches.open('copies-2').then((c) => c.put('{PREFETCH_LIST}', {yesterday}))")
    reader.page.evaluate(FETCH_AHEAD)
    until = time.monotonic() + 20
    while worker.evaluate("() => self.lists") < 2:
        assert time.monotonic() < until, "the list of the next day was not asked for"
        time.sleep(0.1)


def test_a_phone_without_space_shows_what_the_site_answers(phone, places):
    for worker in phone.context.service_workers:
        worker.evaluate("() => { Cache.prototype.put = () => Promise.reject(new Error('no space')); }")
    phone.open(places["sheet"])
    assert "Mara & Co" in phone.page.title()
    assert phone.page.locator("html[data-as-of]").count() == 0
