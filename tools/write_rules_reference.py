"""Writes docs/rules/*.md, the rules reference of each game, from the code: `python tools/write_rules_reference.py`."""

import json
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import inspect

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "rules"
sys.path.insert(0, str(ROOT))

from rules import play  # noqa: E402
from rules.engine.json_types import Offer  # noqa: E402
from rules.engine.schemas import GameShapes, HasShapes  # noqa: E402
from rules.games import registry  # noqa: E402

IN_EVERY_EVENT = frozenset({"type", "text", "rules", "visible_to"})
NOTE = "<!-- Written by tools/write_rules_reference.py from the code. Do not edit; run the tool again. -->"


def references() -> dict[str, str]:
    """The text of every file of the reference, by its name."""
    games = {f"{slug}.md": reference(slug) for slug in play.SYSTEMS}
    return {"README.md": overview(), **games}


def overview() -> str:
    """The list of the games, with links to their references."""
    rows = [
        f"| [{about['name']}]({slug}.md) | `{slug}` | {about['gm']} | {about['chance']} | {len(play.RULES[slug])} |"
        for slug, about in sorted(play.SYSTEMS.items())
    ]
    lines = [
        NOTE,
        "# Rules reference",
        "",
        "Each rule has an id that never changes and is never reused. Events, refusals, offers, log entries, help",
        "pages and tests name rules by these ids: `git grep -n F52-26 -- rules tests` finds the code and the tests",
        "of a rule. The site shows the same texts at `/rules/` and serves them at `/api/v1/rules/<slug>/`.",
        "",
        "| game | slug | its game master is called | chance | rules |",
        "| --- | --- | --- | --- | --- |",
        *rows,
    ]
    return "\n".join(lines) + "\n"


