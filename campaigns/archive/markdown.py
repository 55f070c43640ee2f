"""The log, sessions and world of a campaign as Markdown."""

from collections.abc import Callable, Iterator
from datetime import UTC, tzinfo
from typing import Any

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from campaigns.world.models import WorldEntry
from people.models import Campaign


def markdown_files(campaign: Campaign, using: str = "default") -> Iterator[tuple[str, Iterator[str]]]:
    """(name, pieces) of every file, with everything that GMs can read."""
    every: Any = LogEntry._base_manager.using(using).filter(campaign=campaign)
    yield "log.md", log_text(campaign, every)
    sessions = Session._base_manager.using(using).filter(campaign=campaign)
    yield "sessions.md", session_texts(campaign, sessions, is_gm=True)
    pages = WorldEntry._base_manager.using(using).filter(campaign=campaign)
    yield "world.md", world_text(campaign, pages, lambda row: row.text)


def by_time(rows: Any) -> Iterator[LogEntry]:
    """The entries by the time at which things happened, the first one first."""
    yield from rows.select_related("by").order_by(Coalesce("happened_at", "created"), "pk").iterator(2000)


def log_text(campaign: Campaign, rows: Any, text: Callable[[str], str] = str, *, zone: tzinfo = UTC) -> Iterator[str]:
    """The log by the time at which things happened, the first one first, with a heading for each day.

    `text` reduces a line to what the reader may see. Days and times are those of `zone`, which the text names."""
    yield f"# {campaign.name}\n\n{_('Time zone: %(zone)s') % {'zone': zone}}\n"
    day = None
    for row in by_time(rows):
        when = row.when.astimezone(zone)
        if when.date() != day:
            day = when.date()
            yield f"\n## {day.isoformat()}\n\n"
        author = f" ({row.by.username}{', ' + _('restored') if row.restored else ''})" if row.by else ""
        aside = " [GM]" if row.audience == LogEntry.Audience.GM else ""
        speaker = f"{row.speaker}: " if row.speaker else ""
        yield f"- {when:%H:%M}{aside} {speaker}{' '.join(text(row.text).split())}{author}\n"


def session_texts(campaign: Campaign, rows: Any, *, is_gm: bool, notes: Any = lambda text: text) -> Iterator[str]:
    """The sessions with their notes; with `is_gm` also what only GMs can read."""
    yield f"# {campaign.name}\n"
    for row in rows.order_by("number"):
        yield f"\n## {row.number}. {row.title or '–'}\n\n"
        yield f"{row.starts:%Y-%m-%d %H:%M} UTC, {row.status}\n" if row.starts else f"{row.status}\n"
        if readable := notes(row.notes).strip():
            yield f"\n{readable}\n"
        for name in ("agenda", "gm_notes"):
            if is_gm and getattr(row, name):
                yield f"\n### {name.replace('_', ' ')}\n\n{getattr(row, name)}\n"


def world_text(campaign: Campaign, rows: Any, text: Callable[[WorldEntry], str]) -> Iterator[str]:
    """The pages of the world; `text` reduces a page's text to what the reader may see."""
    yield f"# {campaign.name}\n"
    for row in rows.order_by("kind", "name", "pk"):
        tags = "".join(f"#{tag.replace(' ', '-')} " for tag in row.tag_names)
        words = f"{tags.strip()}\n\n" if tags else ""
        yield f"\n## {row.name} ({row.kind})\n\n{words}{text(row)}\n"
