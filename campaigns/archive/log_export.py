"""The log as one file for its reader: Markdown, a web page with a search, or JSON lines."""

import tempfile
from collections.abc import Iterator
from itertools import islice
from typing import IO, Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from campaigns.archive import markdown
from campaigns.archive.column_values import to_json
from campaigns.archive.jsonl import write_line
from campaigns.archive.log_page import log_page
from campaigns.log import queries as log_queries
from campaigns.log.calendar.queries import mark_dates
from campaigns.log.models import LogEntry
from campaigns.world.readable_text import Reader
from people.models import Member

MARKDOWN, PAGE, JSONL = "markdown", "html", "jsonl"
# (content type, ending of the file's name) of each type of file.
FILE_TYPES: Final = {
    MARKDOWN: ("text/markdown; charset=utf-8", "md"),
    PAGE: ("text/html; charset=utf-8", "html"),
    JSONL: ("application/jsonl", "jsonl"),
}
MOST_ENTRIES: Final = 50_000
BATCH_SIZE: Final = 2000
IN_MEMORY: Final = 2 * 1024 * 1024


def log_records(reader: Member, rows: QuerySet[LogEntry]) -> Iterator[dict[str, Any]]:
    """The entries as the reader may see them, oldest first, with the fields of `LogEntrySerializer`."""
    texts, people = Reader(reader), log_queries.readable_ids(reader)
    rows = rows.select_related("by", "encounter").defer("encounter__notes", "encounter__options")
    for row in _with_dates(reader, rows.order_by("pk")):
        yield {
            "id": row.pk,
            "campaign": row.campaign_id,
            "when": to_json(row.created),
            "happened_at": to_json(row.happened_at) if row.happened_at else None,
            "in_world": getattr(row, "in_world", None),
            "kind": row.kind,
            "audience": row.audience,
            "speaker": row.speaker,
            "source": row.source,
            "external_id": row.external_id,
            "text": texts.text(row.text),
            "rules": row.rules,
            "session": row.session_id,
            "character": row.character_id if row.character_id in people else None,
            "encounter": row.encounter_id if log_queries.is_encounter_open(reader, row) else None,
            "corrects": row.corrects_id,
            "by": row.by.username if row.by else None,
            "restored": row.restored,
        }


def _with_dates(reader: Member, rows: QuerySet[LogEntry]) -> Iterator[LogEntry]:
    """The entries, each with its date in the world that the reader may see; the dates are read in batches."""
    entries = rows.iterator(BATCH_SIZE)
    while batch := list(islice(entries, BATCH_SIZE)):
        mark_dates(reader, batch)
        yield from batch


def write_log_file(reader: Member, file_type: str, **filters: Any) -> IO[bytes]:
    """A file with the entries that the reader may see and that pass the filters of `log.queries.matching_entries`.

    ValidationError if there are too many for one file, or for a character by which the reader may not filter."""
    character = filters.get("character")
    if character and not log_queries.may_filter_by(reader, character):
        message = _("The readers of this file may not open that character, so it would be empty. Remove the filter.")
        raise ValidationError({"character": message})
    rows = log_queries.matching_entries(reader, **filters)
    if rows.order_by().count() > MOST_ENTRIES:
        message = _("The log has more than %(most)s entries. Choose a session, a kind or days.")
        raise ValidationError(message % {"most": MOST_ENTRIES})
    file: Any = tempfile.SpooledTemporaryFile(IN_MEMORY, prefix="fatekeeper-")  # noqa: SIM115 (the response closes it)
    for piece in _pieces(reader, file_type, rows):
        file.write(piece)
    file.seek(0)
    return file


def _pieces(reader: Member, file_type: str, rows: QuerySet[LogEntry]) -> Iterator[bytes]:
    if file_type == JSONL:
        return (write_line(record) for record in log_records(reader, rows))
    text = Reader(reader).text
    if file_type == PAGE:
        parts = log_page(reader.campaign, rows, text)
    else:
        parts = markdown.log_text(reader.campaign, rows, text, zone=get_current_timezone())
    return (part.encode() for part in parts)
