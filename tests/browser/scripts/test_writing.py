"""Pictures that are pasted into a text: sent to the site, or held back with a reason."""

import json

import pytest

from tests.browser.scripts.conftest import HANGS

FIELD = "<form><input name=csrfmiddlewaretoken value=x><textarea data-links></textarea>{buttons}</form>"
SAVED = """<div data-pictures="/pictures/" data-sending="on its way" data-failed="failed" data-wait="wait">
  <p data-picture-status></p></div>"""
UNSAVED = '<p data-unsaved="Save the page first."></p>'
PASTE = """const data = new DataTransfer();
  data.items.add(new File([new Uint8Array([1])], "map.png", { type: TYPE }));
  document.querySelector("textarea").dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));"""


@pytest.fixture
def paste(scripts):
    """Pastes a file of a type into a form with these buttons."""

    def pasted(buttons, kind="image/png"):
        page = scripts.open(FIELD.format(buttons=buttons), "writing")
        page.evaluate(f"() => {{ {PASTE.replace('TYPE', json.dumps(kind))} }}")
        return page

    return pasted


def test_a_pasted_picture_is_sent_and_stands_in_the_text(paste, scripts):
    scripts.answers.append((500, ""))
    paste(SAVED)
    scripts.wait("document.querySelector('[data-picture-status]').textContent === 'failed'")
    assert [path for path, _fields in scripts.posted] == ["/pictures/"]


def test_a_page_that_is_not_saved_says_why_no_picture_is_taken(paste, scripts):
    page = paste(UNSAVED)
    assert page.inner_text("[data-unsaved]") == "Save the page first."
    assert scripts.posted == []


def test_anything_but_a_picture_is_left_to_the_browser(paste, scripts):
    page = paste(UNSAVED, "text/plain")
    assert page.inner_text("[data-unsaved]") == ""


def test_writing_goes_on_in_its_place_while_a_picture_is_sent(paste, scripts):
    scripts.answers.append(HANGS)
    page = paste(SAVED)
    page.evaluate(
        """() => { const text = document.querySelector("textarea");
          text.value = `Before ${text.value} after.`; text.setSelectionRange(3, 3); }"""
    )
    scripts.answer_hanging(json.dumps({"markdown": "![map](/p/1/)"}), "application/json")
    scripts.wait("document.querySelector('textarea').value === 'Before ![map](/p/1/) after.'")
    assert page.evaluate("document.querySelector('textarea').selectionStart") == 3


def test_a_page_of_signing_in_instead_of_a_picture_counts_as_failed(paste, scripts):
    scripts.answers.append((200, "<h1>Sign in</h1>"))
    page = paste(SAVED)
    scripts.wait("document.querySelector('[data-picture-status]').textContent === 'failed'")
    assert page.input_value("textarea") == ""


@pytest.mark.parametrize("answer", [json.dumps({"markdown": "![map](/p/1/)"}), "{}"])
def test_a_text_is_saved_only_when_its_pictures_have_arrived(paste, scripts, answer):
    scripts.answers.append(HANGS)
    page = paste(SAVED)
    page.evaluate(
        """() => { const form = document.querySelector("form"); form.method = "post"; form.action = "/save/";
          form.addEventListener("submit", () => { window.reached = true; }); form.requestSubmit(); }"""
    )
    assert page.inner_text("[data-picture-status]") == "wait"
    assert not page.evaluate("window.reached"), "no other script sends the form either"
    scripts.answer_hanging(answer, "application/json")
    scripts.wait("!document.querySelector('textarea').value.includes('on its way')")
    page.evaluate("document.querySelector('form').requestSubmit()")
    page.wait_for_url("**/save/")
    assert [path for path, _fields in scripts.posted] == ["/save/"]


EXPIRED = "<main><section data-form-expired>The form has expired</section></main>"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((403, ""), "Copy your text."),
        ((404, ""), "Copy your text."),
        ((403, EXPIRED), "Reload the page."),
        ((500, ""), ""),
    ],
)
def test_somebody_who_can_no_longer_change_the_page_is_told_while_writing(scripts, answer, told):
    words = 'data-gone="Copy your text." data-expired="Reload the page."'
    form = FIELD.format(buttons="").replace("<form>", f'<form data-editing="/editing/" {words}>')
    page = scripts.open(form, "writing")
    scripts.answers.append(answer)
    page.evaluate("writing.ask()")
    assert page.evaluate("document.querySelector('.notice')?.textContent || ''") == told
