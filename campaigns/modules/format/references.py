"""References between objects of modules: finding, parsing and checking them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.modules.format import version_ranges
from campaigns.modules.format.faults import Fault, at, quote_value
from campaigns.modules.format.vocabulary import PLURAL, REFERENCE, SINGULAR

# Returns the references ("monster:goblin") of the module with a key and a range of versions, or None.
Known = Callable[[str, str], set[str] | None]
IN_MARKDOWN: Final = re.compile(r"\[\[([^\[\]|\n]{1,200})(?:\|([^\[\]\n]{1,200}))?\]\]")
LOOKS_LIKE: Final = re.compile(r"(?:[a-z0-9-]+/)?[a-z]+:[A-Za-z0-9-]+")
FIELDS: Final = {
    "chapters": ["contents"],
    "locations": ["parent", "exits.to", "exits.locked", "encounters", "hazards", "treasure", "checks"],
    "scenes": ["location", "encounters", "checks", "leads_to"],
    "encounters": ["groups.who", "awards", "treasure", "checks"],
    "monsters": ["portrait"],
    "npcs": ["monster", "portrait", "relations.to"],
    "hazards": ["spot", "avoid", "disarm"],
    "treasures": [],
    "handouts": ["assets"],
    "tables": ["rows.refs"],
    "checks": [],
    "awards": [],
    "maps": ["asset", "player_asset", "pins.to", "cells.location"],
    "assets": [],
}


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference at `pointer`; `module` is None for the module's own objects."""

    pointer: str
    text: str
    module: str | None
    kind: str
    key: str

    @property
    def short(self) -> str:
        """The reference without its module."""
        return f"{self.kind}:{self.key}"

    @property
    def collection(self) -> str:
        """The collection of the referenced object."""
        return PLURAL[self.kind]


def parse_reference(text: Any, pointer: str = "") -> Reference | None:
    """The parts of `[module/]kind:key`; None if the text is not a reference."""
    match = REFERENCE.fullmatch(text) if isinstance(text, str) else None
    if match is None or match[2] not in PLURAL:
        return None
    return Reference(pointer, text, match[1], match[2], match[3])


