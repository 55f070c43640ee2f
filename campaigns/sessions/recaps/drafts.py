"""Drafts of recaps, generated only from what their reader may see."""

import zoneinfo
from collections.abc import Iterable
from itertools import chain
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play.settlement import OUTCOMES
from campaigns.log import queries as log_queries
from campaigns.log.access import visible_log_entries
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.recaps import weights
from campaigns.sessions.recaps.escaping import escape_name
from campaigns.sessions.recaps.highlights import list_highlights
from campaigns.world import access as world_access
from campaigns.world import wiki_links
from campaigns.world.models import Reveal
from campaigns.world.readable_text import Reader
from campaigns.world.ties.models import ENDS
from characters import access as character_access
from characters.experience import units
from characters.models import Character, ExperienceEntry
from common import markdown_html
from common.picture_syntax import PICTURE
from common.sentences import end_sentence
from people.access import anonymous_member, members_of, require_gm
from people.models import Member
from rules import play

MAX_ENTRIES = 10_000
MAX_ROWS = 400  # awards and reveals
MAX_NOTES = 40
MAX_CHECKS = 6
SURPRISING = 0.35  # a recap mentions results whose chance was at most this
LONGEST_NOTE = 600


def recap_viewer(membership: Member, audience: str, character: Character | None) -> Member:
    """The membership for whom a recap is drafted: the GM, everyone, or the character's player."""
    if audience == Recap.Audience.GM:
        return require_gm(membership)
    if audience == Recap.Audience.CHARACTER and character is not None and character.owner_id:
        players = members_of(membership).filter(user=character.owner_id)
        return players.select_related("campaign", "user").first() or anonymous_member(membership)
    return anonymous_member(membership)


def draft_recap(membership: Member, session: Session, audience: str, character: Character | None = None) -> str:
    """The recap in Markdown; `character` limits it to what concerns one character.

    A character's recap never contains what only GMs know, even if a GM plays the character."""
    reader = recap_viewer(membership, audience, character)
    if reader.is_gm and audience != Recap.Audience.GM:
        reader = anonymous_member(membership)
    encounters = _read_encounters(reader, session, character)
    entries = _entries(reader, session)
    current = _current_entries(entries[:MAX_ENTRIES])
    parts = [
        _heading(session, character),
        wiki_links.visible_text(session.notes, is_gm=reader.is_gm).strip(),
        wiki_links.visible_text(session.gm_notes, is_gm=True).strip() if reader.is_gm else "",
        _bullet_list(_("What happened"), map(_encounter_sentence, encounters)),
        _bullet_list(_("Highlights"), list_highlights(encounters, membership.campaign.system, character)),
        _bullet_list(_("Notable checks"), _check_section(membership.campaign.system, current, character)),
        _bullet_list(_("Learned"), _reveal_section(reader, session)),
        _bullet_list(_("Earned"), _award_section(reader, session, current, character)),
        _bullet_list(_("Characters"), _character_section(current, character)),
        _bullet_list(_("Noted"), _note_section(reader, current, character)),
        _("*The log of this session is longer: this draft uses only its first %(most)s entries.*")
        % {"most": MAX_ENTRIES}
        if len(entries) > MAX_ENTRIES
        else "",
    ]
    text = "\n\n".join(part for part in parts if part)
    return _cut(text, Recap._meta.get_field("text").max_length or markdown_html.LONGEST)


def _cut(text: str, most: int) -> str:
    """The beginning of a text, which never ends within a link or a picture: half a link would show its target."""
    marks = chain(wiki_links.LINK.finditer(text), PICTURE.finditer(text))
    return text[: next((mark.start() for mark in marks if mark.start() < most < mark.end()), most)]


def _entries(reader: Member, session: Session) -> list[LogEntry]:
    """The session's first log entries, one more than a draft reads."""
    rows = visible_log_entries(reader).filter(session=session).defer("rules", "external_id")
    return list(rows.order_by("pk")[: MAX_ENTRIES + 1])


def _current_entries(rows: list[LogEntry]) -> list[LogEntry]:
    """The entries without corrections, each with the text of its last correction (`.is_corrected`)."""
    better = {row.corrects_id: row for row in rows if row.corrects_id}
    current = []
    for row in rows:
        if row.kind == LogEntry.Kind.CORRECTION:
            continue
        last = log_queries.latest_correction(row, better)
        row.text, row.is_corrected = last.text, last is not row  # type: ignore[attr-defined]
        current.append(row)
    return current


