"""Drafts of what is told of an evening: plain sentences from what its reader may know, and from nothing else."""

import zoneinfo
from collections.abc import Iterable
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from campaigns import access, access_world, wiki
from campaigns.aftermath import OUTCOMES
from campaigns.models import Encounter, LogEntry, Member, Participant, Recap, Reveal, Session
from campaigns.models.people import Role
from characters import access as character_access
from characters import units
from characters.models import Character, ExperienceEntry
from rules import play

MOST_LINES = 400
MOST_CHECKS = 6
SURPRISING = 0.35  # a result whose chance was at most this is worth telling
LONGEST_NOTE = 600


def anybody(own: Member) -> Member:
    """Eyes that see what everybody in the campaign sees and nothing more: no row has their ids."""
    return Member(pk=0, campaign=own.campaign, user_id=0, role=Role.OBSERVER)


def eyes(own: Member, audience: str, character: Character | None) -> Member:
    """With whose eyes a recap is written: the GM's, everybody's, or those of the character's player."""
    if audience == Recap.Audience.GM:
        return access.must_run(own)
    if audience == Recap.Audience.CHARACTER and character is not None and character.owner_id:
        players = access.members(own).filter(user=character.owner_id)
        return players.select_related("campaign", "user").first() or anybody(own)
    return anybody(own)


def draft(own: Member, session: Session, audience: str, character: Character | None = None) -> str:
    """The recap in Markdown; `character` narrows it to what one character lived through.

    A GM who also plays gets a character's recap without what only GMs know."""
    reader = eyes(own, audience, character)
    if reader.runs and audience != Recap.Audience.GM:
        reader = anybody(own)
    lines = _lines(reader, session)
    parts = [
        _head(session, character),
        wiki.told(session.notes, runs=reader.runs).strip(),
        wiki.told(session.gm_notes, runs=True).strip() if reader.runs else "",
        _list(_("What happened"), _encounters(reader, session, character)),
        _list(_("Checks worth telling"), _checks(own.campaign.system, lines, character)),
        _list(_("Learned"), _learned(reader, session)),
        _list(_("Earned"), _earned(reader, session, lines, character)),
        _list(_("Noted"), _notes(lines, character, gm=reader.runs)),
    ]
    told = "\n\n".join(part for part in parts if part)
    return told[: Recap._meta.get_field("text").max_length or wiki.LONGEST]


def _lines(reader: Member, session: Session) -> list[LogEntry]:
    """The evening's lines as they stand now: a corrected one with the words of its last correction."""
    rows = list(access.log(reader).filter(session=session).select_related("character").order_by("pk")[:MOST_LINES])
    better = {row.corrects_id: row for row in rows if row.corrects_id}
    kept = []
    for row in rows:
        if row.kind == LogEntry.Kind.CORRECTION:
            continue
        last = row
        while last.pk in better:
            last = better[last.pk]
        row.text = last.text
        kept.append(row)
    return kept


def _head(session: Session, character: Character | None) -> str:
    title = _("%(session)s, as %(name)s lived it") % {"session": session, "name": character.name} if character else None
    when = ""
    if session.starts:
        # The evening's own day: a recap is read, and kept, by people in many zones.
        when = formats.date_format(session.starts.astimezone(zoneinfo.ZoneInfo(session.campaign.zone)), "j F Y")
    came = ", ".join(member.user.username for member in session.attendance.select_related("user"))
    words = [when, _("Came: %(names)s") % {"names": came} if came else ""]
    under = ". ".join(word for word in words if word)
    return f"# {_plain(title or str(session))}" + (f"\n\n*{_plain(under)}.*" if under else "")


def _list(title: str, items: Iterable[str]) -> str:
    told = [f"- {' '.join(item.split())}" for item in items if item]
    return f"## {title}\n\n" + "\n".join(told) if told else ""


def _plain(text: str) -> str:
    """A name that Markdown leaves as it is."""
    return "".join(f"\\{sign}" if sign in "\\*_#<>`" else sign for sign in text)


def _encounters(reader: Member, session: Session, character: Character | None) -> Iterable[str]:
    rows = access.encounters(reader).filter(session=session).exclude(status=Encounter.Status.PREPARED)
    if character is not None:
        rows = rows.filter(pk__in=Participant.objects.filter(character=character).values("encounter"))
    for row in rows.order_by("started", "pk"):
        words = {"title": _plain(row.title), "outcome": OUTCOMES.get(row.outcome, row.outcome)}
        if row.status == Encounter.Status.RUNNING:
            yield _("“%(title)s” began and is not over yet.") % words
        elif row.outcome in {"", "other"}:
            yield _("“%(title)s” ended.") % words
        elif row.outcome in OUTCOMES:
            yield _("“%(title)s” ended in %(outcome)s.") % words
        else:
            # The GM's own sentence, told as it was written.
            yield _("“%(title)s”: %(outcome)s.") % (words | {"outcome": _plain(row.outcome.removesuffix("."))})


