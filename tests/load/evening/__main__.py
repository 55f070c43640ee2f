"""Plays the evening and prints its figures.

Arguments: `--games` (slugs), `--taps` of the first game (the others get a third), `--pictures FOLDER` for what every
screen shows in the middle.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import sync_playwright

from rules.play import SYSTEMS
from tests.browser.conftest import FLAGS, chromium_path
from tests.load.duel.site import Site
from tests.load.duel.work import percentile
from tests.load.evening.screens import Screen, Tap, press, push

# The sixth phone has the better line.
PHONES = ["slow 3G"] * 5 + ["fast 3G"]
GAMES = ["fifty-two-fates", "game-of-bastards", "fortune-and-power", "fortune-system"]
SHARE_OF_OTHERS = 3
SIGN_EVERY = 6


class Table:
    """The screens of one table, and what was measured there."""

    def __init__(self, browser, address: str, seeded: dict):
        cookies = seeded["screens"]
        self.gm = Screen(browser, address, cookies[0], phone=False, line=None)
        pairs = zip(cookies[1:], PHONES, strict=True)
        self.phones = [Screen(browser, address, cookie, phone=True, line=line) for cookie, line in pairs]
        self.taps: dict[str, list[Tap]] = defaultdict(list)
        self.opened: list[tuple[float, float]] = []
        self.encounter = seeded["encounter"]

    @property
    def everyone(self) -> list[Screen]:
        """The GM's screen and the phones."""
        return [self.gm, *self.phones]

    def open(self) -> None:
        """Everybody opens the table at once."""
        for screen in self.everyone:
            screen.begin_opening(self.encounter)
        self.opened = [screen.wait_until_live() for screen in self.everyone]

    def meet(self) -> None:
        """Waits until every screen shows the newest number."""
        newest = max(screen.number for screen in self.everyone)
        for screen in self.everyone:
            screen.wait_for_number(newest)

    def measure(self, screen: Screen, act) -> bool:
        """Does `act` at a screen, and notes how long it takes here and on all other phones; whether it did anything."""
        before = screen.number
        kind = act()
        if kind is None:
            return False
        tap, effect = screen.tapped()
        confirmed = screen.wait_for_number(before + 1)
        number = screen.number
        others = max(other.wait_for_number(number) for other in self.phones if other is not screen)
        who = "GM" if screen is self.gm else "player"
        self.taps[f"{who}: {kind}"].append(Tap(kind, effect - tap, confirmed - tap, others - tap))
        return True

    def measure_sign(self) -> None:
        """A phone shows a sign to everyone."""
        first, others = self.phones[0].page, [phone.page for phone in self.phones[1:]]
        first.locator("#signs > summary").tap()
        for page in others:
            page.evaluate("() => { evening.signs = []; }")
        first.evaluate("() => { evening.signs = []; }")
        first.locator("#signs button").first.tap()
        tap, effect = self.phones[0].tapped()
        own = first.wait_for_function("() => evening.signs.find(([count]) => count)?.[1]").json_value()
        seen = [page.wait_for_function("() => evening.signs.find(([count]) => count)?.[1]") for page in others]
        last = max(moment.json_value() for moment in seen)
        self.taps["player: sign"].append(Tap("sign", effect - tap, own - tap, last - tap))
        # The signs go after six seconds; the next sign must be the only one.
        first.wait_for_timeout(8000)


def order_of(screen: Screen, type_: str):
    """The button of an order, laid open; None if the page does not offer it."""
    form = screen.page.locator(f"form:has(input[name=do][value*='\"{type_}\"'])").first
    if not form.count():
        return None
    button = form.locator("button").last
    if not button.is_visible():
        screen.page.locator("details", has=form).locator("summary").first.click()
    return button


def call_check(screen: Screen):
    """The Fortune System: the GM calls all heroes to a check."""
    button = order_of(screen, "call-check")
    form = button.locator("xpath=ancestor::form[1]")
    for box in form.locator("[name='some:participants']").all():
        box.check(force=True)
    form.locator("[data-fill]").first.click()
    return button


def play_on(table: Table, system: str) -> bool:
    """One tap of somebody who is asked, or the order of the GM with which the evening goes on."""
    table.meet()
    if table.gm.page.locator("#table[data-over]").count():
        return False
    for screen in [*table.phones, table.gm]:
        if screen.asked and table.measure(screen, partial(press, screen)):
            return True
    button = call_check(table.gm) if system == "fortune-system" else order_of(table.gm, "next-round")
    if button is None:
        return False
    return table.measure(table.gm, partial(push, button))


def play(table: Table, system: str, most: int, pictures: Path | None) -> None:
    """An evening of at most `most` taps."""
    for turn in range(most):
        if pictures and turn == most // 2:
            for place, screen in enumerate(table.everyone):
                screen.page.screenshot(path=pictures / f"{system}-{place}.png")
        if turn % SIGN_EVERY == SIGN_EVERY - 1:
            table.measure_sign()
        try:
            if not play_on(table, system):
                return
        except Late as late:
            print(f"{system}, tap {turn}: {str(late).splitlines()[0]}", flush=True)
            if pictures:
                for place, screen in enumerate(table.everyone):
                    screen.page.screenshot(path=pictures / f"{system}-late-{turn}-{place}.png", full_page=True)
            return


def spread(values: list[float]) -> str:
    """The middle, the 95th percentile and the longest, in milliseconds."""
    return " / ".join(f"{percentile([each / 1000 for each in values], share):.0f}" for share in (0.5, 0.95, 1.0))


def report(system: str, table: Table, started: float) -> None:
    """Prints the figures of one game as a Markdown table."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"\n{SYSTEMS[system]['name']}: {time.monotonic() - started:.0f} s, load {load}")
    for words, moments in zip(("seen", "live"), zip(*table.opened, strict=True), strict=True):
        print(f"table {words} after: GM {moments[0]:.0f} ms, phones {spread(list(moments[1:]))} ms")
    print()
    print("| tap | times | own phone changes | result there | last other phone |\n| --- | --- | --- | --- | --- |")
    for kind, taps in sorted(table.taps.items()):
        columns = [[tap.effect for tap in taps], [tap.confirmed for tap in taps], [tap.others for tap in taps]]
        print(f"| {kind} | {len(taps)} | " + " | ".join(spread(column) for column in columns) + " |", flush=True)


@contextmanager
def seeded_site(games: list[str]) -> Iterator[tuple[str, dict]]:
    """A site in production mode on SQLite with a table of each game: its address, and what seed.py printed."""
    with tempfile.TemporaryDirectory(prefix="evening-") as folder:
        site = Site(Path(folder), f"sqlite:///{folder}/site.sqlite3", 0)
        tables = json.loads(site.run("-m", "tests.load.evening.seed", *games))
        with site.serving() as server:
            yield f"http://127.0.0.1:{server.port}", tables


def main() -> None:
    parser = argparse.ArgumentParser("tests.load.evening")
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--taps", type=int, default=60)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    if not chromium_path:
        sys.exit("There is no Chromium: install it or set CHROMIUM_PATH.")
    with seeded_site(options.games) as (address, tables), sync_playwright() as playwright:
        for system in options.games:
            started = time.monotonic()
            browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
            table = Table(browser, address, tables[system])
            table.open()
            most = options.taps if system == GAMES[0] else options.taps // SHARE_OF_OTHERS
            play(table, system, most, options.pictures)
            report(system, table, started)
            browser.close()


if __name__ == "__main__":
    main()
