"""On a phone: a hero in one tap, and a character through the questions."""

import re

import pytest

from characters.models import Character
from people.models import Campaign
from rules import play
from tests.demo_rows import seed_demo

MOST_CONTROLS = 15
COUNT = """() => [...document.querySelectorAll("main input, main select, main textarea, main button, main summary")]
    .filter((each) => each.type !== "hidden" && each.checkVisibility()).length"""


@pytest.fixture
def campaign_ids(transactional_db):
    """The campaign of every game in the demo."""
    seed_demo()
    return {campaign.system: campaign.pk for campaign in Campaign.objects.order_by("-pk")}


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_a_hero_is_made_in_one_tap_and_another_by_questions(people, campaign_ids, system):
    mara, campaign = people(phone=True).sign_in("mara"), campaign_ids[system]
    page = mara.page
    mara.open(f"/campaigns/{campaign}/characters/new/")
    assert page.evaluate(COUNT) <= MOST_CONTROLS
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    before = Character.objects.filter(campaign=campaign).count()
    page.locator(".heroes button").first.tap()
    page.wait_for_url(re.compile(r"/characters/\d+/"))
    mara.open(f"/campaigns/{campaign}/characters/new/")
    page.get_by_role("link", name="Start the questions").tap()
    page.wait_for_url("**/questions/**")
    for question in page.locator("fieldset").all():
        question.locator("input[type=radio]").first.check()
    page.get_by_role("button", name="Show the character").tap()
    page.get_by_label("Name").fill("Wren of the Hill")
    page.get_by_role("button", name="Create", exact=True).tap()
    page.get_by_role("heading", name="Wren of the Hill").wait_for()
    assert Character.objects.filter(campaign=campaign).count() == before + 2


def test_without_a_script_no_part_of_a_creation_closes(people, campaign_ids):
    mara = people(phone=True, java_script_enabled=False).sign_in("mara")
    page = mara.page
    mara.open(f"/campaigns/{campaign_ids['game-of-bastards']}/characters/new/")
    page.get_by_text("Fill in everything yourself").tap()
    page.fill("input[name=name]", "Wren")
    page.locator("main form button.primary").last.tap()
    page.wait_for_url(re.compile(r"/characters/\d+/"))
    trait = page.locator("#part-2 button:enabled").first
    assert trait.is_visible()
    with page.expect_navigation():
        trait.tap()
    assert page.locator("#part-2 button:enabled").first.is_visible()
