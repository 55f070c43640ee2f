"""Presents an imported object for the GM: text blocks with links, facts, and related objects."""

from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.modules import effect_text, stats_conversion
from campaigns.modules.format import text
from campaigns.modules.format.references import Reference, parse_reference

Item = dict[str, Any]
BLOCK_LABELS: Final = {
    "read_aloud": gettext_lazy("Read aloud"),
    "gm": gettext_lazy("For the GM"),
    "secret": gettext_lazy("Secret"),
    "player": gettext_lazy("Players may know"),
    "rules": gettext_lazy("Rules"),
}
# Labels of a difficulty's figures; backgrounds, traits and skills have the group's own names.
FIGURES: Final = {
    "value": gettext_lazy("difficulty"),
    "modifier": gettext_lazy("difficulty"),
    "level": gettext_lazy("difficulty"),
    "cos": gettext_lazy("CoS"),
    "background": gettext_lazy("Background"),
    "trait": gettext_lazy("Trait"),
    "skill": gettext_lazy("Skill"),
    "group": gettext_lazy("Group"),
}
LISTS: Final = {
    "chapters": [("contents", gettext_lazy("In this chapter"))],
    "locations": [
        ("encounters", gettext_lazy("Encounters")),
        ("hazards", gettext_lazy("Hazards")),
        ("treasure", gettext_lazy("Treasure")),
        ("checks", gettext_lazy("Checks")),
    ],
    "scenes": [
        ("location", gettext_lazy("Where")),
        ("encounters", gettext_lazy("Encounters")),
        ("checks", gettext_lazy("Checks")),
        ("leads_to", gettext_lazy("Leads to")),
    ],
    "encounters": [
        ("checks", gettext_lazy("Checks")),
        ("treasure", gettext_lazy("Treasure")),
        ("awards", gettext_lazy("Awards")),
    ],
    "npcs": [("monster", gettext_lazy("Fights as"))],
    "hazards": [
        ("spot", gettext_lazy("To notice it")),
        ("avoid", gettext_lazy("To avoid it")),
        ("disarm", gettext_lazy("To disarm it")),
    ],
}


PLACES: Final = {"title": gettext_lazy("Title"), "name": gettext_lazy("Name"), "summary": gettext_lazy("Summary")}


def where(pointer: str, item: Item | None) -> str:
    """The description of a place in an object, such as the label of a text block, or else the pointer."""
    steps = pointer.strip("/").split("/")
    if steps == [""]:
        return _("all")
    if steps[0] in PLACES and len(steps) == 1:
        return str(PLACES[steps[0]])
    if steps[0] == "blocks" and len(steps) > 1:
        block: Item = next(
            (candidate for candidate in (item or {}).get("blocks", []) if candidate.get("key") == steps[1]), {}
        )
        label = BLOCK_LABELS.get(block.get("kind", ""))
        if label:
            return str(block.get("title") or label)
    return " / ".join(steps)


