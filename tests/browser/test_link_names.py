"""While someone writes a link, the page offers names: by keys on a laptop, by a tap on a phone."""

import pytest

from campaigns.world import actions
from people.access import get_membership
from tests import factories
from tests.browser import steps


@pytest.fixture
def campaign(transactional_db):
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "Named")
    membership = get_membership(gm, campaign.pk)
    for name in ("Bellport", "Bell crypt"):
        actions.create_entry(membership=membership, kind="location", name=name, text="")
    return campaign


def test_a_gm_completes_names_by_keys_in_a_page_of_the_world(people, campaign):
    gm = people()
    gm.sign_in("frida")
    gm.open(f"/campaigns/{campaign.pk}/world/new/")
    text = gm.page.get_by_label("Text")
    text.press_sequentially("We reached [[bel")
    gm.page.locator(".link-names li").first.wait_for()
    assert gm.page.locator(".link-names li").all_inner_texts() == ["Bellport\nlocation", "Bell crypt\nlocation"]
    text.press("ArrowDown")
    text.press("Enter")
    text.press_sequentially(" and met @bellp")
    gm.page.locator(".link-names li").first.wait_for()
    text.press("Tab")
    assert text.input_value() == "We reached [[Bell crypt]] and met [[Bellport]]"
    text.press_sequentially(" in @be")
    gm.page.locator(".link-names li").first.wait_for()
    text.press("Escape")
    assert gm.page.locator(".link-names li").count() == 0
    assert text.input_value().endswith(" in @be")
    assert not gm.faults


def test_a_player_taps_a_name_and_is_offered_no_hidden_one(people, campaign):
    player = people(phone=True)
    player.sign_in("ana")
    player.open(f"/campaigns/{campaign.pk}/log/")
    ana = campaign.members.get(user__username="ana")
    actions.create_entry(membership=ana, kind="note", name="Belle", text="")
    player.page.get_by_text("Add a note").tap()
    text = player.page.get_by_label("Note")
    text.press_sequentially("I owe @bel")
    option = player.page.locator(".link-names li")
    option.first.wait_for()
    assert option.all_inner_texts() == ["Belle\nnote"]
    assert option.first.bounding_box()["height"] >= 44
    option.first.tap()
    assert text.input_value() == "I owe [[Belle]]"
    assert not player.faults
