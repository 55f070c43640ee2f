"""When the turn comes, what can be done comes into sight, except under the hands of someone who writes or presses."""

import pytest

PAGE = """<input id="note"><div style="height: 3000px"></div>
  <div id="table" data-mine=""><section class="play-area" style="height: 300px">Your hand</section></div>"""
SWAP = """mine => {
  document.getElementById('table').dataset.mine = mine;
  document.getElementById('table').dispatchEvent(new CustomEvent('htmx:afterSettle', { bubbles: true }));
}"""
IN_SIGHT = "document.querySelector('.play-area').getBoundingClientRect().top < innerHeight"


@pytest.fixture
def page(scripts):
    """A long page on which the turn is someone else's, with the hand far below."""
    found = scripts.open(PAGE, "presses", "turn_in_sight")
    assert not found.evaluate(IN_SIGHT)
    return found


def test_the_turn_brings_the_hand_into_sight_once(page):
    page.evaluate(SWAP, "yes")
    page.wait_for_function(IN_SIGHT)
    page.wait_for_timeout(600)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.evaluate(SWAP, "yes")
    page.wait_for_timeout(300)
    assert not page.evaluate(IN_SIGHT), "who reads elsewhere in their own turn stays there"


def test_with_reduced_motion_the_page_does_not_glide(page):
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(SWAP, "yes")
    assert page.evaluate(IN_SIGHT)


@pytest.mark.parametrize("act", ["write", "press", "wait"])
def test_the_page_stays_for_who_writes_or_presses_or_is_not_asked(page, act):
    if act == "write":
        page.focus("#note")
    elif act == "press":
        page.mouse.move(10, 300)
        page.mouse.down()
    page.evaluate(SWAP, "" if act == "wait" else "yes")
    page.wait_for_timeout(400)
    assert not page.evaluate(IN_SIGHT)
