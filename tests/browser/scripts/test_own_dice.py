"""Dice rolled at the table are tapped on six keys for each die, and the button says what the tap will do."""

DIE = '<input type="number" name="rolls:rolls" aria-label="Die {n}">'
WORDS = 'data-roll="Roll on the site" data-use="Use {dice}" data-missing="Choose every die"'
FORM = (
    f'<div id="table"><form><fieldset class="dice" data-sides="{{sides}}" {WORDS}>{DIE.format(n=1)}{DIE.format(n=2)}'
    '</fieldset><div class="decision"><p class="buttons"><button>Attack</button></p></div></form></div>'
)
VALUES = "[...document.querySelectorAll('input')].map(each => each.value)"


def key(page, die, face):
    """The key of a face of a die, both counted from 1."""
    return page.locator(".faces").nth(die - 1).locator("button").nth(face - 1)


def said(page):
    return page.locator(".decision button").text_content()


def test_tapped_dice_are_sent_and_the_button_names_them(scripts):
    page = scripts.open(FORM.format(sides=6, dice="{dice}"), "own_dice")
    assert said(page) == "Attack Roll on the site"
    key(page, 1, 3).click()
    assert page.is_disabled(".decision button"), "the site does not roll one die of two"
    assert said(page) == "Attack Choose every die"
    key(page, 2, 5).click()
    assert said(page) == "Attack Use 3 · 5"
    assert page.is_enabled(".decision button")
    assert page.evaluate(VALUES) == ["3", "5"]


def test_a_second_tap_takes_a_die_back(scripts):
    page = scripts.open(FORM.format(sides=6, dice="{dice}"), "own_dice")
    for _tap in range(2):
        key(page, 1, 3).click()
    assert page.evaluate(VALUES) == ["", ""]
    assert said(page) == "Attack Roll on the site"
    assert page.locator("[aria-pressed=true]").count() == 0


def test_dice_of_a_hundred_sides_keep_their_fields(scripts):
    page = scripts.open(FORM.format(sides=100, dice="{dice}"), "own_dice")
    assert page.locator("button").count() == 1
    assert page.locator("input:visible").count() == 2
