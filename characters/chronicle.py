"""The history of a character: every change and every line of its ledger, with who, when and why."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.encoding import force_str
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters import units
from characters.models import Character, ExperienceEntry

PAGE = 50
# Both are written in one transaction, one after the other.
ONE_STEP = timedelta(seconds=5)
FIELDS = {
    "name": gettext_lazy("Name"),
    "owner_id": gettext_lazy("Player"),
    "kind": gettext_lazy("Kind"),
    "status": gettext_lazy("Status"),
    "visible": gettext_lazy("Known to the players"),
    "notes": gettext_lazy("Notes"),
    "about": gettext_lazy("What the players know"),
    "gm_notes": gettext_lazy("GM notes"),
}
WORDS = {"hp": gettext_lazy("Hit points")}
LONG = {"notes", "about", "gm_notes"}
EMPTY = "–"


@dataclass(frozen=True)
class Change:
    """One field before and after, as people read it; long texts are only named."""

    field: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Line:
    """One line of the history; `entry` is the ledger's when it is one of experience."""

    when: datetime
    who: str
    why: str
    changes: tuple[Change, ...] = ()
    entry: ExperienceEntry | None = None
    system: str = ""

    @property
    def amount(self) -> str:
        """What the ledger gained or lost, in words."""
        if self.entry is None:
            return ""
        return units.unit(self.system, self.entry.unit).signed(self.entry.amount)


def history(character: Character, *, gm: bool, before: datetime | None = None) -> tuple[list[Line], bool]:
    """The newest lines before `before`, newest first, and whether there are more; GM notes for GMs only."""
    records = character.history.select_related("history_user").order_by("-history_date", "-history_id")
    entries = character.experience.select_related("by", "session", "encounter", "undoes", "undone_by")
    if before:
        records, entries = records.filter(history_date__lt=before), entries.filter(created__lt=before)
    kept = list(records[: PAGE + 1])
    lines = [_credited(entry, character.campaign.system) for entry in entries[: PAGE + 1]]
    lines = _joined(lines, [line for line in _compared(kept, gm=gm) if line])
    lines.sort(key=lambda line: line.when, reverse=True)
    return lines[:PAGE], len(lines) > PAGE


def _joined(credited: list[Line], changed: list[Line]) -> list[Line]:
    """A step that was paid for stands in the ledger and in the sheet's versions, under one reason: told once."""
    lines = list(credited)
    for line in changed:
        for place, other in enumerate(lines):
            if other.entry and not other.changes and _same_step(other, line):
                # The earlier of the two moments, so that an older page begins before both.
                lines[place] = replace(other, changes=line.changes, when=min(other.when, line.when))
                break
        else:
            lines.append(line)
    return lines


def _same_step(entry: Line, change: Line) -> bool:
    return entry.why == change.why and entry.who == change.who and abs(entry.when - change.when) < ONE_STEP


def _compared(records: list[Any], *, gm: bool) -> Iterable[Line | None]:
    names = _names(records)
    for place, record in enumerate(records):
        older = records[place + 1] if place + 1 < len(records) else None
        if older is None and record.history_type != "+":
            older = record.prev_record
        changes = () if older is None else tuple(_changes(older, record, names, gm=gm))
        if older is not None and not changes:
            continue  # only GM notes changed, or nothing did
        who = record.history_user.username if record.history_user else EMPTY
        why = record.history_change_reason or (_("created") if record.history_type == "+" else "")
        yield Line(record.history_date, who, why, changes)


def _names(records: list[Any]) -> dict[int, str]:
    ids = {record.owner_id for record in records if record.owner_id}
    people = Character._meta.get_field("owner").related_model._default_manager
    return dict(people.filter(pk__in=ids).values_list("pk", "username")) if len(ids) > 0 else {}


def _changes(older: Any, newer: Any, names: dict[int, str], *, gm: bool) -> Iterable[Change]:
    for field, label in FIELDS.items():
        was, now = getattr(older, field), getattr(newer, field)
        if was == now or (field == "gm_notes" and not gm):
            continue
        if field in LONG:
            yield Change(force_str(label))
        elif field == "owner_id":
            yield Change(force_str(label), names.get(was, EMPTY), names.get(now, EMPTY))
        else:
            yield Change(force_str(label), _said(was), _said(now))
    was, now = older.sheet or {}, newer.sheet or {}
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            word = force_str(WORDS.get(key) or key.replace("_", " ").capitalize())
            yield Change(word, _said(was.get(key), key), _said(now.get(key), key))


def _said(value: Any, key: str = "") -> str:
    """A sheet's value in a few words."""
    if key == "hp" and value is None:
        return _("all")
    if value is None or value in ("", []):
        return EMPTY
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_said(one) for one in value)
    if isinstance(value, dict):
        count = f"{value['quantity']} × " if value.get("quantity", 1) != 1 else ""
        if "name" in value:
            return count + str(value["name"])
        if all(type(figure) is int for figure in value.values()):
            return ", ".join(f"{name} {figure}" for name, figure in value.items())
        return " ".join(_said(one) for one in value.values() if one is not None)
    return str(value)


def _credited(entry: ExperienceEntry, system: str) -> Line:
    who = entry.by.username if entry.by else EMPTY
    return Line(entry.created, who, entry.reason, entry=entry, system=system)
