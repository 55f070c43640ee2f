"""The drawer beside the table: what could not be fetched is fetched when it is opened again, and Escape closes it."""

import pytest

from tests.browser.scripts.conftest import HANGS, SENDING
from tests.browser.scripts.test_link_names import NAMES

PARTS = ("presses", "kept_plays", "sending", "steppers", "link_names", "fatekeeper", "drawer")
DRAWER = """<details class="drawer" id="drawer"><summary>Notes</summary>
  <div hx-get="/drawer/" hx-trigger="toggle from:closest details once" hx-select="#sheet" hx-target="this"
  hx-swap="innerHTML">Open as a page</div></details>"""


def toggle(page):
    page.click("summary")


@pytest.fixture
def unreached(scripts):
    """A drawer that was opened while the site had an error."""
    scripts.documents["/drawer/"] = ('<p>More</p><p id="sheet">The sheet</p>', "text/html")
    scripts.busy["/drawer/"] = 1
    page = scripts.open(DRAWER + SENDING, *PARTS, htmx=True)
    toggle(page)
    scripts.wait("document.getElementById('sending').dataset.state === 'unfetched'")
    return scripts


def test_a_drawer_that_was_not_fetched_is_fetched_when_it_is_opened_again(unreached):
    page = unreached.page
    toggle(page)
    toggle(page)
    unreached.wait("document.querySelector('#drawer #sheet') !== null")
    assert page.inner_text("#drawer > div") == "The sheet"


def test_an_open_drawer_that_was_not_fetched_is_fetched_when_the_network_is_back(unreached):
    unreached.context.set_offline(True)
    unreached.context.set_offline(False)
    unreached.wait("document.querySelector('#drawer #sheet') !== null")


def test_a_part_that_was_fetched_is_not_fetched_again(unreached):
    page = unreached.page
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for _opening in range(3):
        toggle(page)
        toggle(page)
        unreached.wait("document.querySelector('#drawer #sheet') !== null")
    assert len(asked) == 1


def test_escape_closes_the_list_of_names_first_and_then_the_drawer(scripts):
    scripts.documents["/names/"] = (NAMES, "application/json")
    scripts.main_attributes = 'data-names="/names/" data-names-label="Names"'
    drawer = '<details id="drawer" open><summary>Notes</summary><textarea data-links></textarea></details>'
    page = scripts.open(drawer + SENDING, *PARTS, htmx=True)
    page.locator("textarea").press_sequentially("[[mi")
    page.wait_for_selector("#link-names")
    page.keyboard.press("Escape")
    assert page.locator("#link-names").count() == 0
    assert page.evaluate("document.querySelector('#drawer').open && document.activeElement.tagName") == "TEXTAREA"
    page.keyboard.press("Escape")
    assert page.evaluate("document.querySelector('#drawer').open || document.activeElement.tagName") == "SUMMARY"


NOTE = """<form hx-post="/note/" hx-target="this" hx-swap="outerHTML" hx-disabled-elt="find button"><input name="text">
  <button>Write</button></form>"""


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ((200, NOTE), "BUTTON"),
        ((200, '<p role="status">Shown</p>'), "P"),
        ((422, NOTE.replace("<input", "<input aria-invalid=true")), "INPUT"),
    ],
)
def test_after_a_form_of_the_drawer_the_keyboard_goes_on_there(scripts, answer, place):
    page = scripts.open(
        f'<details id="drawer" open><summary>Notes</summary>{NOTE}</details>{SENDING}', *PARTS, htmx=True
    )
    page.evaluate("document.querySelector('form').old = true")
    scripts.answers = [answer]
    page.focus("button")
    page.keyboard.press("Enter")
    scripts.wait("!document.querySelector('form')?.old")
    scripts.wait(f"document.activeElement.tagName === '{place}'")


STEPS = """<div id="sheet"><form hx-post="/wounds/" hx-target="#sheet" hx-swap="outerHTML"><button>−</button></form>
  <form hx-post="/luck/" hx-target="#sheet" hx-swap="outerHTML"><button>Spend</button></form></div>"""


def test_after_a_button_of_a_sheet_the_keyboard_does_not_go_on_at_another_figure(scripts):
    page = scripts.open(
        f'<details id="drawer" open><summary>Sheet</summary>{STEPS}</details>{SENDING}', *PARTS, htmx=True
    )
    page.evaluate("document.getElementById('sheet').old = true")
    scripts.answers = [HANGS]
    page.focus("text=Spend")
    page.keyboard.press("Enter")
    scripts.wait("!presses.busy()")
    scripts.answer_hanging(STEPS)
    scripts.wait("!document.getElementById('sheet').old")
    scripts.wait("document.activeElement.id === 'sheet'")


def test_after_an_explanation_of_what_is_gone_the_keyboard_goes_on_where_the_play_is(scripts):
    scripts.documents["/why/"] = ("<p>Because</p>", "text/html")
    page = scripts.open(
        f'<section class="play-area"><a href="/why/" data-why>why?</a></section>{SENDING}', *PARTS, htmx=True
    )
    page.focus("a")
    page.keyboard.press("Enter")
    page.locator("dialog[open]").wait_for()
    page.evaluate("document.querySelector('a').remove()")
    page.keyboard.press("Escape")
    scripts.wait("document.activeElement.className === 'play-area'")
