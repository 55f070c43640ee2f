"""At the table a long press or "?" explains a thing, and does nothing else."""

import pytest

from tests import factories
from tests.browser import steps

HOLD = """async ([selector, ms]) => {
  const target = document.querySelector(selector);
  const box = target.getBoundingClientRect();
  const touch = new Touch({ identifier: 1, target, clientX: box.x + 5, clientY: box.y + 5 });
  target.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, cancelable: true, touches: [touch] }));
  await new Promise((done) => setTimeout(done, ms));
  const end = new TouchEvent("touchend", { bubbles: true, cancelable: true, touches: [], changedTouches: [touch] });
  return target.dispatchEvent(end);
}"""


@pytest.fixture
def table(people, transactional_db):
    """Ana at a table where it is her turn: `table(phone=True)`."""
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "Explained")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    encounter = steps.begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 1)])

    def sit(**options):
        person = people(**options).sign_in("ana")
        person.open(f"/encounters/{encounter.pk}/")
        return person.page

    return sit


def explained(page):
    page.wait_for_selector("#why[open]")
    return page.locator("#why dt").all_text_contents()


def test_a_long_press_explains_a_card_and_does_not_choose_it(table):
    page = table(phone=True)
    card = "#play label.pick svg"
    # The end of the press is taken, so the phone makes no tap of it.
    assert page.evaluate(HOLD, [card, 700]) is False
    assert explained(page)[0] in {"A number card", "Jack, queen or king", "An ace"}
    page.locator("#why button").tap()
    assert page.locator("#play input[name='some:cards']:checked").count() == 0
    page.wait_for_timeout(600)
    page.locator("#play label.pick").first.tap()
    assert page.locator("#play input[name='some:cards']:checked").count() == 1


def test_a_short_press_explains_nothing(table):
    page = table(phone=True)
    assert page.evaluate(HOLD, ["#play label.pick svg", 100]) is True
    page.wait_for_timeout(700)
    assert page.locator("#why[open]").count() == 0


def test_a_long_press_on_a_button_that_waits_for_a_card_explains_it(table):
    page = table(phone=True)
    assert page.locator("#play button[name=do]").first.is_disabled()
    page.evaluate(HOLD, ["#play button[name=do]", 700])
    assert explained(page) == ["Attack"]
    assert page.locator("#table").get_attribute("data-number") == "0"


def test_the_phones_own_menu_stays_closed(table):
    page = table(phone=True)
    page.evaluate(HOLD, ["#table .hp", 700])
    explained(page)
    assert page.evaluate("""() => {
      const menu = new PointerEvent("contextmenu", { bubbles: true, cancelable: true, pointerType: "touch" });
      return !document.querySelector("#table .hp").dispatchEvent(menu);
    }""")


def test_a_question_mark_explains_what_has_the_focus_or_the_pointer(table):
    page = table()
    page.locator("#play input[name='some:cards']").first.focus()
    page.keyboard.press("?")
    assert len(explained(page)) == 1
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.locator("#table .hp").first.hover()
    page.keyboard.press("?")
    page.wait_for_function("() => document.querySelector('#why[open] dt')?.textContent === 'Hit points'")
    page.keyboard.press("Escape")
    page.mouse.move(0, 0)
    page.keyboard.press("?")
    page.wait_for_function("() => document.querySelectorAll('#why[open] dt').length > 5")


def test_a_question_mark_in_a_text_is_a_letter(table):
    page = table()
    page.locator("#drawer > summary").click()
    page.locator("#drawer-q").fill("")
    page.locator("#drawer-q").press("?")
    assert page.locator("#drawer-q").input_value() == "?"
    assert page.locator("#why[open]").count() == 0


def test_a_long_press_also_says_what_a_mouse_reads_in_a_tooltip(table):
    page = table(phone=True)
    page.evaluate("document.querySelector('#play button').title = 'Costs one card.'")
    page.evaluate(HOLD, ["#play button", 700])
    assert explained(page)
    assert page.locator("#why .tip").text_content() == "Costs one card."


def test_a_question_mark_says_the_tooltip_of_what_has_the_focus(table):
    page = table()
    page.evaluate("document.querySelector('#table summary').title = 'Folded orders.'")
    page.locator("#table summary").first.focus()
    page.keyboard.press("?")
    page.wait_for_selector("#why[open]")
    assert page.locator("#why .tip").text_content() == "Folded orders."
