"""When the turn comes, what can be done comes into sight, except under the hands of someone who writes or presses."""

import pytest

PAGE = """<input id="note"><div style="height: 3000px"></div>
  <div id="table" data-mine=""><section class="play-area" style="height: 300px">Your hand</section></div>"""
SWAP = """mine => {
  document.getElementById('table').dataset.mine = mine;
  document.getElementById('table').dispatchEvent(new CustomEvent('htmx:afterSettle', { bubbles: true }));
}"""
# What the answer to an own play does, when the turn goes on.
PLAYED = """() => document.getElementById('table').dispatchEvent(new CustomEvent('htmx:afterSettle',
  { bubbles: true, detail: { requestConfig: { verb: 'post' } } }))"""
END = """() => {
  document.getElementById('table').dataset.over = 'yes';
  document.getElementById('table').dispatchEvent(new CustomEvent('htmx:afterSettle', { bubbles: true }));
}"""
# A table whose leading play stands far above the buttons of the other plays.
LEADING = """<div id="table" data-mine=""><section class="play-area">
  <div class="acts">
    <details open id="attack"><form style="height: 300px"><button class="primary">Attack</button></form></details>
  </div>
  <div style="height: 3000px"></div><form id="play"><button>Pass</button></form></section></div>"""
# A hand above its buttons, which are as high as half of the screen.
HAND = """<div id="table" data-mine=""><p>Attacked</p>
  <section class="play-area" style="height: 800px">Your hand</section>
  <div style="height: 3000px"></div></div>"""
LEADING_IN_SIGHT = "document.querySelector('.primary').getBoundingClientRect().top >= 0"
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


def test_the_leading_play_comes_into_sight_though_other_buttons_stand_below(scripts):
    page = scripts.open(LEADING, "presses", "turn_in_sight")
    page.evaluate("scrollTo(0, 2000)")
    assert not page.evaluate(LEADING_IN_SIGHT)
    page.evaluate(SWAP, "yes")
    assert page.evaluate(LEADING_IN_SIGHT)


def test_another_leading_play_comes_into_sight_and_the_same_one_does_not(scripts):
    page = scripts.open(LEADING, "presses", "turn_in_sight")
    page.evaluate(SWAP, "yes")
    page.evaluate("scrollTo(0, 2000)")
    page.evaluate(SWAP, "yes")
    assert not page.evaluate(LEADING_IN_SIGHT)
    page.evaluate("document.getElementById('attack').id = 'check'")
    page.evaluate(SWAP, "yes")
    assert page.evaluate(LEADING_IN_SIGHT)


def test_after_an_own_play_what_follows_comes_into_sight_again(page):
    page.evaluate(SWAP, "yes")
    assert page.evaluate(IN_SIGHT), "it moves at once"
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.evaluate(PLAYED)
    assert page.evaluate(IN_SIGHT)


def test_a_play_that_ends_the_turn_is_followed_by_its_result_at_the_top(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(SWAP, "yes")
    page.evaluate("scrollTo({ top: 2000, behavior: 'instant' })")
    page.evaluate("document.getElementById('table').dataset.mine = ''")
    page.evaluate(PLAYED)
    assert page.evaluate("scrollY") == 0
    page.evaluate("scrollTo({ top: 500, behavior: 'instant' })")
    page.evaluate(SWAP, "")
    assert page.evaluate("scrollY") == 500, "what the others play moves nobody"


def test_the_turn_brings_the_upper_end_of_the_hand_into_sight_not_the_lower_one_alone(scripts):
    page = scripts.open(HAND, "presses", "turn_in_sight")
    page.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
    page.evaluate(SWAP, "yes")
    assert page.evaluate("document.querySelector('.play-area').getBoundingClientRect().top >= 0")


def test_the_end_of_the_encounter_is_seen_from_its_beginning_once(page):
    page.evaluate("scrollTo({ top: 2000, behavior: 'instant' })")
    page.evaluate(END)
    assert page.evaluate("scrollY") == 0
    page.evaluate("scrollTo({ top: 500, behavior: 'instant' })")
    page.evaluate(END)
    assert page.evaluate("scrollY") == 500, "who reads further down stays there"
