"""Steppers: every tap counts, one change with the sum is sent, and no figure leaves its limits."""

import pytest

from tests.browser.scripts.conftest import SENDING

SHEET = (
    """<div id="sheet"><form method="post" action="/hp/" hx-post="/hp/" hx-target="#sheet" hx-select="#sheet"
  data-now="3" data-max="5" data-what="Hit points"><b class="figure">3</b>
  <button name="change" value="-1">less</button><button name="change" value="+1">more</button>
  <button name="change" value="+10">much</button></form></div>"""
    + SENDING
)
PARTS = ("presses", "kept_plays", "sending", "steppers")


@pytest.mark.parametrize(
    ("taps", "shown", "sent"),
    [
        (["+1", "+1"], "5", {"change": "more", "by": "2"}),
        (["-1", "-1", "-1", "-1"], "0", {"change": "less", "by": "3"}),
        (["+10"], "5", {"change": "more", "by": "2"}),
        (["+1", "-1", "-1"], "2", {"change": "less", "by": "1"}),
    ],
)
def test_quick_taps_are_one_change_with_their_sum(scripts, taps, shown, sent):
    scripts.answers = [(200, SHEET)]
    page = scripts.open(SHEET, *PARTS, htmx=True)
    page.evaluate(
        "taps => taps.forEach(tap => document.querySelector(`button[value='${tap}']`).click())",
        taps,
    )
    assert page.inner_text(".figure") == shown
    scripts.wait("sending.queue.length === 0 && document.querySelector('.counting') === null")
    assert len(scripts.posted) == 1
    path, values = scripts.posted[0]
    assert path == "/hp/"
    assert {name: values[name] for name in ("change", "by")} == sent


def test_taps_that_cancel_each_other_send_nothing(scripts):
    page = scripts.open(SHEET, *PARTS, htmx=True)
    page.click("text=more")
    page.click("text=less")
    page.wait_for_timeout(1500)
    assert scripts.posted == []
    assert page.inner_text(".figure") == "3"


def test_a_button_at_the_limit_is_disabled(scripts):
    page = scripts.open(SHEET, *PARTS, htmx=True)
    page.click("text=more")
    page.click("text=more")
    assert page.is_disabled("text=more")
    assert page.is_enabled("text=less")
