"""A second tap on a button whose page is under way changes nothing: the form was sent once."""

import time

import pytest

from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.world.shared_worlds import actions as world_actions
from campaigns.world.shared_worlds.offers import actions as offer_actions
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from characters.models import Character
from characters.sheets import creation_views
from people.access import get_membership
from tests import factories
from tests.browser import steps

# So slow is the site's answer, and so soon comes the second tap.
ANSWER, TAP = 1.5, 0.4


@pytest.fixture
def campaign(transactional_db):
    """A campaign with Mara, in a world with another one."""
    gm, ana, bea = [factories.UserFactory(username=name) for name in ("frida", "ana", "bea")]
    made = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "The cellar")
    factories.CharacterFactory(campaign=made, owner=ana, name="Mara", sheet={"class": "warrior"})
    other = factories.CampaignFactory(system="fifty-two-fates", name="Iron Coast", created_by=bea)
    factories.MemberFactory(campaign=other, user=bea, role="gm")
    here = get_membership(gm, made.pk)
    world_actions.start_world(membership=here, name="The Marches")
    world_actions.join_world(membership=get_membership(bea, other.pk), code=world_actions.invite(membership=here))
    return made


@pytest.fixture
def phone(people, campaign):
    """The GM's phone."""
    return people(phone=True).sign_in("frida")


def slow(monkeypatch, module, name):
    """Makes an action answer late; returns how often it was done."""
    act, done = getattr(module, name), []

    def late(*given, **named):
        result = act(*given, **named)
        done.append(name)
        time.sleep(ANSWER)
        return result

    monkeypatch.setattr(module, name, late)
    return done


def tap_twice(phone, button):
    """Two taps of a thumb, the second before the answer to the first; returns how often the form was sent."""
    sent = []
    phone.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    button.scroll_into_view_if_needed()
    place = button.bounding_box()
    at = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    before = phone.page.evaluate("() => performance.timeOrigin")
    phone.page.touchscreen.tap(*at)
    time.sleep(TAP)
    phone.page.touchscreen.tap(*at)
    phone.page.wait_for_function("(before) => performance.timeOrigin !== before", arg=before, timeout=20_000)
    phone.page.wait_for_load_state()
    return len(sent)


def test_a_note_is_written_once(phone, campaign, monkeypatch):
    done = slow(monkeypatch, log_actions, "add_note")
    phone.open(f"/campaigns/{campaign.pk}/log/")
    if not phone.page.locator("main [name=text]").first.is_visible():
        phone.page.locator("main summary").first.tap()
    phone.page.locator("form[method=post] [name=text]").first.fill("They cross the ford.")
    assert tap_twice(phone, phone.page.locator("form:has(textarea[name=text]) button.primary").first) == 1
    assert done == ["add_note"]
    assert LogEntry.objects.filter(text="They cross the ford.").count() == 1


def test_an_npc_is_made_once(phone, campaign, monkeypatch):
    done = slow(monkeypatch, creation_views, "create_character")
    phone.open(f"/campaigns/{campaign.pk}/characters/new/?kind=npc")
    phone.page.locator("#quick_name").fill("Jory")
    assert tap_twice(phone, phone.page.get_by_role("button", name="Make the NPC")) == 1
    assert done == ["create_character"]
    assert Character.objects.filter(name="Jory").count() == 1
    assert "Jory" in phone.page.inner_text("h1")


def test_an_offer_is_made_once_and_nothing_is_refused(phone, campaign, monkeypatch):
    done = slow(monkeypatch, offer_actions, "offer_character")
    phone.open(f"/campaigns/{campaign.pk}/shared-world/move/")
    assert tap_twice(phone, phone.page.get_by_role("button", name="Offer the character")) == 1
    assert done == ["offer_character"]
    assert CharacterOffer.objects.count() == 1
    assert "already offered" not in phone.page.inner_text("main")


def test_a_form_can_be_sent_again_from_a_new_page(phone, campaign):
    for place in range(2):
        phone.open(f"/campaigns/{campaign.pk}/characters/new/?kind=npc")
        phone.page.locator("#quick_name").fill("Jory")
        phone.page.get_by_role("button", name="Make the NPC").tap()
        phone.page.wait_for_url("**/world/npcs/*/")
        assert Character.objects.filter(name="Jory").count() == place + 1
