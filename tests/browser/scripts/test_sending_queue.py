"""The queue of plays: sent in order, once each, again after a dead network, and gone after signing out."""

import json

from tests.browser.scripts.conftest import HANGS, SENDING

FORM = """<form method="post" action="/play/" hx-post="/play/" hx-target="#table" hx-swap="outerHTML">
  <input name="key" value="{key}"><button name="card" value="{card}">Play {card}</button></form>"""
TABLE = f'<div id="table">{FORM.format(key="k1", card="A")}{FORM.format(key="k2", card="K")}</div>{SENDING}'
ANSWER = '<div id="table"><b>The table</b></div>'
PARTS = ("presses", "kept_plays", "sending", "steppers")
KEPT = "Object.keys(localStorage).filter((name) => name.startsWith('unsent '))"


def queue_length(page):
    return page.evaluate("sending.queue.length")


def test_a_tap_is_sent_once_with_its_key(scripts):
    scripts.answers = [(200, ANSWER)]
    page = scripts.open(TABLE, *PARTS, htmx=True)
    page.click("text=Play A")
    scripts.wait("document.querySelector('#table b') !== null")
    assert scripts.posted == [("/play/", {"key": "k1", "card": "A"})]
    assert queue_length(page) == 0


def test_a_play_is_named_by_its_button_or_by_what_the_button_says_it_is(scripts):
    named = TABLE.replace('value="A">', 'value="A" data-what="slot 1, 32">')
    page = scripts.open(named, *PARTS, htmx=True)
    scripts.context.set_offline(True)
    page.click("text=Play K")
    assert page.inner_text("#sending span") == "No network: Play K waits"
    page.click("text=Play A")
    assert [play["what"] for play in page.evaluate("sending.queue")] == ["Play K", "slot 1, 32"]


def test_a_double_tap_is_one_play(scripts):
    scripts.answers = [(200, ANSWER)]
    page = scripts.open(TABLE, *PARTS, htmx=True)
    page.evaluate("for (const n of [1, 2]) document.querySelector('button[value=A]').click()")
    scripts.wait("document.querySelector('#table b') !== null")
    assert len(scripts.posted) == 1


