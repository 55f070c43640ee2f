"""At the table keys read your hand and the latest event, and go to the targets."""

PAGE = """<script>
const table = () => document.getElementById("table");
const announcer = document.createElement("p");
announcer.id = "announcer";
addEventListener("DOMContentLoaded", () => document.body.append(announcer));
</script><input id=outside><div id=table>
<label class=tap><input type=radio name=one:target value=bandit-1 id=bandit></label>
<ol class=event-log><li><form><button>Undo</button></form>Brida holds
  off Bandit 1. <a class=why>why?</a></li><li>Brida plays.</li></ol>
<section class=play-area tabindex=-1 id=play-area><div class=hand><input type=checkbox aria-label="ace of spades">
<input type=checkbox aria-label="four of hearts"></div><input id=words></section></div>"""


def said(page, key):
    """What the live region says a moment after a key."""
    page.evaluate("announcer.textContent = ''")
    page.keyboard.press(key)
    page.wait_for_timeout(150)
    return page.locator("#announcer").text_content()


def test_keys_at_the_table_repeat_the_hand_and_the_newest_line(scripts):
    page = scripts.open(PAGE, "table_keys")
    page.focus("#play-area")
    assert said(page, "h") == "ace of spades, four of hearts"
    assert said(page, "l") == "Brida holds off Bandit 1."
    assert said(page, "Control+h") == ""


def test_a_key_goes_to_the_targets(scripts):
    page = scripts.open(PAGE, "table_keys")
    page.focus("#play-area")
    page.keyboard.press("t")
    assert page.evaluate("document.activeElement.id") == "bandit"


SIDES = """<div id=table>
<div class="side party"><label class=tap><input type=radio name=one:target id=friend></label></div>
<div class=side><label class=tap><input type=radio name=one:target id=foe></label></div>
<div class=acts><details><summary>Attack</summary><input type=radio name=one:target id=form-foe></details></div>
</div>"""


def test_the_first_target_is_that_of_the_open_form_or_an_opponent(scripts):
    scripts.main_attributes = "tabindex=-1"
    page = scripts.open(PAGE.split("<input")[0] + SIDES, "table_keys")
    page.focus("#main")
    page.keyboard.press("t")
    assert page.evaluate("document.activeElement.id") == "foe"
    page.evaluate("document.querySelector('details').open = true")
    page.keyboard.press("t")
    assert page.evaluate("document.activeElement.id") == "form-foe"


def test_keys_elsewhere_and_in_fields_are_only_written(scripts):
    page = scripts.open(PAGE, "table_keys")
    for field in ("outside", "words"):
        page.focus(f"#{field}")
        assert said(page, "h") == ""
        page.keyboard.press("t")
        assert page.evaluate("document.activeElement.id") == field
