"""Rows and tiles on a phone: no word is broken where something beside it can go below, and fields are wide."""

import pytest

from campaigns.world import reveals
from campaigns.world.ties import actions as tie_actions
from characters.models import StepRequest
from tests import factories
from tests.browser import steps

LONG_WORD = "Wallensteinmarket"
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


def test_a_long_word_in_the_name_at_the_end_of_a_tie_is_whole(people, gm):
    campaign = factories.CampaignFactory(created_by=gm)
    member = factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    town, other = (
        reveals.create_shown_entry(membership=member, kind="location", name=name, shown=True)
        for name in ("Quay", LONG_WORD)
    )
    tie_actions.create_tie(membership=member, start=town, end=other, words="lies near", visibility="party")
    page = phone_at(people, f"/world/{town.pk}/")
    row = "li:has(> .tied)"
    assert page.locator(f"{row} .tied a").evaluate(LINES) == 1
    assert box_of(page, f"{row} .row-side")["top"] >= box_of(page, f"{row} .tied a")["bottom"]


def test_the_answer_to_a_request_is_as_wide_as_its_panel(people, gm):
    campaign = steps.campaign_with_members("fortune-and-power", {gm: "gm"}, "The voyage")
    ida = factories.CharacterFactory(campaign=campaign, owner=gm, name="Ida", sheet={})
    step = {"type": "gift", "gift": "Wings"}
    row = {"label": "Wings", "unit": "xp", "price": 10, "explanation": "Up!"}
    StepRequest.objects.create(character=ida, by=gm, step=step, **row)
    page = phone_at(people, f"/campaigns/{campaign.pk}/characters/")
    field, buttons = box_of(page, ".asked textarea"), box_of(page, ".asked .buttons")
    assert field["width"] > box_of(page, "#requests")["width"] - 50
    assert buttons["top"] >= field["bottom"]


def test_chips_that_have_no_room_beside_a_title_begin_at_the_left_edge(people, gm):
    page = phone_at(people, "/about/")
    page.evaluate("""() => document.getElementById("main").insertAdjacentHTML("afterbegin",
        `<div class="head"><h1>The Drowned Bell of Sallow Quay</h1>
        <span class="row-side"><span class="chip">1.0.1</span></span></div>`)""")
    title, chips = box_of(page, ".head h1"), box_of(page, ".head .row-side")
    assert (chips["left"], chips["top"] >= title["bottom"]) == (title["left"], True)


def test_the_page_of_error_codes_has_one_code_below_the_other(people, gm):
    page = phone_at(people, "/api/docs/problems/", width=1280)
    lefts = page.evaluate("[...new Set([...document.querySelectorAll('main dl > *')].map(e => e.offsetLeft))]")
    assert len(lefts) == 1
