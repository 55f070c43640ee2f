"""The log as one web page that needs no site: everything is in the file, and its script searches it.

`templates/campaigns/archive/log_page.html` is the page around the entries; `page.css` and `search.js` stand inside it.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaigns.archive.markdown import by_time
from campaigns.log.models import LogEntry
from people.models import Campaign


def log_page(campaign: Campaign, rows: Any, text: Callable[[str], str]) -> Iterator[str]:
    """The pieces of the page: the entries by the time at which things happened, with a heading for each day.

    `text` reduces an entry to what the reader may see."""
    context = {"campaign": campaign, "styles": _inside("style", "page.css"), "script": _inside("script", "search.js")}
    head, tail = render_to_string("campaigns/archive/log_page.html", context).split("<!-- entries -->", 1)
    yield head
    day = None
    for row in by_time(rows):
        when = localtime(row.when)
        if when.date() != day:
            day = when.date()
            yield format_html('<h2 id="{}">{}</h2>\n', day.isoformat(), date_format(day))
        yield _entry(row, date_format(when, "TIME_FORMAT"), text(row.text))
    yield tail


def _entry(row: LogEntry, time: str, text: str) -> str:
    """One entry as HTML; everything that people wrote is escaped."""
    aside = format_html(" <em>{}</em>", _("GMs only")) if row.audience == LogEntry.Audience.GM else ""
    speaker = format_html(" <strong>{}:</strong>", row.speaker) if row.speaker else ""
    author = format_html(" <small>{}</small>", row.by.username) if row.by and not row.speaker else ""
    line = '<p id="entry-{}"><small>{}</small>{}{} {}{}</p>\n'
    return format_html(line, row.pk, time, aside, speaker, text, author)


@cache
def _inside(tag: str, name: str) -> str:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return mark_safe(f"<{tag}>{text}</{tag}>")  # noqa: S308 (our own file)
