"""Names after `[[` and `@`: when they are asked for, and what stands in the text afterwards."""

import json

import pytest

NAMES = json.dumps({"names": [{"name": "The mill", "kind": "Place"}, {"name": "Miller", "kind": "Character"}]})


@pytest.fixture
def page(scripts):
    scripts.documents["/names/"] = (NAMES, "application/json")
    scripts.main_attributes = 'data-names="/names/" data-names-label="Names"'
    return scripts.open("<textarea data-links></textarea>", "link_names")


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("We met at [[mi", "We met at [[The mill]]"),
        ("We met @mi", "We met [[The mill]]"),
        ("@mi", "[[The mill]]"),
    ],
)
def test_a_chosen_name_becomes_a_link(page, typed, left):
    page.locator("textarea").press_sequentially(typed)
    page.wait_for_selector("#link-names")
    page.keyboard.press("Enter")
    assert page.input_value("textarea") == left


def test_the_arrow_keys_choose_another_name(page):
    page.locator("textarea").press_sequentially("[[mi")
    page.wait_for_selector("#link-names")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert page.input_value("textarea") == "[[Miller]]"


def test_brackets_that_are_closed_already_are_not_doubled(page):
    page.fill("textarea", "[[]]")
    page.evaluate("document.querySelector('textarea').setSelectionRange(2, 2)")
    page.locator("textarea").press_sequentially("mi")
    page.wait_for_selector("#link-names")
    page.keyboard.press("Enter")
    assert page.input_value("textarea") == "[[The mill]]"


@pytest.mark.parametrize("typed", ["mail me at me@mill", "[[The mill]] and", "no link at all"])
def test_other_words_offer_nothing(page, typed):
    page.locator("textarea").press_sequentially(typed)
    page.wait_for_timeout(400)
    assert page.locator("#link-names").count() == 0


def test_escape_closes_the_list_and_leaves_the_text(page):
    page.locator("textarea").press_sequentially("[[mi")
    page.wait_for_selector("#link-names")
    page.keyboard.press("Escape")
    assert page.locator("#link-names").count() == 0
    assert page.input_value("textarea") == "[[mi"


def test_a_question_that_a_newer_one_replaced_does_not_stop_the_newer_one(page, scripts):
    page.evaluate(
        """() => {
          window.waits = [];
          window.fetch = (address, { signal }) => new Promise((give, fail) => {
            signal.addEventListener("abort", () => fail(signal.reason));
            waits.push(() => give({ ok: true, json: () => ({ names: [{ name: address, kind: "Place" }] }) }));
          });
        }"""
    )
    text = page.locator("textarea")
    text.press_sequentially("[[mi")
    page.wait_for_function("waits.length === 1")
    text.press_sequentially("ll")
    page.wait_for_function("waits.length === 2")
    page.evaluate("waits[1]()")
    page.wait_for_selector("#link-names")
    assert "mill" in page.inner_text("#link-names")
