"""What a play is worth is told once, by the live region outside the part that is swapped."""

PAGE = """<script>const table = () => document.getElementById("table"); const signalTurn = () => {}; const keepAwake = () => {};
</script><div id=table><p id=odds data-announce></p><p id=other></p></div>"""


def test_an_answer_in_a_marked_element_is_told_outside_the_table(scripts):
    page = scripts.open(PAGE, "calls")
    page.evaluate("""() => {
      const swap = (id, text) => {
        const box = document.getElementById(id);
        box.textContent = text;
        box.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true }));
      };
      swap("odds", " 62 %\\n to hold ");
      swap("other", "of no interest");
    }""")
    assert page.locator("#announcer").text_content() == "62 % to hold"
    assert page.locator("#table [role=status], #table [aria-live]").count() == 0
