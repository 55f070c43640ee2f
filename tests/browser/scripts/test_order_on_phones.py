"""On a phone the parts of a table stand in the order in which they are read: the call above everything."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TABLE = """<link rel=stylesheet href=/fatekeeper.css><link rel=stylesheet href=/table.css>
<link rel=stylesheet href=/small_screens.css><div id=table data-mine=yes>
<header class=status><h1>A fight</h1><p class="turn mine">Your turn</p></header>
<section class=everyone><div class="side party"><p class=participant>Mara</p></div>
<div class=side id=foes><label class=tap>Guard</label></div></section>
<section class=play-area><div class="play own-hand">Cards</div><div class=acts>Attack</div></section></div>"""


def test_opponents_that_can_be_tapped_stand_below_the_call_and_above_the_hand(scripts):
    for name in ("fatekeeper", "table", "small_screens"):
        scripts.documents[f"/{name}.css"] = ((ROOT / f"static/css/{name}.css").read_text(), "text/css")
    scripts.page.set_viewport_size({"width": 390, "height": 844})
    page = scripts.open(TABLE)
    parts = ("#table > .status", "#foes", ".own-hand", ".side.party")
    tops = [page.locator(part).bounding_box()["y"] for part in parts]
    assert tops == sorted(tops), dict(zip(parts, tops, strict=True))
