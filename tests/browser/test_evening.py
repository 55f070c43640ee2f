"""A whole 52 Fates combat: a GM on a laptop and two players on phones, each in a browser of their own."""

import json
import re
import urllib.request

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from people import actions
from tests import factories
from tests.architecture.source import ROOT

MOST_PLAYS = 120
# The button that the GM gets when only one side is still standing.
ENDS = re.compile("^End the encounter: (victory|defeat)")
NIGHT_BLADE = ROOT.parent / "shared" / "data" / "satchel" / "the-night-blade.satchel.json"


@pytest.fixture
def ambush(campaign, gm, ana, ben):
    """Two heroes on a road, and the bandits' figures; the encounter itself is prepared in the browser."""
    factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    factories.CharacterFactory(campaign=campaign, owner=ben, name="Oskar", sheet={"class": "wizard"})
    factories.MonsterFactory(name="Bandit", stats={"max_hp": 2}, campaign=campaign)
    return campaign


def prepare(dealer, campaign):
    """The GM prepares the encounter on its page and starts it."""
    page = dealer.page
    dealer.open(f"/campaigns/{campaign.pk}/encounters/")
    page.click("text=Prepare an encounter")
    page.fill("input[name=title]", "Ambush on the salt road")
    for name in ("Mara", "Oskar"):
        assert page.get_by_label(name).is_checked()  # the players' characters are ticked in advance
    for _ in range(2):
        page.get_by_label("Add one Bandit").click()
    page.wait_for_selector("#difficulty dl")  # the difficulty changes while the GM chooses
    page.click("text=Start now")
    page.wait_for_selector("#table")
    return Encounter.objects.get(campaign=campaign)


def tap(person):
    """One tap of someone whose turn it may be: the first button that the page lets them press."""
    page = person.page
    form = page.locator("#play")
    cards = form.locator("input[name='some:cards']")
    # Found again at the moment of the tap, because the sides change places with the order of acting.
    targets = page.locator("label:has(input[name='one:target'])")
    foes = page.locator("label:has(input[name='one:target']):not(:has([value=mara], [value=oskar]))")
    if targets.count():
        (foes if foes.count() else targets).first.click()
    buttons = form.locator("button[name=do]")
    for i in range(cards.count()):
        # One card more until the first button takes them: a surplus may be of several.
        if buttons.first.is_enabled():
            break
        cards.nth(i).check(force=True)
    for i in range(buttons.count()):
        if buttons.nth(i).is_visible() and buttons.nth(i).is_enabled():
            number = page.locator("#table").get_attribute("data-number")
            buttons.nth(i).click()
            page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=number)
            return True
    return False


def play_out(dealer, phones, encounter):
    """Everyone taps what the page offers until one side is down, and the GM ends it; every page stays live."""
    for player in phones:
        player.open("/")
        player.page.get_by_role("link", name=re.compile("table", re.I)).first.click()
        player.page.wait_for_selector("#table")
    for _ in range(MOST_PLAYS):
        encounter.refresh_from_db()
        for person in (*phones, dealer):
            # Nobody reloads: every page comes to the number that was played by itself.
            person.page.wait_for_function(
                "n => document.getElementById('table').dataset.number === n", arg=str(encounter.number)
            )
        if dealer.page.locator("#table").get_by_role("button", name=ENDS).count():
            break
        acting = [person for person in phones if person.page.locator("#table").get_attribute("data-mine")]
        if any(tap(person) for person in acting) or tap(dealer):
            continue
        order(dealer, "next-round")
    else:
        pytest.fail(f"the GM is not asked to end the encounter after {MOST_PLAYS} plays")
    told = dealer.page.inner_text("main")
    assert "The cards are dealt." not in told, "what the page was opened with goes with the next play"
    assert "End the encounter: victory" in told.lower().replace("end the", "End the"), "the end that fits comes first"
    order(dealer, "end")
    for player in phones:
        player.page.wait_for_function("() => document.querySelector('.status .turn').innerText.includes('over')")
    encounter.refresh_from_db()
    assert encounter.status == Encounter.Status.ENDED
    assert encounter.counts, "an ended encounter counts unless the GM says otherwise"
    assert play.replays_equal(encounter)
    assert play.verify(encounter)["ok"]


def test_a_gm_and_two_phones_play_a_combat_to_its_end(people, ambush, gm, ana, ben):
    dealer = people().sign_in("gm")
    phones = [people(phone=True).sign_in(name) for name in ("ana", "ben")]
    play_out(dealer, phones, prepare(dealer, ambush))


def send(site, token, path, body):
    """One request of a script with its token."""
    request = urllib.request.Request(
        f"{site}/api/v1/{path}",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Authorization": f"Token {token}"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def test_the_night_blade_comes_by_the_api_and_one_of_its_encounters_is_played(people, site, ambush, gm, ana, ben):
    if not NIGHT_BLADE.exists():
        pytest.skip("the shared sample adventure is not beside the project")
    _row, token = actions.create_token(user=gm, name="script", can_write=True)
    module = send(site, token, "modules/", json.loads(NIGHT_BLADE.read_text()))
    asked = {"module": module["key"], "version": module["version"], "party_size": 2}
    plan = send(site, token, f"campaigns/{ambush.pk}/imports/", {**asked, "dry_run": True})
    send(site, token, f"campaigns/{ambush.pk}/imports/", {**asked, "plan_token": plan["plan_token"]})
    dealer = people().sign_in("gm")
    phones = [people(phone=True).sign_in(name) for name in ("ana", "ben")]
    encounter = Encounter.objects.get(campaign=ambush, title__startswith="Shattered Door")
    dealer.open(f"/encounters/{encounter.pk}/")
    for name in ("Mara", "Oskar"):
        dealer.page.get_by_label(name).check()
    dealer.page.get_by_role("button", name="Add characters").click()
    dealer.page.click("text=Start and deal")
    dealer.page.wait_for_selector("#table")
    play_out(dealer, phones, encounter)


def order(dealer, type_, fields=None):
    """The GM gives an order from its form."""
    page = dealer.page
    number = page.locator("#table").get_attribute("data-number")
    form = page.locator(f"form:has(input[name=do][value*='\"{type_}\"'])").first
    summary = page.locator("details", has=form).locator("summary").first
    if summary.count() and not form.locator("button").last.is_visible():
        summary.click()
    for name, value in (fields or {}).items():
        # The chip's input lies over its word and is clear; it is checked as a tap on it does.
        form.locator(f"[name='{name}'][value='{value}']").check(force=True)
    form.locator("button").last.click()
    page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=number)
