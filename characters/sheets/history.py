"""The history of a character: every change and every experience entry, with who, when and why."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.utils.encoding import force_str
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.experience import units
from characters.models import Character, ExperienceEntry
from people.models import User

PAGE = 50
# Both are written in one transaction, one after the other.
ONE_STEP = timedelta(seconds=5)
FIELDS = {
    "name": gettext_lazy("Name"),
    "owner_id": gettext_lazy("Player"),
    "kind": gettext_lazy("Kind"),
    "status": gettext_lazy("Status"),
    "visible": gettext_lazy("Known to the players"),
    "portrait": gettext_lazy("Portrait"),
    "notes": gettext_lazy("Notes"),
    "about": gettext_lazy("Public notes"),
    "gm_notes": gettext_lazy("GM notes"),
}
WORDS = {"hp": gettext_lazy("Hit points")}
LONG = {"notes", "about", "gm_notes", "portrait"}
EMPTY = "–"


@dataclass(frozen=True)
class Change:
    """One field before and after, for people; long texts are only named."""

    field: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class HistoryLine:
    """One line of the history; `entry` is the experience entry if it is one."""

    when: datetime
    who: str
    why: str
    changes: tuple[Change, ...] = ()
    entry: ExperienceEntry | None = None
    system: str = ""
    version_id: int | None = None

    @property
    def amount(self) -> str:
        """What the ledger gained or lost, in words."""
        if self.entry is None:
            return ""
        return units.get_unit(self.system, self.entry.unit).with_sign(self.entry.amount)


def character_history(
    character: Character, *, gm: bool, before: datetime | None = None
) -> tuple[list[HistoryLine], bool]:
    """The newest lines before `before`, newest first, and whether there are more; GM notes for GMs only."""
    records = character.history.select_related("history_user").order_by("-history_date", "-history_id")
    entries = character.experience.select_related("by", "session", "encounter", "undoes", "undone_by")
    if before:
        records, entries = records.filter(history_date__lt=before), entries.filter(created__lt=before)
    lines = [_ledger_line(entry, character.campaign.system) for entry in entries[: PAGE + 1]]
    lines = _join_steps(lines, _changed_versions(records, gm=gm))
    lines.sort(key=lambda line: line.when, reverse=True)
    return lines[:PAGE], len(lines) > PAGE


def _changed_versions(records: Any, *, gm: bool) -> list[HistoryLine]:
    """The newest versions with changes that the reader may see, one more than fit on a page."""
    lines: list[HistoryLine] = []
    for start in count(0, PAGE):
        kept = list(records[start : start + PAGE + 1])
        # Each version is compared with the next older one, so one more is read; the next piece begins with it.
        piece = kept if len(kept) <= PAGE else kept[:-1]
        lines += [line for line in _compare_versions(kept, gm=gm, most=len(piece)) if line]
        if len(kept) <= PAGE or len(lines) > PAGE:
            return lines
    return lines


def _join_steps(credited: list[HistoryLine], changed: list[HistoryLine]) -> list[HistoryLine]:
    """Join a paid step's experience entry with its version of the sheet, which have the same reason."""
    lines = list(credited)
    for line in changed:
        for place, other in enumerate(lines):
            if other.entry and not other.changes and _is_same_step(other, line):
                # The earlier of the two moments, so that an older page begins before both.
                lines[place] = replace(
                    other, changes=line.changes, when=min(other.when, line.when), version_id=line.version_id
                )
                break
        else:
            lines.append(line)
    return lines


def _is_same_step(entry: HistoryLine, change: HistoryLine) -> bool:
    return entry.why == change.why and entry.who == change.who and abs(entry.when - change.when) < ONE_STEP


def _compare_versions(records: list[Any], *, gm: bool, most: int) -> Iterable[HistoryLine | None]:
    names = _referenced_names(records)
    for place, record in enumerate(records[:most]):
        older = records[place + 1] if place + 1 < len(records) else None
        if older is None and record.history_type != "+":
            older = record.prev_record
        changes = () if older is None else tuple(_changed_fields(older, record, names, gm=gm))
        if older is not None and not changes:
            continue  # only GM notes changed, or nothing did
        username = record.history_user.username if record.history_user else EMPTY
        why = record.history_change_reason or (_("created") if record.history_type == "+" else "")
        yield HistoryLine(record.history_date, username, why, changes, version_id=record.history_id)


def _referenced_names(records: list[Any]) -> dict[int, str]:
    ids = {record.owner_id for record in records if record.owner_id}
    return dict(User.objects.filter(pk__in=ids).values_list("pk", "username")) if len(ids) > 0 else {}


def _changed_fields(older: Any, newer: Any, names: dict[int, str], *, gm: bool) -> Iterable[Change]:
    for field, label in FIELDS.items():
        was, now = getattr(older, field), getattr(newer, field)
        if was == now or (field == "gm_notes" and not gm):
            continue
        if field in LONG:
            yield Change(force_str(label))
        elif field == "owner_id":
            yield Change(force_str(label), names.get(was, EMPTY), names.get(now, EMPTY))
        else:
            yield Change(force_str(label), _display_value(was), _display_value(now))
    yield from changes_between(older, newer)


def changes_between(older: Any, newer: Any) -> Iterable[Change]:
    """What differs between two versions of a sheet."""
    was, now = older.sheet or {}, newer.sheet or {}
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            word = force_str(WORDS.get(key) or key.replace("_", " ").capitalize())
            yield Change(word, _display_value(was.get(key), key), _display_value(now.get(key), key))


def _display_value(value: Any, key: str = "") -> str:
    """A sheet's value in a few words."""
    if key == "hp" and value is None:
        return _("all")
    if value is None or value in ("", []):
        return EMPTY
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_display_value(part) for part in value)
    if isinstance(value, dict):
        count = f"{value['quantity']} × " if value.get("quantity", 1) != 1 else ""
        if "name" in value:
            return count + str(value["name"])
        if all(type(figure) is int for figure in value.values()):
            return ", ".join(f"{name} {figure}" for name, figure in value.items())
        return " ".join(_display_value(part) for part in value.values() if part is not None)
    return str(value)


def _ledger_line(entry: ExperienceEntry, system: str) -> HistoryLine:
    username = entry.by.username if entry.by else EMPTY
    return HistoryLine(entry.created, username, entry.reason, entry=entry, system=system)
