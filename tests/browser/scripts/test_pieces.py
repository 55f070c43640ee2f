"""The browser makes a whole table of the pieces that the site sends: the page is as after a full load."""

import contextlib
import contextvars
import json
import random
import re

import pytest
from django.test import Client

from campaigns.encounters.table import pieces
from tests.browser.scripts.conftest import HANGS, ROOT, SENDING, SITE, ScriptPage
from tests.campaigns.encounters.test_pieces import undo_a_play
from tests.site.secrecy.tables import KINDS, play_on, type_in

pytestmark = pytest.mark.django_db
SCRIPT = ROOT / "static/js/pieces.js"
MOMENTS = 8
OF_HTMX = ("htmx-added", "htmx-settling", "htmx-swapping", "htmx-request")
# The table of the page, or of some HTML, without what differs in every response and without the classes of htmx.
READ = """([html, ofHtmx]) => {
  const page = html ? new DOMParser().parseFromString(html, "text/html") : document;
  const copy = page.getElementById("table").cloneNode(true);
  for (const field of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) field.removeAttribute("value");
  for (const field of copy.querySelectorAll("[name=key]")) field.setAttribute("value", field.defaultValue.slice(32));
  for (const each of [copy, ...copy.querySelectorAll("[class]")]) {
    each.classList.remove(...ofHtmx);
    if (!each.className) each.removeAttribute("class");
  }
  return copy.outerHTML;
}"""
# As static/js/kept_choices.js does: an old form that is open would close the new one of the same name.
UNNAME = """() => document.addEventListener("htmx:beforeSwap", ({ target }) => {
  if (target.id !== "table") return;
  for (const box of document.querySelectorAll("#table details[name]")) box.removeAttribute("name");
})"""
# The keys and the tokens of all forms.
NEW_VALUES = """() => ["key", "csrfmiddlewaretoken"].map((name) =>
  [...document.querySelectorAll(`#table [name=${name}]`)].map(({ defaultValue }) => defaultValue.match(/^[^-]*/)[0]))"""
REFRESH = """() => new Promise((resolve) => {
  document.addEventListener("htmx:afterSettle", resolve, { once: true });
  htmx.trigger(document.body, "table-changed");
})"""


class Seat:
    """Someone's table in a browser, whose requests Django answers. A planted `fault` replaces words of the script."""

    def __init__(self, context, user, encounter, fault=("", "")):
        self.client, self.lengths, self.earlier = Client(), [], set()
        # Playwright answers requests in a context of its own, where Django would open another database.
        self.context = contextvars.copy_context()
        self.client.force_login(user)
        self.address = f"/encounters/{encounter.pk}/table/"
        self.scripts = ScriptPage(context)
        context.route(re.compile(re.escape(SITE + self.address)), self._answer)
        script = SCRIPT.read_text()
        assert fault[0] in script
        context.route(f"{SITE}/static/js/{SCRIPT.name}", lambda route: route.fulfill(body=script.replace(*fault)))
        self.scripts.open(self.whole(), "pieces", htmx=True)
        self.scripts.page.evaluate(UNNAME)

    def _answer(self, route):
        headers = {"HX-Request": "true", "Shown-Pieces": route.request.headers["shown-pieces"]}
        answer = self.context.run(self.client.get, self.address, headers=headers)
        self.lengths.append(len(answer.content))
        route.fulfill(status=answer.status_code, content_type=answer.headers["Content-Type"], body=answer.content)

    def whole(self):
        """The live part as a page receives it that names no pieces."""
        return self.client.get(self.address, headers={"HX-Request": "true"}).content.decode()

    def check(self):
        """Refreshes the table, which then is as after a full load; its key and its token are ones it never had."""
        self.scripts.page.evaluate(REFRESH)
        assert self._read() == self._read(self.whole())
        for values in map(set, self.scripts.page.evaluate(NEW_VALUES)):
            assert len(values) <= 1
            assert not values & self.earlier
            self.earlier |= values

    def _read(self, html=""):
        return self.scripts.page.evaluate(READ, [html, OF_HTMX])


@pytest.mark.parametrize("kind", KINDS)
def test_after_any_plays_the_page_is_as_after_a_full_load(chromium, kind):
    rng = random.Random(kind)
    table = KINDS[kind](rng)
    type_in(table)
    people = [
        table.people[name] for name in ("gm", "ana", "watcher", "gm-demo", "mara", "guest") if name in table.people
    ]
    with contextlib.ExitStack() as open_browsers:
        seats = []
        for user in people:
            context = chromium.new_context()
            open_browsers.callback(context.close)
            seats.append(Seat(context, user, table.encounter))
        for moment in range(MOMENTS):
            for seat in seats:
                # Some screens sleep for a while, and miss plays.
                if rng.random() < 0.8:
                    seat.check()
            play_on(table, rng, 1)
            if moment == MOMENTS // 2:
                undo_a_play(table)
        for seat in seats:
            assert seat.scripts.faults == []
            assert min(seat.lengths[1:]) < seat.lengths[0] / 2, "pieces were left out"


def check_after_plays(seat, table, rng):
    """Checks the seat before the first of some plays and after each."""
    for _moment in range(MOMENTS):
        seat.check()
        play_on(table, rng, 1)


