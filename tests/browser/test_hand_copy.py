"""Players read the last seen hand of a running table without a network, and only while the hand is theirs."""

import time

import pytest

from campaigns.encounters import play
from campaigns.encounters.waiting import queries
from people.access import get_membership
from tests import factories
from tests.browser import steps
from tests.browser.test_offline import set_network

KEPT_TABLES = (
    "caches.open('copies-2').then((c) => c.keys())"
    ".then((k) => k.map((r) => new URL(r.url).pathname).filter((p) => p.startsWith('/encounters/')))"
)


@pytest.fixture
def fight(transactional_db):
    """Two running tables of Ana's, and everybody's accounts."""
    gm, ana, ben = [factories.UserFactory(username=name) for name in ("frida", "ana", "ben")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player", ben: "player"}, "The cellar")
    bandit = factories.MonsterFactory(name="Bandit")
    heroes = [factories.CharacterFactory(campaign=campaign, owner=ana, name=name) for name in ("Mara", "Ida")]
    rows = [steps.begun(campaign, gm, [hero], [(bandit, 1)], title=f"Ambush on {hero.name}") for hero in heroes]
    return {"gm": gm, "ana": ana, "ben": ben, "campaign": campaign, "first": rows[0], "second": rows[1]}


@pytest.fixture
def phone(people, fight):
    """Ana's phone, which has seen both tables with the service worker at work."""
    person = people(phone=True).sign_in("ana")
    steps.wait_for_worker(person)
    for name in ("second", "first"):
        look_at(person, fight[name])
    yield person
    person.faults.clear()  # the browser logs each request that finds no network


def look_at(person, encounter):
    path = f"/encounters/{encounter.pk}/"
    person.open(path)
    steps.wait_until(person.page, f"async (path) => (await {KEPT_TABLES}).includes(path)", path)


# The names of the cards in the kept copy of a table.
KEPT_CARDS = (
    "caches.open('copies-2').then((c) => c.match(path)).then((r) => r ? r.text() : '')"
    ".then((t) => new DOMParser().parseFromString(t, 'text/html').querySelectorAll('.seen-hand li'))"
    ".then((all) => [...all].map((e) => e.textContent.trim()))"
)


def hand_on(page, selector):
    """The names of the cards, as a screen reader or an eye reads them."""
    return page.locator(selector).evaluate_all(
        "(all) => all.map((e) => e.getAttribute('aria-label') || e.innerText.trim())"
    )


def wait_until_kept(phone, *encounters):
    """The phone keeps the hands of these tables and no others."""
    paths = sorted(f"/encounters/{encounter.pk}/" for encounter in encounters)
    steps.wait_until(phone.page, f"async (paths) => (await {KEPT_TABLES}).sort().join() === paths.join()", paths)


def wait_until_cards_are_kept(page, path, cards):
    """The copy is written a moment after the page has changed; who leaves earlier keeps the one before."""
    steps.wait_until(page, f"async ([path, cards]) => (await {KEPT_CARDS}).join() === cards.join()", [path, cards])


def test_the_own_hand_opens_offline_with_its_time_and_nothing_to_press(phone, fight):
    dealt = hand_on(phone.page, ".play-area .hand .pick [aria-label]")
    turn = phone.page.inner_text(".status .turn")
    assert dealt
    set_network(phone, works=False)
    phone.open("/")
    phone.page.locator("#kept-hands a", has_text="Ambush on Mara").tap()
    phone.page.wait_for_url(f"{phone.site}/encounters/{fight['first'].pk}/")
    assert "as of" in phone.page.inner_text(".as-of")
    assert phone.page.inner_text("h1") == "Ambush on Mara"
    assert phone.page.inner_text(".turn") == turn
    assert hand_on(phone.page, ".seen-hand li") == dealt
    boxes = phone.page.locator(".seen-hand svg").evaluate_all(
        "(all) => all.map((e) => e.firstElementChild.getBBox().width)"
    )
    assert len(boxes) == len(dealt)
    assert all(boxes), "each card is drawn, also without a network"
    assert "Mara" in phone.page.inner_text("main .participant")
    assert not phone.page.locator("main :is(form, input, button):visible").count()
    set_network(phone, works=True)
    phone.page.locator("#table .play-area").wait_for()


def test_the_copy_follows_the_table(phone, fight):
    first, page = fight["first"], phone.page
    before = hand_on(page, ".play-area .hand .pick [aria-label]")
    offers = play.read_encounter(first, get_membership(fight["ana"], fight["campaign"].pk)).offers("mara")
    played = next(offer["example"] for offer in offers if offer["example"].get("cards"))
    play.submit(encounter=first, by=fight["ana"], command=played)
    steps.meet(first, phone)
    after = hand_on(page, ".play-area .hand .pick [aria-label]")
    assert after != before
    turn = page.inner_text(".status .turn")
    wait_until_cards_are_kept(page, f"/encounters/{first.pk}/", after)
    set_network(phone, works=False)
    phone.open(f"/encounters/{first.pk}/")
    assert hand_on(page, ".seen-hand li") == after
    assert page.inner_text(".turn") == turn


def test_nothing_of_a_hand_remains_after_signing_out(phone):
    phone.open("/waiting/")
    phone.page.get_by_role("button", name="Sign out").click()
    phone.page.wait_for_url(phone.site + "/")
    wait_until_kept(phone)


def test_another_account_on_the_same_phone_never_sees_the_hand(phone, fight, client, settings):
    """Ben is signed in without the sign-in page, as a provider or a proxy does; Ana never signed out."""
    client.force_login(fight["ben"])
    name = settings.SESSION_COOKIE_NAME
    phone.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": phone.site}])
    phone.open("/waiting/")
    wait_until_kept(phone)
    assert phone.page.evaluate("caches.open('copies-2').then((c) => c.keys()).then((k) => k.length)") == 0


def test_a_signed_out_page_forgets_what_was_kept(phone, fight):
    phone.context.clear_cookies()
    phone.open("/about/")
    wait_until_kept(phone)


def test_a_seat_that_was_handed_over_is_forgotten_at_the_next_contact(phone, fight):
    player = get_membership(fight["ben"], fight["campaign"].pk)
    phone.open("/about/")
    wait_until_kept(phone, fight["first"], fight["second"])
    play.hand_over_participant(encounter=fight["first"], by=fight["gm"], participant="mara", controller=player)
    phone.open("/about/")
    wait_until_kept(phone, fight["second"])
    set_network(phone, works=False)
    phone.open(f"/encounters/{fight['first'].pk}/")
    assert phone.page.inner_text("h1") == "No connection"


def test_an_encounter_that_ended_is_forgotten_at_the_next_contact(phone, fight):
    phone.open("/about/")
    play.submit(encounter=fight["first"], by=fight["gm"], command={"type": "end", "actor": "gm", "outcome": "parley"})
    phone.open("/about/")
    wait_until_kept(phone, fight["second"])


def test_an_end_that_arrives_at_the_open_table_removes_the_copy(phone, fight):
    play.submit(encounter=fight["first"], by=fight["gm"], command={"type": "end", "actor": "gm", "outcome": "parley"})
    phone.page.locator("#table[data-over=yes]").wait_for()
    wait_until_kept(phone, fight["second"])


def test_a_site_that_still_names_the_seat_would_keep_the_hand(phone, fight, monkeypatch):
    """The planted fault: the tests above see it."""
    asked, before = [], queries.get_running_seats(fight["ana"])
    monkeypatch.setattr(queries, "get_running_seats", lambda user: asked.append(user.pk) or before)
    player = get_membership(fight["ben"], fight["campaign"].pk)
    play.hand_over_participant(encounter=fight["first"], by=fight["gm"], participant="mara", controller=player)
    for contacts in (1, 2):
        phone.open("/about/")
        until = time.monotonic() + 20
        while len(asked) < contacts:
            assert time.monotonic() < until, "the phone did not ask about its seats"
            phone.page.wait_for_timeout(50)
    wait_until_kept(phone, fight["first"], fight["second"])
