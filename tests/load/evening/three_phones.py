"""A whole evening of each game: a GM at a laptop, a phone that loses its network, a small phone, and a keyboard.

Run: `python -m tests.load.evening.three_phones`; `--games` chooses games, `--plays` limits the plays of each, and
`--pictures FOLDER` keeps what each person saw at each new call. Prints what was played and what went wrong, and leaves
with the status 1 if anything did.
"""

import argparse
import json
import re
import sys
import time
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.browser import keyboard, steps
from tests.browser.conftest import FLAGS, chromium_path
from tests.browser.test_small_screens import UPRIGHT, out_of_sight
from tests.load.evening import screens
from tests.load.evening.__main__ import GAMES, call_check, order_of, seeded_site
from tests.load.evening.company import (
    LIVE,
    PATIENCE,
    REACHED,
    Evening,
    Shown,
    await_play,
    begin,
    choose_play,
    finish,
    is_asked,
    press,
)
from tests.load.evening.jobs import Counted, open_drawer, show_handout, undo, write_note

PLAYERS = 3
MOST_PLAYS = 40
# While fewer plays than these were made, others come when one side is beaten.
FEWEST_PLAYS = 24
# The GM does something beside the fight after every so many plays.
DUTY_EVERY = 9
PREVAILS = re.compile("^End the .*: (.*prevail|victory)")
# Who comes when the opponents are beaten.
NEXT_WAVE = {"fifty-two-fates": "Wolf", "game-of-bastards": "Card sharp", "fortune-and-power": "Gate guard"}
# What a person who is asked must see at once on the smallest phone; the second only if it exists at this moment.
CALL, OWN_CARDS = ".turn.mine", ":is(.own-hand, .play .hand) .card"


def press_without_network(evening: Evening) -> None:
    """The network is gone before the tap; the tap is kept, named, and played once when the network is back."""
    person, before = evening.away, steps.number(evening.away)
    person.context.set_offline(True)
    press(person)
    person.page.locator("#sending[data-state=waiting]").wait_for(timeout=PATIENCE)
    if before != steps.number(evening.gm):
        evening.note("something was played though the phone had no network")
    person.context.set_offline(False)
    await_play(person, before)


def press_and_lose_the_answer(evening: Evening) -> None:
    """The site plays it, the phone never hears of it and sends it again; it counts once."""
    person, before, lost = evening.away, steps.number(evening.away), []

    def lose(route):
        if lost or route.request.method != "POST":
            return route.continue_()
        lost.append(route.fetch(max_redirects=0))
        return route.abort("connectionfailed")

    person.page.route("**/encounters/**", lose)
    press(person)
    await_play(person, before)
    person.page.locator("#sending[data-state=waiting], #sending[data-state=sending]").wait_for(
        state="detached", timeout=PATIENCE
    )
    person.page.unroute("**/encounters/**")
    if not lost:
        evening.note("no answer was lost")


def reload_without_network(evening: Evening) -> None:
    """The phone is opened without network: it shows the hand or the sheet that it saw last, and then plays."""
    person, before = evening.away, steps.number(evening.away)
    person.context.set_offline(True)
    person.page.goto(f"{person.site}/encounters/{evening.encounter}/")
    words = person.page.locator("body").inner_text()
    if "as of" not in words.lower():
        evening.note(f"the copy does not say of when it is: {words[:80]!r}")
    if evening.pictures:
        person.page.screenshot(path=evening.pictures / f"{evening.system}-copy.png")
    person.context.set_offline(False)
    # The copy goes back to the table by itself as soon as the network is back.
    person.page.wait_for_function(f"() => document.getElementById('table') && ({LIVE})()", timeout=PATIENCE)
    press(person)
    await_play(person, before)


def press_plainly(evening: Evening) -> None:
    before = steps.number(evening.away)
    press(evening.away)
    await_play(evening.away, before)


LOSSES = (press_without_network, press_and_lose_the_answer, reload_without_network, press_plainly)


def play_small(evening: Evening) -> None:
    """Checks that the small phone shows the call, its player's cards and the button without scrolling, and plays."""
    person, before = evening.small, steps.number(evening.small)
    person.page.wait_for_timeout(400)
    needed = [CALL, OWN_CARDS] if person.page.locator(f"#table {OWN_CARDS}").count() else [CALL]
    call = " ".join(person.page.locator(".status .turn").inner_text().split())
    for selector in needed:
        if why := out_of_sight(person.page, selector):
            evening.note(f"{call}: {selector} is {why}")
    button = choose_play(person, lambda found: found.evaluate("each => each.click()"))
    box = button.bounding_box()
    if not 0 <= box["y"] <= UPRIGHT["height"] - box["height"]:
        evening.note(f"{call}: the button {button.inner_text()!r} is out of sight: {box}")
    evening.picture("small")
    screens.push(button)
    await_play(person, before)


def play_keys(evening: Evening) -> None:
    """By keyboard alone; each line about turn, call and outcome is told exactly once."""
    person = evening.keys
    hear(evening)
    button = choose_play(person, lambda found: keyboard.choose(person.page, found))
    keyboard.press(person, button)


def hear(evening: Evening) -> None:
    try:
        evening.ear.expect_each_once()
    except AssertionError as error:
        evening.note(f"told not exactly once: {error}")
        evening.ear = keyboard.Ear(evening.keys)
        evening.ear.place = evening.keys.page.evaluate("toldWords.length")