def draft_title(session: Session, character: Character | None) -> str:
    """The first line of a draft."""
    title = str(session)
    if character is not None:
        title = _("%(session)s from the view of %(name)s") % {"session": session, "name": character.name}
    return f"# {escape_name(title)}"


def _heading(session: Session, character: Character | None) -> str:
    when = ""
    if session.starts:
        # The day in the campaign's time zone, because people in many zones read and keep the recap.
        when = formats.date_format(session.starts.astimezone(zoneinfo.ZoneInfo(session.campaign.zone)), "j F Y")
    came = ", ".join(member.user.username for member in session.attendance.select_related("user"))
    words = [when, _("Present: %(names)s") % {"names": came} if came else ""]
    under = ". ".join(word for word in words if word)
    return draft_title(session, character) + (f"\n\n*{escape_name(under)}.*" if under else "")


def _bullet_list(title: str, items: Iterable[str]) -> str:
    lines = [f"- {' '.join(item.split())}" for item in items if item]
    return f"## {title}\n\n" + "\n".join(lines) if lines else ""


def _read_encounters(reader: Member, session: Session, character: Character | None) -> list[Encounter]:
    """The session's encounters that have begun, in the order of play; those of one character if it is given."""
    rows = visible_encounters(reader).filter(session=session).exclude(status=Encounter.Status.PREPARED)
    if character is not None:
        seats = Participant.objects.filter(character=character, hidden=False)
        rows = rows.filter(pk__in=seats.values("encounter"))
    return list(rows.order_by("started", "pk"))


def _encounter_sentence(row: Encounter) -> str:
    words = {"title": escape_name(row.title), "outcome": OUTCOMES.get(row.outcome, row.outcome)}
    if row.status == Encounter.Status.RUNNING:
        return _("“%(title)s” began and is still running.") % words
    if row.outcome in {"", "other"}:
        return _("“%(title)s” ended.") % words
    if row.outcome in OUTCOMES:
        return _("“%(title)s” ended in %(outcome)s.") % words
    # The GM's own sentence, unchanged.
    return _("“%(title)s”: %(outcome)s.") % (words | {"outcome": escape_name(row.outcome.removesuffix("."))})


def _check_section(system: str, entries: list[LogEntry], character: Character | None) -> Iterable[str]:
    """The most surprising results, at most six, in the order of play."""
    surprising = []
    for entry in entries:
        mine = character is None or entry.character_id == character.pk
        rare = result_probability(system, entry) if entry.kind == LogEntry.Kind.CHECK and mine else None
        if rare is not None and rare <= SURPRISING:
            surprising.append((rare, entry))
    best = sorted(surprising, key=lambda pair: pair[0])[:MAX_CHECKS]
    for rare, entry in sorted(best, key=lambda pair: pair[1].pk):
        yield _("%(what)s The chance was %(percent)s %%.") % {
            "what": entry.text.rstrip(),
            "percent": max(1, round(rare * 100)),
        }


def result_probability(system: str, entry: LogEntry) -> float | None:
    """The probability of the check's result (0 to 1); None if the game gives no chance for it."""
    succeeded, chance = check_succeeded(entry), chance_of_success(system, entry)
    if succeeded is None or chance is None:
        return None
    return chance if succeeded else 1 - chance


def check_succeeded(entry: LogEntry) -> bool | None:
    """Whether the check of an entry succeeded; None for a check without success or failure."""
    result = entry.data.get("result") if isinstance(entry.data, dict) else None
    success = result.get("success") if isinstance(result, dict) else None
    return success if isinstance(success, bool) else None


def chance_of_success(system: str, entry: LogEntry) -> float | None:
    """The chance of success of an entry's check (0 to 1); None if it is not known."""
    data: dict[str, Any] = entry.data if isinstance(entry.data, dict) else {}
    if "kind" not in data:
        return None
    try:
        chance = play.chance(system, data["kind"], data.get("inputs", {}))
    except play.Refused:  # a check by an older edition of the rules
        return None
    if not chance or chance.get("of") != "success":
        return None
    return float(chance["chance"])


