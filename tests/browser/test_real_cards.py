"""An evening with the group's own deck: every phone is asked for its own cards, and for nobody else's."""

import re

from tests import factories
from tests.browser import steps

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

HANDS = {"Mara": ["KD", "9C", "4S", "7C"], "Oskar": ["QH", "5D", "AS", "KS"], "gm": ["JC", "2H"]}


def say(person, cards):
    """Chooses the cards in the order drawn and hands them in."""
    form = person.page.locator("form[id^=drawn-]").first
    for card in cards:
        form.locator(".ranks button", has_text=re.compile(f"^{card[0].replace('T', '10')}$")).click()
        form.locator(".suits button", has_text=SIGNS[card[1]]).click()
    form.locator("button.primary").click()


def test_everybody_draws_real_cards_and_only_their_own_phone_shows_them(people, transactional_db):
    gm, ana, ben = [factories.UserFactory(username=name) for name in ("frida", "ana", "ben")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player", ben: "player"}, "Real cards")
    party = [
        factories.CharacterFactory(campaign=campaign, owner=user, name=name, sheet={"class": "warrior"})
        for user, name in ((ana, "Mara"), (ben, "Oskar"))
    ]
    bandit = factories.MonsterFactory(name="Bandit")
    encounter = steps.begun(campaign, gm, party, [(bandit, 1)], real_cards=True)
    dealer, mara, oskar = people(), people(phone=True), people(phone=True)
    for person, name in ((dealer, "frida"), (mara, "ana"), (oskar, "ben")):
        person.sign_in(name).open(f"/encounters/{encounter.pk}/")
        assert person.page.locator("form[id^=drawn-]").count() == 1
    mara.page.set_viewport_size({"width": 360, "height": 640})
    for needed in (".keypad .places", ".keypad .suits", "form[id^=drawn-] button.primary"):
        box = mara.page.locator(needed).bounding_box()
        assert box["y"] + box["height"] <= 640, f"{needed} is below the screen of a small phone"
    say(mara, HANDS["Mara"])
    mara.page.get_by_text("Cards are being drawn").wait_for()
    say(oskar, HANDS["Oskar"])
    say(dealer, HANDS["gm"])
    for person, membership in ((mara, "king of diamonds"), (oskar, "queen of hearts"), (dealer, "jack of clubs")):
        # Nobody reloads: the page of the deal gives way to the table.
        person.page.locator("#table .hand").wait_for(timeout=20000)
        names = person.page.locator("#table .hand").inner_html()
        assert membership in names
        assert [other for other in ("king of diamonds", "queen of hearts", "jack of clubs") if other in names] == [
            membership
        ]

    form = steps.laid_open(mara, "Try an action skill check")
    steps.fill(form, {"number:difficulty": "8"})
    form.locator(".buttons button").last.click()
    mara.page.get_by_text("What did you draw?").wait_for()
    oskar.page.get_by_text("Cards are being drawn").first.wait_for()
    say(mara, ["TC"])
    mara.page.locator(".event-log", has_text="Mara draws").first.wait_for()
    assert mara.page.locator("form[id^=drawn-]").count() == 0


def test_the_focus_stays_where_it_was_when_somebody_else_acts(people, transactional_db):
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "By keyboard")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    encounter = steps.begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 2)])
    dealer = people().sign_in("frida")
    dealer.open(f"/encounters/{encounter.pk}/")
    dealer.page.wait_for_function("window.htmx && document.documentElement.classList.contains('live')")
    for selector in (".orders .toggle >> nth=1", ".event-log summary >> nth=0", "#table a.button >> nth=0"):
        there = dealer.page.locator(selector)
        there.focus()
        words = there.inner_text()
        dealer.page.evaluate(
            "() => { window.settled = false;"
            " document.addEventListener('htmx:afterSettle', () => { window.settled = true; }, {once: true});"
            " htmx.trigger(document.body, 'table-changed'); }"
        )
        dealer.page.wait_for_function("() => window.settled")
        assert dealer.page.evaluate("document.activeElement.innerText") == words, selector
