"""The history of a campaign's own catalogue rows: who changed what, and when."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.encoding import force_str
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.models import Campaign
from rules.catalogue import queries
from rules.models import CatalogueRow

FIELDS = {
    "name": gettext_lazy("Name"),
    "kind": gettext_lazy("Kind"),
    "text": gettext_lazy("What it does"),
    "rule": gettext_lazy("Rule"),
    "active": gettext_lazy("Offered"),
    "gm_only": gettext_lazy("GMs only"),
}
DONE = {"+": gettext_lazy("added"), "~": gettext_lazy("changed"), "-": gettext_lazy("removed")}
LONGEST, LOOKED_AT, EMPTY = 160, 400, "–"


@dataclass(frozen=True)
class Change:
    """One changed field, with both values as text."""

    field: str
    before: str
    after: str


@dataclass(frozen=True)
class HistoryLine:
    """One change of a row; `row` is its id, None once it was deleted."""

    when: datetime
    who: str
    name: str
    kind: str
    what: str
    row: int | None
    changes: tuple[Change, ...] = ()


def change_history(
    campaign: Campaign, *, gm: bool, row: CatalogueRow | None = None, limit: int = 20
) -> list[HistoryLine]:
    """The last changes of the campaign's own rows, or of one of them, newest first.

    Players see only changes of rows in force, and none that were hidden from them at the time."""
    records = CatalogueRow.history.filter(campaign=campaign.pk).select_related("history_user")
    known = _known_rows(campaign, gm=gm)
    if row is not None:
        records = records.filter(id=row.pk)
    if not gm:
        records = records.filter(id__in=known, active=True, gm_only=False)
    kept = list(records.order_by("-history_date", "-history_id")[:LOOKED_AT])
    return [line for _number, line in zip(range(limit), _history_lines(kept, known), strict=False)]


def _known_rows(campaign: Campaign, *, gm: bool) -> set[int]:
    rows = CatalogueRow.objects.filter(campaign=campaign.pk)
    if not gm:
        rows = rows.filter(active=True, gm_only=False)
    return set(rows.values_list("pk", flat=True))


def _history_lines(kept: list[Any], known: set[int]) -> Iterator[HistoryLine]:
    """Compares each record with the previous one of the same row; skips records without a change."""
    for place, record in enumerate(kept):
        older = next((candidate for candidate in kept[place + 1 :] if candidate.id == record.id), None)
        changes = tuple(_changed_fields(older, record)) if older is not None and record.history_type == "~" else ()
        if older is not None and record.history_type == "~" and not changes:
            continue
        what = "+" if older is None and record.history_type == "~" and len(kept) < LOOKED_AT else record.history_type
        yield HistoryLine(
            when=record.history_date,
            who=record.history_user.username if record.history_user else EMPTY,
            name=record.name,
            kind=queries.kind_name(record.kind),
            what=force_str(DONE[what]),
            row=record.id if record.id in known else None,
            changes=changes,
        )


def _changed_fields(older: Any, newer: Any) -> Iterable[Change]:
    for field, label in FIELDS.items():
        was, now = getattr(older, field), getattr(newer, field)
        if was != now:
            yield Change(force_str(label), _display_value(was), _display_value(now))
    was, now = older.figures or {}, newer.figures or {}
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            yield Change(key.replace("_", " ").capitalize(), _display_value(was.get(key)), _display_value(now.get(key)))


def _display_value(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return ", ".join(f"{name} {_display_value(part)}" for name, part in value.items()) or EMPTY
    if isinstance(value, list):
        return ", ".join(_display_value(part) for part in value) or EMPTY
    text = EMPTY if value is None or value == "" else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