def reference(slug: str) -> str:
    """The reference of one game."""
    about, rules = play.SYSTEMS[slug], play.RULES[slug]
    rulings, shapes = rulings_of(slug), shapes_of(slug)
    lines = [
        NOTE,
        f"# {about['name']}",
        "",
        f"The slug is `{slug}`. The game master is called {about['gm']}. Chance comes from {about['chance']}.",
        "",
        "A rule marked *ruling* is decided by this project, in whole or in part, because the source leaves it open.",
        "",
        *options(about.get("options", {})),
        *command_lines(about, shapes.commands if shapes else {}, shapes.sentences if shapes else {}),
        *check_lines(about),
        *(setup_lines(shapes.setup) if shapes else ()),
        *(event_lines(shapes.events) if shapes else ()),
        *(view_lines(shapes.view) if shapes else ()),
        *(offer_lines(shapes.offer) if shapes else ()),
        *rule_lines(rules, rulings),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def rulings_of(slug: str) -> frozenset[str]:
    """The ids that the game's rulebook marks as decided by this project."""
    found: frozenset[str] = getattr(import_module(f"{package_of(slug)}.rulebook"), "RULINGS", frozenset())
    return found


def options(given: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The campaign options as a table."""
    if not given:
        return
    yield from (
        "## Campaign options",
        "",
        "| option | meaning | values | default | rule |",
        "| --- | --- | --- | --- | --- |",
    )
    for name, option in given.items():
        rule = option.get("rule", "")
        yield f"| `{name}` | {option['label']} | {values(option)} | `{plain(option['default'])}` | {rule} |"
    yield ""


def values(option: dict[str, Any]) -> str:
    """The values that an option may have."""
    if "choices" in option:
        return ", ".join(f"`{plain(value)}`" for value in option["choices"])
    ends = f"{option['min']} to {option['max']}"
    return f"{ends}, or `null`" if option.get("nullable") else ends


def plain(value: object) -> str:
    """A default or a choice as JSON, but texts without quotation marks."""
    return value if isinstance(value, str) else json.dumps(value)


def package_of(slug: str) -> str:
    """The package of a game's code."""
    return type(registry.game(slug)).__module__.rpartition(".")[0]


def shapes_of(slug: str) -> GameShapes | None:
    """The types of the game's inputs and outputs; None for a game without named types."""
    game = registry.game(slug)
    return game.shapes if isinstance(game, HasShapes) else None


def command_lines(about: dict[str, Any], shapes: Mapping[str, type], sentences: Mapping[str, str]) -> Iterator[str]:
    """Every command with what it does and its fields."""
    yield from ("## Commands", "", "Fields marked `?` may be left out.", "")
    for name in about["commands"]:
        fields = shape_text(shapes[name]) if name in shapes else ""
        told = f": {sentences[name]}" if name in sentences else ""
        yield f"- `{name}`{told}" + (f" {fields}" if fields else "")
    yield ""


def check_lines(about: dict[str, Any]) -> Iterator[str]:
    """The kinds of checks."""
    if about.get("checks"):
        yield from ("## Checks", "", ", ".join(f"`{name}`" for name in about["checks"]) + ".", "")


def setup_lines(setup: type) -> Iterator[str]:
    """The shape of a setup, and of what it holds."""
    yield from ("## Setup", "", f"- setup: {shape_text(setup)}")
    yield from (f"- {struct.__name__}: {shape_text(struct)}" for struct in inner_shapes(setup))
    yield ""


def event_lines(events: Mapping[str, type]) -> Iterator[str]:
    """Every type of event with its fields, and what the fields hold."""
    yield from (
        "## Events",
        "",
        "Every event also has `text`, `rules` and `visible_to`. `?` marks what may be missing.",
        "",
    )
    for name, shape in sorted(events.items()):
        fields = shape_text(shape, leave_out=IN_EVERY_EVENT)
        yield f"- `{name}`: {sentence(shape)}" + (f" {fields}" if fields else "")
    held = {inner: None for shape in events.values() for inner in inner_shapes(shape)}
    yield from (f"- {shape.__name__}: {sentence(shape)} {shape_text(shape)}" for shape in held)
    yield ""


def view_lines(view: type) -> Iterator[str]:
    """The view with its fields, and what they hold."""
    yield from ("## View", "")
    for shape in (view, *inner_shapes(view)):
        yield f"- {shape.__name__}: {sentence(shape)} {shape_text(shape)}"
    yield ""


def offer_lines(offer: type) -> Iterator[str]:
    """The fields of an offer, when the game has some of its own; docs/engine-contract.md has the others."""
    if offer is Offer:
        return
    common = frozenset(Offer.__annotations__)
    yield from ("## Offers", "", f"- offer: {shape_text(offer, leave_out=common)}")
    inner = [shape for shape in inner_shapes(offer) if shape not in inner_shapes(Offer)]
    yield from (f"- {shape.__name__}: {sentence(shape)} {shape_text(shape)}" for shape in inner)
    yield ""


def sentence(shape: type) -> str:
    """The documentation of a type."""
    return " ".join((shape.__doc__ or "").split())


def inner_shapes(struct: type) -> list[type]:
    """The shapes that a shape holds, each once, in the order in which they appear."""
    found: dict[type, None] = {}
    waiting: list[Any] = [field.type for field in inspect.type_info(struct).fields]  # type: ignore[attr-defined]
    while waiting:
        kind = waiting.pop(0)
        if isinstance(kind, inspect.StructType | inspect.TypedDictType) and kind.cls not in found:
            found[kind.cls] = None
            waiting += [field.type for field in kind.fields]
        waiting += [*getattr(kind, "types", ())]
        waiting += [kind.type] if isinstance(kind, inspect.Metadata) else []
        waiting += [part for part in (getattr(kind, name, None) for name in ("item_type", "value_type")) if part]
    return [*found]


def shape_text(struct: type, leave_out: frozenset[str] = frozenset()) -> str:
    """The fields of a shape in one line; `actor` of a command is left out, because every command has it."""
    told = []
    every = isinstance(inspect.type_info(struct), inspect.TypedDictType)
    for field in inspect.type_info(struct).fields:  # type: ignore[attr-defined]
        if field.encode_name in leave_out:
            continue
        if every or field.encode_name != "actor" or is_gm_alone(field.type):
            null = " or `null`" if every and can_be_null(field.type) else ""
            told.append(f"`{field.encode_name}{'' if field.required else '?'}`: {type_text(field.type)}{null}")
    return "; ".join(told)


def can_be_null(kind: inspect.Type) -> bool:
    """Whether a field of a game's output may be null."""
    if isinstance(kind, inspect.Metadata):
        return can_be_null(kind.type)
    return isinstance(kind, inspect.UnionType) and any(isinstance(one, inspect.NoneType) for one in kind.types)


def is_gm_alone(kind: inspect.Type) -> bool:
    """Whether a command's actor can only be the GM."""
    return isinstance(kind, inspect.LiteralType) and kind.values == ("gm",)


def type_text(kind: inspect.Type) -> str:
    """A field's type in words."""
    if isinstance(kind, inspect.Metadata):
        return type_text(kind.type)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(type_text(one) for one in kind.types if not isinstance(one, inspect.NoneType))
    if isinstance(kind, inspect.LiteralType):
        return " \\| ".join(f"`{plain(value)}`" for value in kind.values)
    if isinstance(kind, inspect.StructType | inspect.TypedDictType):
        return kind.cls.__name__
    if isinstance(kind, inspect.ListType):
        return f"list of {type_text(kind.item_type)}" + limits(kind.min_length, kind.max_length)
    if isinstance(kind, inspect.DictType):
        return f"object of {type_text(kind.value_type)}"
    if isinstance(kind, inspect.IntType):
        return "integer" + limits(kind.ge, kind.le)
    return {inspect.StrType: "text", inspect.BoolType: "yes or no"}.get(type(kind), "any value")


def limits(least: int | None, most: int | None) -> str:
    """The ends of a range."""
    if least is None and most is None:
        return ""
    return f" ({'' if least is None else least}–{'' if most is None else most})"


def rule_lines(rules: list[dict[str, Any]], rulings: frozenset[str]) -> Iterator[str]:
    """Every rule, under the heading of its area."""
    for area, some in groupby(rules, key=lambda rule: rule["area"]):
        yield from (f"## {area}", "")
        for rule in some:
            mark = " *ruling*" if rule["id"] in rulings else ""
            yield f"- **{rule['id']}**{mark} {rule['text']}"
        yield ""


def main() -> None:
    """Write the files, and remove those of games that are gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts = references()
    for path in FOLDER.glob("*.md"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
