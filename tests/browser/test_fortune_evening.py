"""An evening of Fortune and Power: a character is made, a scene is played, experience is awarded and spent."""

import re

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from characters.models import Character, Monster
from tests.browser import steps


@pytest.fixture
def toll(gm, ana):
    """A campaign without anyone in it yet."""
    return steps.campaign_with_members("fortune-and-power", {gm: "gm", ana: "player"}, "The Causeway Toll")


def left(page):
    """The points that the creation still has to give."""
    return int(page.locator("#sheet .budget .n").inner_text())


def raised(page, name, times):
    """Raises a trait of the sheet; every tap takes what the page said the level would cost."""
    row = page.locator(".steppers li", has_text=name)
    for _ in range(times):
        price, before = int(re.search(r"next (\d+)", row.inner_text())[1]), left(page)
        row.get_by_role("button", name=re.compile(r"^(Raise|More)")).tap()
        page.locator("#sheet .budget .n", has_text=re.compile(rf"^{before - price}$")).wait_for()


def make(player, campaign):
    """The guided flow: traits and fortune by taps until the points are nearly gone, then finished."""
    page = player.page
    player.open(f"/campaigns/{campaign.pk}/characters/new/")
    page.get_by_text("Fill in everything yourself").tap()
    page.fill("input[name=name]", "Juk the Loud")
    page.get_by_role("button", name="Continue to the sheet").tap()
    page.wait_for_selector("#sheet .budget")
    steps.unfold_parts(page)
    for name, level in (("Warrior", 6), ("Perception", 3)):
        page.get_by_role("button", name=re.compile(rf"^\+ {name}\b")).tap()
        page.locator(".steppers li", has_text=name).wait_for()
        raised(page, name, level - 1)
    raised(page, "Fortune", 5)
    # What is dearer than the points that are left cannot be tapped any more.
    dear = page.get_by_role("button", name=re.compile(r"^\+ Sorcery"))
    assert left(page) == 20
    assert dear.is_enabled()
    raised(page, "Fortune", 1)
    assert dear.is_disabled()
    page.get_by_role("button", name="Finish the character").tap()
    page.wait_for_selector("text=Advance")
    made = Character.objects.get(name="Juk the Loud")
    assert made.sheet["traits"] == {"Warrior": 6, "Perception": 3}
    assert made.sheet["fortune"] == 6
    return made


def scene(player, dealer, hero):
    """Attack, check, blow, verdict, end: each on the page of the person who is asked."""
    guard = Monster.objects.get(system="fortune-and-power", key="gate-guard", campaign=None)
    encounter = steps.begun(hero.campaign, hero.campaign.created_by, [hero], [(guard, 1)])
    for person in (player, dealer):
        person.open(f"/encounters/{encounter.pk}/")
        person.page.wait_for_selector("#table")
    attack = steps.laid_open(player, "Attack")
    # Warrior 6 against a parry of 11: five or more on two dice, thirty of thirty-six.
    attack.locator(".odds", has_text="83 %").wait_for()
    steps.give(player, "Attack", {"rolls:rolls": [3, 4]})
    steps.meet(encounter, player, dealer)
    assert any(
        "3 + 4 + 6 = 13 against 11 (parry): hit" in line and "rolled at the table" in line
        for line in steps.event_lines(dealer)
    )
    steps.give(player, "Check a trait against a challenge level", {"number:challenge": 12, "rolls:rolls": [3, 3]})
    steps.meet(encounter, player, dealer)
    steps.give(dealer, "Rule on result", {"one:verdict": "tie"})
    steps.give(dealer, "Attack", {"rolls:rolls": [6, 5]})
    steps.meet(encounter, player, dealer)
    assert "You are hit" in player.page.locator(".status .turn").inner_text()
    steps.give(player, "How much fortune", {"number:fortune": 3})
    steps.meet(encounter, player, dealer)
    assert "Fortune cancels 3" in steps.event_lines(player)[0]
    assert "2/10" in player.page.locator("[data-id=juk-the-loud] .wounds").inner_text()
    steps.give(dealer, "End the encounter", {"text:outcome": "The toll is paid"})
    player.page.wait_for_selector(".status .turn >> text=over")
    encounter.refresh_from_db()
    assert (encounter.status, encounter.outcome) == (Encounter.Status.ENDED, "The toll is paid")
    assert play.replays_equal(encounter)
    assert play.verify(encounter)["ok"]


def progress(player, dealer, hero):
    """An award to all, a trait bought at its price, a gift asked for and granted."""
    page, campaign = player.page, hero.campaign
    dealer.open(f"/campaigns/{campaign.pk}/award/")
    dealer.page.fill("input[name=amount]", "12")
    dealer.page.fill("input[name=reason]", "the toll")
    dealer.page.get_by_role("button", name="Award experience").click()
    dealer.page.wait_for_url(lambda url: "award" not in url)
    player.open(f"/characters/{hero.pk}/advance/")
    page.locator("details.steps > summary", has_text=re.compile(r"^\s*Traits")).tap()
    trait = page.locator("li.step-row", has_text="Raise Warrior from 6 to 7")
    price = int(re.search(r"Spend (\d+) XP", trait.inner_text())[1])
    trait.get_by_role("button").tap()
    page.wait_for_selector("text=Raise Warrior from 7 to 8")
    page.locator("details.steps > summary", has_text="Gifts").tap()
    gift = page.locator("li.step-row", has_text="Ask for the gift Starvision")
    gift.locator("summary", has_text="Ask your GM").tap()
    gift.locator("textarea").fill("Three nights on the causeway without a lamp.")
    gift.get_by_role("button", name=re.compile("Ask for 3")).tap()
    page.wait_for_selector("text=Three nights on the causeway")
    dealer.open(f"/characters/{hero.pk}/")
    assert "Three nights on the causeway" in dealer.page.locator("#requests").inner_text()
    dealer.page.get_by_role("button", name=re.compile("Grant for 3")).click()
    dealer.page.wait_for_selector(".chip.good >> text=granted")
    player.open(f"/characters/{hero.pk}/")
    assert "Starvision" in page.locator(".gifts").inner_text()
    hero.refresh_from_db()
    assert hero.sheet["traits"]["Warrior"] == 7
    assert sorted(-row.amount for row in hero.experience.filter(amount__lt=0)) == sorted([price, 3])
    player.open(f"/campaigns/{campaign.pk}/log/")
    told = page.locator("main").inner_text()
    for words in ("Warrior rises from 6 to 7", "Starvision is gained", "“The long night” ended: The toll is paid"):
        assert words in told


def test_a_session_of_fortune_and_power(people, toll):
    player, dealer = people(phone=True).sign_in("ana"), people().sign_in("gm")
    hero = make(player, toll)
    scene(player, dealer, hero)
    progress(player, dealer, hero)
