"""Stubs that replace missing monsters of a module, if that is allowed."""

from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.exports.own_content import STUB_MARK, joined_key
from campaigns.modules.format.faults import Fault, ModuleInvalid
from campaigns.modules.format.references import Reference, objects, of_object, own_references
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.models import ImportedObject
from people.models import Campaign

Item = dict[str, Any]
MONSTERS: Final = "monsters"


def add_stubs(campaign: Campaign, document: Item, allowed: bool) -> tuple[Item, list[Fault]]:
    """The document with a stub for every missing monster, and a warning for each.

    A monster of a required module is missing until that module is imported here. Existing stubs stay; new ones must be
    `allowed`, or ModuleInvalid ref.unresolved lists the module's own missing monsters (those of other modules are
    refused by needed_foes.py if an encounter needs them)."""
    here = {
        (row.module_key, row.key): row.current
        for row in ImportedObject.objects.filter(campaign=campaign, collection="monsters", tombstone=False)
    }
    module, own_keys = document["module"]["key"], own_references(document)
    missing: dict[str, tuple[Reference, Item]] = {}
    refused: list[Fault] = []
    for reference in _foes(document):
        there = reference.short in own_keys if reference.module is None else (reference.module, reference.key) in here
        key = stub_key(reference)
        if there or key in missing:
            continue
        if not allowed and STUB_MARK not in here.get((module, key), {}).get("x", {}):
            if reference.module is None:
                message = _("%(text)s does not exist; upload its module, or import with allow_missing")
                refused.append(Fault(reference.pointer, "ref.unresolved", message % {"text": reference.text}))
            continue
        missing[key] = reference, _stub(reference, key)
    if refused:
        raise ModuleInvalid(sorted(refused)[:200])
    if not missing:
        return document, []
    message = _("%(text)s is missing; a placeholder with default figures replaces it")
    warnings = [
        Fault(reference.pointer, "ref.stub", message % {"text": reference.text})
        for reference, _item in missing.values()
    ]
    stubs = [item for _reference, item in missing.values()]
    return document | {"monsters": [*document.get("monsters", []), *stubs]}, warnings


def stub_key(reference: Reference) -> str:
    """The key of the stub in the module that refers to the monster."""
    return reference.key if reference.module is None else joined_key(reference.module, reference.key)


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
    words = _("This monster is missing from the module; only its name is known. Add figures before it fights.")
    return {
        "key": key,
        "name": name,
        "blocks": [{"key": "stub", "kind": "gm", "md": words}],
        "x": {STUB_MARK: reference.text},
    }
