"""A member's own export: their characters, and only what they may see of log, sessions and world.

It uses the same access rules as the pages, so that it contains only what pages would show the member. The export is a
ZIP of JSON lines, with the fields of the API, and Markdown; it cannot be restored.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import IO, Any, Final

from campaigns.archive import map_export, markdown, picture_export
from campaigns.archive.column_values import to_json
from campaigns.archive.container import ArchiveWriter
from campaigns.archive.faults import Progress, ignore_progress
from campaigns.archive.jsonl import write_line
from campaigns.archive.log_export import log_records
from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import visibility
from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.access import find_calendar
from campaigns.overview.timeline import queries as timeline
from campaigns.overview.timeline.access import listed_dates
from campaigns.sessions.access import visible_recaps, visible_sessions
from campaigns.sessions.models import Session
from campaigns.sessions.planning.access import visible_answers
from campaigns.sessions.planning.models import ProposedDate
from campaigns.sessions.stand_ins.access import visible_stand_ins
from campaigns.world import access as world_access
from campaigns.world.blocks.queries import number_blocks
from campaigns.world.models import WorldEntry
from campaigns.world.quests.access import visible_quest_lines
from campaigns.world.quests.queries import read_lines
from campaigns.world.readable_text import Reader
from campaigns.world.ties.models import ENDS
from campaigns.world.ties.queries import with_ends
from characters import access as character_access
from characters.models import Character
from characters.sheets import history
from people.models import Member
from rules.play import Refused

FORMAT: Final = "fatekeeper-own"
VERSION: Final = 1


def write_member_export(membership: Member, into: IO[bytes], *, progress: Progress = ignore_progress) -> int:
    """Writes the export into a seekable file; returns how many maps lack their picture, which could not be made.

    `progress` may raise `Cancelled`."""
    archive = ArchiveWriter(into)
    rows = _write_lines(membership, archive, progress)
    picture_export.write_pictures(membership, archive)
    maps_left_out = map_export.write_pictures(membership, archive, progress)
    for name, pieces in _texts(membership):
        with archive.stream(name) as file:
            for piece in pieces:
                file.write(piece.encode())
    archive.finish(
        {
            "format": FORMAT,
            "version": VERSION,
            "created": to_json(datetime.now(UTC)),
            "campaign": membership.campaign.name,
            "game": membership.campaign.system,
            "person": membership.user.username,
            "role": membership.role,
            "rows": rows,
            "maps_left_out": maps_left_out,
        }
    )
    return maps_left_out


def _write_lines(membership: Member, archive: ArchiveWriter, progress: Progress) -> dict[str, int]:
    """Writes one file of JSON lines for each kind of record; returns how many lines each has."""
    kinds: dict[str, Callable[[Member], Iterable[dict[str, Any]]]] = {
        "characters": character_lines,
        "known": _known_character_rows,
        "log": _log,
        "sessions": _sessions,
        "recaps": _recaps,
        "world": _world,
        "maps": map_export.map_lines,
        "quests": _quests,
        "ties": _ties,
        "reveals": _reveals,
        "calendar": _calendar,
        "dates": _dates,
        "encounters": _encounters,
    }
    rows = dict.fromkeys(kinds, 0)
    for place, (name, lines) in enumerate(kinds.items()):
        with archive.stream(f"data/{name}.jsonl") as file:
            for line in lines(membership):
                file.write(write_line(line))
                rows[name] += 1
                if rows[name] % 500 == 0:
                    progress("reading", place, len(kinds))
        progress("reading", place + 1, len(kinds))
    return rows


def character_lines(membership: Member) -> Iterator[dict[str, Any]]:
    """The member's own characters with ledger and history."""
    rows = Character._base_manager.filter(campaign=membership.campaign_id, owner=membership.user_id)
    for row in rows.order_by("pk"):
        columns = ("kind", "unit", "amount", "reason", "rule", "taken_back", "created")
        ledger = row.experience.order_by("pk").values(*columns)
        yield {
            "id": row.pk,
            "name": row.name,
            "kind": row.kind,
            "status": row.status,
            "sheet": row.sheet,
            "notes": row.notes,
            "created": to_json(row.created),
            "experience": [{key: to_json(value) for key, value in line.items()} for line in ledger],
            "history": list(_history(row)),
        }


def _history(row: Character) -> Iterator[dict[str, Any]]:
    before = None
    while True:
        lines, more = history.character_history(row, gm=False, before=before)
        for line in lines:
            yield {
                "when": to_json(line.when),
                "who": line.who,
                "why": line.why,
                "changes": [[str(change.field), str(change.before), str(change.after)] for change in line.changes],
            }
        if not more or not lines or lines[-1].when == before:
            return
        before = lines[-1].when


def _known_character_rows(membership: Member) -> Iterator[dict[str, Any]]:
    """The other characters that the member knows."""
    reader = Reader(membership)
    for row in character_access.known_characters(membership).exclude(owner=membership.user_id).order_by("pk"):
        about = reader.text(row.about)
        yield {"id": row.pk, "name": row.name, "kind": row.kind, "status": row.status, "about": about}


def _log(membership: Member) -> Iterator[dict[str, Any]]:
    return log_records(membership, visible_log_entries(membership))


