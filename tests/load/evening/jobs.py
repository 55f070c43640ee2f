"""The ten most frequent jobs of a GM during a session: taps, fields typed into, and seconds until the result is there.

Run: `python -m tests.load.evening.jobs`; `--line "fast 3G"` slows the GM's line. The seconds hold no time to think.
"""

import argparse
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS, chromium_path
from tests.load.evening.__main__ import seeded_site
from tests.load.evening.screens import LINES, Screen

GAME = "fifty-two-fates"


class Counted:
    """Someone's browser that counts what they do."""

    def __init__(self, screen: Screen, seeded: dict):
        self.screen, self.page, self.seeded = screen, screen.page, seeded
        self.taps = self.typed = 0

    def tap(self, found) -> None:
        """Taps a thing, or the first of several."""
        found.first.click()
        self.taps += 1

    def type(self, selector: str, words: str) -> None:
        """Writes into a field."""
        self.page.fill(selector, words)
        self.typed += 1

    def open(self, path: str) -> None:
        """The page from which a job begins; it is not counted."""
        self.page.goto(self.screen.address + path)
        self.page.wait_for_function("() => window.htmx")

    def open_table(self) -> None:
        """The running table, with the drawer closed."""
        self.open(f"/encounters/{self.seeded['encounter']}/")
        self.screen.wait_until_live()


def change_hit_points(gm: Counted) -> None:
    foe = gm.page.locator(".participant", has_text="Bandit 1")
    gm.tap(foe.locator(".orders .toggle"))
    gm.page.wait_for_function("() => document.activeElement.name === 'number:hp'")
    gm.page.keyboard.press("ArrowLeft")
    gm.page.keyboard.press("Enter")
    gm.taps += 2
    foe.locator(".hp", has_text=re.compile(r"2/\d")).wait_for()


def undo(gm: Counted) -> None:
    before = gm.screen.number
    gm.tap(gm.page.locator(".event-log button", has_text="Undo"))
    gm.page.wait_for_function("n => Number(document.getElementById('table').dataset.number) !== n", arg=before)


def open_drawer(person: Counted) -> None:
    person.tap(person.page.locator("#drawer > summary"))
    person.page.locator("#drawer-note").wait_for()


def add_monster(gm: Counted) -> None:
    people = gm.page.locator("#table .participant").count()
    open_drawer(gm)
    gm.type("#drawer-monster", "wolf")
    gm.tap(gm.page.locator("#drawer-monsters button", has_text="Add Wolf"))
    gm.page.wait_for_function("n => document.querySelectorAll('#table .participant').length > n", arg=people)


def write_note(gm: Counted) -> None:
    open_drawer(gm)
    gm.type("#drawer-note textarea", "The bell tolled.")
    gm.tap(gm.page.locator("#drawer-note button"))
    gm.page.locator("#drawer-note [role=status]").wait_for()


def show_handout(gm: Counted) -> None:
    open_drawer(gm)
    box = gm.page.locator("#drawer-page-list details", has_text="A letter")
    gm.tap(box.locator("summary"))
    gm.tap(box.get_by_role("button", name="Show"))
    box.locator("[role=status]").wait_for()


def find_rule(person: Counted) -> None:
    open_drawer(person)
    person.type("#drawer-q", "surplus")
    person.tap(person.page.locator("form:has(#drawer-q) button"))
    person.page.locator("#drawer-found .area, #drawer-found a[href*='/rules/']").first.wait_for()


def prepare_and_start(gm: Counted) -> None:
    gm.tap(gm.page.locator("a", has_text="Prepare an encounter"))
    for _ in range(2):
        gm.tap(gm.page.get_by_label(re.compile("^Add one Bandit")))
    gm.page.locator("#difficulty dl").wait_for()
    gm.tap(gm.page.locator("button", has_text="Start now"))
    gm.page.locator("#table").wait_for()


def end_encounter(gm: Counted) -> None:
    gm.tap(gm.page.locator("summary", has_text="End the encounter"))
    form = gm.page.locator("form:has(input[name=do][value*='\"end\"'])")
    gm.tap(form.locator("label.pick", has_text=re.compile("victory", re.I)))
    gm.tap(form.locator("button"))
    gm.page.locator("#table[data-over=yes]").wait_for()


def award(gm: Counted) -> None:
    gm.tap(gm.page.get_by_role("link", name=re.compile("Award")))
    gm.type("input[name=reason]", "The ford")
    gm.tap(gm.page.get_by_role("button", name=re.compile("^Award")))
    gm.page.wait_for_url(lambda url: "award" not in url)


def record_session(gm: Counted) -> None:
    gm.tap(gm.page.get_by_role("link", name="Plan a session"))
    gm.type("input[name=title]", "The bell tower")
    gm.tap(gm.page.get_by_role("button", name="Plan the session"))
    gm.page.wait_for_url(re.compile(r"/sessions/\d+/"))
    gm.tap(gm.page.get_by_role("link", name=re.compile("played")))
    gm.tap(gm.page.get_by_role("button", name="Record attendance"))
    gm.page.wait_for_url(re.compile(r"/sessions/\d+/$"))


Job = tuple[str, Callable[[], None], Callable[[Counted], None]]


def measure(person: Counted, jobs: Iterable[Job]) -> None:
    """Does each job after its beginning, and prints a table with a row for each."""
    print("| job | taps and keys | fields | seconds |\n| --- | --- | --- | --- |")
    for words, begin, job in jobs:
        begin()
        person.taps = person.typed = 0
        started = time.monotonic()
        job(person)
        print(f"| {words} | {person.taps} | {person.typed} | {time.monotonic() - started:.1f} |", flush=True)


@contextmanager
def seeded_browser(program: str) -> Iterator[tuple[Browser, str, dict, str | None]]:
    """A browser, the address of a site with one table, what was seeded there, and the line that the caller chose."""
    parser = argparse.ArgumentParser(program)
    parser.add_argument("--line", choices=LINES)
    options = parser.parse_args()
    with seeded_site([GAME]) as (address, tables), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser, address, tables[GAME], options.line
        browser.close()


def main() -> None:
    with seeded_browser("tests.load.evening.jobs") as (browser, address, seeded, line):
        gm = Counted(Screen(browser, address, seeded["screens"][0], phone=False, line=line), seeded)
        around = f"/campaigns/{seeded['campaign']}/"
        table = gm.open_table
        encounters = partial(gm.open, f"{around}encounters/")
        jobs = [
            ("hit points of a monster", table, change_hit_points),
            ("undo", table, undo),
            ("add a monster to the fight", table, add_monster),
            ("a note for the log", table, write_note),
            ("show a page to everyone", table, show_handout),
            ("find a rule", table, find_rule),
            ("end the encounter", table, end_encounter),
            ("prepare the next one, see the difficulty, start", encounters, prepare_and_start),
            ("award experience to the party", partial(gm.open, f"{around}characters/"), award),
            ("plan a session and record who came", partial(gm.open, f"{around}sessions/"), record_session),
        ]  # fmt: skip
        measure(gm, jobs)


if __name__ == "__main__":
    main()
