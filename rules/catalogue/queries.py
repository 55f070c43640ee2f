"""Reads of the catalogue and the rule books for pages, engine setups and the API."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils.encoding import force_str
from django.utils.translation import gettext_lazy as _

from common.compiled_query import CompiledLists, CompiledQuery
from rules import play
from rules.models import CatalogueRow

KINDS = {
    "background-skill": _("Background skills"),
    "trait": _("Traits"),
    "skill": _("Skills"),
    "group": _("Groups of skills"),
    "talent": _("Talents"),
    "specialty": _("Specialties"),
    "advantage": _("Advantages"),
    "disadvantage": _("Disadvantages"),
    "gift": _("Gifts"),
    "challenge": _("Challenge levels"),
    "cos": _("Chances of success"),
    "modifier": _("Modifiers"),
    "hardship": _("Hardships"),
    "difficulty": _("Difficulties"),
    "effect": _("Continuous effects"),
    "condition": _("Conditions"),
    "weapon": _("Weapons"),
    "armor": _("Armour"),
    "equipment": _("Equipment"),
}

# Kinds that only GMs see by default: presets of orders, and kinds that a campaign added.
ASIDE = frozenset({"effect", "condition"})


@dataclass(frozen=True)
class Rule:
    """One entry of a game's rule book."""

    id: str
    area: str
    text: str


SHIPPED: Final = CompiledQuery(lambda system: CatalogueRow.objects.filter(campaign__isnull=True, system=system))
OFFERED: Final = CompiledQuery(
    lambda system, campaign: CatalogueRow.objects.filter(Q(campaign__isnull=True) | Q(campaign=campaign), system=system)
)


def catalogue(
    system: str, *, campaign: Any = None, kind: str = "", text: str = "", idle: bool = False, gm: bool = False
) -> list[CatalogueRow]:
    """The rows of a game, with a campaign's own (the same kind and key take the shipped row's place).

    `campaign` is a campaign, its id, or None for the site's rows; `idle` adds inactive rows, `gm` rows that are hidden
    from players.
    """
    rows = SHIPPED.rows(system) if campaign is None else OFFERED.rows(system, getattr(campaign, "pk", campaign))
    if kind:
        rows = [row for row in rows if row.kind == kind]
    chosen: dict[tuple[str, str], CatalogueRow] = {}
    for row in sorted(rows, key=lambda row: row.campaign_id is not None):
        chosen[row.kind, row.key] = row
    shown = [row for row in chosen.values() if (row.active or idle) and (gm or not row.gm_only)]
    found = [row for row in shown if _contains(row, text)]
    return sorted(found, key=lambda row: (row.kind, row.position, row.name.casefold()))


class FilledRow(NamedTuple):
    """A row with figures, as far as forms at the table offer it."""

    name: str
    text: str
    figures: dict[str, Any]


FIGURES: Final = CompiledQuery(
    lambda system, campaign: (
        CatalogueRow.objects.filter(Q(campaign__isnull=True) | Q(campaign=campaign), system=system)
        .order_by()
        .values_list(
            *("campaign_id", "kind", "key", "active", "gm_only", "position", "name", "text"),
            Cast("figures", TextField()),
        )
    )
)


def stored_figures(system: str, campaign_id: int) -> list[tuple[Any, ...]]:
    """What `choose_figures` chooses from: equal as long as no row changes."""
    return FIGURES.rows(system, campaign_id)


def rows_with_figures(system: str, campaign_id: int, *, gm: bool) -> list[FilledRow]:
    """Those of `catalogue(system, campaign=campaign_id, gm=gm)` that have figures; a few values instead of whole rows,
    because every table with a number to enter reads them."""
    return choose_figures(stored_figures(system, campaign_id), gm=gm)


def choose_figures(stored: list[tuple[Any, ...]], *, gm: bool) -> list[FilledRow]:
    """The rows with figures that forms offer, in their order, from `stored_figures`; not to be changed."""
    return _choose_figures(tuple(stored), gm)


@lru_cache(maxsize=64)
def _choose_figures(stored: tuple[tuple[Any, ...], ...], gm: bool) -> list[FilledRow]:
    chosen = {}
    for _own, *values in sorted(stored, key=lambda row: row[0] is not None):
        chosen[values[0], values[1]] = values
    shown = [
        (kind, position, name.casefold(), FilledRow(name, text, msgspec.json.decode(figures)))
        for kind, _key, active, gm_only, position, name, text, figures in chosen.values()
        if active and (gm or not gm_only) and figures != "{}"
    ]
    return [row for *_place, row in sorted(shown, key=lambda place_and_row: place_and_row[:3])]


def house_of(campaign: Any) -> dict[str, Any]:
    """The house rules of a campaign for the engine: `{"options", "rows": [{"kind", "key", "name", "figures"}]}`.

    `rows` are the offered ones, the campaign's own in the place of shipped ones; one query the first time.
    """
    return houses_of([campaign])[campaign.pk]


def houses_of(campaigns: Iterable[Any]) -> dict[int, dict[str, Any]]:
    """The house rules of several campaigns by their ids, in one query; the rows are cached on each campaign."""
    owners = list(campaigns)
    known = {owner.pk: owner.__dict__["_house_rows"] for owner in owners if "_house_rows" in owner.__dict__}
    missing = {owner.pk: owner for owner in owners if owner.pk not in known}
    if missing:
        rows = _rows_for(missing.values())
        known |= {pk: _in_force(owner, rows) for pk, owner in missing.items()}
    for owner in owners:
        owner.__dict__["_house_rows"] = known[owner.pk]
    return {owner.pk: {"options": dict(owner.options), "rows": known[owner.pk]} for owner in owners}


