"""The queue of plays in unusual situations: a full device, two tabs, another choice, an expired form, two sheets."""

import pytest

from tests.browser.scripts.conftest import HANGS, SENDING
from tests.browser.scripts.test_sending_queue import ANSWER, KEPT, PARTS, TABLE, queue_length

# All waits take a moment only.
FAST = "() => { const slowly = setTimeout; window.setTimeout = (act, ms) => slowly(act, Math.min(ms, 5)); }"
KEYLESS = """<div id="table"><p>The table</p></div>
  <form method="post" action="/join/" hx-post="/join/" hx-target="#table" hx-swap="outerHTML">
  <button>Add wolf</button></form>
  """


def test_a_device_without_space_sends_the_play_all_the_same(scripts):
    scripts.answers = [None, (200, ANSWER)]
    page = scripts.open(TABLE, *PARTS, htmx=True)
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    page.click("text=Play A")
    scripts.wait("document.querySelector('#table b') !== null")
    assert [values["key"] for _, values in scripts.posted] == ["k1"]


def test_a_form_without_a_key_is_sent_once_for_a_double_tap_and_again_after_the_answer(scripts):
    page = scripts.open(KEYLESS + SENDING, *PARTS, htmx=True)
    scripts.answers = [(200, '<div id="table"><b>1</b></div>'), (200, '<div id="table"><b>2</b></div>')]
    page.evaluate("for (const n of [1, 2]) document.querySelector('form button').click()")
    scripts.wait("document.querySelector('#table b')?.textContent === '1' && sending.queue.length === 0")
    assert len(scripts.posted) == 1
    page.click("text=Add wolf")
    scripts.wait("document.querySelector('#table b').textContent === '2'")


CHOICE = """<div id="table">
  <form {kind} method="post" action="/play/" hx-post="/play/" hx-target="#table" hx-swap="outerHTML">
  <input name="key" value="k1"><input name="card" value="2D"><button>Play</button></form></div>"""


def play_choices(scripts, *choices, kind=""):
    """Without a network, presses the button of one form for each choice; returns the values that arrive later."""
    page = scripts.open(CHOICE.format(kind=kind) + SENDING, *PARTS, htmx=True)
    scripts.context.set_offline(True)
    for choice in choices:
        page.fill("[name=card]", choice)
        page.click("text=Play")
    scripts.answers = [(200, CHOICE.format(kind=kind))] * len(choices)
    scripts.context.set_offline(False)
    scripts.wait("sending.queue.length === 0")
    return [values["card"] for _, values in scripts.posted], {values["key"] for _, values in scripts.posted}


def test_another_choice_takes_the_place_of_the_one_that_waits(scripts):
    assert play_choices(scripts, "2D", "KD", "2D") == (["2D"], {"k1"})


def test_each_change_of_a_figure_counts_also_when_it_equals_an_earlier_one(scripts):
    figures, keys = play_choices(scripts, "5", "3", "5", kind="class=figure-now")
    assert figures == ["5", "3", "5"]
    assert len(keys) == 3


def test_the_last_choice_while_the_first_is_under_way_is_sent_after_it(scripts):
    page = scripts.open(CHOICE.format(kind="") + SENDING, *PARTS, htmx=True)
    scripts.answers = [HANGS, (200, ANSWER)]
    page.click("text=Play")
    scripts.wait("sending.queue.length === 1")
    for choice in ("QD", "KD"):
        page.fill("[name=card]", choice)
        page.evaluate("document.querySelector('#table button').removeAttribute('aria-busy')")
        page.click("text=Play")
    page.wait_for_timeout(100)
    scripts.answer_hanging(CHOICE.format(kind=""))
    scripts.wait("sending.queue.length === 0")
    assert [values["card"] for _, values in scripts.posted] == ["KD"]
    assert scripts.posted[0][1]["key"] != "k1", "the site has counted that key"


