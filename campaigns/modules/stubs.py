"""Foes that a module names and nobody has: a monster with nothing but its name stands for each, if that is allowed."""

from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.models import Campaign, ImportedObject
from campaigns.modules.faults import Fault, ModuleInvalid
from campaigns.modules.own_content import joined
from campaigns.modules.references import Reference, objects, of_object, own_references
from campaigns.modules.schema import SINGULAR

Item = dict[str, Any]
MONSTERS: Final = "monsters"
MARK: Final = "satchel:stub"


def completed(campaign: Campaign, document: Item, allowed: bool) -> tuple[Item, list[Fault]]:
    """The document with a stub for every foe that is missing, and a warning for each.

    A foe of a required module is missing until that module was imported here. Stubs that stand already stay; for new
    ones it must be `allowed`, or ModuleInvalid ref.unresolved names the module's own missing foes (those of other
    modules are refused when a fight needs them)."""
    here = {
        (row.module_key, row.key): row.current
        for row in ImportedObject.objects.filter(campaign=campaign, collection="monsters", tombstone=False)
    }
    module, own = document["module"]["key"], own_references(document)
    found: dict[str, tuple[Reference, Item]] = {}
    refused: list[Fault] = []
    for reference in _foes(document):
        there = reference.short in own if reference.module is None else (reference.module, reference.key) in here
        key = stub_key(reference)
        if there or key in found:
            continue
        if not allowed and MARK not in here.get((module, key), {}).get("x", {}):
            message = _("there is no %(text)s; upload it with its module, or import with allow_missing")
            refused += [] if reference.module else [
                Fault(reference.pointer, "ref.unresolved", message % {"text": reference.text})]  # fmt: skip
            continue
        found[key] = reference, _stub(reference, key)
    if refused:
        raise ModuleInvalid(sorted(refused)[:200])
    if not found:
        return document, []
    message = _("%(text)s is missing; a stub stands for it, with the usual figures")
    warnings = [
        Fault(reference.pointer, "ref.stub", message % {"text": reference.text})
        for reference, _item in found.values()
    ]  # fmt: skip
    stubs = [item for _reference, item in found.values()]
    return document | {"monsters": [*document.get("monsters", []), *stubs]}, warnings


def stub_key(reference: Reference) -> str:
    """The key under which a stub of the foe stands in the module that names it."""
    return reference.key if reference.module is None else joined(reference.module, reference.key)


def _foes(document: Item) -> list[Reference]:
    return [
        reference
        for collection in SINGULAR
        for index, item in objects(document, collection)
        for reference in of_object(collection, item, f"/{collection}/{index}")
        if reference.kind == "monster"
    ]


def _stub(reference: Reference, key: str) -> Item:
    name = reference.key.replace("-", " ").capitalize()[:120]
    words = _("This foe is missing from the module; only its name is known. Give it figures before it fights.")
    return {
        "key": key, "name": name, "blocks": [{"key": "stub", "kind": "gm", "md": words}],
        "x": {MARK: reference.text},
    }  # fmt: skip