def test_two_plays_without_network_wait_and_arrive_in_order(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    scripts.context.set_offline(True)
    page.click("text=Play A")
    page.click("text=Play K")
    assert page.inner_text("#sending span") == "No network: Play A, Play K waits"
    assert queue_length(page) == 2
    assert scripts.posted == []
    scripts.answers = [(200, ANSWER), (200, ANSWER)]
    scripts.context.set_offline(False)
    scripts.wait("sending.queue.length === 0")
    assert [values["key"] for _, values in scripts.posted] == ["k1", "k2"]


def test_a_lost_answer_is_asked_for_again_with_the_same_key(scripts):
    scripts.answers = [None, (503, "busy"), (200, ANSWER)]
    page = scripts.open(TABLE, *PARTS, htmx=True)
    page.click("text=Play A")
    scripts.wait("document.querySelector('#table b') !== null")
    assert [values["key"] for _, values in scripts.posted] == ["k1", "k1"]
    assert page.get_attribute("#sending", "data-state") == "done"


def test_a_refusal_leaves_the_queue_and_says_why(scripts):
    above = '<div style="height: 3000px"></div>'
    scripts.answers = [(409, f'<div id="table">{above}<p class="refusal">It is not your turn.</p></div>')]
    page = scripts.open(TABLE, *PARTS, "fatekeeper", htmx=True)
    page.click("text=Play A")
    scripts.wait("document.querySelector('#table .refusal') !== null")
    assert page.inner_text("#sending span") == "Refused: It is not your turn."
    assert queue_length(page) == 0


def test_a_reason_that_is_in_sight_is_not_repeated(scripts):
    scripts.answers = [(409, '<div id="table"><p class="refusal">It is not your turn.</p></div>')]
    page = scripts.open(TABLE, *PARTS, "fatekeeper", htmx=True)
    page.click("text=Play A")
    scripts.wait("document.querySelector('#table .refusal') !== null")
    scripts.wait("document.getElementById('sending').dataset.state === 'idle'")
    assert page.inner_text("#sending span") == ""


def test_a_waiting_form_survives_a_reload_and_can_be_given_up(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    scripts.context.set_offline(True)
    page.click("text=Play A")
    assert page.evaluate(KEPT) == ["unsent k1"]
    page.click("text=Give up")
    scripts.context.set_offline(False)
    assert queue_length(page) == 0
    assert page.evaluate(KEPT) == []
    assert scripts.posted == []


def test_a_play_that_nobody_is_signed_in_for_waits_until_the_same_person_is_back(scripts):
    scripts.answers = [(401, ""), (200, ANSWER)]
    page = scripts.open(TABLE.replace('id="sending"', 'id="sending" data-person="7"'), *PARTS, htmx=True)
    page.click("text=Play A")
    scripts.wait("document.getElementById('sending').dataset.state === 'waiting'")
    page = scripts.open("<p>Sign in</p>", "fatekeeper", htmx=True)
    assert page.evaluate(KEPT) == ["unsent k1"]
    scripts.open(TABLE.replace('id="sending"', 'id="sending" data-person="7"'), *PARTS, htmx=True)
    scripts.wait("document.getElementById('sending').dataset.state === 'done'")
    assert [values["key"] for _, values in scripts.posted] == ["k1", "k1"]


def test_a_play_is_removed_when_somebody_else_signs_in(scripts):
    keep_for_next_page(scripts, "A", person="7")
    page = scripts.open(TABLE.replace('id="sending"', 'id="sending" data-person="8"'), *PARTS, htmx=True)
    assert page.evaluate(KEPT) == []
    assert queue_length(page) == 0
    assert scripts.posted == []


def test_a_refusal_of_what_had_waited_names_the_play(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    scripts.context.set_offline(True)
    page.click("text=Play A")
    scripts.answers = [(409, '<div id="table"><p class="refusal">The table has changed.</p></div>')]
    scripts.context.set_offline(False)
    scripts.wait("document.getElementById('sending').dataset.state === 'refused'")
    assert page.inner_text("#sending span") == "Refused: “Play A” · The table has changed."


def keep_for_next_page(scripts, *plays, person=""):
    """What an earlier page left behind when it was closed without a network."""
    fields = {"path": "/play/", "target": "#table", "select": "", "swap": "outerHTML", "sum": 0, "page": "/page/"}
    page = scripts.open("")
    for place, key in enumerate(plays):
        kept = {**fields, "values": [["key", key]], "key": key, "what": f"Play {key}", "person": person, "at": place}
        page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [f"unsent {key}", json.dumps(kept)])


def test_a_play_of_an_earlier_page_says_that_it_was_sent(scripts):
    keep_for_next_page(scripts, "A")
    scripts.answers = [(200, ANSWER)]
    page = scripts.open(TABLE, *PARTS, htmx=True)
    scripts.wait("document.getElementById('sending').dataset.state === 'done'")
    assert page.inner_text("#sending span") == "Done: Play A"
    assert [values["key"] for _, values in scripts.posted] == ["A"]


def test_a_page_without_network_names_what_waits_and_can_give_it_up(scripts):
    keep_for_next_page(scripts, "A", "K")
    page = scripts.open(SENDING, "kept_plays", "unsent")
    assert page.inner_text("#sending span") == "No network: Play A, Play K waits"
    page.click("text=Give up")
    assert page.evaluate(KEPT) == []
    assert page.locator("#sending span").count() == 0
    page = scripts.open(SENDING, "kept_plays", "unsent")
    assert not page.is_visible("#sending button")


def test_a_play_of_a_closed_tab_is_sent_from_the_next_one(scripts):
    keep_for_next_page(scripts, "A")
    scripts.page.close()
    scripts.page = scripts.context.new_page()
    scripts.answers = [(200, ANSWER)]
    page = scripts.open(TABLE, *PARTS, htmx=True)
    scripts.wait("document.getElementById('sending').dataset.state === 'done'")
    assert [values["key"] for _, values in scripts.posted] == ["A"]
    assert page.evaluate(KEPT) == []


def test_a_play_of_another_person_is_not_sent(scripts):
    keep_for_next_page(scripts, "A", person="7")
    page = scripts.open(TABLE, *PARTS, htmx=True)
    assert queue_length(page) == 0
    assert scripts.posted == []


def test_a_form_that_another_tab_has_sent_is_not_sent_again(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    scripts.context.set_offline(True)
    page.click("text=Play A")
    page.evaluate("localStorage.removeItem('unsent k1')")
    scripts.context.set_offline(False)
    scripts.wait("sending.queue.length === 0")
    scripts.wait("document.getElementById('sending').dataset.state === 'idle'")
    assert scripts.posted == []


def test_a_site_that_does_not_answer_is_asked_again_with_the_same_key(scripts):
    page = scripts.open(TABLE, *PARTS, "fatekeeper", htmx=True)
    assert 5_000 <= page.evaluate("htmx.config.timeout") <= 20_000
    page.evaluate("htmx.config.timeout = 300")
    scripts.answers = [HANGS, (200, ANSWER)]
    page.click("text=Play A")
    scripts.wait("document.querySelector('#table b') !== null")
    assert [values["key"] for _, values in scripts.posted] == ["k1"]
    assert len(scripts.hanging) == 1


def test_a_form_on_its_way_cannot_be_given_up_and_nothing_else_is_dropped(scripts):
    page = scripts.open(TABLE, *PARTS, htmx=True)
    scripts.context.set_offline(True)
    page.click("text=Play A")
    assert page.is_visible("text=Give up")
    scripts.answers = [HANGS, (200, ANSWER)]
    scripts.context.set_offline(False)
    scripts.wait("document.querySelector('#sending button').hidden")
    # As if the button had been pressed just before: the queue is empty, and another play is added.
    page.evaluate("sending.queue.length = 0")
    page.click("text=Play K")
    scripts.answer_hanging(ANSWER)
    scripts.wait("sending.queue.length === 0")
    assert [values["key"] for _, values in scripts.posted] == ["k2"]
