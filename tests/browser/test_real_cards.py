"""An evening with the group's own deck: every phone is asked for its own cards, and for nobody else's."""

import re

import pytest

from tests import factories
from tests.browser import steps

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

HANDS = {"Mara": ["KD", "9C", "4S", "7C"], "Oskar": ["QH", "5D", "AS", "KS"], "gm": ["JC", "2H"]}


def choose(person, cards):
    """Chooses the cards in the order drawn."""
    form = person.page.locator("form[id^=drawn-]").first
    for card in cards:
        form.locator(".ranks button", has_text=re.compile(f"^{card[0].replace('T', '10')}$")).click()
        form.locator(".suits button", has_text=SIGNS[card[1]]).click()


def say(person, cards):
    """Chooses the cards in the order drawn and hands them in."""
    choose(person, cards)
    person.page.locator("form[id^=drawn-] button.primary").first.click()


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
    for card in ("KD", "TC"):  # the first is in Mara's hand, so it is refused
        mara.page.wait_for_function("innerHeight > document.querySelector('.keypad').getBoundingClientRect().bottom")
        assert mara.page.locator(".keypad").bounding_box()["y"] >= 0, "the keypad is above the screen"
        say(mara, [card])
        if card == "KD":
            mara.page.get_by_text("contradict each other").first.wait_for()
    mara.page.locator(".event-log", has_text="Mara draws").first.wait_for()
    assert mara.page.locator("form[id^=drawn-]").count() == 0


@pytest.fixture
def deal(people, transactional_db):
    """A deal from the group's own deck: the encounter, and the open pages of the GM, of Mara and of Oskar."""
    gm, ana, ben = [factories.UserFactory(username=name) for name in ("frida", "ana", "ben")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player", ben: "player"}, "Real cards")
    party = [
        factories.CharacterFactory(campaign=campaign, owner=user, name=name, sheet={"class": "warrior"})
        for user, name in ((ana, "Mara"), (ben, "Oskar"))
    ]
    monsters = [(factories.MonsterFactory(name="Bandit"), 1)]
    encounter = steps.begun(campaign, gm, party, monsters, real_cards=True)
    phones = [people(phone=place > 0).sign_in(name) for place, name in enumerate(("frida", "ana", "ben"))]
    for person in phones:
        person.open(f"/encounters/{encounter.pk}/")
    return encounter, *phones


def test_after_a_deal_was_taken_back_every_phone_says_so_and_shows_the_next_deal(deal):
    _encounter, dealer, mara, oskar = deal
    say(oskar, HANDS["Oskar"])
    oskar.page.get_by_text("Cards are being drawn").wait_for()
    choose(mara, HANDS["Mara"])
    dealer.page.get_by_role("button", name="Take back the draw").click()
    for phone in (mara, oskar):
        phone.page.get_by_text("The GM took back the deal").wait_for()
        assert not phone.page.locator("#dealing").is_visible()
        for words in ("dealing cards", "You play with your own deck"):
            assert phone.page.get_by_text(words).is_hidden(), words
        assert phone.page.get_by_text("Page not found").count() == 0
    dealer.page.get_by_role("button", name="Start").click()
    for phone in (mara, oskar):
        phone.page.get_by_text("What did you draw?").wait_for()
        assert phone.page.get_by_text("The GM took back the deal").is_hidden()
        assert phone.page.get_by_text("dealing cards").is_visible()
    assert mara.page.locator("select[name=cards]").first.input_value() == "", "these cards were drawn for another deal"


def test_the_page_of_a_deal_leads_to_the_sign_in_page_when_the_sign_in_has_ended(deal):
    _encounter, dealer, mara, _oskar = deal
    mara.page.context.clear_cookies()
    mara.page.wait_for_url("**/accounts/login/**", timeout=10000)
    assert dealer.page.locator("#dealing").is_visible(), "others stay where they are"


def test_cards_for_a_deal_that_was_just_taken_back_are_answered_in_words(deal):
    _encounter, dealer, mara, _oskar = deal
    # The page does not ask meanwhile: the tap is the first to learn it.
    mara.page.evaluate("document.getElementById('dealing').removeAttribute('hx-trigger')")
    mara.page.evaluate("htmx.process(document.getElementById('dealing'))")
    choose(mara, HANDS["Mara"])
    dealer.page.get_by_role("button", name="Take back the draw").click()
    dealer.page.get_by_role("button", name="Start").wait_for()
    mara.page.locator("form[id^=drawn-] button.primary").click()
    mara.page.get_by_text("The GM took back the deal").wait_for()
    assert "404" not in mara.page.inner_text("body")


def test_another_device_of_one_person_follows_and_half_typed_cards_stay(deal, people):
    _encounter, dealer, mara, oskar = deal
    laptop = people().sign_in("ana")
    laptop.page.goto(mara.page.url)
    choose(oskar, HANDS["Oskar"][:2])
    say(mara, HANDS["Mara"])
    laptop.page.get_by_text("Cards are being drawn").wait_for()
    laptop.page.wait_for_timeout(3500)
    assert [oskar.page.locator("select[name=cards]").nth(place).input_value() for place in (0, 1, 2)] == [
        "QH",
        "5D",
        "",
    ]
    choose(oskar, HANDS["Oskar"][2:])
    oskar.page.locator("form[id^=drawn-] button.primary").click()
    say(dealer, HANDS["gm"])
    for person in (laptop, mara, oskar):
        person.page.locator("#table .hand").wait_for(timeout=20000)


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