@dataclass(frozen=True, slots=True)
class Block:
    """A text block: `kind` for its style, `label` for people, and `md` with links instead of references."""

    kind: str
    label: str
    title: str
    md: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line with an optional link: `url` may be empty; `md` is Markdown below it."""

    title: str
    url: str = ""
    note: str = ""
    md: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """The `figures` of a check for people, and the `fields` with which the check page opens."""

    figures: list[tuple[str, str]]
    fields: dict[str, Any]


@dataclass(slots=True)
class PresentedObject:
    """One object, ready for a template."""

    title: str
    blocks: list[Block] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    aspects: list[str] = field(default_factory=list)
    sections: list[tuple[str, list[Entry]]] = field(default_factory=list)
    check: Check | None = None
    pictures: list[tuple[str, str, str]] = field(default_factory=list)
    things: list[tuple[str, str]] = field(default_factory=list)
    licence: str = ""
    attribution: str = ""
    source: str = ""


def present(
    collection: str,
    item: Item,
    module: Item,
    game: str,
    resolve: text.Resolver,
    tables: stats_conversion.Tables | None = None,
) -> PresentedObject:
    """The object for the GM of a campaign with this `game`; `module` is the document's head (licence, sources).

    `tables` convert difficulties and effects that the module has only for another game."""
    shown = PresentedObject(text.title(item))
    shown.blocks = [
        Block(
            block["kind"],
            str(BLOCK_LABELS[block["kind"]]),
            block.get("title", ""),
            text.render_links(block["md"], resolve),
        )
        for block in item.get("blocks", [])
    ]
    shown.facts, shown.aspects = _facts(item), item.get("aspects", [])
    _section(shown, _("Who"), [_group(group, resolve) for group in item.get("groups", [])])
    for name, label in LISTS.get(collection, []):
        _section(shown, str(label), [_entry(raw_entry, resolve) for raw_entry in _as_list(item.get(name))])
    _section(shown, _("Exits"), [_exit(way_out, resolve) for way_out in item.get("exits", [])])
    _section(shown, _("Bonds"), [_relation(relation, resolve) for relation in item.get("relations", [])])
    _section(shown, _("Items"), [_thing(thing, resolve) for thing in item.get("items", [])])
    shown.things = [(thing["key"], thing["name"]) for thing in item.get("items", [])]
    shown.things += [("coins", _("the coins"))] if item.get("coins") else []
    if collection == "tables":
        _section(shown, _("Rows"), [_row(row, resolve) for row in item.get("rows", [])])
    if collection == "checks":
        shown.check = _check(item, game, tables)
    effects = {"effect": _("Effect"), "success": _("On a success"), "failure": _("On a failure")}
    for name, heading in effects.items():
        if name in item:
            _section(shown, heading, [_effect(item[name], game, resolve, tables)])
    _credit(shown, item, module)
    return shown


def _section(shown: PresentedObject, label: str, entries: list[Entry]) -> None:
    if entries:
        shown.sections.append((label, entries))


def _as_list(value: Any) -> list[str]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _entry(reference: str, resolve: text.Resolver) -> Entry:
    parsed = parse_reference(reference)
    target = resolve(parsed) if parsed else None
    return Entry(*target) if target else Entry(_spell(parsed, reference))


def _spell(reference: Reference | None, fallback: str) -> str:
    return reference.key.replace("-", " ") if reference else fallback


def _facts(item: Item) -> list[tuple[str, str]]:
    facts = [
        (_("Number"), item.get("number", "")),
        (_("Role"), item.get("role", "")),
        (_("Kind"), item.get("kind", "")),
        (_("Size"), item.get("size", "")),
        (_("When"), item.get("when", "")),
        (_("Intent"), item.get("intent", "")),
        (_("Method"), _method(item.get("method"))),
        (_("Coins"), ", ".join(f"{count} {name}" for name, count in item.get("coins", {}).items())),
    ]
    return [(label, value) for label, value in facts if value]


def _method(method: Item | None) -> str:
    if not method:
        return ""
    if "roll" in method:
        return _("roll %(dice)s") % {"dice": method["roll"]}
    if "draw" in method:
        return _("draw a card (%(deck)s)") % {"deck": method["draw"]}
    return _("pick one")


def _exit(way_out: Item, resolve: text.Resolver) -> Entry:
    target = _entry(way_out["to"], resolve)
    notes = [
        way_out.get("label", ""),
        {"secret": _("secret"), "one-way": _("one way")}.get(way_out.get("kind", ""), ""),
    ]
    if "locked" in way_out:
        notes.append(_("locked: %(check)s") % {"check": _entry(way_out["locked"], resolve).title})
    return Entry(target.title, target.url, ", ".join(note for note in notes if note))


def _relation(relation: Item, resolve: text.Resolver) -> Entry:
    target = _entry(relation["to"], resolve)
    return Entry(target.title, target.url, relation["label"])


def _group(group: Item, resolve: text.Resolver) -> Entry:
    target = _entry(group["who"], resolve)
    count = group["count"]
    if isinstance(count, dict):
        table = count.get("by_party_size", {})
        by_size = ", ".join(f"{size}: {table[size]}" for size in sorted(table, key=int))
        number = _("%(base)s for a party of %(party)s") % {"base": count["base"], "party": count["for_party"]}
        number += f" ({_('by party')} {by_size})" if by_size else ""
    else:
        number = str(count)
    notes = [
        number,
        group.get("role", ""),
        _("hidden at first") if group.get("hidden") else "",
        ", ".join(group.get("names", [])),
    ]
    return Entry(
        target.title,
        target.url,
        " · ".join(note for note in notes if note),
        _render_links(group.get("note"), resolve),
    )


def _thing(thing: Item, resolve: text.Resolver) -> Entry:
    count = f"{thing['quantity']} × " if thing.get("quantity", 1) > 1 else ""
    notes = [thing.get("value", ""), _("unique") if thing.get("unique") else ""]
    return Entry(
        count + thing["name"], "", ", ".join(note for note in notes if note), _render_links(thing.get("md"), resolve)
    )


def _row(table_row: Item, resolve: text.Resolver) -> Entry:
    label = ", ".join(table_row.get("cards", []))
    if "from" in table_row:
        last = table_row.get("to", table_row["from"])
        label = str(table_row["from"]) if last == table_row["from"] else f"{table_row['from']}–{last}"
    return Entry(label, "", "", _render_links(table_row["md"], resolve))


def _render_links(markdown: str | None, resolve: text.Resolver) -> str:
    return text.render_links(markdown, resolve) if markdown else ""


def _check(item: Item, game: str, tables: stats_conversion.Tables | None) -> Check | None:
    """The figures for this game and the fields of its check page, if necessary converted from the DC."""
    difficulty = stats_conversion.difficulty(item["difficulty"], tables, game)
    figures = {name: value for name, value in difficulty.get(game, {}).items() if name != "x"}
    if not figures:
        return None
    fields = stats_conversion.check_fields(game)
    rows = [(str(FIGURES.get(name, name)), str(value)) for name, value in figures.items()]
    return Check(rows, {fields[name]: value for name, value in figures.items() if fields.get(name)})


def _effect(effect: Item, game: str, resolve: text.Resolver, tables: stats_conversion.Tables | None) -> Entry:
    return Entry(effect_text.effect_words(effect, game, tables), "", "", _render_links(effect.get("md"), resolve))


def _credit(shown: PresentedObject, item: Item, module: Item) -> None:
    licence = item.get("licence") or module["licence"]
    shown.licence = licence["spdx"]
    shown.attribution = licence.get("attribution") or module["licence"].get("attribution", "")
    named = item.get("provenance", {}).get("source")
    for source in module.get("sources", []):
        if source["key"] == named:
            shown.source = source["title"]
