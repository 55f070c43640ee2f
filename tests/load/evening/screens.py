"""The screens of an evening: a browser each, with a line of a chosen speed, that records when it shows what."""

import json
from dataclasses import dataclass

from tests.browser.conftest import LAPTOP, PHONE

# The lines of Chromium's own developer tools: bytes a second down and up, and milliseconds before each answer.
LINES = {
    "slow 3G": {"downloadThroughput": 50_000, "uploadThroughput": 50_000, "latency": 2000},
    "fast 3G": {"downloadThroughput": 180_000, "uploadThroughput": 84_375, "latency": 562.5},
}
# Each page notes the moment of a tap, of the first change of the page after it, and of each number that its table
# shows. All pages of one machine share its clock. A frame after the change, the change is on the screen.
RECORDING = """
for (const game of ["fifty-two-fates", "game-of-bastards", "fortune-and-power", "fortune-system"])
  localStorage.setItem(`coach-${game}`, "4");
window.evening = { tap: 0, effect: 0, what: "", numbers: [], signs: [] };
const now = () => performance.timeOrigin + performance.now();
document.addEventListener("DOMContentLoaded", () => { evening.live = now(); });
const inSight = (each) => each.checkVisibility?.() && !each.closest(".sr");
document.addEventListener("click", () => Object.assign(evening, { tap: now(), effect: 0, what: "" }), true);
new MutationObserver((changes) => {
  const number = Number(document.getElementById("table")?.dataset.number || 0);
  if (number !== evening.numbers.at(-1)?.[0]) evening.numbers.push([number, now()]);
  const sign = document.querySelectorAll("#signs-shown > li").length;
  if (sign !== evening.signs.at(-1)?.[0]) evening.signs.push([sign, now()]);
  if (!evening.tap || evening.effect) return;
  const seen = changes.find(({ target }) => target.nodeType === 1 && inSight(target));
  if (!seen) return;
  evening.effect = Infinity;
  requestAnimationFrame(() => {
    evening.effect = now();
    evening.what = `${seen.target.tagName}#${seen.target.id} ${seen.attributeName || seen.type}`;
  });
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
PATIENCE = 60_000
OPENED = """() => [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  evening.live - performance.timeOrigin]"""
# Chooses an opponent. The heroes stand first; the GM's opponents are the heroes.
CHOOSE_FOE = """() => [...document.querySelectorAll("#table [name='one:target'][type=radio]:enabled")]
  .at(document.getElementById("table").dataset.seat === "gm" ? 0 : -1)?.click()"""
WAYS = ("button.way:not(.fails)", "button.primary:enabled:visible", "button:enabled:visible:not(.small)")


@dataclass
class Tap:
    """The times of one tap in milliseconds: until the own phone changed, the result came, and all others had it."""

    kind: str
    effect: float
    confirmed: float
    others: float


class Screen:
    """Somebody's browser at a table. Nothing of it is cached by a service worker, so each answer crosses the line."""

    def __init__(self, browser, address: str, cookie: str, *, phone: bool, line: str | None):
        self.address = address
        self.context = browser.new_context(**(PHONE if phone else LAPTOP), service_workers="block")
        self.context.add_cookies([{"name": "session", "value": cookie, "url": address}])
        self.context.add_init_script(RECORDING)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        if line:
            session = self.context.new_cdp_session(self.page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", {"offline": False, **LINES[line]})

    def begin_opening(self, encounter: int) -> None:
        """Asks for the table."""
        self.page.goto(f"{self.address}/encounters/{encounter}/", wait_until="commit")

    def wait_until_live(self) -> tuple[float, float]:
        """Waits until the table listens; milliseconds until it was seen and until it listened."""
        self.page.wait_for_function("() => window.htmx && document.documentElement.classList.contains('live')")
        return tuple(self.page.evaluate(OPENED))

    @property
    def number(self) -> int:
        """The number that the table shows."""
        return int(self.page.locator("#table").get_attribute("data-number"))

    @property
    def asked(self) -> bool:
        """Whether the table asks this person."""
        return self.page.locator("#table[data-mine=yes]").count() > 0

    def wait_for_number(self, number: int) -> float:
        """Waits until the table shows a number or a later one; the moment of it."""
        self.page.wait_for_function("n => Number(document.getElementById('table').dataset.number) >= n", arg=number)
        return self.page.evaluate("n => evening.numbers.find(([shown]) => shown >= n)[1]", number)

    def tapped(self) -> tuple[float, float]:
        """The moments of the last tap and of its first effect."""
        self.page.wait_for_function("() => Number.isFinite(evening.effect) && evening.effect > 0")
        return tuple(self.page.evaluate("() => [evening.tap, evening.effect]"))


def press(screen: Screen) -> str | None:
    """Presses what someone would who takes the plain choice; the type of the command, or None if nothing fits."""
    page, area = screen.page, screen.page.locator("#table .play-area")
    page.evaluate(CHOOSE_FOE)
    cards = page.locator("#table :is(.own-hand, #play) label.pick input[name='some:cards']")
    for place in range(cards.count()):
        if area.locator("button.primary:enabled:visible").count():
            break
        cards.nth(place).evaluate("each => each.click()")
    for way in WAYS:
        if area.locator(way).count():
            return push(area.locator(way).first)
    return None


def push(button) -> str:
    """Presses a button; the type of its command."""
    given = button.get_attribute("value") or button.evaluate(
        "e => e.form?.querySelector('input[name=do]')?.value || '{}'"
    )
    kind = json.loads(given).get("type", "play") if given.startswith("{") else given
    button.click()
    return kind
