"""Markdown that is made to cost: tables of empty cells are bounded, and a text is rendered once."""

import time

import pytest

from campaigns.world import wiki_links
from common import markdown_html
from config.templatetags.fatekeeper import markdown

WIDE = "|" + "a|" * 180 + "\n|" + "-|" * 180 + "\n" + "a\n" * 32_000  # 360 empty cells for every line of two bytes


def as_page(text):
    """The same by the renderer of the world's pages."""
    return wiki_links.render_page(text, {}, is_gm=True)


@pytest.mark.parametrize("render", [markdown, as_page])
def test_a_table_does_not_become_a_page_of_a_megabyte(render):
    html = render(WIDE)
    assert "<td>" not in html
    assert len(html) < 2 * len(WIDE)


@pytest.mark.parametrize("render", [markdown, as_page])
def test_many_small_tables_are_bounded_together(render):
    html = render(("|a|b|\n|-|-|\n|c|d|\n\n" * 3000)[:60_000])
    assert 0 < html.count("<td>") + html.count("<th>") <= markdown_html.MOST_CELLS


@pytest.mark.parametrize("render", [markdown, as_page])
def test_ordinary_tables_are_tables(render):
    rows = "".join(f"| {number} | **b** | c |\n" for number in range(200))
    html = render(f"before\n\n| x | y | z |\n| :-- | --- | --: |\n{rows}\nafter")
    assert html.count("<td>") == 600
    assert "<strong>b</strong>" in html
    assert "<p>after</p>" in html
    # As before: a paragraph may be followed by a table at once, and the last row may have no line end.
    assert "<table>" in render("words\n\n|a|\n|-|\n|b|")


@pytest.mark.parametrize("rows", ["a\n-\n", "|a\n|-\n", "|a|b\n|-\n"])
def test_the_rows_of_a_text_are_counted_a_few_times_and_not_for_each_line(monkeypatch, rows):
    counted, count = [], markdown_html._rows
    monkeypatch.setattr(markdown_html, "_rows", lambda *given: counted.append(1) or count(*given))
    assert as_page(rows * 5000).count("<td>") < markdown_html.MOST_CELLS
    assert len(counted) < 10


def test_a_text_is_rendered_once(monkeypatch):
    text = "![" * 20_000 + str(time.time())
    first = as_page(text)
    monkeypatch.setattr(markdown_html, "_render", None)
    assert as_page(text) == first


def test_rendered_texts_are_kept_by_their_links_and_their_renderer():
    text = "[[Mara]] " + "words " * 200
    assert 'href="/a/"' in wiki_links.render_html(text, {"mara": "/a/"})
    assert 'href="/b/"' in wiki_links.render_html(text, {"mara": "/b/"})
    assert "href" not in wiki_links.render_html(text, {})
    assert "[[Mara]]" in markdown(text)
