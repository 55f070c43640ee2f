"""Every page as people open it: no serious fault for a screen reader or a keyboard, no sideways scroll, no error."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from campaigns.encounters.models import Encounter
from characters.models import Monster
from characters.sheets import actions
from people.models import Campaign, User
from tests.browser import steps
from tests.browser.accessibility import PHONE, faults_of
from tests.demo_rows import seed_demo

SIGNED_OUT = [
    "/",
    "/about/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/rules/",
    "/rules/fifty-two-fates/",
    "/rules/fifty-two-fates/F52-27/",
    "/rules/fifty-two-fates/catalogue/",
    "/offline/",
    "/no-such-page/",
]
PLAYER = [
    "/",
    "/me/",
    "/me/tokens/",
    "/accounts/2fa/",
    "/campaigns/{campaign}/",
    "/campaigns/{campaign}/characters/",
    "/campaigns/{campaign}/encounters/",
    "/campaigns/{campaign}/sessions/",
    "/campaigns/{campaign}/log/",
    "/campaigns/{campaign}/members/",
    "/campaigns/{campaign}/options/",
    "/campaigns/{campaign}/checks/new/",
    "/characters/{hero}/",
    "/encounters/{running}/",
    "/encounters/{running}/account/",
    "/encounters/{running}/fairness/",
]
DEALER = [
    "/campaigns/new/",
    "/campaigns/{campaign}/",
    "/campaigns/{campaign}/members/",
    "/campaigns/{campaign}/monsters/",
    "/monsters/{monster}/",
    "/campaigns/{campaign}/modules/",
    "/campaigns/{campaign}/catalogue/",
    "/encounters/{prepared}/",
    "/encounters/{running}/",
    "/encounters/{running}/hands/",
    "/encounters/{running}/join/",
    "/campaigns/{campaign}/encounters/new/",
]

GAMES = ["fortune-and-power", "fortune-system", "game-of-bastards"]
OF_A_GAME = {
    None: ["/rules/{system}/", "/rules/{system}/catalogue/"],
    "mara": [
        "/campaigns/{campaign}/",
        "/characters/{hero}/",
        "/characters/{hero}/advance/",
        "/characters/{hero}/history/",
        "/characters/{hero}/edit/",
        "/characters/{unfinished}/",
        "/campaigns/{campaign}/checks/new/?character={hero}",
        "/campaigns/{campaign}/characters/new/",
        "/encounters/{running}/",
        "/encounters/{running}/account/",
        "/encounters/{running}/fairness/",
    ],
    "gm-demo": [
        "/campaigns/{campaign}/options/",
        "/campaigns/{campaign}/award/",
        "/campaigns/{campaign}/monsters/",
        "/campaigns/{campaign}/monsters/new/",
        "/campaigns/{campaign}/catalogue/",
        "/campaigns/{campaign}/catalogue/new/",
        "/encounters/{running}/",
        "/encounters/{prepared}/",
        "/characters/{hero}/edit/",
    ],
}


@pytest.fixture
def places(transactional_db):
    """The demo campaign, and the ids that addresses are made of."""
    seed_demo()
    running = Encounter.objects.get(status="running", campaign__system="fifty-two-fates")
    return {**of_campaign(running), "monster": Monster.objects.filter(campaign=running.campaign_id).first().pk}


def of_campaign(running):
    """The ids of a demo campaign, by its running encounter."""
    mine = running.campaign
    return {
        "system": mine.system,
        "campaign": mine.pk,
        "running": running.pk,
        "prepared": mine.encounters.filter(status="prepared").first().pk,
        "hero": mine.characters.get(owner__username="mara").pk,
    }


@pytest.mark.parametrize(("who", "paths"), [(None, SIGNED_OUT), ("mara", PLAYER), ("gm-demo", DEALER)])
def test_no_page_has_a_serious_fault(people, places, who, paths):
    person = people(phone=True)
    if who:
        person.sign_in(who)
    faults = [fault for path in paths for fault in faults_of(person, path.format(**places), [PHONE])]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("who", list(OF_A_GAME))
@pytest.mark.parametrize("system", GAMES)
def test_no_page_of_the_other_games_has_a_serious_fault(people, places, system, who):
    its = of_campaign(Encounter.objects.get(status="running", campaign__system=system))
    mara = User.objects.get(username="mara")
    new = actions.create_character(
        campaign=Campaign.objects.get(pk=its["campaign"]), by=mara, owner=mara, name="Newcomer"
    )
    person = people(phone=True)
    if who:
        person.sign_in(who)
    paths = [path.format(**its, unfinished=new.pk) for path in OF_A_GAME[who]]
    faults = [fault for path in paths for fault in faults_of(person, path, [PHONE])]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("path", ["/campaigns/{campaign}/options/", "/campaigns/new/?system=game-of-bastards"])
def test_the_choices_of_a_house_rule_stand_side_by_side(people, places, path):
    its = of_campaign(Encounter.objects.get(status="running", campaign__system="game-of-bastards"))
    person = people(phone=True).sign_in("gm-demo")
    person.open(path.format(**its))
    person.page.evaluate("() => document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    yes, no = person.page.locator("[name=option-body_adds_to_damage] + span").all()
    assert yes.bounding_box()["y"] == no.bounding_box()["y"]


def test_a_page_with_a_fault_is_seen(people, places):
    person = people()
    person.open("/about/")
    person.page.evaluate("document.querySelector('main').innerHTML += '<img src=\"/static/img/icon.svg\">'")
    found = Axe().run(person.page).response["violations"]
    assert "image-alt" in {each["id"] for each in found}


def test_a_sheet_once_seen_opens_without_a_network(people, places):
    person = people(phone=True).sign_in("mara")
    path = f"/characters/{places['hero']}/"
    person.open(path)
    steps.wait_for_worker(person)
    person.open(path)
    person.context.set_offline(True)
    person.open(path)
    assert "Mara" in person.page.get_by_role("heading", level=1).inner_text()
    person.open(f"/campaigns/{places['campaign']}/")
    assert "No connection" in person.page.inner_text("h1")
    person.context.set_offline(False)
    person.faults.clear()  # the browser reports each request that found no network


def test_signing_out_forgets_the_sheets_kept_on_the_phone(people, places):
    person = people(phone=True).sign_in("mara")
    path = f"/characters/{places['hero']}/"
    person.open(path)
    steps.wait_for_worker(person)
    person.open(path)
    person.page.click("text=Sign out")
    person.page.wait_for_load_state("networkidle")
    kept = person.page.evaluate("caches.open('copies-2').then(c => c.keys()).then(k => k.length)")
    assert kept == 0


def test_htmx_evaluates_nothing_and_asks_only_this_site(people):
    person = people()
    person.open("/accounts/login/")
    person.page.wait_for_function("() => document.readyState === 'complete'")
    config = person.page.evaluate("htmx.config")
    assert not config["allowEval"]
    assert not config["allowScriptTags"]
    assert config["selfRequestsOnly"]
    assert config["responseHandling"][-1] == {"code": "5..", "swap": False, "error": True}
    assert "indicator" not in person.page.evaluate(
        "[...document.querySelectorAll('style')].map((e) => e.outerHTML).join()"
    )