@pytest.mark.parametrize(
    "fault",
    [
        (".replaceAll(had.key, key)", ""),
        (".replaceAll(had.token, token)", ""),
        ('value="${number}"', 'value="${had.number}"'),
        ("item[1] + 1", "item[1]"),
    ],
)
def test_the_test_above_finds_a_fault_of_the_script(chromium, fault):
    rng = random.Random(1)
    table = KINDS["bastards"](rng)
    context = chromium.new_context()
    try:
        seat = Seat(context, table.people["gm"], table.encounter, fault)
        with pytest.raises(AssertionError):
            check_after_plays(seat, table, rng)
    finally:
        context.close()


TABLE_SCRIPTS = ("presses", "kept_plays", "sending", "steppers", "targets", "pieces", "kept_choices", "table", "live")
STUBS = "<script>const updateCall = () => {}, signalTurn = () => {};</script>"


def opening(number):
    """The first piece of a made-up table, whose refresh is GET /table/."""
    return (
        f'<div id="table" data-number="{number}" hx-get="/table/" hx-sync="this:replace" hx-swap="outerHTML" '
        f'hx-trigger="table-changed from:body"><b>{number}</b>'
    )


def play(number, key):
    """The second piece: a form whose answer takes the place of the table."""
    return (
        '<form method="post" action="/play/" hx-post="/play/" hx-target="#table" hx-swap="outerHTML">'
        f'<input type="hidden" name="seen" value="{number}"><input type="hidden" name="key" value="{key}">'
        "<button>Play</button></form></div>"
    )


def response(number, key, *items):
    """A response with these pieces."""
    return json.dumps([key, "token", str(number), items])


def test_a_late_answer_is_completed_from_what_the_page_had_when_it_asked(scripts):
    page = scripts.open(STUBS + opening(1) + play(1, "key-one") + SENDING, *TABLE_SCRIPTS, htmx=True)
    serve(scripts, response(2, "key-two", ["digest-A", opening(2)], ["digest-B", play(2, "key-two")]))
    scripts.wait("document.querySelector('#table b').textContent === '2'")
    scripts.answers = [HANGS]
    page.click("text=Play")
    scripts.wait("playing === 1 && !presses.busy()")
    # A refresh that was under way before the tap brings other pieces, in another order.
    serve(scripts, response(3, "key-three", ["digest-C", opening(3)], ["digest-D", "<p>More</p>"], [1, 1]))
    scripts.wait("document.querySelector('#table b').textContent === '3'")
    # The answer to the tap finds its place taken, so the table is asked for once more.
    scripts.documents["/table/"] = (response(5, "key-five", [0, 1]), pieces.CONTENT_TYPE)
    scripts.answer_hanging(response(4, "key-four", ["digest-E", opening(4)], [1, 1]), pieces.CONTENT_TYPE)
    scripts.wait("document.querySelector('#table b').textContent === '4'")
    assert page.evaluate(FIELDS) == ["5", "key-five"]


def test_a_request_names_no_more_pieces_than_a_header_may_hold(scripts):
    scripts.open(STUBS + opening(1) + "</div>", *TABLE_SCRIPTS, htmx=True)
    many = [[f"{place:08}", "<p>Row</p>"] for place in range(1000)]
    serve(scripts, response(2, "key-two", ["digest-A", opening(2)], *many, ["digest-B", "</div>"]))
    scripts.wait("document.querySelectorAll('#table p').length === 1000")
    with scripts.page.expect_request("**/table/") as asked:
        serve(scripts, response(3, "key-three", [0, 399], ["digest-C", "</div>"]))
    assert len(asked.value.headers["shown-pieces"]) == 400 * 8
    scripts.wait("document.querySelectorAll('#table p').length === 399")


FIELDS = "() => [...document.querySelectorAll('#table [type=hidden]')].map((field) => field.value)"


def serve(scripts, body):
    """Refreshes the table, whose answer this is. A table that was just swapped in does not listen yet."""
    scripts.wait("listening")
    scripts.documents["/table/"] = (body, pieces.CONTENT_TYPE)
    scripts.page.evaluate("htmx.trigger(document.body, 'table-changed')")


def test_the_answer_to_a_form_that_left_the_page_is_whole_for_those_who_look_at_it(scripts):
    scripts.open(STUBS + opening(1) + play(1, "key-one"), *TABLE_SCRIPTS, htmx=True)
    scripts.answers = [HANGS]
    scripts.page.evaluate("""() => {
      document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
        xhr.addEventListener("loadend", () => { window.heard = xhr.responseText; });
      });
      htmx.trigger("form", "submit");
      document.querySelector("form").remove();
    }""")
    scripts.answer_hanging(
        response(2, "key-two", ["digest-A", opening(2)], ["digest-B", "</div>"]), pieces.CONTENT_TYPE
    )
    scripts.wait("window.heard")
    assert scripts.page.evaluate("window.heard") == opening(2) + "</div>"


@pytest.mark.parametrize("answer", ["[cut off", '["another format", {}]', '{"of": "a later version"}'])
def test_an_answer_that_the_page_cannot_read_loads_the_page_again(scripts, answer):
    page = scripts.open(STUBS + opening(1) + play(1, "key-one") + SENDING, *TABLE_SCRIPTS, htmx=True)
    page.evaluate("document.body.id = 'earlier'")
    serve(scripts, answer)
    # Not at once after it was loaded: an old and a new process may answer by turns.
    scripts.wait("reloadTimer && document.querySelector('#table b')")
    assert page.evaluate("document.body.id") == "earlier"
    page.evaluate("performance.now = () => 60000")
    scripts.wait("document.body.id !== 'earlier' && document.querySelector('#table b')")
