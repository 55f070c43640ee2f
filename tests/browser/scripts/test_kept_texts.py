"""A text that was sent when the sign-in had expired comes back for the same person, and for nobody else."""

import pytest

FORM = """<form method=post action="/sent/"><input type=hidden name=action value=x>
  <details><textarea name=text></textarea></details><button>Save</button></form>
  <form method=post action="/accounts/logout/"><button>Sign out</button></form>"""
LINE = '<div id="sending" data-person="{person}" data-own-text="What you had written"></div>'
TEXTS = "[...document.querySelectorAll('textarea')].map((field) => [field.name, field.value, field.readOnly])"


@pytest.fixture
def visit(scripts):
    """Opens the page with the form as a person, and returns what is in the text."""

    def open_page(person):
        scripts.open(FORM + LINE.format(person=person), "kept_texts")
        return scripts.page.evaluate("document.querySelector('textarea').value")

    return open_page


@pytest.fixture
def sent(scripts, visit):
    """Sends a text as person 1."""
    visit("1")
    scripts.page.evaluate("document.querySelector('details').open = true")
    scripts.page.fill("textarea", "A long note.")
    scripts.page.get_by_role("button", name="Save").click()
    scripts.page.wait_for_url("**/sent/")


def form_with(text):
    """The form when this text is stored."""
    return FORM.replace("<textarea name=text>", f"<textarea name=text>{text}") + LINE.format(person="1")


def send_edit(scripts):
    """Sends another text as person 1, where "A short note." is stored, and comes to the sign-in."""
    scripts.open(form_with("A short note."), "kept_texts")
    scripts.page.evaluate("document.querySelector('details').open = true")
    scripts.page.fill("textarea", "A long note.")
    scripts.page.get_by_role("button", name="Save").click()
    scripts.page.wait_for_url("**/sent/")
    sign_in_page(scripts)


def sign_in_page(scripts):
    """The page of the sign-in follows the form."""
    document = '<!doctype html><script src="/static/js/kept_texts.js" defer></script>'
    scripts.documents["/accounts/login/"] = (document, "text/html")
    scripts.page.goto("http://site.test/accounts/login/?next=/page/")


def test_after_the_next_sign_in_the_text_is_in_its_form_once(scripts, visit, sent):
    sign_in_page(scripts)
    assert visit("1") == "A long note."
    assert scripts.page.evaluate("document.querySelector('details').open")
    assert visit("1") == ""


def test_a_text_never_comes_into_another_form_of_the_page(scripts, visit, sent):
    sign_in_page(scripts)
    other = "<form method=post action='/other/'><textarea name=text></textarea></form>"
    scripts.open(other + FORM + LINE.format(person="1"), "kept_texts")
    texts = "[...document.querySelectorAll('textarea')].map((field) => field.value)"
    assert scripts.page.evaluate(texts) == ["", "A long note."]


def test_a_text_that_arrived_does_not_come_back(visit, sent):
    assert visit("1") == ""


def test_another_person_does_not_get_it_and_removes_it(scripts, visit, sent):
    sign_in_page(scripts)
    assert visit("2") == ""
    assert scripts.page.evaluate("sessionStorage.length") == 0


def test_signing_out_removes_it(scripts, visit, sent):
    sign_in_page(scripts)
    scripts.documents["/elsewhere/"] = scripts.documents["/page/"]
    scripts.page.goto("http://site.test/elsewhere/")
    assert scripts.page.evaluate("[sessionStorage.length, document.querySelector('textarea').value]") == [1, ""]
    scripts.page.get_by_role("button", name="Sign out").click()
    scripts.page.wait_for_url("**/accounts/logout/")
    assert scripts.page.evaluate("sessionStorage.length") == 0


def test_an_edit_of_a_stored_text_is_in_its_form_too(scripts):
    send_edit(scripts)
    scripts.open(form_with("A short note."), "kept_texts")
    assert scripts.page.evaluate(TEXTS) == [["text", "A long note.", False]]
    scripts.open(form_with("A short note."), "kept_texts")
    assert scripts.page.evaluate(TEXTS) == [["text", "A short note.", False]]


def test_an_edit_of_a_text_that_changed_meanwhile_stands_beside_it(scripts):
    send_edit(scripts)
    scripts.open(form_with("A note of somebody else."), "kept_texts")
    assert scripts.page.evaluate(TEXTS) == [["text", "A note of somebody else.", False], ["", "A long note.", True]]
    assert scripts.page.get_by_label("What you had written").input_value() == "A long note."
    assert scripts.page.evaluate("document.querySelector('details').open")


def test_an_edit_that_is_stored_already_stands_there_once(scripts):
    send_edit(scripts)
    scripts.open(form_with("A long note."), "kept_texts")
    assert scripts.page.evaluate(TEXTS) == [["text", "A long note.", False]]
