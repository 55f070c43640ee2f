"""Texts that are written from the right stand on the right, and turn nothing around outside themselves."""

from pathlib import Path

STYLE = Path(__file__).resolve().parents[3] / "static/css/fatekeeper.css"
PAGE = """<link rel=stylesheet href=/fatekeeper.css><main><div class=prose><p>Otto waits.</p><p>שלום Otto.</p></div>
<div class=row-main><a href=#>שלום!</a></div><textarea></textarea></main>"""
SPACES = """() => [...document.querySelectorAll(".prose p")].map(paragraph => {
  const range = document.createRange();
  range.selectNodeContents(paragraph);
  const text = range.getBoundingClientRect(), box = paragraph.getBoundingClientRect();
  return [text.left - box.left, box.right - text.right].map(space => space < 1);
})"""
BIDI = "selector => getComputedStyle(document.querySelector(selector)).unicodeBidi"


def test_each_paragraph_name_and_field_has_its_own_direction(scripts):
    scripts.documents["/fatekeeper.css"] = (STYLE.read_text(), "text/css")
    page = scripts.open(PAGE)
    assert page.evaluate(SPACES) == [[True, False], [False, True]]
    assert {page.evaluate(BIDI, selector) for selector in (".row-main a", "textarea")} == {"plaintext"}
