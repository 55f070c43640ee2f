"""Colours that the system replaces, and higher contrast: what a page says by a background alone is said by form too."""

import pytest

from tests import factories
from tests.browser import steps


@pytest.fixture
def fight(transactional_db):
    """A running table at which Mara is asked."""
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "The cellar")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    bandit = factories.MonsterFactory(name="Bandit")
    return steps.begun(campaign, gm, [mara], [(bandit, 2)], deck=["KD", "9C", "4S", "7C", "KS", "2H"])


@pytest.fixture
def phone(people, fight):
    person = people(phone=True).sign_in("ana")
    person.open(f"/encounters/{fight.pk}/")
    person.page.wait_for_function("() => document.documentElement.classList.contains('live')")
    return person


def styles(page, selector, *names):
    """The computed style of the first element, by name."""
    return page.locator(selector).first.evaluate(
        "(e, names) => names.map((name) => getComputedStyle(e)[name])", list(names)
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_forced_colours_turn_tab_and_disabled_buttons_can_be_seen(phone, scheme):
    page = phone.page
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    own, other = ("[data-id=mara].participant", "[data-id^=bandit].participant")
    assert styles(page, own, "borderLeftWidth") != styles(page, other, "borderLeftWidth"), "who acts is marked by form"
    assert styles(page, ".status .turn.mine", "borderTopStyle") == ["solid"]
    assert styles(page, "#play button:disabled", "opacity") == ["1"], "the system's grey must not fade further"
    current, rest = (
        styles(page, f".tabs a{which}", "borderBottomColor") for which in ("[aria-current]", ":not([aria-current])")
    )
    assert current != rest
    surface = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert rest == [surface], "only the current tab is underlined"


def test_with_forced_colours_a_chosen_chip_differs_from_the_others(phone):
    page = phone.page
    chips = (
        "<fieldset class=picks><label class=pick><input type=radio name=a checked><span id=one>one</span></label>"
        "<label class=pick><input type=radio name=a><span id=two>two</span></label></fieldset>"
    )
    page.evaluate("chips => document.getElementById('main').insertAdjacentHTML('beforeend', chips)", chips)
    page.emulate_media(forced_colors="active")
    assert styles(page, "#one", "backgroundColor") != styles(page, "#two", "backgroundColor")


PARTS = {
    "a.button[aria-current]": "<p class=buttons><a class=button {}>For everyone</a></p>",
    "a.chip[aria-current]": "<a class=chip {}>2026</a>",
    "td[aria-current]": "<table class=month><tr><td {}>19</td></tr></table>",
    ".faces button": "<div class=dice><div class=faces><button type=button {}>6</button></div></div>",
    ".keypad button": "<div class=keypad><button type=button {}>K</button></div>",
    ".fate": "<button type=button class='fate {}'>Clubs</button>",
    ".challenge": "<button type=button class='challenge {}'>Fair</button>",
    ".pool": "<div class='pool {}'>Body</div>",
}
MARKS = {".faces button": "aria-pressed=true", ".keypad button": "aria-pressed=true", ".fate": "chosen"}
MARKS |= {".challenge": "chosen", ".pool": "down"}


@pytest.mark.parametrize("part", PARTS)
def test_with_forced_colours_what_is_current_or_chosen_differs_from_the_rest(phone, part):
    page = phone.page
    page.add_style_tag(url="/static/css/world.css")
    page.emulate_media(forced_colors="active")
    looks = []
    for mark in ("", MARKS.get(part, "aria-current=true")):
        page.evaluate("html => { document.getElementById('main').innerHTML = html }", PARTS[part].format(mark))
        element = part.split("[")[0]
        looks.append(styles(page, f"#main {element}", "backgroundColor", "outlineStyle", "outlineColor"))
    assert looks[0] != looks[1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_higher_contrast_makes_quiet_words_as_strong_as_the_others(phone, scheme):
    page = phone.page
    page.emulate_media(color_scheme=scheme)
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert styles(page, ".foot", "color") != [ink]
    page.emulate_media(contrast="more", color_scheme=scheme)
    assert styles(page, ".foot", "color") == [ink]
    assert styles(page, "#play button:disabled", "opacity") == ["0.75"]
