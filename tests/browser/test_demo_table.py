"""Someone without an account plays a whole fight on a phone, by tapping what the page offers."""

import os
import re
from pathlib import Path

import pytest
from django.core.cache import cache

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from people.models import User

MOST_TAPS = 60
MOST_PRESSES = 90
ASKED_OR_OVER = """() => document.getElementById('table').dataset.mine ||
  document.querySelector('.status .turn').innerText.includes('over')"""
# The folder for pictures of each step, to look at them.
PICTURES = os.environ.get("DEMO_PICTURES")


@pytest.fixture(autouse=True)
def counters():
    """No test counts the visitors of another."""
    cache.clear()


@pytest.fixture
def visitor(people):
    """Someone with a phone and no account."""
    person = people(phone=True)
    yield person
    # A person who taps on leaves before an answer arrives; htmx calls that an error.
    left_behind = ("htmx:afterRequest", "htmx:sendAbort")
    person.faults[:] = [fault for fault in person.faults if not fault.startswith(left_behind)]


def picture(page, name):
    """Keeps what the phone shows, when someone asked for it."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def sit_down(visitor, game="52 Fates"):
    """From the front page to the table."""
    visitor.open("/")
    picture(visitor.page, "front")
    visitor.page.get_by_role("button", name=f"Try {game}").tap()
    visitor.page.wait_for_selector("#table")


def tap(page):
    """Taps a bandit, a card and a button where the page asks for them; False when it asks for nothing any more."""
    # The site's plays arrive one by one until the visitor is asked again.
    page.wait_for_function(ASKED_OR_OVER)
    page.wait_for_timeout(250)
    table, form = page.locator("#table"), page.locator("#play")
    if not table.get_attribute("data-mine"):
        return False
    number = table.get_attribute("data-number")
    foe = page.locator("label.tap:has(input[value^=bandit])")
    if foe.count():
        foe.first.tap()
    buttons = form.locator("button[name=do]:enabled")
    # An attack takes a card, a surplus of two takes two.
    for place in range(form.locator("label.pick").count()):
        if form.locator("button[name=do].primary:enabled").count():
            break
        form.locator("label.pick").nth(place).tap()
    buttons.first.tap()
    page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=number)
    return True


def test_a_visitor_plays_a_whole_fight_on_a_phone(visitor):
    sit_down(visitor)
    page = visitor.page
    page.wait_for_function("() => document.getElementById('coach')?.open")
    for step in range(MOST_TAPS):
        picture(page, f"table-{step:02}")
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{wide} pixels wider than the phone"
        if not tap(page):
            break
    assert "over" in page.locator(".status .turn").inner_text()
    encounter = Encounter.objects.select_related("campaign").get()
    assert encounter.status == Encounter.Status.ENDED
    assert play.replays_equal(encounter)
    assert play.verify(encounter)["ok"]


def press(page):
    """Presses what a stranger would: the main button that can be pressed, after choosing what it waits for."""
    page.wait_for_function(ASKED_OR_OVER)
    page.wait_for_timeout(250)
    table, area = page.locator("#table"), page.locator("#table .play-area")
    if not table.get_attribute("data-mine"):
        return False
    number = table.get_attribute("data-number")
    card = page.locator("#table .own-hand label.pick")
    if card.count() and not page.locator("#table .own-hand input:checked").count():
        card.first.tap()
    ways = ("button.way:not(.fails)", "button.primary:enabled:visible", "button:enabled:visible:not(.small)")
    found = next((area.locator(way) for way in ways if area.locator(way).count()), None)
    assert found is not None, "nothing to press"
    found.first.tap()
    page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=number)
    return True


@pytest.mark.parametrize("game", ["A Game of Bastards", "Fortune and Power", "Fortune System"])
def test_a_stranger_plays_the_other_games_to_the_end(visitor, game):
    sit_down(visitor, game)
    page = visitor.page
    page.wait_for_function("() => document.getElementById('coach')?.open")
    for step in range(MOST_PRESSES):
        picture(page, f"{game.replace(' ', '-')}-{step:02}")
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{wide} pixels wider than the phone"
        if not press(page):
            break
    encounter = Encounter.objects.select_related("campaign").get()
    assert encounter.status == Encounter.Status.ENDED
    assert play.replays_equal(encounter)


def test_after_the_fight_come_another_one_and_an_account(visitor):
    sit_down(visitor)
    page = visitor.page
    for _ in range(MOST_TAPS):
        if not tap(page):
            break
    picture(page, "end")
    before = page.url
    page.get_by_role("button", name="Play again").tap()
    page.wait_for_url(lambda url: "/encounters/" in url and url != before)
    visitor.open("/")
    picture(page, "home")
    page.get_by_role("link", name="Back to your table").tap()
    page.wait_for_selector("#table")
    visitor.open("/")
    page.get_by_role("button", name="Sign up", exact=True).first.tap()
    page.wait_for_url(re.compile("/accounts/signup/"))
    page.fill("input[name=username]", "newcomer")
    page.fill("input[name=password1]", "a good table 52")
    page.fill("input[name=password2]", "a good table 52")
    page.locator("main button[type=submit]").tap()
    page.wait_for_selector("text=Start a campaign")
    assert not User.objects.get(username="newcomer").is_demo_visitor


def test_a_full_house_says_so(visitor, settings):
    settings.DEMO_TABLES_AN_HOUR = 0
    visitor.open("/")
    visitor.page.get_by_role("button", name="Try 52 Fates").tap()
    visitor.page.wait_for_selector("text=Come back in an hour")
    picture(visitor.page, "full")
