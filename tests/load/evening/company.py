"""The people of a whole evening: a GM at a laptop, a phone that loses its network, a small phone, and a keyboard."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

from playwright.sync_api import Browser, Locator, Page

from tests.browser import keyboard, steps
from tests.browser.conftest import LAPTOP, PHONE, Person
from tests.browser.test_small_screens import UPRIGHT
from tests.load.evening import screens

PATIENCE = 45_000
LIVE = "() => window.htmx && document.documentElement.classList.contains('live')"
REACHED = "n => Number(document.getElementById('table')?.dataset.number || 0) >= n"
# What a browser logs when its network is gone, and when a picture is taken.
NO_FAULTS = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_FAILED",
    "ERR_CONNECTION_FAILED",
    "htmx:sendError",
    "htmx:sendAbort",
    "htmx:afterRequest",
    "Applying inline style",
)
FOES = "#table [name='one:target'][type=radio]:enabled"
CARDS = "#table :is(.own-hand, #play) label.pick input[name='some:cards']"


@dataclass
class Evening:
    """The people of one table, what was played there, and what went wrong."""

    system: str
    encounter: int
    gm: Person
    away: Person
    small: Person
    keys: Person
    pictures: Path | None
    ear: keyboard.Ear = None
    done: Counter = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    calls: set = field(default_factory=set)

    @property
    def everyone(self) -> dict[str, Person]:
        return {"away": self.away, "small": self.small, "keys": self.keys, "gm": self.gm}

    def note(self, words: str) -> None:
        """Remembers something that went wrong, and says it at once."""
        self.wrong.append(words)
        print(f"  wrong: {words}", flush=True)

    def meet(self) -> None:
        """Waits until everybody's table shows the newest number."""
        newest = max(steps.number(person) for person in self.everyone.values())
        for person in self.everyone.values():
            person.page.wait_for_function(REACHED, arg=newest, timeout=PATIENCE)

    def picture(self, name: str) -> None:
        """Keeps what somebody sees, once for each call."""
        page = self.everyone[name].page
        call = " ".join(page.locator(".status .turn").inner_text().split("·")[-1].split())[:50]
        if self.pictures and (name, call) not in self.calls:
            self.calls.add((name, call))
            page.screenshot(path=self.pictures / f"{self.system}-{len(self.calls):02}-{name}.png")


def is_asked(person: Person) -> bool:
    """Whether the table asks this person."""
    return person.page.locator("#table[data-mine=yes]").count() > 0


def choose_play(person: Person, choose) -> Locator | None:
    """Chooses an opponent and cards until a button can be pressed; the button of the plain choice."""
    page, area = person.page, person.page.locator("#table .play-area")
    foes = page.locator(FOES).locator("visible=true")
    if foes.count() and not page.locator(f"{FOES}:checked").count():
        choose(foes.last)
    cards = page.locator(CARDS)
    for place in range(cards.count()):
        if area.locator("button.primary:enabled:visible").count():
            break
        choose(cards.nth(place))
    return next((area.locator(way).first for way in screens.WAYS if area.locator(way).count()), None)


def press(person: Person) -> None:
    """The plain choice by taps."""
    button = choose_play(person, lambda found: found.evaluate("each => each.click()"))
    if button is None:
        raise AssertionError(f"nothing to press: {person.page.locator('.status .turn').inner_text()}")
    screens.push(button)


def await_play(person: Person, before: int) -> None:
    """Waits until the table shows more than a number."""
    person.page.wait_for_function(REACHED, arg=before + 1, timeout=PATIENCE)


def open_table(person: Person, evening: Evening) -> None:
    person.open(f"/encounters/{evening.encounter}/")
    person.page.wait_for_function(LIVE)


@dataclass
class Shown:
    """The page of a person, as the jobs of an evening take it."""

    person: Person

    @property
    def page(self) -> Page:
        return self.person.page

    @property
    def number(self) -> int:
        return steps.number(self.person)


def begin(browser: Browser, address: str, system: str, seeded: dict, pictures: Path | None) -> Evening:
    """Everybody signs in and opens the table; the one with the keyboard finds it from the start page."""
    devices = [LAPTOP, PHONE, PHONE | {"viewport": UPRIGHT}, LAPTOP]
    people = []
    for cookie, device in zip(seeded["screens"], devices, strict=True):
        context = browser.new_context(**device)
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "session", "value": cookie, "url": address}])
        people.append(Person(context, address))
    evening = Evening(system, seeded["encounter"], *people, pictures)
    evening.keys.context.add_init_script(keyboard.LISTENING)
    evening.keys.open("/")
    keyboard.open_table(evening.keys, SimpleNamespace(pk=evening.encounter))
    evening.ear = keyboard.Ear(evening.keys)
    for person in (evening.gm, evening.away, evening.small):
        open_table(person, evening)
    steps.wait_for_worker(evening.away)
    evening.away.page.reload()
    evening.away.page.wait_for_function(LIVE)
    return evening


def finish(evening: Evening) -> None:
    """Adds what the pages themselves noticed: faults, and requests to other hosts."""
    for name, person in evening.everyone.items():
        for fault, times in Counter(person.faults).items():
            if not any(words in fault for words in NO_FAULTS):
                evening.note(f"{name}, {times} times: {fault}")
        for url in person.foreign:
            evening.note(f"{name} asked {url}")
        person.context.close()
