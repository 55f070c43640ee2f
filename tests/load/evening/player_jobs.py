"""The ten most frequent jobs of a player: taps, fields typed into, and seconds until the result is there.

Run: `python -m tests.load.evening.player_jobs`; `--line "slow 3G"` slows the phone's line. First it prints how long a
phone needs until a sheet can be read on the slow line: on the first visit and on the second. The seconds hold no time
to think.
"""

import re
import time
from functools import partial

from playwright.sync_api import Browser

from tests.browser.conftest import PHONE
from tests.load.evening.jobs import Counted, find_rule, measure, seeded_browser
from tests.load.evening.screens import LINES, Screen, press

# The hit points are there, and the page has been painted with its style.
SHEET_READ = """() => document.querySelector(".hp-number")?.checkVisibility() &&
  performance.getEntriesByName("first-contentful-paint").length > 0"""


def to_the_table(player: Counted) -> None:
    player.tap(player.page.get_by_role("link", name="Join the table"))
    player.page.wait_for_function("() => document.documentElement.classList.contains('live')")


def play(player: Counted) -> None:
    """Chooses an opponent and a card as the page suggests, and plays it."""
    before = player.screen.number
    press(player.screen)
    player.taps += player.page.evaluate("() => document.querySelectorAll('#play :checked').length") + 1
    player.screen.wait_for_number(before + 1)


def read_own_sheet(player: Counted) -> None:
    player.tap(player.page.locator("#drawer > summary"))
    player.tap(player.page.locator("#drawer details > summary"))
    player.page.locator("#drawer #sheet").wait_for()


def lose_hit_points(player: Counted) -> None:
    with player.page.expect_response(lambda answer: answer.request.method == "POST"):
        for _tap in range(2):
            player.tap(player.page.get_by_label("Lose 1 hit point"))


def explain(player: Counted) -> None:
    player.tap(player.page.locator("#table .event-log details.why > summary"))
    player.page.locator("#table .event-log details.why[open]").wait_for()


def show_sign(player: Counted) -> None:
    player.tap(player.page.locator("#signs > summary"))
    player.tap(player.page.locator("#signs button"))
    player.page.locator("#signs-shown > li").first.wait_for()


def read_handout(player: Counted) -> None:
    player.tap(player.page.get_by_role("link", name="A notice"))
    player.page.get_by_text("The toll is ten.").wait_for()


def write_note(player: Counted) -> None:
    player.tap(player.page.get_by_role("link", name="Write a note"))
    player.type("input[name=name]", "The ferryman")
    player.type("textarea[name=text]", "He wants salt.")
    player.tap(player.page.get_by_role("button", name=re.compile("^(Save|Create|Write)")))
    player.page.get_by_role("heading", name="The ferryman").wait_for()


def check(player: Counted) -> None:
    player.tap(player.page.locator("button[name=number-difficulty]"))
    player.page.locator(".done[role=status]").wait_for()


def first_and_second_visit(browser: Browser, address: str, cookie: str, path: str) -> None:
    """Prints the seconds until a sheet can be read on the slow line, and how many kB each visit fetches.

    Without a service worker, because Chromium does not slow what a worker fetches. With one the phone would show its
    copy after two seconds."""
    context = browser.new_context(**PHONE, service_workers="block")
    context.add_cookies([{"name": "session", "value": cookie, "url": address}])
    for visit in ("first", "second"):
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {"offline": False, **LINES["slow 3G"]})
        fetched = []
        session.on("Network.loadingFinished", lambda event, fetched=fetched: fetched.append(event["encodedDataLength"]))
        started = time.monotonic()
        page.goto(address + path, wait_until="commit", timeout=120_000)
        page.wait_for_function(SHEET_READ, timeout=120_000)
        print(
            f"| sheet, {visit} visit on slow 3G | {time.monotonic() - started:.1f} s | {sum(fetched) / 1000:.0f} kB |"
        )
        page.wait_for_load_state("networkidle")
        page.close()
    context.close()


def next_asked(players: list[Counted], gm: Screen) -> Counted:
    """The player whom the table asks; the GM plays on until it asks one."""
    gm.begin_opening(players[0].seeded["encounter"])
    gm.wait_until_live()
    while True:
        asked = [player for player in players if player.screen.asked]
        if asked:
            return asked[0]
        before = gm.number
        press(gm)
        gm.wait_for_number(before + 1)
        for player in players:
            player.screen.wait_for_number(gm.number)


def main() -> None:
    with seeded_browser("tests.load.evening.player_jobs") as (browser, address, seeded, line):
        phones = [Screen(browser, address, cookie, phone=True, line=line) for cookie in seeded["screens"][1:]]
        players = [Counted(screen, seeded) for screen in phones]
        for player in players:
            player.open_table()
        asked = next_asked(players, Screen(browser, address, seeded["screens"][0], phone=False, line=None))
        place = players.index(asked)
        path = f"/characters/{seeded['heroes'][place]}/"
        first_and_second_visit(browser, address, seeded["screens"][1 + place], path)
        around = f"/campaigns/{seeded['campaign']}/"
        table = asked.open_table
        jobs = [
            ("go from the start page to the running table", partial(asked.open, "/"), to_the_table),
            ("play a card", table, play),
            ("read your sheet at the table", table, read_own_sheet),
            ("ask why something happened", table, explain),
            ("find a rule", table, find_rule),
            ("show a sign", table, show_sign),
            ("change hit points on the sheet", partial(asked.open, path), lose_hit_points),
            ("read a handout", partial(asked.open, f"{around}world/"), read_handout),
            ("write a note", partial(asked.open, f"{around}world/"), write_note),
            ("make a check", partial(asked.open, f"{around}checks/new/"), check),
        ]  # fmt: skip
        measure(asked, jobs)


if __name__ == "__main__":
    main()
