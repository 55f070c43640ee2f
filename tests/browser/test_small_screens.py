"""On the smallest phones, upright and on their side, who must act sees in one screen what the choice needs."""

import pytest
from django.contrib.auth import get_user_model

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from characters.models import Character
from tests.browser import steps
from tests.browser.test_bastards_evening import DECK, captain, cara, chosen, knives  # noqa: F401 (fixtures)
from tests.demo_rows import seed_demo

UPRIGHT, SIDEWAYS = {"width": 360, "height": 640}, {"width": 640, "height": 360}
# For each game: the call, its targets, the viewer's cards or slots, and the button that plays.
NEEDED = {
    "fifty-two-fates": [
        ".turn.mine",
        ".coach > summary",
        ".felt .asked",
        ".felt .card",
        ".play .hand .card",
        "#play button",
    ],
    "fortune-and-power": [
        ".turn.mine",
        ".coach > summary",
        ".side:not(.party) .participant",
        ".last-roll .die",
        ".acts .picks .pick",
        ".acts .odds strong",
        ".acts .buttons button",
    ],
    "fortune-system": [".turn.mine", ".coach > summary", ".felt .asked", ".way .slot-value", ".way"],
}


@pytest.fixture
def tables(transactional_db):
    """The running table of every game of the demo, where Mara is asked."""
    seed_demo()
    return {row.campaign.system: row.pk for row in Encounter.objects.filter(status="running")}


def out_of_sight(page, selector):
    """Why the first element of a selector cannot be seen without scrolling; None when it can."""
    return page.evaluate(
        """(selector) => {
          const all = [...document.querySelectorAll(`#table ${selector}`)];
          const found = all.find((each) => each.getClientRects().length);
          if (!found) return "missing";
          const { top, bottom, left, right } = found.getBoundingClientRect();
          if (top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1) {
            return `at ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`;
          }
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return found.contains(over) || over?.contains(found) ? null : `under ${over?.className || over?.tagName}`;
        }""",
        selector,
    )


