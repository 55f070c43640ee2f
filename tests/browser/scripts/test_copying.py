"""A button copies its field where the browser can, and is not there elsewhere."""

import pytest

from tests.browser.scripts.conftest import SENDING

PAGE = f"""{SENDING}<input id="link" readonly value="/join/abc/">
<button type="button" hidden data-copy="link" data-copied="Copied">Copy the link</button>"""
CLIPBOARD = """Object.defineProperty(navigator, "clipboard", { value: {
  writeText: (text) => ALLOWED ? (window.copied = text, Promise.resolve()) : Promise.reject(new Error("no")) } });"""


@pytest.fixture
def with_clipboard(scripts):
    """Opens the page in a browser that allows or forbids copying."""

    def opened(allowed):
        scripts.page.add_init_script(CLIPBOARD.replace("ALLOWED", "true" if allowed else "false"))
        return scripts.open(PAGE, "fatekeeper")

    return opened


def test_a_page_without_encryption_has_no_button(scripts):
    page = scripts.open(PAGE, "fatekeeper")
    assert page.evaluate("navigator.clipboard === undefined")
    assert page.locator("button[data-copy]").is_hidden()


def test_the_field_is_copied_and_the_page_says_so(with_clipboard, scripts):
    page = with_clipboard(True)
    page.click("button[data-copy]")
    scripts.wait("document.querySelector('[role=status]').textContent === 'Copied'")
    assert page.evaluate("window.copied") == "/join/abc/"
    assert page.inner_text("button[data-copy]") == "Copy the link"


def test_a_text_that_the_browser_does_not_copy_is_selected(with_clipboard, scripts):
    page = with_clipboard(False)
    page.click("button[data-copy]")
    scripts.wait("document.activeElement.id === 'link'")
    assert page.evaluate("getSelection().toString()") == "/join/abc/"
    assert page.inner_text("[role=status]") == ""
