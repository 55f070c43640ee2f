"""Writes to the conversion tables of a campaign, and to drafts before they are stored."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.modules import stats_conversion
from campaigns.modules.format.faults import Fault, ModuleInvalid, at
from campaigns.modules.models import ConversionRow
from campaigns.modules.stats_conversion.tables import Table, misfit_sentence
from common import strict_json
from common.edit_conflicts import EditConflict
from common.revisions import content_revision
from people.access import require_gm
from people.models import Campaign, Member

Item = dict[str, Any]


def tables_with_fields(membership: Member) -> list[dict[str, Any]]:
    """The tables in force: `{"table", "revision", "fields": [(name, label, value)], "rows"}`, a field for every figure.

    A row is a list of (name, column, value), where column says what the figure is."""
    require_gm(membership)
    tables = []
    for table in stats_conversion.tables_in_force(membership.campaign).rows.values():
        fields = [
            (name, table.labels[name], value) for name, value in table.figures.items() if not isinstance(value, list)
        ]
        rows = [
            [(f"rows:{place}:{number}", column, row[number]) for number, column in enumerate(table.columns)]
            for place, row in enumerate(table.figures.get("rows", []))
        ]
        tables.append({"table": table, "revision": revision_of(table), "fields": fields, "rows": rows})
    return tables


def change_table(*, membership: Member, key: str, posted: Mapping[str, str], revision: int) -> None:
    """Changes a table for the campaign from the fields of its form. ValidationError: there is no such table, or the
    figures do not fit; EditConflict: the table has another revision."""
    require_gm(membership)
    known = stats_conversion.tables_in_force(membership.campaign).rows.get(key)
    if known is None:
        raise ValidationError(_("There is no such table."))
    set_figures(membership=membership, key=key, figures=_figures(known, posted), revision=revision)


@transaction.atomic
def set_figures(*, membership: Member, key: str, figures: Any, revision: int | None = None) -> None:
    """Changes the figures of a table for the campaign. ValidationError: they do not fit; EditConflict: the table has
    another revision."""
    known = _lock_table(membership, key, revision)
    fault = misfit_sentence(known.figures, figures, known.labels)
    if fault:
        raise ValidationError({"figures": f"{known.name}: {fault}"})
    ConversionRow.objects.update_or_create(
        campaign=membership.campaign, system=membership.campaign.system, key=key, defaults={"figures": figures}
    )


@transaction.atomic
def reset_table(*, membership: Member, key: str, revision: int | None = None) -> None:
    """Deletes the campaign's own figures of a table. EditConflict: the table has another revision."""
    require_gm(membership)
    if revision is not None:
        _lock_table(membership, key, revision)
    ConversionRow.objects.filter(campaign=membership.campaign, system=membership.campaign.system, key=key).delete()


def revision_of(table: Table) -> int:
    """A number that changes with the figures of a table."""
    return content_revision(table.figures)


def _lock_table(membership: Member, key: str, revision: int | None) -> Table:
    """The table in force at the revision that the writer saw, with the campaign locked."""
    require_gm(membership)
    campaign = Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    table = stats_conversion.tables_in_force(campaign).rows.get(key)
    if table is None:
        raise ValidationError(_("There is no such table."))
    if revision is not None and revision != revision_of(table):
        raise EditConflict(table, table.name, revision_of(table))
    return table


def _figures(known: Table, posted: Mapping[str, str]) -> Item:
    figures: Item = {}
    for name, value in known.figures.items():
        if isinstance(value, list):
            figures[name] = [
                [_number(posted.get(f"{name}:{place}:{column}", "")) for column in range(len(row))]
                for place, row in enumerate(value)
            ]
        else:
            figures[name] = _number(posted.get(name, ""))
    return figures


def _number(text: str) -> Any:
    """The number in a text; other text is returned unchanged, so that the check can quote it."""
    plain = text.strip().replace(",", ".")[:20]
    try:
        value = float(plain)
    except ValueError:
        return text[:20]
    return int(value) if value == value and abs(value) < 1e15 and value == int(value) else value


def edit_draft(document: Any, game: str, posted: Mapping[str, str]) -> None:
    """Writes a GM's changes into a draft: title, version, licence, and figures of monsters.

    ModuleInvalid names figures that are no JSON."""
    if not isinstance(document, dict) or not isinstance(document.get("module"), dict):
        return
    head = document["module"]
    for name in ("title", "version", "key"):
        if posted.get(name, "").strip():
            head[name] = posted[name].strip()
    if posted.get("spdx", "").strip():
        credit = posted.get("attribution", "").strip()
        head["licence"] = {"spdx": posted["spdx"].strip()} | ({"attribution": credit[:2000]} if credit else {})
    faults = []
    for index, item in enumerate(document.get("monsters", [])):
        written = posted.get(f"block:{item.get('key')}") if isinstance(item, dict) else None
        figures = dict(_written_figures(item["key"], posted)) if written is not None else {}
        if written is None or (written == posted.get(f"was:{item['key']}") and not figures):
            continue
        try:
            block = strict_json.loads(written)
            item.setdefault("stats", {})[game] = _overwrite_block(block, figures) if isinstance(block, dict) else block
        except strict_json.MalformedJson as error:
            faults.append(Fault(at("", "monsters", index, "stats", game), error.code, error.message))
    if faults:
        raise ModuleInvalid(faults)


def _written_figures(key: str, posted: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """The figures of a monster that the GM changed, by their place in its block."""
    begins = f"figure:{key}:"
    for name, value in posted.items():
        place = name.removeprefix(begins)
        if name.startswith(begins) and value.strip() and value.strip() != posted.get(f"was:{key}:{place}"):
            yield place, _number(value)


def _overwrite_block(block: Item, figures: Mapping[str, Any]) -> Item:
    """The block with the changed figures; a missing place is created, and the check decides whether it is allowed."""
    for place, value in figures.items():
        *way, last = place.split("/")
        holder: Any = block
        for step in way:
            holder = holder.setdefault(step, {}) if isinstance(holder, dict) else {}
        if isinstance(holder, dict):
            holder[last] = value
    return block
