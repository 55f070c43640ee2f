"""Targets are tapped where they stand, and no play against a friend leads."""

PERSON = '<li class=participant data-id={id}><span class=name>{id}</span><a href="#">Orders</a></li>'
FORM = """<details {open}><summary>Attack</summary><form>{options}</form></details>"""
RADIO = '<input type=radio name="one:target" value={id} {checked}>'


def people(*ids):
    return "".join(PERSON.format(id=each) for each in ids)


def table(options):
    return f"""<script>const table = () => document.getElementById("table");</script>
      <div id=table data-seat=mara><div class="side party"><ul>{people("mara", "ida")}</ul></div>
      <div class=side><ul>{people("guard", "captain")}</ul></div>
      <div class=acts>{FORM.format(open="open", options=options)}</div></div>"""


def chosen(page):
    return page.locator("input:checked, select").last.input_value()


def aimed(page):
    page.evaluate("targets.showAim()")
    return page.locator(".participant.aimed .name").all_text_contents()


ATTACK = "".join(
    RADIO.format(id=each, checked="checked" if each == "guard" else "") for each in ("guard", "captain", "ida")
)


def test_a_tap_on_an_opponent_names_the_target_of_the_open_form(scripts):
    page = scripts.open(table(ATTACK), "targets")
    page.evaluate("addEventListener('change', () => { window.changes = (window.changes || 0) + 1; })")
    assert aimed(page) == ["guard"]
    page.click("text=captain")
    assert chosen(page) == "captain"
    assert aimed(page) == ["captain"]
    assert page.evaluate("changes") == 1, "the form learns of it, and asks for the new odds"


def test_a_look_at_a_friend_or_a_link_aims_at_nobody(scripts):
    page = scripts.open(table(ATTACK), "targets")
    page.click("text=ida")
    page.locator("[data-id=captain] a").click()
    assert chosen(page) == "guard"


def test_a_friend_is_tapped_where_only_friends_are_offered(scripts):
    options = RADIO.format(id="mara", checked="checked") + RADIO.format(id="ida", checked="")
    page = scripts.open(table(options), "targets")
    page.click("text=ida")
    assert chosen(page) == "ida"


def test_a_long_list_of_targets_is_tapped_in_the_same_way(scripts):
    options = '<select name="one:target"><option value=guard>G</option><option value=captain>C</option></select>'
    page = scripts.open(table(options), "targets")
    page.click("text=captain")
    assert chosen(page) == "captain"
    assert aimed(page) == ["captain"]


PLAYS = """<script>const table = () => document.getElementById("table");</script>
<div id=table></div><form id=play>
<button class=primary data-say=Strike data-targets="guard ida" data-friends="ida">Strike</button>
<button data-say=Protect data-targets="ida guard">Protect</button><button data-say=Pass>Pass</button></form>"""


def leading(page, target):
    page.evaluate("(value) => targets.highlightFor(document.getElementById('play'), { value })", target)
    return page.locator(".primary").all_text_contents()


def test_a_play_against_a_friend_never_leads(scripts):
    page = scripts.open(PLAYS, "targets")
    assert leading(page, "guard") == ["Strike"]
    assert leading(page, "ida") == ["Protect"]
    assert leading(page, "guard") == ["Strike"]
    page.evaluate("document.querySelectorAll('button')[1].disabled = true")
    assert leading(page, "ida") == []


def test_before_anyone_is_aimed_at_a_play_asks_for_its_target(scripts):
    page = scripts.open(
        """<script>const table = () => document.getElementById("table");</script><div id=table></div><form id=play>
        <button data-say=Strike data-targets=guard data-verb=Strike data-aim="tap an opponent">Strike …</button>
        <button data-say=Strike data-targets=ida data-friends=ida data-verb=Strike data-aim=tap>Strike a friend</button>
        </form>""",
        "targets",
    )
    page.evaluate("targets.highlightFor(document.getElementById('play'), null)")
    assert page.locator("button").all_text_contents() == ["Strike: tap an opponent", "Strike a friend"]


def test_a_play_without_its_cards_asks_for_them_and_not_once_they_are_chosen(scripts):
    page = scripts.open(
        """<script>const table = () => document.getElementById("table");</script><div id=table></div>
        <form id=play data-ask="tap a card"><button data-min=1 data-from="2H KS">Strike</button>
        <button data-min=2 data-from="KS 3S" data-ask="tap two ♠">Fury</button><button>Pass</button></form>""",
        "targets",
    )

    def wanted(*cards):
        return page.evaluate(
            "(cards) => [...document.querySelectorAll('button')].map((each) => targets.wantedCards(each, cards))", cards
        )

    assert wanted() == ["tap a card", "tap two ♠", ""]
    assert wanted("2H") == ["", "tap two ♠", ""], "a card of another suit does not count for the maneuver"
    assert wanted("KS") == ["", "tap two ♠", ""]
    assert wanted("3S", "KS") == ["", "", ""]