def _reveal_section(reader: Member, session: Session) -> Iterable[str]:
    rows = world_access.visible_reveals(reader).filter(session=session, shown=True)
    ends = (f"tie__{end}" for end in ENDS)
    rows = rows.select_related("entry", "character", "map", "area", "member__user", *ends).order_by("pk")
    return [_reveal_sentence(row) for row in rows[:MAX_ROWS]]


def _reveal_sentence(row: Reveal) -> str:
    how = f" ({escape_name(row.how)})" if row.how else ""
    sentence = end_sentence(f"{_reveal_subject(row)}{how}")
    if row.member is None:
        return sentence
    return _("%(who)s: %(what)s") % {"who": escape_name(row.member.user.username), "what": sentence}


def _reveal_subject(row: Reveal) -> str:
    """What was revealed, with links to pages and people."""
    if row.tie:
        return f"[[{row.tie.start.name}]] – {escape_name(row.tie.words)} – [[{row.tie.end.name}]]"
    if row.map:
        words = {"map": escape_name(row.map.title), "area": escape_name(row.area.name) if row.area else ""}
        return _("%(area)s on the map “%(map)s”") % words if row.area else _("a part of the map “%(map)s”") % words
    name = row.entry.name if row.entry else row.character.name if row.character else ""
    return f"[[{name}]]" if row.block is None else _("a part of %(page)s") % {"page": f"[[{name}]]"}


def _award_section(
    reader: Member, session: Session, entries: list[LogEntry], character: Character | None
) -> Iterable[str]:
    """Valid awards, grouped by amount and reason; then new levels."""
    rows = ExperienceEntry.objects.filter(session=session, kind="award", taken_back=False)
    rows = rows.filter(character__in=character_access.known_characters(reader))
    if character is not None:
        rows = rows.filter(character=character)
    groups: dict[tuple[int, str, str], list[str]] = {}
    for row in rows.select_related("character").order_by("pk")[:MAX_ROWS]:
        groups.setdefault((row.amount, row.unit, row.reason), []).append(row.character.name)
    system = session.campaign.system
    for (amount, unit, reason), names in groups.items():
        earned = units.get_unit(system, unit).with_sign(amount)
        why = f" ({escape_name(reason).rstrip('. ')})" if reason else ""
        yield f"{escape_name(', '.join(names))}: {earned}{why}."
    levels: dict[str, int] = {}
    for entry in entries:
        if entry.kind == LogEntry.Kind.AWARD:
            levels |= _new_levels(entry)
    for name, level in levels.items():
        if character is None or name == character.name:
            yield _("%(name)s is now level %(level)s.") % {"name": escape_name(name), "level": level}


def _new_levels(entry: LogEntry) -> dict[str, int]:
    """The levels that an award brought, by name; none in an entry that was restored with something else."""
    levels = entry.data.get("levels") if isinstance(entry.data, dict) else None
    return {name: level for name, level in levels.items() if type(level) is int} if isinstance(levels, dict) else {}


def _character_section(entries: list[LogEntry], character: Character | None) -> Iterable[str]:
    """Who joined, left or died, and what was bought with experience."""
    for entry in entries:
        if entry.is_about_character and (character is None or entry.character_id == character.pk):
            yield entry.text


def _note_section(reader: Member, entries: list[LogEntry], character: Character | None) -> Iterable[str]:
    """The weightiest of the entries that people and their tools wrote, and how many others there are."""
    written = [
        entry
        for entry in entries
        if entry.is_written and (character is None or entry.character_id in {None, character.pk})
    ]
    names = list(character_access.known_characters(reader).values_list("name", flat=True))
    read = Reader(reader).text
    best = weights.weightiest_entries(written, MAX_NOTES, names=names, character=character, read=read)
    for entry in best:
        secret = _(" (GMs only)") if reader.is_gm and entry.audience == LogEntry.Audience.GM else ""
        cut = entry.text if len(entry.text) <= LONGEST_NOTE else _cut(entry.text, LONGEST_NOTE - 1) + "…"
        yield (f"{escape_name(entry.speaker)}: " if entry.speaker else "") + cut + secret
    if left := len(written) - len(best):
        words = ngettext("The log has %(count)s more entry.", "The log has %(count)s more entries.", left)
        yield words % {"count": left}