def _checks(system: str, lines: list[LogEntry], character: Character | None) -> Iterable[str]:
    """The most surprising results, in the order in which they came; at most six."""
    found = []
    for line in lines:
        mine = character is None or line.character_id == character.pk
        rare = surprise(system, line) if line.kind == LogEntry.Kind.CHECK and mine else None
        if rare is not None and rare <= SURPRISING:
            found.append((rare, line))
    best = sorted(found, key=lambda pair: pair[0])[:MOST_CHECKS]
    for rare, line in sorted(best, key=lambda pair: pair[1].pk):
        yield _("%(what)s The chance of that was %(percent)s %%.") % {
            "what": line.text.rstrip(), "percent": max(1, round(rare * 100))
        }  # fmt: skip


def surprise(system: str, line: LogEntry) -> float | None:
    """How likely the result of a check was (0 to 1); None where the game tells no chance for it."""
    said, chance = succeeded(line), chance_of(system, line)
    if said is None or chance is None:
        return None
    return chance if said else 1 - chance


def succeeded(line: LogEntry) -> bool | None:
    """Whether the check of a line succeeded; None when it is no matter of success."""
    result = line.data.get("result") if isinstance(line.data, dict) else None
    said = result.get("success") if isinstance(result, dict) else None
    return said if isinstance(said, bool) else None


def chance_of(system: str, line: LogEntry) -> float | None:
    """The chance of success that the check of a line had; None where it cannot be told."""
    data: dict[str, Any] = line.data if isinstance(line.data, dict) else {}
    if "kind" not in data:
        return None
    try:
        told = play.chance(system, data["kind"], data.get("inputs", {}))
    except play.Refused:  # a line of an older edition of the rules
        return None
    if not told or told.get("of") != "success":
        return None
    return float(told["chance"])


def _learned(reader: Member, session: Session) -> Iterable[str]:
    rows = access_world.reveals(reader).filter(session=session, shown=True)
    rows = rows.select_related("entry", "character", "member__user").order_by("pk")
    return [_reveal(row) for row in rows[:MOST_LINES]]


def _reveal(row: Reveal) -> str:
    name = row.entry.name if row.entry else row.character.name if row.character else ""
    how = f" ({_plain(row.how)})" if row.how else ""
    if row.member is None:
        return f"[[{name}]]{how}."
    return _("%(who)s: %(what)s") % {"who": _plain(row.member.user.username), "what": f"[[{name}]]{how}."}


def _earned(reader: Member, session: Session, lines: list[LogEntry], character: Character | None) -> Iterable[str]:
    """Awards that stand, like ones together; then who reached a level and what was learned with the experience."""
    rows = ExperienceEntry.objects.filter(session=session, kind="award", taken_back=False)
    rows = rows.filter(character__in=character_access.roster(reader))
    if character is not None:
        rows = rows.filter(character=character)
    groups: dict[tuple[int, str, str], list[str]] = {}
    for row in rows.select_related("character").order_by("pk")[:MOST_LINES]:
        groups.setdefault((row.amount, row.unit, row.reason), []).append(row.character.name)
    system = session.campaign.system
    for (amount, unit, reason), names in groups.items():
        said = units.unit(system, unit).signed(amount)
        why = f" ({_plain(reason).rstrip('. ')})" if reason else ""
        yield f"{_plain(', '.join(names))}: {said}{why}."
    levels: dict[str, Any] = {}
    for line in lines:
        if line.kind == LogEntry.Kind.AWARD and isinstance(line.data, dict):
            levels |= {name: level for name, level in line.data.get("levels", {}).items() if level is not None}
    for name, level in levels.items():
        if character is None or name == character.name:
            yield _("%(name)s is now level %(level)s.") % {"name": _plain(name), "level": level}
    for line in lines:
        if line.kind == LogEntry.Kind.CHARACTER and (character is None or line.character_id == character.pk):
            yield line.text


def _notes(lines: list[LogEntry], character: Character | None, *, gm: bool) -> Iterable[str]:
    for line in lines:
        about = character is None or line.character_id in {None, character.pk}
        if line.kind == LogEntry.Kind.NOTE and about:
            secret = _(" (GMs only)") if gm and line.audience == LogEntry.Audience.GM else ""
            cut = line.text if len(line.text) <= LONGEST_NOTE else line.text[: LONGEST_NOTE - 1] + "…"
            yield cut + secret
