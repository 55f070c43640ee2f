"""Signs stay for some seconds, and so does the reason why one is not shown."""

import pytest

PAGE = """<div id="table"></div><details id="signs" open><summary>Signs</summary>
  <form hx-post="/signs/" hx-target="#signs-shown" hx-swap="innerHTML"><button>Yes</button></form></details>
  <ul id="signs-shown"></ul>"""
SIGN = '<li data-sign="1" data-seat="">Mara: Yes</li>'


@pytest.fixture
def signs(scripts):
    """The bar of signs, with a clock that the test moves."""
    page = scripts.open(PAGE, "signs", htmx=True)
    page.evaluate(
        """() => {
          htmx.config.responseHandling = [{ code: "...", swap: true }];
          window.later = 0;
          const now = Date.now;
          Date.now = () => now() + later;
        }"""
    )
    return scripts


def send(signs, status, answer):
    signs.answers = [(status, answer)]
    signs.page.evaluate("document.querySelector('#signs button').click()")
    signs.wait("document.querySelector('#signs-shown li') !== null")


def count_after(signs, seconds):
    """How many lines are left after so many seconds."""
    signs.page.evaluate("(seconds) => { later += seconds * 1000; signsOnTable.place(); }", seconds)
    return signs.page.locator("#signs-shown li").count()


def test_a_refusal_goes_after_some_seconds(signs):
    send(signs, 429, '<li data-sign="refused-1790000000">You have shown too many signs.</li>')
    assert count_after(signs, 4) == 1
    assert count_after(signs, 3) == 0


def test_a_sign_is_shown_again_when_the_numbers_start_again(signs):
    send(signs, 200, SIGN)
    assert count_after(signs, 7) == 0
    signs.page.evaluate("later += 24 * 60 * 60 * 1000")
    send(signs, 200, SIGN)
    assert count_after(signs, 1) == 1


def test_after_a_sign_the_keyboard_goes_on_at_the_bar_of_signs(signs):
    signs.page.focus("#signs button")
    send(signs, 200, SIGN)
    signs.wait("!document.getElementById('signs').open && document.activeElement.tagName === 'SUMMARY'")


def test_what_the_gm_shows_stays_longer_than_a_sign(signs):
    send(signs, 200, SIGN + '<li data-sign="entry-7" data-seat="" data-shown-for="30000">Shown: a letter</li>')
    assert count_after(signs, 7) == 1
    assert count_after(signs, 20) == 1
    assert count_after(signs, 4) == 0
