"""The GM's evening on one page: hit points by keyboard, a monster and a note from the drawer."""

from campaigns.log.models import LogEntry
from tests import factories
from tests.browser.steps import begun, evening

# Three cards for Mara, one for the Fate Dealer, then initiative: nobody has to answer anything.
DECK = ["KD", "9C", "4S", "7C", "KS", "2H"]


def test_the_gm_changes_hit_points_adds_a_monster_and_writes_a_note_without_leaving(people, transactional_db):
    users = {factories.UserFactory(username="gm"): "gm", factories.UserFactory(username="ana"): "player"}
    keeper, ana = users
    campaign = evening("fifty-two-fates", users, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    bandit = factories.MonsterFactory(name="Reed bandit")
    row = begun(campaign, keeper, [mara], [(bandit, 1)], seed=7, deck=DECK)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/")
    address = gm.page.url
    foe = gm.page.locator(".person", has_text="Reed bandit")
    assert "3/3" in foe.text_content()
    foe.locator(".orders .toggle").click()
    gm.page.wait_for_function("() => document.activeElement.name === 'number:hp'")
    gm.page.keyboard.press("ArrowLeft")
    gm.page.keyboard.press("Enter")
    foe.locator(".hp", has_text="2/3").wait_for()
    gm.page.click("#drawer > summary")
    gm.page.fill("#drawer-monster", "reed")
    gm.page.locator("#drawer-monsters button", has_text="Add Reed bandit").click()
    gm.page.wait_for_function("() => document.querySelectorAll('#table .person').length === 3")
    assert gm.page.locator("#drawer [aria-busy=true]").count() == 0, "one more can be added"
    gm.page.fill("#drawer-note textarea", "The bell tolled.")
    gm.page.locator("#drawer-note button").click()
    gm.page.wait_for_selector("#drawer-note [role=status]")
    assert gm.page.url == address
    assert LogEntry.objects.filter(text="The bell tolled.").count() == 1
    gm.page.keyboard.press("Escape")
    assert gm.page.locator("#drawer[open]").count() == 0
