"""On a small phone everything that is pressed takes a thumb, and large text and long messages stay legible."""

import pytest

from campaigns.encounters.models import Encounter
from characters.models import Character
from people.models import Campaign
from tests.demo_rows import seed_demo

UPRIGHT = {"width": 360, "height": 640}
# What is pressed and is narrower or lower than a thumb; links within sentences are spaced by their lines.
SMALL = """(selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
  .map((each) => [each.textContent.trim().slice(0, 20), each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
  .map(([words, { width, height }]) => `${words}: ${Math.round(width)} by ${Math.round(height)}`)"""
# The same for links and buttons of a page with the area around them that also counts, except links within a sentence.
SMALL_OF_PAGE = """() => {
  const inSentence = (each) => each.tagName === "A" &&
    [...each.parentElement.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim().length > 3);
  const size = (each) => {
    const box = each.getBoundingClientRect(), area = getComputedStyle(each, "::after");
    if (area.position !== "absolute") return [box.width, box.height];
    return [Math.max(box.width, parseFloat(area.width)), Math.max(box.height, parseFloat(area.height))];
  };
  return [...document.querySelectorAll(":is(main, nav) :is(a[href], button, summary)")]
    .filter((each) => each.checkVisibility() && !inSentence(each))
    .map((each) => [each.textContent.trim().slice(0, 20), ...size(each)])
    .filter(([, width, height]) => width < 43.9 || height < 43.9).map((each) => each.join(" "));
}"""
WAITING = """() => {
  const line = document.getElementById("sending");
  line.dataset.state = "waiting";
  const words = "Strike the second bandit with the king";
  line.querySelector("span").textContent = line.dataset.waiting.replace("{what}", words);
  line.querySelector("button").hidden = false;
}"""


@pytest.fixture
def mara(people, transactional_db):
    """Mara's small phone, with the demo on the site."""
    seed_demo()
    person = people(phone=True).sign_in("mara")
    person.page.set_viewport_size(UPRIGHT)
    return person


def test_buttons_on_sheets_lists_and_rules_are_large_enough_for_a_thumb(mara):
    names = {"Juk the Loud": ".boxes button", "Ilse Vane": ".taps button"}
    pages = {f"/characters/{Character.objects.get(name=name).pk}/": part for name, part in names.items()}
    pages |= {"/": ".foot a, .row-main > a", "/rules/fortune-and-power/": "a.rule-id, .areas a"}
    for path, part in pages.items():
        mara.open(path)
        assert mara.page.locator(part).count(), path
        assert mara.page.evaluate(SMALL, part) == [], path


def test_links_and_buttons_of_a_campaign_take_a_thumb(mara):
    campaign = Encounter.objects.filter(status="running").first().campaign_id
    hero = Character.objects.get(name="Mara Quell").pk
    pages = ["/", "/waiting/", "/rules/", f"/characters/{hero}/"]
    pages += [
        f"/campaigns/{campaign}/{part}" for part in ("", "characters/", "world/", "sessions/", "log/", "calendar/")
    ]
    small = {}
    for path in pages:
        mara.open(path)
        small[path] = mara.page.evaluate(SMALL_OF_PAGE)
    assert {path: found for path, found in small.items() if found} == {}


def test_the_words_beside_a_checkbox_take_a_thumb(mara):
    """The box itself is small; who presses the words beside it ticks it, too."""
    mara.open("/me/calls/")
    heights = mara.page.evaluate(
        """() => [...document.querySelectorAll(".field.check > label")].filter((each) => each.checkVisibility())
          .map((each) => parseFloat(getComputedStyle(each, "::after").height))"""
    )
    assert heights
    assert min(heights) >= 44


def test_the_words_beside_the_checkbox_of_a_check_stand_clear_of_it(people, mara):
    gm = people(phone=True).sign_in("gm-demo")
    gm.open(f"/campaigns/{Campaign.objects.get(name='The Drowned Bell').pk}/checks/new/")
    box, words = (gm.page.locator(each).bounding_box() for each in ("#covered", "label[for=covered]"))
    assert words["x"] - (box["x"] + box["width"]) >= 6


def test_small_links_below_fields_and_in_explanations_take_a_thumb(mara):
    small = {}
    for path in ("/accounts/password/change/", "/rules/fifty-two-fates/what-is-this/"):
        mara.open(path)
        small[path] = mara.page.evaluate(SMALL_OF_PAGE)
    assert {path: found for path, found in small.items() if found} == {}


