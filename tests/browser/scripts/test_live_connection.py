"""The live connection of a table: one that dies without an error is noticed, and a new one takes its place."""

import pytest

from tests.browser.scripts.conftest import SENDING
from tests.browser.scripts.test_table_updates import PARTS, STUBS, table, wait_for_number

# A connection that opens and says what the test tells it to. The long wait for silence is short here.
FAKE = """<script>
  const opened = [];
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
  window.setTimeout = (act, ms) => slowly(act, ms === 50000 ? 300 : ms);
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


def test_a_connection_that_falls_silent_is_replaced_and_the_table_is_fetched(live):
    live.page.evaluate(
        """() => new MutationObserver(() => { window.warned = true; })
             .observe(document.getElementById("offline"), { attributes: true })"""
    )
    live.documents["/table/"] = (listening(2), "text/html")
    live.wait("opened.length === 2")
    assert live.page.evaluate("opened[0].isClosed && window.warned")
    wait_for_number(live, 2)
    live.wait("document.getElementById('offline').hidden")


def test_a_connection_that_says_that_it_is_alive_stays(live):
    for _moment in range(8):
        live.page.evaluate("opened[0].dispatchEvent(new Event('here'))")
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
