"""One search through all of a campaign: the log, the world, evenings with what was told of them, people."""

import re
from collections.abc import Sized
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access, access_world, search, wiki
from campaigns.models import LogEntry, Member, Recap, Session, WorldEntry
from campaigns.queries import log as log_queries
from campaigns.queries import world as world_queries
from characters import access as character_access
from characters.models import Character

EACH = 10
AROUND = 70
# What marks up a text and is nothing to read: secrets' fences, headings, emphasis, quotes.
BARE = re.compile(r"^[ \t>*+-]*+:{3,}.*$|^[ \t]*+#+|[*_`>|]+", re.MULTILINE)


@dataclass(frozen=True)
class Hit:
    """A page, an evening or somebody: where it is (\"\" where the reader may not go) and the words around the find."""

    about: WorldEntry | Session | Character
    name: str
    kind: str
    address: str
    words: str = ""


@dataclass(frozen=True)
class Found:
    """What was found, each group with whether there is more of it than is shown."""

    log: list[LogEntry] = field(default_factory=list)
    world: list[Hit] = field(default_factory=list)
    sessions: list[Hit] = field(default_factory=list)
    characters: list[Hit] = field(default_factory=list)
    more: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.log or self.world or self.sessions or self.characters)


def find(own: Member, text: str) -> Found:
    """What holds every word of `text` in what the member may read: ten of each group.

    The log and evenings come newest first. The number of queries does not depend on how much there is."""
    if not search.words(text):
        return Found()
    log, world, evenings, people = _log(own, text), _world(own, text), _sessions(own, text), _people(own, text)
    groups: dict[str, Sized] = {"log": log, "world": world, "sessions": evenings, "characters": people}
    return Found(
        log=log[:EACH], world=world[:EACH], sessions=evenings[:EACH], characters=people[:EACH],
        more=frozenset(name for name, found in groups.items() if len(found) > EACH),
    )  # fmt: skip


def _log(own: Member, text: str) -> list[LogEntry]:
    rows = log_queries.matching(own, text=text).select_related("by", "encounter", "character")
    lines = list(rows.prefetch_related("corrections").order_by("-pk")[: EACH + 1])
    log_queries.hide_unknown(own, lines)
    return lines


def _world(own: Member, text: str) -> list[Hit]:
    rows = world_queries.holding(own, text).filter(archived__isnull=True).defer("folded").order_by("name", "id")
    return [
        Hit(row, row.name, row.get_kind_display(), row.get_absolute_url(),
            around(wiki.told(row.text, runs=own.runs), text))
        for row in rows[: EACH + 1]
    ]  # fmt: skip


def _sessions(own: Member, text: str) -> list[Hit]:
    """Evenings by title and notes (for GMs the agenda and their notes, too), or by a recap that the member may read."""
    asked, columns = search.words(text), ("words", "hidden") if own.runs else ("words",)
    rows = search.SESSIONS.held(access.sessions(own), asked, f"campaign{own.campaign_id}", columns)
    recaps = search.RECAPS.held(access_world.recaps(own), asked)
    if not own.runs:
        rows, recaps = search.told(rows, asked, "title", "notes"), search.told(recaps, asked, "text")
    told: dict[int, Recap] = {}
    for recap in recaps.order_by("-session__number", "-pk")[: (EACH + 1) * 4]:
        told.setdefault(recap.session_id, recap)
    found = {row.pk: row for row in rows.order_by("-number")[: EACH + 1]}
    for row in access.sessions(own).filter(pk__in=told.keys() - found.keys()):
        found[row.pk] = row
    newest = sorted(found.values(), key=lambda row: -row.number)
    return [_evening(own, row, told.get(row.pk), text) for row in newest[: EACH + 1]]


def _evening(own: Member, row: Session, recap: Recap | None, text: str) -> Hit:
    whole = [row.notes, *([row.agenda, row.gm_notes] if own.runs else []), *([recap.text] if recap else [])]
    readable = "\n".join(wiki.told(one, runs=own.runs) for one in whole)
    kind = _("session %(number)s") % {"number": row.number}
    return Hit(row, str(row), kind, row.get_absolute_url(), around(readable, text))


def _people(own: Member, text: str) -> list[Hit]:
    """Everybody the member knows, by name and what the member reads of them; a link where it may be followed."""
    asked, columns = search.words(text), ("words", "own", "hidden") if own.runs else ("words", "own")
    held = search.PEOPLE.held(character_access.roster(own), asked, f"campaign{own.campaign_id}", columns)
    # What the index holds may be in a secret, or in the notes of somebody else.
    rows = [
        row for row in held.defer("sheet").order_by("name", "pk")
        if search.begins(f"{row.name}\n{_read_of(own, row)}", asked)
    ][: EACH + 1]  # fmt: skip
    readable = character_access.characters(own.user).filter(pk__in=[row.pk for row in rows])
    open_to = set(readable.values_list("pk", flat=True))
    return [
        Hit(row, row.name, row.get_kind_display(), _door(own, row, open_to), around(_read_of(own, row), text))
        for row in rows
    ]


def _read_of(own: Member, row: Character) -> str:
    """What the pages of somebody tell the member: of NPCs what is known, the notes of one's own; all to GMs."""
    about = wiki.told(row.about, runs=own.runs) if own.runs or row.kind == Character.Kind.NPC else ""
    notes = row.notes if own.runs or row.owner_id == own.user_id else ""
    return "\n".join([about, notes, *([row.gm_notes] if own.runs else [])])


def _door(own: Member, row: Character, open_to: set[int]) -> str:
    if row.kind == Character.Kind.NPC:
        return reverse("world-npc", args=[own.campaign_id, row.pk])
    return reverse("character", args=[row.pk]) if row.pk in open_to else ""


def around(text: str, asked: str) -> str:
    """A piece of a readable text around the first word asked for, as plain words on one line; else its beginning."""
    named = wiki.LINK.sub(lambda link: link[2] or link[1], text)
    flat = " ".join(BARE.sub(lambda mark: "" if mark[0][0] in "*_`" else " ", named).split())
    wanted = search.words(asked)
    places = [at.start() for at in search.WORD.finditer(flat) if any(at[0].casefold().startswith(w) for w in wanted)]
    middle = places[0] if places else 0
    # Whole words at both ends.
    begin = flat.rfind(" ", 0, middle - AROUND) + 1 if middle > AROUND else 0
    end = flat.find(" ", middle + 2 * AROUND)
    return f"{'… ' if begin else ''}{flat[begin : end if end > 0 else None]}{' …' if end > 0 else ''}"