def objects(document: dict[str, Any], collection: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a collection with their index; skips values that are no objects."""
    items = document.get(collection)
    for index, item in enumerate(items if isinstance(items, list) else []):
        if isinstance(item, dict):
            yield index, item


def of_object(collection: str, item: dict[str, Any], pointer: str) -> Iterator[Reference]:
    """The references in the fields of one object (not those in its Markdown)."""
    for path in FIELDS[collection]:
        for place, value in _values(item, path.split("."), pointer):
            reference = parse_reference(value, place)
            if reference:
                yield reference


def _values(value: Any, path: list[str], pointer: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _values(inner, path, at(pointer, index))
    elif not path:
        yield pointer, value
    elif isinstance(value, dict) and path[0] in value:
        yield from _values(value[path[0]], path[1:], at(pointer, path[0]))


def markdown(value: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Every Markdown text in a value with its pointer; extension bags and source stats hold none."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in {"md", "summary", "changelog", "text"} and isinstance(inner, str):
                yield at(pointer, name), inner
            elif name not in {"x", "source_stats"}:
                yield from markdown(inner, at(pointer, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from markdown(inner, at(pointer, index))


def check(document: dict[str, Any], known: Known, missing: bool = False) -> Iterator[Fault]:
    """Faults of references: unresolved, of a wrong kind in Markdown, and locations that contain themselves.

    With `missing`, missing monsters are warnings, because stubs replace them."""
    own_names = own_references(document)
    requires = _required_modules(document)
    yield from _ranges(document, requires)
    for collection in SINGULAR:
        for index, item in objects(document, collection):
            for reference in of_object(collection, item, at("", collection, index)):
                yield from _as_faults(reference, _find_unresolved(reference, own_names, requires, known), missing)
    for pointer, text in markdown(document):
        for match in IN_MARKDOWN.finditer(text):
            named = parse_reference(match[1].strip(), pointer)
            if named:
                yield from _as_faults(named, _find_unresolved(named, own_names, requires, known), missing)
            elif LOOKS_LIKE.fullmatch(match[1].strip()):
                yield Fault(
                    pointer, "ref.wrong_type", _("[[%(text)s]] does not name a kind of object") % {"text": match[1]}
                )
    yield from _cycles(document)


def _as_faults(reference: Reference, faults: Iterator[Fault], missing: bool) -> Iterator[Fault]:
    """The faults; missing monsters are warnings if they may be missing."""
    for fault in faults:
        if missing and reference.kind == "monster":
            message = _("%(text)s is missing; a placeholder with default figures replaces it")
            yield Fault(fault.pointer, "ref.stub", message % {"text": quote_value(reference.text)})
        else:
            yield fault


def own_references(document: dict[str, Any]) -> set[str]:
    """Every object of the document as `kind:key`.

    A misspelt key also counts in its corrected form, so that its fault is not repeated at every reference."""
    return {
        f"{kind}:{key}"
        for collection, kind in SINGULAR.items()
        for _index, item in objects(document, collection)
        if isinstance(item.get("key"), str)
        for key in (item["key"], slugify(item["key"]))
    }


def _required_modules(document: dict[str, Any]) -> dict[str, str]:
    """The required modules with their ranges of versions."""
    module = document.get("module")
    listed = module.get("requires") if isinstance(module, dict) else None
    required = {}
    for requirement in listed if isinstance(listed, list) else []:
        if isinstance(requirement, dict) and isinstance(requirement.get("module"), str):
            wanted = requirement.get("version")
            required[requirement["module"]] = wanted if isinstance(wanted, str) else ""
    return required


def _ranges(_document: dict[str, Any], requires: dict[str, str]) -> Iterator[Fault]:
    for index, (module, wanted) in enumerate(requires.items()):
        if wanted and version_ranges.bounds(wanted) is None:
            message = _("%(text)s of %(module)s is not a range of versions such as '>=1.0.0 <2'")
            pointer = at("/module/requires", index, "version")
            yield Fault(pointer, "schema.pattern", message % {"text": quote_value(wanted), "module": module})


def _find_unresolved(
    reference: Reference, own_references: set[str], requires: dict[str, str], known: Known
) -> Iterator[Fault]:
    values = {"text": quote_value(reference.text), "module": reference.module}
    if reference.module is None:
        if reference.short not in own_references:
            yield Fault(reference.pointer, "ref.unresolved", _("there is no %(text)s in this module") % values)
    elif reference.module not in requires:
        message = _("%(text)s points into a module that 'requires' does not name: %(module)s") % values
        yield Fault(reference.pointer, "ref.unresolved", message)
    else:
        theirs = known(reference.module, requires[reference.module])
        if theirs is None:
            values["wanted"] = requires[reference.module]
            message = (
                _("%(text)s needs the module %(module)s %(wanted)s, which is not in the library; upload it first")
                % values
            )
            yield Fault(reference.pointer, "ref.unresolved", message)
        elif reference.short not in theirs:
            yield Fault(reference.pointer, "ref.unresolved", _("the module %(module)s has no %(text)s") % values)


def _cycles(document: dict[str, Any]) -> Iterator[Fault]:
    parents: dict[str, tuple[int, str]] = {}
    for index, item in objects(document, "locations"):
        parent = parse_reference(item.get("parent"))
        if parent and parent.module is None and isinstance(item.get("key"), str):
            parents[item["key"]] = (index, parent.key)
    done: set[str] = set()
    for start in parents:
        path: dict[str, None] = {}  # a dictionary, for fast lookups in long chains
        here = start
        while here in parents and here not in done and here not in path:
            path[here] = None
            here = parents[here][1]
        if here in path and here not in done:
            steps = list(path)
            loop = steps[steps.index(here) :]
            pointer = at("", "locations", parents[here][0], "parent")
            yield Fault(
                pointer,
                "ref.cycle",
                _("these locations contain each other: %(loop)s")
                % {"loop": quote_value(" > ".join([*loop[:10], here]))},
            )
        done.update(path)
