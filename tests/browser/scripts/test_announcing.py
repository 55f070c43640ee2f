"""What a play is worth is told once, by the live region outside the part that is swapped."""

PAGE = """<script>
const table = () => document.getElementById("table"), signalTurn = () => {}, keepAwake = () => {};
</script><div id=table><p id=odds data-announce></p><p id=order data-announce=changes></p><p id=other></p></div>"""


def test_an_answer_in_a_marked_element_is_told_outside_the_table(scripts):
    page = scripts.open(PAGE, "calls")
    page.evaluate("""() => {
      const swap = (id, text, detail = {}) => {
        const box = document.getElementById(id);
        box.textContent = text;
        box.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true, detail }));
      };
      swap("order", "opened", { requestConfig: {} });
      swap("odds", " 62 %\\n to hold ");
      swap("other", "of no interest");
    }""")
    assert page.locator("#announcer").text_content() == "62 % to hold"
    assert page.locator("#table [role=status], #table [aria-live]").count() == 0


def test_the_value_of_an_order_is_told_only_after_a_change(scripts):
    page = scripts.open(PAGE, "calls")
    page.evaluate("""() => {
      const box = document.getElementById("order");
      const swap = (requestConfig) =>
        box.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true, detail: { requestConfig } }));
      box.textContent = "40 %";
      swap({});
    }""")
    assert page.locator("#announcer").text_content() == ""
    page.evaluate("""() => document.getElementById("order").dispatchEvent(new CustomEvent("htmx:afterSwap",
      { bubbles: true, detail: { requestConfig: { triggeringEvent: {} } } }))""")
    assert page.locator("#announcer").text_content() == "40 %"


LINES = """<script>
const table = () => document.getElementById("table"), signalTurn = () => {}, keepAwake = () => {};
</script><div id=table data-mine=yes><header class=status><p class=turn>Round 1 · Your turn</p></header>
<section class=event-log-panel><ol class=event-log><li data-number=4>Juk acts.</li></ol></section></div>"""
CARD = "<span class=cardname><span aria-hidden=true>K♦</span><span class=sr>king of diamonds</span></span>"


def test_events_are_told_once_oldest_first_though_the_call_stays_the_same(scripts):
    page = scripts.open(LINES, "calls", "table_keys")
    page.evaluate("updateCall()")
    assert page.locator("#announcer").text_content() == "Round 1 · Your turn", "what was there is not news"
    page.evaluate(
        """(card) => {
          document.querySelector(".event-log").innerHTML = `<li data-number=5>The guard takes 5 wounds.
            <details class=why><summary>why?</summary></details></li>
            <li data-number=5><form><button>Undo</button></form>Juk plays ${card} .</li>
            <li data-number=4>Juk acts.</li>`;
          updateCall();
        }""",
        CARD,
    )
    assert page.locator("#announcer").text_content() == "Juk plays king of diamonds. The guard takes 5 wounds."
    page.evaluate("announcer.textContent = ''; updateCall()")
    assert page.locator("#announcer").text_content() == ""


def test_the_same_words_again_are_news_again(scripts):
    page = scripts.open(LINES, "calls", "table_keys")
    page.evaluate("updateCall(); document.querySelector('.event-log > li').dataset.number = 5; updateCall()")
    assert page.locator("#announcer").text_content() == "Juk acts."
