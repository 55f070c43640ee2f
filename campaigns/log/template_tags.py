"""The template tag for an entry of the log."""

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
from common.link_syntax import words_only

register = template.Library()


@register.simple_tag
def log_entry(entry: LogEntry, system: str) -> SafeString:
    """An entry as `log.queries` prepared it for its reader; readers with the same facts share the HTML."""
    return fragments.render_fragment(["campaigns/log/_entry.html"], {"entry": entry_facts(entry), "system": system})


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
def entry_mark(entry: LogEntry) -> str:
    """The mark by which the kind of an entry is seen at a glance; its word stands beside it."""
    if entry.kind == LogEntry.Kind.CHARACTER and entry.is_death:
        return "death"  # of a campaign that was restored from an older archive
    return "roll" if entry.is_table_roll else MARKS.get(LogEntry.Kind(entry.kind), "site")


register.filter("words_only", words_only)


def _moment(when: datetime) -> str:
    """The day and minute in the reader's time zone, in words."""
    local = timezone.localtime(when).replace(second=0, microsecond=0, tzinfo=None)
    return _write_moment(local, get_language())


@lru_cache(maxsize=4096)
def _write_moment(local: datetime, _language: str) -> str:
    # Every entry of a page has its moment, and Django's format takes a while; `language` is part of the key.
    return format_date(local, "j M Y, H:i")


def entry_facts(entry: LogEntry) -> dict[str, Any]:
    """Everything that the HTML of an entry depends on, as plain values."""
    character, encounter = getattr(entry, "open_character", None), getattr(entry, "open_encounter", None)
    mark = entry_mark(entry)
    return {
        "mark": mark,
        "pk": entry.pk,
        "text": entry.text,
        "links": getattr(entry, "links", {}),
        "is_written": entry.is_written or entry.kind == LogEntry.Kind.CORRECTION,
        "kind": _("death") if mark == "death" else getattr(entry, "kind_label", entry.kind),
        "rules": entry.rules,
        "when": _moment(entry.when),
        "added": _moment(entry.created) if entry.happened_at else "",
        "speaker": entry.speaker,
        "source": entry.source,
        "in_world": getattr(entry, "in_world", ""),
        "by": entry.by.username if entry.by else "",
        "restored": entry.restored,
        "corrects": entry.corrects_id,
        "character": (character.pk, character.name) if character else None,
        "encounter": (encounter.pk, encounter.title) if encounter else None,
        "is_for_gms": entry.audience == LogEntry.Audience.GM,
        "is_corrected": getattr(entry, "is_corrected", False),
        "may_correct": getattr(entry, "may_correct", False),
    }