def test_text_of_twice_the_size_cuts_no_link_of_the_header_and_no_chip(mara):
    hero = Character.objects.get(name="Ilse Vane")
    mara.open(f"/characters/{hero.pk}/")
    mara.page.evaluate("document.documentElement.style.fontSize = '200%'")
    cut = mara.page.evaluate(
        """() => [...document.querySelectorAll(".top nav :is(a, button), .chip")]
          .filter((each) => each.checkVisibility())
          .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth)
          .map((each) => each.textContent.trim())"""
    )
    assert cut == []


def test_the_button_of_a_message_that_waits_stays_in_one_line(mara):
    mara.open(f"/encounters/{Encounter.objects.filter(status='running').first().pk}/")
    mara.page.evaluate(WAITING)
    button = mara.page.locator("#sending button").bounding_box()
    words = mara.page.locator("#sending span").bounding_box()
    assert button["height"] < 48
    assert button["y"] >= words["y"] + words["height"] or button["x"] >= words["x"] + words["width"]
    assert words["width"] > 200


def test_what_finds_no_room_beside_a_title_begins_at_the_left_edge(mara):
    """A part that stood at the right edge of a line of its own looked as if it had slipped."""
    campaign = Campaign.objects.get(name="The Drowned Bell")
    for path in ("world/", ""):
        mara.open(f"/campaigns/{campaign.pk}/{path}")
        head = mara.page.locator(".head").first
        title, last = [head.locator(f"> :{place}-child").bounding_box() for place in ("first", "last")]
        assert last["y"] >= title["y"] + title["height"] / 2, "there is no room beside the title"
        assert abs(last["x"] - title["x"]) <= 1, path


def test_tiles_of_a_sheet_that_stand_side_by_side_are_of_one_height(mara):
    for name in ("Mara Quell", "Juk the Loud", "Ilse Vane"):
        mara.open(f"/characters/{Character.objects.get(name=name).pk}/")
        rows = mara.page.evaluate(
            """() => {
              const rows = {};
              for (const each of document.querySelectorAll(".checks > li > .button")) {
                const { top, height } = each.getBoundingClientRect();
                if (height) (rows[Math.round(top)] ??= new Set()).add(Math.round(height));
              }
              return Object.values(rows).map((heights) => heights.size);
            }"""
        )
        assert rows, name
        assert set(rows) == {1}, name


def test_the_way_to_a_table_names_it_in_whole_on_a_usual_phone(mara):
    Encounter.objects.filter(status="running").update(title="Encounter of 30 November")
    mara.page.set_viewport_size({"width": 390, "height": 844})
    mara.open(f"/characters/{Character.objects.get(name='Mara Quell').pk}/")
    way = mara.page.locator(".to-table a").first
    assert way.evaluate("each => each.scrollWidth - each.clientWidth") <= 0


def test_tables_of_a_phone_fit_its_width_without_breaking_words(people, mara):
    gm = people(phone=True).sign_in("gm-demo")
    campaign = Campaign.objects.get(name="The Drowned Bell").pk
    for path in ("/about/", f"/campaigns/{campaign}/calendar/edit/"):
        gm.open(path)
        table = gm.page.locator(".scroll:has(> table)").first
        assert table.evaluate("each => each.scrollWidth - each.clientWidth") <= 0, path
    gm.open("/about/")
    name = "seedrpg.wikidot.com"
    lines = gm.page.locator("td", has_text=name).evaluate(
        """(cell, name) => {
          const words = document.createRange(), text = cell.firstChild, start = text.data.indexOf(name);
          words.setStart(text, start);
          words.setEnd(text, start + name.length);
          return words.getClientRects().length;
        }""",
        name,
    )
    assert lines == 1


def test_the_tabs_of_an_account_begin_at_the_left_edge(mara):
    mara.page.set_viewport_size({"width": 390, "height": 844})
    mara.open("/me/")
    gaps = mara.page.locator(".tabs-in").evaluate(
        """(row) => [...row.children].map((each) => [each, each.previousElementSibling])
          .filter(([each, before]) => before && before.offsetTop === each.offsetTop)
          .map(([each, before]) => each.offsetLeft - before.offsetLeft - before.offsetWidth)"""
    )
    assert gaps
    assert max(gaps) - min(gaps) <= 1
