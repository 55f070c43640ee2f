"""An evening of the Fortune System: a character is made, a scene is played on two phones, a level is gained."""

import re

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from characters.models import Character
from tests import factories
from tests.browser import steps

SLOTS = [{"value": value, "condition": "sound"} for value in (20, 12, 77, 43)]


@pytest.fixture
def crew(gm, ana, ben):
    """A campaign with one of its crew; the other one is made in the browser."""
    campaign = steps.campaign_with_members(
        "fortune-system", {gm: "gm", ana: "player", ben: "player"}, "Second-Storey Work"
    )
    talents = [{"key": key, "focus": "Physical", "ranks": 1} for key in ("flair", "steady", "wingman")]
    factories.CharacterFactory(
        campaign=campaign,
        owner=ben,
        name="Ben Rask",
        sheet={
            "filled": "rolled",
            "finished": True,
            "slots": SLOTS,
            "talents": talents,
            "attributes": {"atk": 7, "vit": 7, "spd": 6, "mag": 4, "spr": 6},
        },
    )
    return campaign


def taken(page, talent, group):
    """A talent of the guided flow: its offer unfolded, its group tapped."""
    page.locator(".offers summary", has_text=f"Take {talent}").tap()
    page.locator(".offers details[open]").get_by_role("button", name=group).tap()
    page.locator(".steppers .what", has_text=talent).wait_for()


def make(player, campaign):
    """The guided flow: slots fixed, three talents, ten points of attributes, finished."""
    page = player.page
    player.open(f"/campaigns/{campaign.pk}/characters/new/")
    page.get_by_text("Fill in everything yourself").tap()
    page.fill("input[name=name]", "Ana Volk")
    page.get_by_role("button", name="Continue to the sheet").tap()
    page.get_by_role("button", name=re.compile("fixed")).first.tap()
    page.locator("#sheet .slots .value", has_text="90").wait_for()
    steps.unfold_parts(page)
    for talent in ("Aptitude", "Focus", "Exemplar"):
        taken(page, talent, "Physical")
    for name in ("ATK", "ATK", "ATK", "ATK", "SPD", "SPD", "SPD", "SPD", "VIT", "VIT"):
        now = page.locator(".steppers li", has_text=name).locator(".at")
        wanted = str(int(now.inner_text()) + 1)
        page.get_by_role("button", name=f"Raise {name}").tap()
        now.and_(page.locator(f"text=/^{wanted}$/")).wait_for()
    page.get_by_role("button", name="Finish the character").tap()
    page.get_by_role("link", name="Stealth").wait_for()
    made = Character.objects.get(name="Ana Volk")
    assert [slot["value"] for slot in made.sheet["slots"]] == [60, 80, 40, 90]
    assert [held["key"] for held in made.sheet["talents"]] == ["aptitude", "focus", "exemplar"]
    return made


def way(page, words):
    """A slot as a button, by its value and by what is said to come of it."""
    return page.locator("button.way", has_text=re.compile(words, re.S))


def called(dealer, task):
    """The GM calls a check of both for a chance of the guide, with a price of failure."""
    form = steps.laid_open(dealer, "Call for a check")
    for box in form.locator("[name='some:participants']").all():
        box.check(force=True)
    form.locator("[name='one:skill']").select_option("Climbing & Jumping")
    form.locator("[data-fill]", has_text=re.compile("tough", re.I)).click()
    steps.fill(form, {"text:task": task, "one:on_failure": "damaged"})
    steps.played(dealer, form.locator(".buttons button").last)


