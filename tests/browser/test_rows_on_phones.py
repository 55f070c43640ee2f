"""Rows and tiles on a phone: no word is broken where something beside it can go below, and fields are wide."""

import pytest

from tests import factories
from tests.browser import steps

LINES = """element => { const range = document.createRange(); range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(each => Math.round(each.top))).size }"""
BOX = "element => { const box = element.getBoundingClientRect(); return [box.left, box.top, box.width, box.bottom] }"


def box_of(page, selector):
    left, top, width, bottom = page.locator(selector).first.evaluate(BOX)
    return {"left": left, "top": top, "width": width, "bottom": bottom}


@pytest.fixture
def gm(transactional_db):
    return factories.UserFactory(username="gm")


def phone_at(people, path, width=390):
    phone = people(phone=True).sign_in("gm")
    phone.page.set_viewport_size({"width": width, "height": 844})
    assert phone.open(path).status == 200
    return phone.page


def test_the_name_of_a_skill_is_whole_on_a_narrow_phone(people, gm):
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm"}, "The cellar")
    sheet = {"class": "warrior", "background_skills": ["sailor", "acrobatics"]}
    hero = factories.CharacterFactory(campaign=campaign, owner=gm, name="Mara", sheet=sheet)
    page = phone_at(people, f"/characters/{hero.pk}/", width=360)
    names = page.locator(".checks .skill")
    assert names.all_inner_texts()[:2] == ["sailor", "acrobatics"]
    assert [names.nth(place).evaluate(LINES) for place in range(2)] == [1, 1]
    whole = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert whole
