"""The template tag for a line of the log."""

from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.log.models import LogEntry
from common import fragments

register = template.Library()


@register.simple_tag
def log_line(line: LogEntry, system: str) -> SafeString:
    """A line as `log.queries` prepared it for its reader; readers with the same facts share the HTML."""
    return fragments.render_fragment(["campaigns/log/_line.html"], {"line": line_facts(line), "system": system})


# The mark of each kind: a symbol of static/img/log.svg and a class of the style sheet.
MARKS = {
    **dict.fromkeys(LogEntry.WRITTEN, "note"),
    LogEntry.Kind.ROLL: "roll",
    LogEntry.Kind.DEATH: "death",
    LogEntry.Kind.CHECK: "roll",
    LogEntry.Kind.ENCOUNTER: "fight",
    LogEntry.Kind.AWARD: "award",
    LogEntry.Kind.CHARACTER: "person",
    LogEntry.Kind.CORRECTION: "note",
}


@register.filter
def line_mark(line: LogEntry) -> str:
    """The mark by which the kind of a line is seen at a glance; its word stands beside it."""
    if line.kind == LogEntry.Kind.CHARACTER and line.is_death:
        return "death"  # of a campaign that was restored from an older archive
    return "roll" if line.is_table_roll else MARKS.get(LogEntry.Kind(line.kind), "site")


def _moment(when: datetime) -> str:
    """The day and minute in the reader's time zone, in words."""
    local = timezone.localtime(when).replace(second=0, microsecond=0, tzinfo=None)
    return _write_moment(local, get_language())


@lru_cache(maxsize=4096)
def _write_moment(local: datetime, _language: str) -> str:
    # Every line of a page has its moment, and Django's format takes a while; `language` is part of the key.
    return format_date(local, "j M Y, H:i")


def line_facts(line: LogEntry) -> dict[str, Any]:
    """Everything that the HTML of a line depends on, as plain values."""
    character, encounter = getattr(line, "open_character", None), getattr(line, "open_encounter", None)
    mark = line_mark(line)
    return {
        "mark": mark,
        "pk": line.pk,
        "text": line.text,
        "links": getattr(line, "links", {}),
        "is_written": line.is_written or line.kind == LogEntry.Kind.CORRECTION,
        "kind": _("death") if mark == "death" else getattr(line, "kind_label", line.kind),
        "rules": line.rules,
        "when": _moment(line.when),
        "added": _moment(line.created) if line.happened_at else "",
        "speaker": line.speaker,
        "source": line.source,
        "in_world": getattr(line, "in_world", ""),
        "by": line.by.username if line.by else "",
        "restored": line.restored,
        "corrects": line.corrects_id,
        "character": (character.pk, character.name) if character else None,
        "encounter": (encounter.pk, encounter.title) if encounter else None,
        "is_for_gms": line.audience == LogEntry.Audience.GM,
        "is_corrected": getattr(line, "is_corrected", False),
        "may_correct": getattr(line, "may_correct", False),
    }
