"""A table that is refreshed keeps what was chosen, shows the newest state, and loads again after an upgrade."""

import contextlib

import pytest
from playwright.sync_api import Error

from tests.browser.scripts.conftest import HANGS, SENDING

PARTS = ("presses", "kept_plays", "sending", "steppers", "targets", "kept_choices", "table", "live")
STUBS = "<script>const updateCall = () => {}, signalTurn = () => {};</script>"
PLAY = """<form method=post action=/play/ hx-post=/play/ hx-target="#table" hx-swap=outerHTML>
  <input type=hidden name=key value=k1><button>Play</button></form>"""


def table(number, content="", files=""):
    """A table whose refresh is GET /table/."""
    return f"""<div id="table" data-number="{number}" data-files="{files}" hx-get="/table/" hx-sync="this:replace"
      hx-trigger="table-changed from:body" hx-swap="outerHTML"><b>{number}</b>{content}</div>"""


def serve(scripts, *arguments, **options):
    """What the next refresh of the table brings."""
    scripts.documents["/table/"] = (table(*arguments, **options), "text/html")


def refresh(scripts, number, content="", *, do="refresh()"):
    serve(scripts, number, content)
    scripts.page.evaluate(do)
    wait_for_number(scripts, number)


def wait_for_number(scripts, number):
    scripts.wait(f"document.querySelector('#table b')?.textContent === '{number}'")


def open_table(scripts, content="", **options):
    return scripts.open(STUBS + table(1, content, **options) + SENDING, *PARTS, htmx=True)


def choice(*targets):
    options = "".join(f"<option value={each}>{each}</option>" for each in targets)
    return f'<form><select name="one:target">{options}</select><input name=note value=""></form>'


def test_a_chosen_target_and_typed_words_survive_a_refresh(scripts):
    page = open_table(scripts, choice("bandit-1", "bandit-2", "bandit-3"))
    page.select_option("select", "bandit-2")
    page.fill("[name=note]", "from behind")
    refresh(scripts, 2, choice("bandit-1", "bandit-2", "bandit-3"))
    assert page.input_value("select") == "bandit-2"
    assert page.input_value("[name=note]") == "from behind"
    refresh(scripts, 3, choice("bandit-1", "bandit-3"))
    assert page.input_value("select") == "bandit-1", "a target that has left is no longer chosen"


def drawn(asks):
    lists = "<select name=cards><option value=''>card<option>AS<option>KD</select>" * 2
    return f'<form id=drawn-mara data-asks="{asks}">{lists}</form>'


def test_entered_cards_stay_in_their_places_until_another_draw_is_asked_for(scripts):
    page = open_table(scripts, drawn("7"))
    page.locator("select").nth(1).select_option("KD")
    refresh(scripts, 2, drawn("7"))
    assert page.locator("select").evaluate_all("lists => lists.map((each) => each.value)") == ["", "KD"]
    refresh(scripts, 3, drawn("8"))
    assert page.locator("select").evaluate_all("lists => lists.map((each) => each.value)") == ["", ""]


def test_after_an_answer_that_found_its_place_taken_the_table_is_asked_for_again(scripts):
    page = open_table(scripts, PLAY)
    scripts.answers = [HANGS]
    page.click("text=Play")
    scripts.wait("playing === 1 && !presses.busy()")
    # A refresh that was under way before the tap.
    refresh(scripts, 2, PLAY, do="htmx.trigger(document.body, 'table-changed')")
    serve(scripts, 3, PLAY)
    scripts.answer_hanging(table(3, PLAY))
    wait_for_number(scripts, 3)


def test_an_answer_that_is_shown_causes_no_further_question(scripts):
    page = open_table(scripts, PLAY)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "GET" else None)
    scripts.answers = [(200, table(2, PLAY))]
    page.click("text=Play")
    wait_for_number(scripts, 2)
    page.wait_for_timeout(200)
    assert asked == []