def scene(ana, ben, dealer, heroes):
    """A check of two phones, its price, a hardship, a rest, the end."""
    encounter = steps.begun(heroes[0].campaign, heroes[0].campaign.created_by, heroes)
    for person in (ana, ben, dealer):
        person.open(f"/encounters/{encounter.pk}/")
        person.page.wait_for_selector("#table")
    called(dealer, "Over the wall")
    steps.meet(encounter, ana, ben, dealer)
    assert way(ana.page, "80 − 5 = 75 fails").count() == 1
    steps.played(ana, way(ana.page, "40 − 5 = 35 passes$"))
    steps.meet(encounter, ana, ben, dealer)
    steps.played(ben, way(ben.page, "77.*fails"))
    steps.meet(encounter, ana, ben, dealer)
    # First his own question, then the price of the failure: both on his phone, none on hers.
    assert "Keep 91, or write 60 and damage slot 3?" in ben.page.locator(".felt").inner_text()
    steps.tap(ben, "Keep")
    steps.meet(encounter, ana, ben, dealer)
    assert "choose the slot that suffers" in ben.page.locator(".felt").inner_text()
    assert "Ben Rask chooses" in ana.page.locator(".felt").inner_text()
    assert not ana.page.locator(".play button").count()
    steps.tap(ben, r"\b12\b")
    steps.meet(encounter, ana, ben, dealer)
    assert ben.page.locator("[data-id=ben-rask] .slot.damaged").count() == 1
    dealer.page.locator("[data-id=ana-volk] .orders .toggle").click()
    dealer.page.wait_for_selector("[data-id=ana-volk] .orders details")
    order = steps.laid_open(dealer, "Let a hardship strike a slot").locator("xpath=ancestor::details[1]")
    form = order.locator("form.form").first
    steps.fill(form, {"one:degree": "damaged", "one:selection": "lowest"})
    steps.played(dealer, form.locator(".buttons button").first)
    steps.meet(encounter, ana, ben, dealer)
    assert ana.page.locator("[data-id=ana-volk] .slot.damaged").count() == 1
    dealer.page.locator("#quick-encounter > summary").click()
    steps.tap(dealer, "Declare a real rest")
    steps.meet(encounter, ana, ben, dealer)
    assert ana.page.locator(".slot.damaged").count() == 0
    steps.give(dealer, "End the encounter", {"text:outcome": "Over, and nobody saw"})
    for person in (ana, ben):
        person.page.wait_for_selector(".status .turn >> text=over")
    encounter.refresh_from_db()
    assert encounter.status == Encounter.Status.ENDED
    assert play.replays_equal(encounter)
    assert play.verify(encounter)["ok"]


def two_taps(player, hero):
    """A check of the sheet: a skill, then a die whose outcome is told before; it stands in the log."""
    player.open(f"/characters/{hero.pk}/")
    before = LogEntry.objects.filter(campaign=hero.campaign).count()
    player.page.get_by_role("link", name="Stealth").tap()
    player.page.locator("button.pickdie.passes").first.tap()
    player.page.wait_for_selector("text=The result is in the log")
    assert LogEntry.objects.filter(campaign=hero.campaign).count() == before + 1


def progress(player, dealer, hero):
    """Experience to a level, and the talent that comes with it."""
    page, campaign = player.page, hero.campaign
    dealer.open(f"/campaigns/{campaign.pk}/award/")
    dealer.page.fill("input[name=amount]", "400")
    dealer.page.fill("input[name=reason]", "the counting house")
    dealer.page.get_by_role("button", name="Award experience").click()
    dealer.page.wait_for_url(lambda url: "award" not in url)
    player.open(f"/characters/{hero.pk}/advance/")
    page.locator("details.steps > summary", has_text="Talents").tap()
    talent = page.locator("li.step-row", has=page.locator("strong", has_text="Take Flair"))
    talent.locator("summary", has_text="Choose").tap()
    talent.locator("[name=choice-focus]").select_option(label="Physical")
    talent.get_by_role("button", name="Take this step").tap()
    page.wait_for_selector("text=Flair")
    player.open(f"/characters/{hero.pk}/")
    sheet = page.locator("#sheet").inner_text()
    assert "level 5" in sheet
    assert "4/4" in sheet
    hero.refresh_from_db()
    assert hero.sheet["talents"][-1] == {"key": "flair", "focus": "Physical", "ranks": 1}


def test_a_session_of_the_fortune_system(people, crew):
    ana, ben = (people(phone=True).sign_in(name) for name in ("ana", "ben"))
    dealer = people().sign_in("gm")
    hero = make(ana, crew)
    scene(ana, ben, dealer, [hero, Character.objects.get(name="Ben Rask")])
    two_taps(ana, hero)
    progress(ana, dealer, hero)
