"""A member's own export: their characters, and what they may see of log, sessions and world; nothing more.

Everything here goes through the doors and the eyes of the member, as the pages do: what a page would not show them
cannot get in. A ZIP of JSON lines and Markdown, in the words of the API; it is for keeping, not for restoring.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, Any, Final

from campaigns import access, access_world, sight, wiki
from campaigns.archive import markdown
from campaigns.archive.container import Writer
from campaigns.archive.faults import Progress, silent
from campaigns.archive.lines import written
from campaigns.archive.values import told
from campaigns.models import Encounter, Member, Session, WorldEntry, WorldPicture
from characters import access as character_access
from characters import chronicle
from characters.models import Character
from rules.play import Refused

FORMAT: Final = "fatekeeper-own"
VERSION: Final = 1


def write(own: Member, into: IO[bytes], *, progress: Progress = silent) -> None:
    """Writes what the member may keep into a seekable file; `progress` may raise `Cancelled`."""
    archive, rows = Writer(into), {}
    parts = {"characters": _characters, "known": _known, "log": _log, "sessions": _sessions, "recaps": _recaps,
             "world": _world, "reveals": _reveals, "encounters": _encounters}  # fmt: skip
    for place, (name, lines) in enumerate(parts.items()):
        rows[name] = 0
        with archive.stream(f"data/{name}.jsonl") as file:
            for line in lines(own):
                file.write(written(line))
                rows[name] += 1
                if rows[name] % 500 == 0:
                    progress("reading", place, len(parts))
        progress("reading", place + 1, len(parts))
    _pictures(own, archive)
    for name, pieces in _texts(own):
        with archive.stream(name) as file:
            for piece in pieces:
                file.write(piece.encode())
    archive.finish({
        "format": FORMAT, "version": VERSION, "created": told(datetime.now(UTC)),
        "campaign": own.campaign.name, "game": own.campaign.system, "person": own.user.username,
        "role": own.role, "rows": rows,
    })  # fmt: skip


def _characters(own: Member) -> Iterator[dict[str, Any]]:
    """One's own characters, whole, with ledger and history."""
    rows = Character._base_manager.filter(campaign=own.campaign_id, owner=own.user_id)
    for row in rows.order_by("pk"):
        columns = ("kind", "unit", "amount", "reason", "rule", "taken_back", "created")
        ledger = row.experience.order_by("pk").values(*columns)
        yield {
            "id": row.pk, "name": row.name, "kind": row.kind, "status": row.status, "sheet": row.sheet,
            "notes": row.notes, "created": told(row.created),
            "experience": [{key: told(value) for key, value in line.items()} for line in ledger],
            "history": list(_history(row)),
        }  # fmt: skip


def _history(row: Character) -> Iterator[dict[str, Any]]:
    before = None
    while True:
        lines, more = chronicle.history(row, gm=False, before=before)
        for line in lines:
            yield {"when": told(line.when), "who": line.who, "why": line.why,
                   "changes": [[str(one.field), str(one.before), str(one.after)] for one in line.changes]}  # fmt: skip
        if not more or not lines or lines[-1].when == before:
            return
        before = lines[-1].when


def _known(own: Member) -> Iterator[dict[str, Any]]:
    """Who else is known by name."""
    for row in character_access.roster(own).exclude(owner=own.user_id).order_by("pk"):
        about = wiki.told(row.about, runs=own.runs)
        yield {"id": row.pk, "name": row.name, "kind": row.kind, "status": row.status, "about": about}


def _log(own: Member) -> Iterator[dict[str, Any]]:
    rows = access.log(own).select_related("by").order_by("pk")
    for row in rows.iterator(2000):
        yield {
            "id": row.pk, "when": told(row.created), "kind": row.kind, "text": row.text, "rules": row.rules,
            "session": row.session_id, "character": row.character_id, "encounter": row.encounter_id,
            "corrects": row.corrects_id, "by": row.by.username if row.by else None,
        }  # fmt: skip


def _sessions(own: Member) -> Iterator[dict[str, Any]]:
    for row in access.sessions(own).order_by("number").prefetch_related("attendance__user"):
        mine = {"agenda": row.agenda, "gm_notes": row.gm_notes} if own.runs else {}
        yield {
            "id": row.pk, "number": row.number, "title": row.title, "status": row.status,
            "starts": told(row.starts) if row.starts else None, "notes": wiki.told(row.notes, runs=own.runs), **mine,
            "attendance": [one.user.username for one in row.attendance.all()],
        }  # fmt: skip


def _recaps(own: Member) -> Iterator[dict[str, Any]]:
    for row in access_world.recaps(own).order_by("pk"):
        yield {"session": row.session_id, "audience": row.audience, "character": row.character_id, "text": row.text}


def _pages(own: Member) -> Any:
    return access_world.entries(own)


def _world(own: Member) -> Iterator[dict[str, Any]]:
    known = set(_pages(own).values_list("pk", flat=True))
    for row in _pages(own).select_related("author__user").order_by("pk"):
        yield {
            "id": row.pk, "kind": row.kind, "name": row.name, "text": wiki.told(row.text, runs=own.runs),
            "in": row.parent_id if row.parent_id in known else None,
            "author": row.author.user.username if row.author else None, "mine": row.author_id == own.pk,
        }  # fmt: skip


def _reveals(own: Member) -> Iterator[dict[str, Any]]:
    for row in access_world.reveals(own).order_by("pk"):
        yield {"when": told(row.created), "page": row.entry_id, "npc": row.character_id, "how": row.how}


def _encounters(own: Member) -> Iterator[dict[str, Any]]:
    """What was told to the member at each table, in every seat that is theirs."""
    for row in access.encounters(own).exclude(status=Encounter.Status.PREPARED).order_by("pk"):
        try:
            seen = sight.look(row, own)
        except Refused:
            continue
        for seat in seen.seats:
            account = [{key: one[key] for key in ("number", "text", "struck")} for one in seen.events(-1, seat)]
            yield {"id": row.pk, "title": row.title, "status": row.status, "outcome": row.outcome, "seat": seat,
                   "account": account}  # fmt: skip


def _pictures(own: Member, archive: Writer) -> None:
    rows = WorldPicture._base_manager.filter(entry__in=_pages(own), removed__isnull=True)
    for row in rows.order_by("pk"):
        archive.add(f"media/{row.entry_id}", bytes(row.data), packed=False)


def _texts(own: Member) -> Iterator[tuple[str, Iterator[str]]]:
    def seen(text: str) -> str:
        return wiki.told(text, runs=own.runs)

    evenings: Any = Session._base_manager.filter(campaign=own.campaign_id)
    pages: Any = WorldEntry._base_manager.filter(pk__in=_pages(own).values("pk"))
    yield "log.md", markdown.log(own.campaign, access.log(own))
    yield "sessions.md", markdown.sessions(own.campaign, evenings, runs=own.runs, notes=seen)
    yield "world.md", markdown.world(own.campaign, pages, seen)