@pytest.mark.parametrize("screen", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_somebody_who_must_act_sees_everything_in_one_screen(people, tables, screen):
    mara = people(phone=True).sign_in("mara")
    mara.page.set_viewport_size(screen)
    faults = []
    for system, needed in NEEDED.items():
        mara.open(f"/encounters/{tables[system]}/")
        mara.page.wait_for_timeout(400)
        faults += [f"{system} {each}: {why}" for each in needed if (why := out_of_sight(mara.page, each))]
    assert not faults, "\n".join(faults)


ATTACKS = [
    ".turn.mine",
    ".coach > summary",
    ".side:not(.party) .participant",
    ".own-hand .card",
    ".acts .picks .pick",
    ".acts .odds strong",
    ".acts .buttons .primary",
]
BETS = [
    ".turn.mine",
    ".felt .asked",
    ".stakes .card",
    ".own-hand .card",
    "#play .primary",
    "#play button:not(.primary)",
]


@pytest.mark.parametrize("screen", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_an_attack_and_a_bet_of_bastards_fit_one_screen(people, knives, captain, gm, screen):  # noqa: F811
    ana, ben, cara, dealer = (  # noqa: F811
        people(phone=name != "gm").sign_in(name) for name in ("ana", "ben", "cara", "gm")
    )
    encounter = steps.begun(knives, gm, list(knives.characters.order_by("pk")), [(captain, 1)], deck=DECK)
    ana.page.set_viewport_size(screen)
    for person, card in ((ana, "AC"), (ben, "4H"), (cara, "5S"), (dealer, "2S")):
        person.open(f"/encounters/{encounter.pk}/")
        chosen(person, [card], "Choose your initiative card")
    steps.meet(encounter, ana)
    assert "primary" in ana.page.locator("#play button", has_text="Draw a card").get_attribute("class")
    steps.tap(ana, "Draw a card")
    ana.page.reload()
    ana.page.locator("#table [name='some:cards'][form='play'][value='KS']").check(force=True)
    ana.page.locator("#table .acts .odds strong").first.wait_for()
    assert [each for each in ATTACKS if out_of_sight(ana.page, each)] == []
    steps.give(ana, "Attack", {"one:target": "captain", "one:card": "KS"})
    steps.meet(encounter, dealer)
    steps.give(dealer, "Defend", {"one:card": "TD"})
    steps.meet(encounter, ana)
    ana.page.reload()
    ana.page.locator("#table .stakes").wait_for()
    ana.page.wait_for_timeout(400)
    assert [each for each in BETS if out_of_sight(ana.page, each)] == []
    dots = "parts => parts.map(each => getComputedStyle(each, '::before').content)"
    for said in ana.page.locator("#table .stakes .parts").all():
        first, *others = said.locator("> span").evaluate_all(dots)
        assert first == "none", "no dot stands before the first part of a line"
        assert set(others) <= {'"· "'}


@pytest.mark.parametrize("width", [390, 360])
def test_the_chance_of_an_attack_stands_above_its_button_also_with_a_long_name(people, tables, width):
    mara = people(phone=True).sign_in("mara")
    mara.page.set_viewport_size({"width": width, "height": 640})
    mara.open(f"/encounters/{tables['fortune-and-power']}/")
    form = mara.page.locator("#table .acts details[open] form").first
    form.locator("label.pick", has_text="Wren Tallow (your own side)").locator("input").check(force=True)
    price = form.locator("input[name='number:fortune'][value='3']")
    # As someone with a thumb does: it may lie below the button that stays at the lower edge.
    price.evaluate("e => e.scrollIntoView({ block: 'center' })")
    price.check(force=True)
    form.locator(".odds strong", has_text="97 %").wait_for()
    button = form.locator(".buttons > button")
    assert button.bounding_box()["height"] > 48, "the words of the button need more than one line"
    for top in range(0, 600, 100):
        mara.page.evaluate("(top) => scrollTo(0, top)", top)
        odds = form.locator(".odds").bounding_box()
        assert odds["y"] + odds["height"] <= button.bounding_box()["y"]


def test_after_the_end_of_fortune_and_power_no_column_is_empty(people, tables):
    row = Encounter.objects.get(pk=tables["fortune-and-power"])
    ending = {"type": "end", "actor": "gm", "outcome": "victory"}
    play.submit(encounter=row, by=get_user_model().objects.get(username="gm-demo"), command=ending)
    for name in ("gm-demo", "mara"):
        page = people().sign_in(name)
        page.open(f"/encounters/{row.pk}/")
        boxes = [page.page.locator(f"#table > {part}").bounding_box() for part in (".everyone", ".event-log-panel")]
        (left, right), gap = boxes, 40
        assert 0 < right["x"] - (left["x"] + left["width"]) < gap
        assert left["width"] > 600


def opened_with_large_text(person, tables):
    """Each game, while the person looks at its table with text of twice the size."""
    for system, pk in tables.items():
        person.open(f"/encounters/{pk}/")
        person.page.evaluate("document.documentElement.style.fontSize = '200%'")
        yield system


def test_text_of_twice_the_size_scrolls_no_table_sideways(people, tables):
    mara = people(phone=True).sign_in("mara")
    for system in opened_with_large_text(mara, tables):
        wide = mara.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{system}: {wide} pixels wider than the window"


def test_text_of_twice_the_size_leaves_the_title_of_a_table_whole(people, tables):
    mara = people(phone=True).sign_in("mara")
    for system in opened_with_large_text(mara, tables):
        title = mara.page.locator("#table .status h1")
        assert title.evaluate("each => each.scrollWidth - each.clientWidth") <= 0, f"{system}: cut"
        assert title.evaluate(
            """each => {
              const words = document.createRange();
              words.selectNodeContents(each);
              const covers = ({ right, top, bottom }) =>
                each.contains(document.elementFromPoint(right - 4, (top + bottom) / 2));
              return [...words.getClientRects()].every(covers);
            }"""
        ), f"{system}: under the button of the drawer"


def test_text_of_twice_the_size_scrolls_no_sheet_list_or_rules_sideways(people, tables):
    mara = people(phone=True).sign_in("mara")
    mara.page.set_viewport_size(UPRIGHT)
    heroes = [
        each.pk for each in Character.objects.filter(owner__username="mara", campaign__encounters__in=tables.values())
    ]
    assert len(heroes) == 4, "a sheet of each game"
    campaign = Encounter.objects.get(pk=tables["fifty-two-fates"]).campaign_id
    paths = [f"/characters/{pk}/" for pk in heroes] + ["/", "/rules/", "/rules/fifty-two-fates/"]
    paths += [f"/campaigns/{campaign}/{name}/" for name in ("sessions", "log")]
    for path in paths:
        mara.open(path)
        mara.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert mara.page.evaluate("document.documentElement.scrollWidth") <= UPRIGHT["width"], path


@pytest.mark.parametrize("screen", [UPRIGHT, {"width": 390, "height": 844}], ids=["small", "usual"])
def test_a_title_of_four_words_is_whole_beside_the_button_of_the_drawer(people, tables, screen):
    Encounter.objects.update(title="Encounter of 30 November")
    mara = people(phone=True).sign_in("mara")
    mara.page.set_viewport_size(screen)
    for system, pk in tables.items():
        mara.open(f"/encounters/{pk}/")
        title = mara.page.locator("#table .status h1")
        over = title.evaluate("e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]")
        assert max(over) <= 1, f"{system}: cut by {over}"
        assert title.bounding_box()["height"] <= 32, f"{system}: the title takes no more room than before"


def test_a_title_ends_before_the_button_of_the_drawer_of_someone_who_watches(people, tables):
    """Their button says "Handouts and rules", which is wider than that of a player."""
    pk = tables["fifty-two-fates"]
    Encounter.objects.filter(pk=pk).update(title="Hands on the steps of the tower")
    watcher = people(phone=True).sign_in("watcher")
    watcher.page.set_viewport_size({"width": 390, "height": 844})
    watcher.open(f"/encounters/{pk}/")
    button = watcher.page.locator("#drawer > summary")
    assert button.inner_text().strip() == "Handouts and rules"
    rights = watcher.page.locator("#table .status h1").evaluate(
        """each => {
          const words = document.createRange();
          words.selectNodeContents(each);
          return [...words.getClientRects()].map(({ right }) => right);
        }"""
    )
    assert max(rights) <= button.bounding_box()["x"]


def test_a_long_title_scrolls_no_table_sideways(people, tables):
    Encounter.objects.update(title="The ledger changes hands before anyone in the tollhouse has counted it")
    mara = people(phone=True).sign_in("mara")
    for system, pk in tables.items():
        mara.open(f"/encounters/{pk}/")
        assert mara.page.evaluate("document.documentElement.scrollWidth") <= 390, system


def test_a_phone_has_five_destinations_and_the_way_back_to_the_table(people, tables):
    mara = people(phone=True).sign_in("mara")
    encounter = Encounter.objects.get(pk=tables["fifty-two-fates"])
    mara.page.set_viewport_size(UPRIGHT)
    mara.open(f"/campaigns/{encounter.campaign_id}/log/")
    tabs = mara.page.locator(".tabs :is(a, label):visible")
    assert tabs.count() == 5
    assert len({round(tabs.nth(n).bounding_box()["y"]) for n in range(5)}) == 1, "they stand in one row"
    mara.page.get_by_text("More", exact=True).tap()
    mara.page.get_by_role("link", name="Members").wait_for()
    mara.page.get_by_role("link", name="Running table: Hands on the steps").tap()
    mara.page.wait_for_url(f"**/encounters/{encounter.pk}/")


def test_a_phone_on_its_side_has_the_five_destinations_in_one_row(people, tables):
    mara = people(phone=True).sign_in("mara")
    encounter = Encounter.objects.get(pk=tables["fifty-two-fates"])
    mara.page.set_viewport_size({"width": 844, "height": 390})
    mara.open(f"/campaigns/{encounter.campaign_id}/log/")
    tabs = mara.page.locator(".tabs :is(a, label):visible")
    assert len({round(tabs.nth(n).bounding_box()["y"]) for n in range(tabs.count())}) == 1
    assert tabs.count() == 5


def test_a_laptop_shows_the_destinations_of_play_and_keeps_the_others_in_two_menus(people, tables):
    gm = people().sign_in("gm-demo")
    encounter = Encounter.objects.get(pk=tables["fifty-two-fates"])
    gm.open(f"/campaigns/{encounter.campaign_id}/log/")
    assert gm.page.locator(".tabs :is(a, label):visible").count() == 11
    members, bestiary = (gm.page.get_by_role("link", name=name, exact=True) for name in ("Members", "Bestiary"))
    gm.page.locator("#tabs-preparation").press("Space")
    assert bestiary.is_visible()
    gm.page.get_by_text("Campaign", exact=True).click()
    assert members.is_visible()
    assert bestiary.is_hidden(), "the other menu has closed"
    gm.page.keyboard.press("Escape")
    assert members.is_hidden()
    gm.page.get_by_text("Campaign", exact=True).click()
    members.click()
    gm.page.wait_for_url("**/members/")


def test_everyone_at_a_table_sees_which_character_is_theirs(people, tables):
    mara = people(phone=True).sign_in("mara")
    for system, pk in tables.items():
        mara.open(f"/encounters/{pk}/")
        own = mara.page.locator("#table .participant .you")
        assert own.count() == 1, system
        assert own.bounding_box()["width"] > 20, f"{system}: only a screen reader says it"


def test_the_person_to_act_sees_their_own_figures_on_the_first_screen_of_a_phone(people, tables):
    mara = people(phone=True).sign_in("mara")
    for system, figures in (("fifty-two-fates", "4/4"), ("fortune-and-power", "0/10 wounds"), ("fortune-system", "60")):
        mara.open(f"/encounters/{tables[system]}/")
        mara.page.wait_for_timeout(400)
        assert out_of_sight(mara.page, ":is(.own-figures, .play h2 .num, .way .slot-value)") is None, system
        assert figures in mara.page.locator("#table .play-area").inner_text(), system


def test_plays_that_stand_side_by_side_are_of_one_height(people, tables):
    mara = people(phone=True).sign_in("mara")
    uneven = {}
    for system, pk in tables.items():
        mara.open(f"/encounters/{pk}/")
        rows = mara.page.evaluate(
            """() => {
              const rows = {};
              for (const each of document.querySelectorAll("#table .play .buttons > button")) {
                const { top, bottom } = each.getBoundingClientRect();
                (rows[Math.round((top + bottom) / 2)] ??= []).push(Math.round(bottom - top));
              }
              return Object.values(rows);
            }"""
        )
        uneven[system] = [row for row in rows if len(set(row)) > 1]
    assert not any(uneven.values()), uneven


def test_what_an_attack_is_worth_is_set_off_from_the_choices_that_scroll_under_it(people, tables):
    mara = people(phone=True).sign_in("mara")
    mara.open(f"/encounters/{tables['fortune-and-power']}/")
    edge = mara.page.locator("#table .acts details[open] .decision").first
    assert edge.evaluate("each => parseFloat(getComputedStyle(each).borderTopWidth)") >= 1


def test_playing_no_card_is_never_the_button_that_leads(people, tables):
    mara = people(phone=True).sign_in("mara")
    mara.open(f"/encounters/{tables['fifty-two-fates']}/")
    button = mara.page.locator("#play button[name=do]").first
    assert button.inner_text() == "Play no card"
    assert "primary" not in (button.get_attribute("class") or "")
    mara.page.locator("#play .hand input").first.check(force=True)
    assert button.inner_text().startswith("Defend with")
    assert "primary" in button.get_attribute("class")


def test_a_play_that_cannot_succeed_does_not_look_like_the_main_one(people, tables):
    mara = people(phone=True).sign_in("mara")
    mara.open(f"/encounters/{tables['fifty-two-fates']}/")
    colour = "(what) => getComputedStyle(document.querySelector(what)).backgroundColor"
    card = mara.page.locator("#play .hand input").first
    card.check(force=True)
    worth = mara.page.locator("#odds strong")
    worth.wait_for()
    accent = mara.page.evaluate(colour, ".turn.mine")
    worth.evaluate("each => each.classList.remove('hopeless')")
    assert mara.page.evaluate(colour, "#play .primary") == accent
    worth.evaluate("each => each.classList.add('hopeless')")
    assert mara.page.evaluate(colour, "#play .primary") != accent


def test_the_call_is_announced_once_outside_what_is_swapped(people, tables):
    mara = people(phone=True).sign_in("mara")
    mara.open(f"/encounters/{tables['fifty-two-fates']}/")
    said = mara.page.locator("#announcer")
    mara.page.wait_for_function("() => document.getElementById('announcer')?.textContent.includes('You are attacked')")
    assert mara.page.locator("#table #announcer").count() == 0
    mara.page.evaluate("() => { document.getElementById('announcer').textContent = ''; }")
    with mara.page.expect_response("**/table/**"):
        mara.page.evaluate("() => htmx.trigger(document.body, 'table-changed')")
    mara.page.wait_for_timeout(200)
    assert said.inner_text() == "", "what was said is not said again"


# How many links to rules are not what a thumb hits that misses their middle by less than 22 pixels.
MISSED = """() => [...document.querySelectorAll("main :is(a.why, details.why > summary, .why a)")]
  .filter((each) => each.checkVisibility()).filter((each) => {
    each.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const missed = ([dx, dy]) => !each.contains(document.elementFromPoint(x + dx, y + dy));
    return [[0, -20], [0, 20], [-20, 0], [20, 0]].some(missed);
  }).length"""


def test_each_why_on_a_sheet_and_in_the_log_takes_a_thumb(people, tables):
    mara = people(phone=True).sign_in("mara")
    encounter = Encounter.objects.get(pk=tables["fifty-two-fates"])
    hero = encounter.campaign.characters.get(owner__username="mara")
    for path in (f"/characters/{hero.pk}/", f"/campaigns/{encounter.campaign_id}/log/"):
        mara.open(path)
        found = mara.page.locator("main :is(a.why, details.why > summary):visible")
        assert found.count(), "the page links to rules"
        assert mara.page.evaluate(MISSED) == 0, path


# The widest gap between two lines of a text, in heights of a line.
WIDEST_GAP = """text => {
  const words = document.createRange();
  words.selectNodeContents(text);
  const tops = [...words.getClientRects()].filter(({ height }) => height && height < 30).map(({ top }) => top);
  const sorted = tops.sort((one, other) => one - other);
  const gaps = sorted.slice(1).map((top, place) => top - sorted[place]);
  return Math.max(0, ...gaps) / parseFloat(getComputedStyle(text).lineHeight);
}"""


def test_a_why_pushes_no_lines_of_the_coach_apart(people, tables):
    mara = people(phone=True).sign_in("mara")
    for system in NEEDED:
        mara.open(f"/encounters/{tables[system]}/")
        mara.page.locator("#coach[open] .notice").wait_for()
        gap = mara.page.locator("#coach .notice").evaluate(WIDEST_GAP)
        assert gap < 1.4, f"{system}: {gap:.2f} lines"


def test_each_why_at_a_table_is_large_enough_for_a_thumb(people, tables):
    mara = people(phone=True).sign_in("mara")
    measured = 0
    for system, pk in tables.items():
        mara.open(f"/encounters/{pk}/")
        boxes = mara.page.evaluate(
            """() => [...document.querySelectorAll("#table :is(a.why, details.why > summary)")]
              .filter((each) => each.getClientRects().length).map((each) => each.getBoundingClientRect())
              .map(({ width, height }) => [width, height])"""
        )
        measured += len(boxes)
        assert all(width >= 44 and height >= 44 for width, height in boxes), f"{system}: {boxes}"
    assert measured, "the tables of the demo show at least one"