def play_away(evening: Evening) -> None:
    loss = LOSSES[evening.done["away"] % len(LOSSES)]
    loss(evening)
    evening.done[loss.__name__] += 1


def play_gm(evening: Evening) -> None:
    before = steps.number(evening.gm)
    press(evening.gm)
    await_play(evening.gm, before)


PLAYS = {"away": play_away, "small": play_small, "keys": play_keys, "gm": play_gm}


def go_on(evening: Evening) -> bool:
    """The order of the GM with which the evening goes on when nobody is asked."""
    before = steps.number(evening.gm)
    call = call_check if evening.system == "fortune-system" else lambda person: order_of(person, "next-round")
    button = call(evening.gm)
    if button is None:
        return False
    screens.push(button)
    await_play(evening.gm, before)
    return True


def prevails(evening: Evening):
    """The button that ends the encounter because only one side stands."""
    return evening.gm.page.locator("#table").get_by_role("button", name=PREVAILS)


def call_next_wave(evening: Evening) -> None:
    """The GM looks up an opponent in the drawer and adds it."""
    name, before = NEXT_WAVE[evening.system], steps.number(evening.gm)
    gm = Counted(Shown(evening.gm), {})
    open_drawer(gm)
    gm.type("#drawer-monster", name)
    gm.tap(gm.page.locator("#drawer-monsters button", has_text=re.compile(f"Add {name}", re.IGNORECASE)))
    await_play(evening.gm, before)
    gm.page.locator("#drawer[open] > summary").click()
    evening.done["GM: next wave"] += 1
    evening.meet()


def play_once(evening: Evening, turn: int) -> bool:
    """One play of somebody who is asked; the phone without network misses every second play of the others."""
    evening.meet()
    if evening.gm.page.locator("#table[data-over]").count():
        return False
    if prevails(evening).count():
        if turn >= FEWEST_PLAYS:
            return False
        call_next_wave(evening)
    name = next((name for name, person in evening.everyone.items() if is_asked(person)), None)
    misses = turn % 2 and name != "away"
    if misses:
        evening.away.context.set_offline(True)
    try:
        if name is None:
            return go_on(evening)
        evening.picture(name)
        before = steps.number(evening.gm)
        PLAYS[name](evening)
        evening.done[name] += 1
        evening.gm.page.wait_for_function(REACHED, arg=before + 1, timeout=PATIENCE)
        if steps.number(evening.gm) != before + 1:
            evening.note(f"one play of {name} counted {steps.number(evening.gm) - before} times")
        return True
    finally:
        if misses:
            evening.away.context.set_offline(False)


def do_duty(evening: Evening) -> None:
    """Beside the fight the GM writes a note, shows a page, and takes a play back."""
    number = evening.done["duties"]
    duty = (write_note, show_handout, undo)[number % 3]
    duty(Counted(Shown(evening.gm), {"encounter": evening.encounter}))
    evening.done[f"GM: {duty.__name__}"] += 1
    evening.done["duties"] += 1
    drawer = evening.gm.page.locator("#drawer[open] > summary")
    if drawer.count():
        drawer.click()


def end(evening: Evening) -> None:
    """The GM ends the encounter if nothing ended it; everybody sees the end."""
    evening.meet()
    gm = evening.gm.page
    if prevails(evening).count():
        prevails(evening).first.click()
    elif not gm.locator("#table[data-over]").count():
        button = order_of(evening.gm, "end")
        form = button.locator("xpath=ancestor::form[1]")
        if form.locator("[name='text:outcome']").count():
            form.locator("[name='text:outcome']").first.fill("They part as friends")
        elif form.locator("label.pick").count():
            form.locator("label.pick").first.click()
        button.click()
    for name, person in evening.everyone.items():
        person.page.locator("#table[data-over=yes]").wait_for(timeout=PATIENCE)
        evening.picture(name)
    gm.goto(f"{evening.gm.site}/encounters/{evening.encounter}/fairness/")
    if not gm.locator("main .notice.success").count():
        evening.note(f"the proof of fairness: {gm.locator('main').inner_text()[:300]}")


def play(evening: Evening, most: int) -> None:
    """Plays until the fight is over or `most` plays were made, then ends it."""
    for turn in range(most):
        if turn % DUTY_EVERY == DUTY_EVERY - 1:
            do_duty(evening)
        if not play_once(evening, turn):
            break
        evening.meet()
        hear(evening)
    end(evening)


def main() -> None:
    parser = argparse.ArgumentParser("tests.load.evening.three_phones")
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--plays", type=int, default=MOST_PLAYS)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    if not chromium_path:
        sys.exit("There is no Chromium: install it or set CHROMIUM_PATH.")
    wrong = 0
    with seeded_site(["--players", str(PLAYERS), *options.games]) as (address, tables), sync_playwright() as playwright:
        for system in options.games:
            started = time.monotonic()
            browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
            evening = begin(browser, address, system, tables[system], options.pictures)
            try:
                play(evening, options.plays)
            except (Error, AssertionError) as error:
                evening.note(f"broke off: {str(error)[:600]}")
                for name, person in evening.everyone.items():
                    if options.pictures:
                        person.page.screenshot(path=options.pictures / f"{system}-late-{name}.png", full_page=True)
            finish(evening)
            browser.close()
            wrong += len(evening.wrong)
            print(f"{system}: {time.monotonic() - started:.0f} s, {json.dumps(evening.done)}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
