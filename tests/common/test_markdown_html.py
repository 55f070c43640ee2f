"""Markdown becomes safe HTML: lists keep their numbers, and every heading of Markdown is one."""

from campaigns.archive.book import texts
from common import markdown_html

PARSER = markdown_html.new_parser()


def rendered(text):
    return str(markdown_html.to_html(PARSER, text))


def test_a_list_that_a_paragraph_interrupts_keeps_its_numbers():
    html = rendered("1. Hall\n\nA long room.\n\n2. Kitchen\n\nIt smells.\n\n3. Vault")
    assert '<ol start="2">' in html
    assert '<ol start="3">' in html
    assert html.count("<ol>") == 1


def test_only_a_number_begins_a_list():
    assert markdown_html.LIST_START.fullmatch("12")
    assert not markdown_html.LIST_START.fullmatch("1e9")


def test_all_six_headings_of_markdown_are_headings():
    html = rendered("\n\n".join(f"{'#' * level} Room {level}" for level in range(1, 7)))
    assert [f"<h{level}>Room {level}</h{level}>" in html for level in range(1, 7)] == [True] * 6


def test_the_smallest_headings_stay_headings_in_the_book():
    html = str(texts._finish(rendered("# Hall\n\n##### Treasure")))
    assert "<h3>Hall</h3>" in html
    assert "<h6>Treasure</h6>" in html
