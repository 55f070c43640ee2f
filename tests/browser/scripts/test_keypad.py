"""The keypad for the table's own deck: rank, then suit; every card can be chosen."""

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
