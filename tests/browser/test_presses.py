"""A press counts, whatever the table does beneath the finger."""

import pytest

from tests import factories
from tests.browser import steps

# Three cards for Mara, one for the Fate Dealer, then initiative: Mara acts first.
DECK = ["KD", "9C", "4S", "7C", "KS", "2H"]


@pytest.fixture
def table(people, transactional_db):
    """A GM's page of a running table."""
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "Pressed")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    encounter = steps.begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 2)], seed=7, deck=DECK)
    dealer = people().sign_in("frida")
    dealer.open(f"/encounters/{encounter.pk}/")
    dealer.page.wait_for_function("window.htmx && document.documentElement.classList.contains('live')")
    return dealer.page


def test_a_press_of_80_ms_during_a_refresh_counts(table):
    link = table.locator(".participant .toggle[aria-expanded=false]").first
    table.evaluate("document.addEventListener('click', () => { window.clicks = (window.clicks || 0) + 1; }, true)")
    for turn in range(5):
        box = link.bounding_box()
        table.mouse.move(box["x"] + 5, box["y"] + 5)
        table.mouse.down()
        pressed = table.locator("#table").element_handle()
        with table.expect_response("**/table/**") as answer:
            table.evaluate("htmx.trigger(document.body, 'table-changed')")
        answer.value.finished()
        table.wait_for_timeout(80)
        assert pressed.evaluate("each => each.isConnected")
        table.mouse.up()
        assert table.evaluate("window.clicks") == turn + 1
        opened = table.locator(".participant .toggle[aria-expanded=true]")
        opened.wait_for()
        # A refresh that the next tap replaces would be logged as a fault of the page.
        table.wait_for_timeout(150)
        table.wait_for_function("!document.querySelector('.htmx-request')")
        opened.click()
        table.evaluate("window.clicks -= 1")
        table.locator(".participant .toggle[aria-expanded=true]").wait_for(state="detached")


def test_the_refresh_that_waited_for_the_finger_comes_after_it(table):
    table.evaluate("document.getElementById('table').dataset.stale = 'yes'")
    table.mouse.move(400, 5)
    table.mouse.down()
    table.evaluate("htmx.trigger(document.body, 'table-changed')")
    table.wait_for_timeout(400)
    assert table.locator("#table[data-stale]").count() == 1
    table.mouse.up()
    table.locator("#table:not([data-stale])").wait_for()


def test_orders_that_are_opened_while_a_play_is_under_way_leave_the_page_live(table, people):
    plays, views = [], []
    table.route("**/encounters/*/commands/", lambda route: plays.append(route))
    table.route("**/encounters/*/table/**", lambda route: route.continue_() if views else views.append(route))
    table.fill("#figure-bandit-1", "2")
    table.press("#figure-bandit-1", "Enter")
    table.locator(".participant .toggle[aria-expanded=false]").first.click()
    while not plays or not views:
        table.wait_for_timeout(20)
    plays[0].continue_()
    table.locator(".participant[data-id=bandit-1] .hp", has_text="2/3").wait_for()
    views[0].continue_()
    table.wait_for_function("() => playing === 0")
    number = table.locator("#table").get_attribute("data-number")
    player = people(phone=True).sign_in("ana")
    player.page.goto(table.url)
    player.page.get_by_role("button", name="Pass", exact=True).tap()
    table.wait_for_function("n => document.getElementById('table').dataset.number > n", arg=number)
