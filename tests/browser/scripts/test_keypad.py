"""The keypad for the table's own deck: rank, then suit; every card can be chosen."""

from tests.browser.scripts.conftest import SENDING
from tests.browser.scripts.test_table_updates import PARTS, STUBS, refresh, table

RANKS, SUITS = "A23456789TJQK", {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
OPTION = "<option value={0}>{0}</option>"
GROUPS = "".join(
    f'<optgroup label="{name}">{"".join(OPTION.format(rank + suit) for rank in RANKS)}</optgroup>'
    for suit, name in SUITS.items()
)
LIST = f'<select name="cards"><option value="">Card</option>{GROUPS}</select>'
BOX = f'<form><div class="drawing">{LIST}{LIST}</div></form>'
VALUES = "[...document.querySelectorAll('select')].map(each => each.value)"


def test_a_rank_and_a_suit_choose_a_card_and_the_next_place_follows(scripts):
    page = scripts.open(BOX, "keypad")
    for key in (".ranks >> text=Q", ".suits [aria-label=Hearts]", ".ranks >> text=10", ".suits [aria-label=Spades]"):
        page.click(key)
    assert page.evaluate(VALUES) == ["QH", "TS"]


def test_the_keyboard_goes_on_at_the_ranks_after_a_suit_and_the_card_is_said(scripts):
    page = scripts.open(BOX, "keypad")
    page.click(".ranks >> text=Q")
    page.focus(".suits [aria-label=Hearts]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "A"
    assert page.inner_text(".keypad [role=status]") == "QH"


def test_a_suit_means_nothing_before_a_rank(scripts):
    page = scripts.open(BOX, "keypad")
    assert page.is_disabled(".suits [aria-label=Clubs]")
    page.click(".ranks >> text=2")
    assert page.is_enabled(".suits [aria-label=Clubs]")


def test_every_key_is_offered_whatever_was_chosen_before(scripts):
    page = scripts.open(BOX, "keypad")
    page.click(".ranks >> text=Q")
    page.click(".suits [aria-label=Hearts]")
    keys = page.locator(".ranks button")
    assert keys.count() == len(RANKS)
    assert all(keys.nth(n).is_enabled() for n in range(len(RANKS)))


def test_a_place_can_be_corrected(scripts):
    page = scripts.open(BOX, "keypad")
    page.click(".ranks >> text=Q")
    page.click(".suits [aria-label=Hearts]")
    page.locator(".places button").first.click()
    page.click(".ranks >> text=K")
    page.click(".suits [aria-label=Diamonds]")
    assert page.evaluate(VALUES)[0] == "KD"


DRAWN = f'<form id="drawn-mara" data-asks="7"><div class="drawing">{LIST}{LIST}</div></form>'


def open_draw(scripts):
    """The table asks for two cards."""
    return scripts.open(STUBS + table(1, DRAWN) + SENDING, *PARTS, "keypad", "own_dice", htmx=True)


def test_the_next_card_goes_to_the_next_place_after_a_refresh(scripts):
    page = open_draw(scripts)
    page.click(".ranks >> text=Q")
    page.click(".suits [aria-label=Hearts]")
    refresh(scripts, 2, DRAWN)
    page.click(".ranks >> text=K")
    refresh(scripts, 3, DRAWN)
    page.click(".suits [aria-label=Spades]")
    assert page.evaluate(VALUES) == ["QH", "KS"]


def test_a_card_that_is_corrected_is_still_that_card_after_a_refresh(scripts):
    page = open_draw(scripts)
    for key in (".ranks >> text=Q", ".suits [aria-label=Hearts]", ".ranks >> text=2", ".suits [aria-label=Clubs]"):
        page.click(key)
    page.locator(".places button").first.click()
    refresh(scripts, 2, DRAWN)
    page.click(".ranks >> text=A")
    page.click(".suits [aria-label=Hearts]")
    assert page.evaluate(VALUES) == ["AH", "2C"]
    refresh(scripts, 3, DRAWN.replace('"7"', '"8"'))
    assert page.evaluate(VALUES) == ["", ""]
    assert page.get_attribute(".places button >> nth=0", "aria-pressed") == "true"


DIE = '<input type="number" name="rolls" aria-label="Die {n}">'
DICE = f"""<form id=play><fieldset class="dice" data-sides="6" data-roll="Roll" data-use="" data-missing="">
  {DIE.format(n=1)}{DIE.format(n=2)}</fieldset></form>"""


def test_the_focus_on_a_key_survives_a_refresh(scripts):
    page = open_draw(scripts)
    page.focus(".ranks >> text=9")
    refresh(scripts, 2, DRAWN + DICE)
    scripts.wait("document.activeElement.textContent === '9'")
    page.focus(".faces[aria-label='Die 2'] >> text=3")
    refresh(scripts, 3, DRAWN + DICE)
    scripts.wait("document.activeElement.parentElement.getAttribute('aria-label') === 'Die 2'")


def test_the_cards_of_a_second_seat_stay_when_the_deal_refuses_the_first(scripts):
    seat = """<form id="drawn-{0}" data-asks="7" method=post action=/cards/ hx-post=/cards/ hx-target="#dealing"
      hx-swap=outerHTML><div class="drawing">{1}</div><button class=send>Send</button></form>"""
    dealing = f'<div id="dealing">{seat.format("mara", LIST)}{seat.format("oskar", LIST)}</div>'
    page = scripts.open(dealing + SENDING, "presses", "kept_plays", "sending", "steppers", "keypad", htmx=True)
    page.evaluate("htmx.config.responseHandling = [{ code: '...', swap: true }]")
    for key in (".ranks >> text=Q", ".suits [aria-label=Hearts]"):
        page.click(f"#drawn-oskar {key}")
    scripts.answers = [(422, dealing.replace("<div id", "<b>No</b><div id")), (422, dealing.replace('"7"', '"8"'))]
    page.evaluate("document.querySelector('#drawn-mara .send').click()")
    scripts.wait("document.querySelectorAll('.keypad').length === 2 && sending.queue.length === 0")
    assert page.evaluate(VALUES) == ["", "QH"]
    page.evaluate("document.querySelector('#drawn-mara .send').click()")
    scripts.wait("document.querySelector('[data-asks=\"8\"]') && sending.queue.length === 0")
    assert page.evaluate(VALUES) == ["", ""], "another deal is asked about"
