"""A person who has only a keyboard: reaches things with Tab, chooses with Space and arrows, acts with Enter."""

import re

from campaigns.encounters import play
from campaigns.encounters.models import EncounterSecret
from rules import play as rules
from tests.browser import steps

MOST_TABS = 250
# Everything that the live region says, in order.
LISTENING = """
window.toldWords = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (target.id === "announcer" && addedNodes.length) toldWords.push(addedNodes[0].textContent);
  }
}).observe(document.body, { childList: true, subtree: true }));
"""
AT_TABLE = "() => document.activeElement.closest('#table') !== null"


def sign_in(person, username):
    """Signs in without a pointer."""
    person.context.add_init_script(LISTENING)
    person.open("/accounts/login/")
    page = person.page
    reach(page, page.locator("input[name=login]"))
    page.keyboard.type(username)
    reach(page, page.locator("input[name=password]"))
    page.keyboard.type("open sesame")
    with page.expect_navigation(url=lambda url: "/accounts/login" not in url):
        page.keyboard.press("Enter")


def open_table(person, encounter):
    """Opens a running table from the home page."""
    page = person.page
    link = page.locator(f"main a[href='/encounters/{encounter.pk}/']").first
    reach(page, link)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.documentElement.classList.contains('live')")


def reach(page, locator):
    """Presses Tab until the element has the focus; in a group of radio buttons then the arrows."""
    wanted = locator.element_handle()
    radio = wanted.evaluate("e => e.type === 'radio'")
    for _ in range(MOST_TABS):
        if wanted.evaluate("e => e === document.activeElement"):
            return
        same = "e => document.activeElement.type === 'radio' && document.activeElement.name === e.name"
        in_group = radio and wanted.evaluate(same)
        page.keyboard.press("ArrowDown" if in_group else "Tab")
    raise AssertionError(f"Tab does not reach {wanted.evaluate('e => e.outerHTML')[:200]}")


def choose(page, locator):
    """Ticks a box, or chooses a radio button."""
    reach(page, locator)
    if not locator.is_checked():
        page.keyboard.press("Space")
    assert locator.is_checked()


def press(person, locator):
    """Plays with a button; afterwards the focus is at the table, and the call of what follows was told once."""
    page = person.page
    before = page.locator("#table").get_attribute("data-number")
    reach(page, locator)
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=before)
    page.wait_for_function("() => !document.querySelector('#table.htmx-request, #table [aria-busy=true]')")
    assert page.evaluate(AT_TABLE), "the focus is lost after an answer"
    if page.locator("#table[data-mine=yes]").count():
        in_sight = "() => document.activeElement.closest('.play-area, .everyone') !== null"
        assert page.evaluate(in_sight), "the focus leaves the question"


def unfold(page, words):
    """Opens the form behind a summary with Enter; returns the form."""
    summary = page.locator("#table .play-area summary", has_text=re.compile(rf"^\s*{words}")).first
    box = summary.locator("xpath=..")
    if box.get_attribute("open") is None:
        reach(page, summary)
        page.keyboard.press("Enter")
    return box.locator("form").first


class Ear:
    """What the live region told since the last look, and which lines it has to tell."""

    LINES = "#table :is(.status .turn, .felt .asked, .notes > .panel:not(.drawn) > h2)"

    def __init__(self, person):
        self.page, self.lines, self.place = person.page, [], 0

    def expect_each_once(self):
        """Each line about turn, call and outcome that is new on the page was told exactly once."""
        shown = [" ".join(text.split()) for text in self.page.locator(self.LINES).all_text_contents()]
        fresh = [line for line in shown if line not in self.lines]
        told = self.page.evaluate("place => toldWords.slice(place)", self.place)
        for line in fresh:
            assert sum(line in words for words in told) == 1, (line, told)
        self.lines, self.place = shown, self.place + len(told)


def let_others_act(encounter, gm, seat, most=40):
    """Everybody else plays by the simple policy until the seat is asked; returns whether it is."""
    for _ in range(most):
        encounter.refresh_from_db()
        state = EncounterSecret.sealed.get(encounter=encounter).state
        system = encounter.campaign.system
        actors = rules.awaited(system, state)["who"]
        if seat in actors:
            return True
        command = next((found for actor in [*actors, "gm"] if (found := rules.policy(system, state, actor))), None)
        if command is None or command["type"] == "end":
            return False
        row = encounter.participants.filter(key=command["actor"]).select_related("controller__user").first()
        play.submit(encounter=encounter, by=row.controller.user if row and row.controller else gm, command=command)
    return False


def end(person, encounter, gm, ear, outcome):
    """The GM ends the encounter; the live region tells it once."""
    play.submit(encounter=encounter, by=gm, command={"type": "end", "actor": "gm", "outcome": outcome})
    steps.meet(encounter, person)
    person.page.locator("#table[data-over=yes]").wait_for()
    ear.expect_each_once()
    assert any("over" in words for words in person.page.evaluate("toldWords"))