def test_a_form_that_another_tab_waits_to_send_is_not_given_up_here(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    scripts.context.set_offline(True)
    page.click("text=Play A")
    page.evaluate("localStorage.setItem('unsent k9', JSON.stringify({ key: 'k9', person: '', what: 'Play 9' }))")
    page.click("text=Give up")
    assert page.evaluate(KEPT) == ["unsent k9"]


def test_a_long_time_without_a_network_does_not_use_up_the_patience_for_a_busy_site(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    page.evaluate(FAST)
    scripts.answers = [*[None] * 10, (503, "busy"), (200, ANSWER)]
    page.click("text=Play A")
    scripts.wait("document.querySelector('#table b') !== null")
    assert page.get_attribute("#sending", "data-state") in {"done", "idle"}


def test_a_site_that_keeps_having_errors_ends_the_patience(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    page.evaluate(FAST)
    scripts.answers = [(503, "busy")] * 20
    page.click("text=Play A")
    scripts.wait("sending.queue.length === 0")
    assert len(scripts.posted) == 8


def test_a_play_with_an_expired_form_is_sent_from_a_fresh_page_once(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    expired = (403, "<main><section data-form-expired><h1>The form has expired</h1></section></main>")
    scripts.answers = [expired, (200, ANSWER)]
    page.evaluate("window.before = true")
    page.click("text=Play A")
    scripts.wait("window.before === undefined && document.querySelector('#table b') !== null")
    assert [values["key"] for _, values in scripts.posted] == ["k1", "k1"]
    scripts.answers = [expired, expired]
    page = scripts.open(TABLE, *PARTS, htmx=True)
    page.click("text=Play K")
    scripts.wait("document.getElementById('sending').dataset.state === 'refused'")
    assert queue_length(page) == 0


def sheet(number, words):
    return f"""<div id="sheet"><p class="s{number}">{words}</p><form method="post" action="/hp/{number}/"
      hx-post="/hp/{number}/" hx-target="#sheet" hx-select="#sheet" hx-swap="outerHTML">
      <input name="key" value="k{number}"><button>Rest {number}</button></form></div>"""


DRAWER = f'<div id="drawer"><div hx-get="/characters/1/" hx-trigger="never">{sheet(1, "old")}</div>'
DRAWER += f'<div hx-get="/characters/2/" hx-trigger="never">{sheet(2, "old")}</div></div>{SENDING}'


def test_the_answer_of_a_sheet_in_the_drawer_is_shown_in_its_own_place(scripts):
    page = scripts.open(DRAWER, *PARTS, htmx=True)
    scripts.answers = [(200, sheet(2, "new"))]
    # An answer that arrives in the moment of the release is fetched once more.
    scripts.documents["/characters/2/"] = (f"<main>{sheet(2, 'new')}</main>", "text/html")
    page.click("text=Rest 2")
    scripts.wait("document.querySelector('.s2').textContent === 'new'")
    assert page.inner_text(".s1") == "old"


def test_an_answer_under_a_finger_is_fetched_again_from_the_address_of_the_sheet(scripts):
    page = scripts.open(DRAWER, *PARTS, htmx=True)
    scripts.documents["/characters/2/"] = (f"<main>{sheet(2, 'fetched')}</main>", "text/html")
    scripts.answers = [HANGS]
    page.click("text=Rest 2")
    page.evaluate("document.dispatchEvent(new PointerEvent('pointerdown'))")
    page.wait_for_timeout(50)
    scripts.answer_hanging(sheet(2, "new"))
    scripts.wait("sending.queue.length === 0")
    page.evaluate("document.dispatchEvent(new PointerEvent('pointerup'))")
    scripts.wait("document.querySelector('.s2').textContent === 'fetched'")
    assert page.inner_text(".s1") == "old"


NOTE = '<form hx-post="/note/" hx-target="this" hx-swap="outerHTML"><input name="text"><button>Write</button></form>'
EXPIRED = '<html><main id="main"><section data-form-expired>The form has expired</section></main></html>'


def write_note(scripts, answer):
    """Sends a note that gets this answer; htmx shows answers as static/js/fatekeeper.js tells it to."""
    page = scripts.open(NOTE + SENDING, *PARTS, htmx=True)
    page.evaluate("htmx.config.responseHandling = [{ code: '[234]..', swap: true }, { code: '5..', swap: false }]")
    scripts.answers = [answer]
    page.fill("[name=text]", "The ferry")
    page.click("text=Write")
    return page


@pytest.mark.parametrize(
    ("answer", "state"),
    [(None, "unsent"), ((403, EXPIRED), "rejected"), ((404, EXPIRED), "rejected"), ((503, ""), "rejected")],
)
def test_a_note_that_was_not_sent_is_said_to_be_unsent_and_stays(scripts, answer, state):
    page = write_note(scripts, answer)
    scripts.wait(f"document.getElementById('sending').dataset.state === '{state}'")
    assert page.input_value("[name=text]") == "The ferry"


def test_a_refused_note_is_shown_with_the_reason_at_its_field(scripts):
    write_note(scripts, (422, NOTE.replace("<input", "<p>Too long</p><input")))
    scripts.wait("document.querySelector('form p')?.textContent === 'Too long'")