class StoredRow(NamedTuple):
    """A catalogue row as `CATALOGUE_ROWS` reads it: its figures are still JSON."""

    system: str
    campaign: int | None
    kind: str
    key: str
    name: str
    figures: str
    active: bool


CATALOGUE_ROWS: Final = CompiledLists(
    lambda campaigns, systems: (
        CatalogueRow.objects.filter(Q(campaign__isnull=True) | Q(campaign__in=campaigns), system__in=systems)
        .order_by("kind", "position", "name")
        .values_list("system", "campaign_id", "kind", "key", "name", Cast("figures", TextField()), "active")
    )
)


def _rows_for(campaigns: Iterable[Any]) -> list[StoredRow]:
    wanted = list(campaigns)
    found = CATALOGUE_ROWS.rows([campaign.pk for campaign in wanted], sorted({campaign.system for campaign in wanted}))
    return [StoredRow(*row) for row in found]


def _in_force(campaign: Any, rows: list[StoredRow]) -> list[dict[str, Any]]:
    chosen: dict[tuple[str, str], StoredRow] = {}
    for row in rows:
        place = (row.kind, row.key)
        if row.system == campaign.system and (
            row.campaign == campaign.pk or (row.campaign is None and place not in chosen)
        ):
            chosen[place] = row
    return [
        {"kind": row.kind, "key": row.key, "name": row.name, "figures": msgspec.json.decode(row.figures)}
        for row in chosen.values()
        if row.active
    ]


def kinds_of(rows: Iterable[CatalogueRow]) -> list[tuple[str, str]]:
    """The kinds of the rows, each with its heading, in the order of `KINDS`."""
    return _kinds(row.kind for row in rows)


def _kinds(named: Iterable[str]) -> list[tuple[str, str]]:
    kinds = set(named)
    return [(kind, kind_name(kind)) for kind in [kind for kind in KINDS if kind in kinds] + sorted(kinds - set(KINDS))]


def rows_with_words(rows: Iterable[CatalogueRow], text: str) -> list[CatalogueRow]:
    """The rows that contain every word of the text."""
    return [row for row in rows if _contains(row, text)]


def _contains(row: CatalogueRow, text: str) -> bool:
    searched = f"{row.name} {row.text} {row.rule} {row.kind}".casefold()
    return all(word in searched for word in text.casefold().split())


def catalogue_kinds(system: str, *, campaign: Any = None) -> list[tuple[str, str]]:
    """The kinds of row that a game has, each with its heading."""
    own = Q(campaign=campaign) if campaign is not None else Q(pk__isnull=True)
    rows = CatalogueRow.objects.filter(Q(campaign__isnull=True) | own, system=system).order_by()
    return _kinds(rows.values_list("kind", flat=True).distinct())


def may_be_hidden(kind: str) -> bool:
    """Whether rows of the kind can be kept from players; not those that sheets and checks offer."""
    return kind in ASIDE or kind not in KINDS


def book(system: str) -> list[Rule]:
    """The rules of a game in the order of their ids; [] for a game that the site does not have."""
    return [Rule(rule_row["id"], rule_row["area"], rule_row["text"]) for rule_row in play.RULES.get(system, [])]


def rule_ids(system: str) -> frozenset[str]:
    """The ids of all rules of a game."""
    return frozenset(rule_row["id"] for rule_row in play.RULES.get(system, []))


def rule(system: str, rule_id: str) -> Rule | None:
    """One rule by its id, in capital or small letters."""
    return next((book_rule for book_rule in book(system) if book_rule.id.casefold() == rule_id.casefold()), None)


def rules_with_words(rules: list[Rule], text: str) -> list[Rule]:
    """The rules that contain every word, in id, area or text."""
    words = text.casefold().split()
    return [book_rule for book_rule in rules if _searchable_text(book_rule, words)]


def _searchable_text(book_rule: Rule, words: list[str]) -> bool:
    searched = f"{book_rule.id} {book_rule.area} {book_rule.text}".casefold()
    return all(word in searched for word in words)


def areas(rules: list[Rule]) -> list[tuple[str, list[Rule]]]:
    """Rules by area, areas in the order in which they first appear."""
    grouped: dict[str, list[Rule]] = {}
    for grouped_rule in rules:
        grouped.setdefault(grouped_rule.area, []).append(grouped_rule)
    return list(grouped.items())


def rules_of_same_area(system: str, origin: Rule) -> list[Rule]:
    """The other rules of the same area."""
    return [other for other in book(system) if other.area == origin.area and other.id != origin.id]


def kind_name(kind: str) -> str:
    """The heading of a kind of rows; a kind that a campaign added is shown as it was written."""
    return force_str(KINDS.get(kind) or kind.replace("-", " ").capitalize())


def rows_by_kind(rows: list[CatalogueRow]) -> list[tuple[str, str, list[CatalogueRow]]]:
    """Catalogue rows by kind: (kind, heading, rows), in the order of `KINDS`, then kinds that a campaign added."""
    grouped: dict[str, list[CatalogueRow]] = {}
    for row in rows:
        grouped.setdefault(row.kind, []).append(row)
    return [(kind, heading, grouped[kind]) for kind, heading in _kinds(grouped)]