def test_an_answer_drops_what_its_own_form_sent_and_keeps_what_stands_in_others(scripts):
    other = "<details id=other open><form><input name=note value=''></form></details>"
    sent = PLAY.replace("<button>", "<input name=words value=''><button>")
    content = f"<details id=sent open>{sent}</details>{other}"
    page = open_table(scripts, content)
    page.fill("[name=words]", "now")
    page.fill("[name=note]", "later")
    scripts.answers = [(200, table(2, content))]
    page.click("text=Play")
    wait_for_number(scripts, 2)
    assert (page.input_value("[name=words]"), page.input_value("[name=note]")) == ("", "later")


def test_a_refresh_that_fails_is_repeated(scripts):
    page = open_table(scripts)
    page.evaluate("retryDelay = 50; newestNumber = 2")
    scripts.busy["/table/"] = 2
    serve(scripts, 2)
    page.evaluate("refresh()")
    wait_for_number(scripts, 2)
    assert scripts.busy["/table/"] == 0


HAND = """<form id=play><p id=odds data-odds=/odds/ hx-sync="this:replace"></p>
  <label><input type=checkbox name="some:cards" value=AS>AS</label>
  <label><input type=checkbox name="some:cards" value=KD>KD</label>
  <button name=do value=attack data-say="Play {cards}" data-min=1 data-max=1>Play</button></form>"""


def test_a_play_that_takes_a_card_or_none_says_which_it_is(scripts):
    defend = """<form><div class=hand data-min=0 data-max=1><input type=checkbox name="one:card" value=QD></div>
      <button data-label="Defend" data-choose="Choose a card" data-none="no card">Defend</button></form>"""
    page = open_table(scripts, defend)
    assert page.text_content("button[data-label]") == "Defend · no card"
    page.check("[value=QD]")
    page.evaluate("updateChoices()")
    assert page.text_content("button[data-label]") == "Defend · Q♦"


def test_odds_are_those_of_the_cards_that_are_chosen_last(scripts):
    page = open_table(scripts, HAND)
    scripts.answers = [HANGS, (200, "60 %")]
    page.check("[value=AS]")
    page.wait_for_timeout(400)
    assert len(scripts.hanging) == 1
    page.check("[value=KD]")
    page.wait_for_function("document.getElementById('odds').textContent === '60 %'")
    assert [values["some:cards"] for _, values in scripts.posted] == ["KD"]


def test_without_a_chosen_card_no_late_odds_appear(scripts):
    page = open_table(scripts, HAND)
    scripts.answers = [HANGS]
    page.check("[value=AS]")
    page.wait_for_timeout(400)
    page.uncheck("[value=AS]")
    page.wait_for_timeout(100)
    with contextlib.suppress(Error):  # the browser no longer waits for this answer
        scripts.answer_hanging("60 %")
    page.wait_for_timeout(300)
    assert page.inner_text("#odds") == ""


@pytest.mark.parametrize(("age", "reloads"), [(20_000, True), (5_000, False)])
def test_after_an_upgrade_the_page_is_loaded_again_but_not_again_and_again(scripts, age, reloads):
    page = open_table(scripts, files="old")
    page.evaluate("age => { performance.now = () => age; window.before = true; }", age)
    serve(scripts, 2, files="new")
    page.evaluate("refresh()")
    if reloads:
        scripts.wait("window.before === undefined")
    else:
        wait_for_number(scripts, 2)


UPDATED = """<p id=updated hidden>Updated <button>Reload now</button></p>
  <details id=drawer open><summary>Notes</summary><textarea></textarea></details>"""


LATER = """(seconds) => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + seconds * 1000;
  window.before = true;
}"""


@pytest.fixture
def upgraded(scripts):
    """The page of somebody who writes a note while the site is upgraded."""
    page = scripts.open(STUBS + UPDATED + table(1, files="old") + SENDING, *PARTS, htmx=True)
    page.evaluate(LATER, 20)
    page.locator("textarea").press_sequentially("The ferry")
    serve(scripts, 2, files="new")
    page.evaluate("refresh()")
    page.locator("#updated").wait_for()
    return scripts


