"""The coach at a table opens by itself at first, and stays closed once someone has closed it."""

import pytest
from django.core.cache import cache

from tests import factories
from tests.browser import steps


@pytest.fixture
def phone(people, transactional_db):
    """Ana's phone at a table where it is her turn."""
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "Coached")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    encounter = steps.begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 1)])
    person = people(phone=True)
    person.sign_in("ana")
    person.open(f"/encounters/{encounter.pk}/")
    return person


def is_open(phone):
    phone.page.locator("#coach").wait_for()
    return phone.page.evaluate("document.getElementById('coach').open")


def test_the_coach_opens_until_it_is_closed(phone):
    assert is_open(phone)
    phone.page.locator("#coach > summary").click()
    phone.page.reload()
    assert not is_open(phone)
    phone.page.locator("#coach > summary").click()
    assert is_open(phone)


def test_the_coach_opens_by_itself_four_times(phone):
    opened = [is_open(phone)]
    for _visit in range(4):
        phone.page.reload()
        opened.append(is_open(phone))
    assert opened == [True, True, True, True, False]


def test_on_a_low_screen_the_coach_waits_to_be_asked(phone):
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.page.evaluate("localStorage.clear()")
    phone.page.reload()
    assert not is_open(phone)


def test_the_open_coach_stays_above_what_can_be_done_when_a_visitor_scrolls(people, transactional_db):
    cache.clear()
    guest = people(phone=True)
    guest.page.set_viewport_size({"width": 360, "height": 640})
    guest.open("/")
    guest.page.get_by_role("button", name="Try A Game of Bastards").tap()
    guest.page.wait_for_function("() => document.getElementById('coach')?.open")
    hand = guest.page.locator("#table .own-hand")
    assert hand.bounding_box()["y"] < 640, "the hand begins on the first screen"
    guest.page.evaluate("scrollTo({ top: 250, behavior: 'instant' })")
    coach = guest.page.locator("#coach .notice").bounding_box()
    assert coach["y"] + coach["height"] < hand.bounding_box()["y"]
    assert coach["y"] < 0, "it has scrolled away"
