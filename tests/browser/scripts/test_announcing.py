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


def test_what_an_order_is_worth_is_told_after_a_change_only(scripts):
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