def test_after_an_upgrade_a_note_that_is_written_stays_until_it_is_sent_or_emptied(upgraded):
    page = upgraded.page
    page.locator("textarea").blur()
    page.wait_for_timeout(700)
    assert page.evaluate("window.before")
    assert page.input_value("textarea") == "The ferry"
    page.fill("textarea", "")
    page.wait_for_timeout(700)
    assert page.evaluate("window.before"), "somebody is about to write"
    page.locator("textarea").blur()
    upgraded.wait("window.before === undefined")


def test_after_an_upgrade_a_button_loads_the_page_again_at_once(upgraded):
    upgraded.page.click("text=Reload now")
    upgraded.wait("window.before === undefined")


def test_after_an_upgrade_a_note_that_nobody_goes_on_with_is_not_waited_for(upgraded):
    upgraded.page.wait_for_timeout(700)
    assert upgraded.page.evaluate("window.before")
    upgraded.page.evaluate(LATER, 130)
    upgraded.wait("window.before === undefined")


@pytest.mark.parametrize("person", ["1", "2"])
def test_after_an_upgrade_a_note_that_was_not_sent_is_in_the_drawer_again_for_the_same_person(scripts, person):
    note = "<form method=post action=/note/><textarea name=text></textarea></form>"
    drawer = """<details id=drawer><summary>Notes</summary><div hx-get="/drawer/" hx-target=this
      hx-trigger="toggle from:closest details once" hx-swap=innerHTML></div></details>"""
    scripts.documents["/drawer/"] = (note, "text/html")
    sending = SENDING.replace("data-state", 'data-person="1" data-state')
    content = STUBS + drawer + "<p id=updated><button>Reload now</button></p>" + table(1) + sending
    page = scripts.open(content, *PARTS, "kept_texts", htmx=True)
    page.click("summary")
    page.fill("textarea", "The ferry")
    page.evaluate("window.before = true")
    whole, kind = scripts.documents["/page/"]
    scripts.documents["/page/"] = (whole.replace('data-person="1"', f'data-person="{person}"'), kind)
    page.click("text=Reload now")
    scripts.wait("window.before === undefined && window.htmx && document.readyState === 'complete'")
    page.click("summary")
    page.locator("textarea").wait_for()
    page.wait_for_timeout(200)
    assert page.input_value("textarea") == ("The ferry" if person == "1" else "")
    assert page.evaluate("sessionStorage.getItem('text before the sign-in')") is None


AMOUNT = PLAY.replace("<button>", "<input type=number name=amount value=5><button>")


@pytest.fixture
def amount(scripts):
    """The page of somebody who is about to send a number when the site is upgraded."""
    page = open_table(scripts, AMOUNT, files="old")
    page.evaluate(LATER, 20)
    page.fill("[name=amount]", "7")
    serve(scripts, 2, AMOUNT, files="new")
    return scripts


@pytest.mark.parametrize("by_key", [True, False])
def test_after_an_upgrade_a_number_that_was_sent_is_not_waited_for(amount, by_key):
    amount.answers = [(200, table(2, AMOUNT, files="new"))]
    if by_key:
        amount.page.press("[name=amount]", "Enter")
    else:
        amount.page.click("text=Play")
    amount.page.wait_for_function("window.before === undefined", timeout=2000)


def test_after_an_upgrade_the_next_number_is_waited_for(amount):
    amount.answers = [HANGS]
    amount.page.press("[name=amount]", "Enter")
    amount.page.fill("[name=amount]", "8")
    amount.answer_hanging(table(2, AMOUNT, files="new"))
    amount.wait("playing === 0")
    amount.page.wait_for_timeout(700)
    assert amount.page.evaluate("window.before")


def test_after_an_upgrade_a_chosen_target_is_not_waited_for(scripts):
    page = open_table(scripts, choice("bandit-1", "bandit-2"), files="old")
    page.evaluate(LATER, 20)
    page.select_option("select", "bandit-2")
    page.focus("select")
    serve(scripts, 2, files="new")
    page.evaluate("refresh()")
    page.wait_for_function("window.before === undefined", timeout=2000)