def _sessions(membership: Member) -> Iterator[dict[str, Any]]:
    reader = Reader(membership)
    own_answers = dict(visible_answers(membership).filter(member=membership.pk).values_list("date", "answer"))
    stand_ins = list(visible_stand_ins(membership).select_related("character", "member__user"))
    rows = visible_sessions(membership).order_by("number").select_related("date_poll")
    for row in rows.prefetch_related("attendance__user", "date_poll__dates"):
        mine = {"agenda": row.agenda, "gm_notes": row.gm_notes} if membership.is_gm else {}
        covered = [stand_in for stand_in in stand_ins if stand_in.session_id == row.pk]
        yield {
            "id": row.pk,
            "number": row.number,
            "title": row.title,
            "status": row.status,
            "starts": to_json(row.starts) if row.starts else None,
            "notes": reader.text(row.notes),
            **mine,
            "attendance": [member.user.username for member in row.attendance.all()],
            "stand_ins": [
                {"character": stand_in.character.name, "played_by": stand_in.member.user.username}
                for stand_in in covered
            ],
            "proposed_dates": [
                {"starts": to_json(date.starts), "answer": own_answers.get(date.pk)} for date in _proposed_dates(row)
            ],
        }


def _proposed_dates(session: Session) -> list[ProposedDate]:
    poll = getattr(session, "date_poll", None)
    return list(poll.dates.all()) if poll else []


def _recaps(membership: Member) -> Iterator[dict[str, Any]]:
    reader = Reader(membership)
    for row in visible_recaps(membership).order_by("pk"):
        text = reader.text(row.text)
        yield {"session": row.session_id, "audience": row.audience, "character": row.character_id, "text": text}


def _pages(membership: Member) -> Any:
    return world_access.visible_entries(membership)


def _world(membership: Member) -> Iterator[dict[str, Any]]:
    known, reader = set(_pages(membership).values_list("pk", flat=True)), Reader(membership)
    for row in _pages(membership).select_related("author__user").order_by("pk"):
        yield {
            "id": row.pk,
            "kind": row.kind,
            "name": row.name,
            "text": reader.page(row),
            "in": row.parent_id if row.parent_id in known else None,
            "author": row.author.user.username if row.author else None,
            "mine": row.author_id == membership.pk,
            "tags": row.tag_names,
            "notebook": row.shared,
        }


def _quests(membership: Member) -> Iterator[dict[str, Any]]:
    for row in read_lines(membership, visible_quest_lines(membership).order_by("thread", "place", "pk")):
        yield {"thread": row.thread_id, "kind": row.kind, "text": row.text, "done": row.done is not None}


def _ties(membership: Member) -> Iterator[dict[str, Any]]:
    for row in with_ends(world_access.visible_ties(membership)).order_by("pk"):
        yield {
            "id": row.pk,
            **{name: getattr(row, f"{name}_id") for name in ENDS},
            **{name: getattr(row, name) for name in ("kind", "words", "back", "since", "until")},
            "mine": row.author_id == membership.pk,
        }


def _reveals(membership: Member) -> Iterator[dict[str, Any]]:
    for row in number_blocks(membership, world_access.visible_reveals(membership).order_by("pk")):
        yield {
            "when": to_json(row.created),
            "page": row.entry_id,
            "block": row.block,
            "npc": row.character_id,
            "tie": row.tie_id,
            "map": row.map_id,
            "area": row.area_id,
            "how": row.how,
        }


def _calendar(membership: Member) -> Iterator[dict[str, Any]]:
    calendar = find_calendar(membership)
    if calendar is not None:
        yield {"definition": calendar.definition, "now": calendar.format(calendar.now)}


def _dates(membership: Member) -> Iterator[dict[str, Any]]:
    """The timeline, oldest first, as the member may see it."""
    calendar = find_calendar(membership)
    if calendar is None:
        return
    rows = timeline.with_things(listed_dates(membership)).order_by("first", "pk")
    for moment in timeline.describe_dates(membership, calendar, list(rows)):
        yield {"kind": moment.kind, "date": moment.date, "title": moment.title, "label": moment.label}


def _encounters(membership: Member) -> Iterator[dict[str, Any]]:
    """The events of each encounter that the member's seats may see."""
    for row in visible_encounters(membership).exclude(status=Encounter.Status.PREPARED).order_by("pk"):
        try:
            reading = visibility.read_encounter(row, membership)
        except Refused:
            continue
        for seat in reading.seats:
            account = [{key: event[key] for key in ("number", "text", "struck")} for event in reading.events(-1, seat)]
            yield {
                "id": row.pk,
                "title": row.title,
                "status": row.status,
                "outcome": row.outcome,
                "seat": seat,
                "account": account,
            }


def _texts(membership: Member) -> Iterator[tuple[str, Iterator[str]]]:
    reader = Reader(membership)
    sessions: Any = Session._base_manager.filter(campaign=membership.campaign_id)
    pages: Any = WorldEntry._base_manager.filter(pk__in=_pages(membership).values("pk"))
    yield "log.md", markdown.log_text(membership.campaign, visible_log_entries(membership), reader.text)
    yield (
        "sessions.md",
        markdown.session_texts(membership.campaign, sessions, is_gm=membership.is_gm, notes=reader.text),
    )
    yield "world.md", markdown.world_text(membership.campaign, pages, reader.page)
