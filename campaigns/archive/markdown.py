"""The story of a campaign as text for people: log, sessions and world."""

from collections.abc import Iterator
from typing import Any

from campaigns.models import Campaign, LogEntry, Session, WorldEntry


def files(campaign: Campaign, using: str = "default") -> Iterator[tuple[str, Iterator[str]]]:
    """(name, pieces) of every file; all of the campaign, for its GMs."""
    every: Any = LogEntry._base_manager.using(using).filter(campaign=campaign)
    yield "log.md", log(campaign, every)
    evenings = Session._base_manager.using(using).filter(campaign=campaign)
    yield "sessions.md", sessions(campaign, evenings, runs=True)
    pages = WorldEntry._base_manager.using(using).filter(campaign=campaign)
    yield "world.md", world(campaign, pages, lambda text: text)


def log(campaign: Campaign, rows: Any) -> Iterator[str]:
    """The log, oldest line first, a heading a day."""
    yield f"# {campaign.name}\n"
    day = None
    for row in rows.select_related("by").order_by("pk").iterator(2000):
        if row.created.date() != day:
            day = row.created.date()
            yield f"\n## {day.isoformat()}\n\n"
        who = f" ({row.by.username})" if row.by else ""
        aside = " [GM]" if row.audience == LogEntry.Audience.GM else ""
        yield f"- {row.created:%H:%M}{aside} {' '.join(row.text.split())}{who}\n"


def sessions(campaign: Campaign, rows: Any, *, runs: bool, notes: Any = lambda text: text) -> Iterator[str]:
    """The evenings with their notes; with what GMs alone read where `runs`."""
    yield f"# {campaign.name}\n"
    for row in rows.order_by("number"):
        yield f"\n## {row.number}. {row.title or '–'}\n\n"
        yield f"{row.starts:%Y-%m-%d %H:%M} UTC, {row.status}\n" if row.starts else f"{row.status}\n"
        if row.notes:
            yield f"\n{notes(row.notes)}\n"
        for name in ("agenda", "gm_notes"):
            if runs and getattr(row, name):
                yield f"\n### {name.replace('_', ' ')}\n\n{getattr(row, name)}\n"


def world(campaign: Campaign, rows: Any, text: Any) -> Iterator[str]:
    """The pages of the world; `text` makes of a page's text what the reader may know."""
    yield f"# {campaign.name}\n"
    for row in rows.order_by("kind", "name", "pk"):
        yield f"\n## {row.name} ({row.kind})\n\n{text(row.text)}\n"
