"""The live connection of a table: one that dies without an error is noticed, and a new one takes its place."""

import re

import pytest

from tests.browser.scripts.conftest import SENDING
from tests.browser.scripts.test_table_updates import PARTS, STUBS, table, wait_for_number

# A connection that opens and says what the test tells it to. `patience` takes the place of the long wait for words.
FAKE = """<script>
  const opened = [];
  let patience = 50000;
  window.EventSource = class extends EventTarget {
    constructor(address) {
      super();
      this.address = address;
      opened.push(this);
      queueMicrotask(() => this.dispatchEvent(new Event("open")));
    }
    close() { this.isClosed = true; }
  };
  const slowly = setTimeout;
  window.setTimeout = (act, ms) => slowly(act, ms === 50000 ? patience : ms);
</script>"""


def listening(number):
    """A table that names its stream."""
    return table(number).replace("data-number", 'data-stream="/stream/" data-number')


@pytest.fixture
def live(scripts):
    """A table with a connection that has opened."""
    scripts.documents["/table/"] = (listening(1), "text/html")
    sign = '<p id="offline" hidden>Offline</p>'
    scripts.open(FAKE + STUBS + listening(1) + sign + SENDING, *PARTS, htmx=True)
    scripts.wait("opened.length === 1")
    return scripts


def say(live, event):
    live.page.evaluate("(name) => opened[0].dispatchEvent(new Event(name))", event)


def test_a_connection_that_falls_silent_is_replaced_and_the_table_is_fetched(live):
    live.page.evaluate(
        """() => new MutationObserver(() => { window.warned = true; })
             .observe(document.getElementById("offline"), { attributes: true })"""
    )
    live.documents["/table/"] = (listening(2), "text/html")
    live.page.evaluate("patience = 300")
    say(live, "here")
    live.wait("opened.length >= 2")
    assert live.page.evaluate("opened[0].isClosed && window.warned")
    wait_for_number(live, 2)
    live.wait("document.getElementById('offline').hidden")


def test_a_connection_that_says_that_it_is_alive_stays(live):
    live.page.evaluate("patience = 2000")
    for _moment in range(25):
        say(live, "here")
        live.page.wait_for_timeout(100)
    assert live.page.evaluate("opened.length") == 1
    assert live.page.locator("#offline").is_hidden()


def test_a_new_network_and_a_long_sleep_get_a_new_connection(live):
    live.page.evaluate("dispatchEvent(new Event('online'))")
    assert live.page.evaluate("[opened.length, opened[0].isClosed]") == [2, True]
    sleep = """(seconds) => {
      let hidden = true;
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
      const now = Date.now();
      Date.now = () => now + seconds * 1000;
      hidden = false;
      document.dispatchEvent(new Event("visibilitychange"));
      return opened.length;
    }"""
    assert live.page.evaluate(sleep, 10) == 2
    assert live.page.evaluate(sleep, 40) == 3


def test_a_tab_keeps_its_name_when_its_page_is_loaded_again_and_a_copy_gets_another(live):
    name = live.page.evaluate("opened[0].address")
    assert re.fullmatch(r"/stream/\?tab=[0-9-]{8,40}", name)
    live.page.evaluate("dispatchEvent(new Event('online'))")
    assert live.page.evaluate("opened[1].address") == name
    live.page.reload()
    live.wait("opened.length === 1")
    assert live.page.evaluate("opened[0].address") == name
    assert live.page.evaluate("sessionStorage.getItem('live tab')") is None, "a copy of the tab finds no name"


# The site sends what changed to each page that connects, and ends the stream of another page of the same name.
ENDED = """() => {
  const last = opened.at(-1);
  last.dispatchEvent(new MessageEvent("changed", { data: '{"number": 1}' }));
  last.dispatchEvent(new Event("error"));
}"""


def test_a_stream_that_ends_soon_after_it_opened_gets_another_name(live):
    name = live.page.evaluate("opened[0].address")
    live.page.evaluate(ENDED)
    live.wait("opened.length === 2")
    assert live.page.evaluate("opened[1].address") != name


def test_a_stream_that_ends_later_keeps_its_name(live):
    name = live.page.evaluate("opened[0].address")
    live.page.evaluate("const now = performance.now.bind(performance); performance.now = () => now() + 6000;")
    live.page.evaluate(ENDED)
    live.wait("opened.length === 2")
    assert live.page.evaluate("opened[1].address") == name


def test_streams_that_only_open_are_asked_for_ever_more_slowly(live):
    live.page.evaluate("opened[0].dispatchEvent(new Event('error'))")
    live.wait("opened.length === 2")
    live.page.evaluate("opened[1].dispatchEvent(new Event('open'))")
    assert live.page.evaluate("retryDelay") == 2000
    say(live, "here")
    assert live.page.evaluate("retryDelay") == 1000


def test_a_page_from_the_cache_of_the_browser_leaves_no_name_to_a_copy_of_its_tab(live):
    live.page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert live.page.evaluate("sessionStorage.getItem('live tab')")
    live.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert live.page.evaluate("sessionStorage.getItem('live tab')") is None
