"""The worker for reading without a network: an installation that breaks off is tried again, and only then."""

# A browser whose worker does what a test says: `outcomes` has the state that each attempt ends in, or an error.
BROWSER = """<script>
  Object.defineProperty(window, "isSecureContext", { value: true });
  let attempts = 0;
  const outcomes = %s;
  const container = { controller: null, ready: new Promise(() => {}), async register() {
    const outcome = outcomes[attempts++] || "activated";
    if (outcome === "no network") throw new TypeError("Failed to fetch");
    if (outcome === "forbidden") throw new DOMException("not allowed", "SecurityError");
    const worker = new EventTarget();
    worker.state = outcome;
    const found = { installing: worker, active: outcome === "activated" ? worker : null };
    setTimeout(() => worker.dispatchEvent(new Event("statechange")), 1);
    return found;
  } };
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
</script>"""


def attempts(scripts, outcomes):
    """How often the page has tried to install the worker after a minute."""
    scripts.page.clock.install()
    page = scripts.open(BROWSER % outcomes, "kept_plays", "fatekeeper")
    for _ in range(12):
        page.clock.run_for(5000)
        page.evaluate("() => new Promise((done) => { queueMicrotask(done); })")
    return page.evaluate("attempts")


def test_an_installation_that_broke_off_is_tried_again_until_it_works(scripts):
    assert attempts(scripts, '["redundant", "no network"]') == 3


def test_an_installation_that_works_or_is_forbidden_is_not_tried_again(scripts):
    assert attempts(scripts, '["activated"]') == 1
    assert attempts(scripts, '["forbidden"]') == 1
