"""The screen is kept on while a table runs, by one lock that is given back."""

PAGE = """<script>
window.held = 0;
const give = () => ({ addEventListener() {}, release: async () => { held -= 1; } });
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => { held += 1; return give(); } } });
</script><div id="table"></div><div id="call-choices" hidden><input type="checkbox" name="awake"></div>"""


def test_two_calls_at_once_hold_one_lock_and_the_end_of_the_encounter_gives_it_back(scripts):
    page = scripts.open(PAGE, "call_choices")
    page.evaluate("keepAwake(); keepAwake();")
    page.wait_for_timeout(100)
    assert page.evaluate("held") == 1
    page.evaluate("document.getElementById('table').dataset.over = 'yes'; keepAwake()")
    scripts.wait("held === 0")
    page.evaluate("delete document.getElementById('table').dataset.over; keepAwake()")
    scripts.wait("held === 1")
