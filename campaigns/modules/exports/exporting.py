"""Exports a campaign's content as a Satchel module: imported objects with everything that people changed."""

import copy
import re
from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.exports import own_content
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.format.faults import ModuleConflict
from campaigns.modules.format.references import FIELDS, IN_MARKDOWN, own_references, parse_reference
from campaigns.modules.format.semantics import UNKNOWN, clean_names
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.imports import installed_versions, local_changes
from campaigns.modules.models import ImportRun, ModuleVersion
from people.models import Campaign

Item = dict[str, Any]
NEWEST: Final = "1.0"
# Required fields: without them the object around them is removed too.
REQUIRED_REFERENCES: Final = {"groups.who", "exits.to", "relations.to", "pins.to", "cells.location"}


def export_module(campaign: Campaign, key: str) -> Item:
    """One imported module in its current state, which can be imported again.

    An unchanged module is exported as it was imported; a changed one gets a version, derived from its content, that
    follows the imported one. ModuleConflict export.nothing if the campaign has nothing of it."""
    version = _latest_run(campaign, key)
    local_module = local_changes.read_local_module(campaign, key)
    document: Item = {
        "format": "satchel",
        "format_version": NEWEST,
        "module": copy.deepcopy(version.document["module"]),
    }
    for collection in SINGULAR:
        objects = [
            local_object
            for place, local_object in local_module.objects.items()
            if place[0] == collection and not local_object.deleted
        ]
        if objects or collection in version.document:
            document[collection] = [local_object.local for local_object in objects]
    document = _complete_document(document)
    if digest(document) != version.digest:
        document["module"]["version"] = changed_version(version.version, document)
    return document


def export_campaign(campaign: Campaign) -> Item:
    """All content of a campaign: its only module if there is nothing else, or else a new module."""
    keys = sorted(set(campaign.imported.filter(tombstone=False).values_list("module_key", flat=True)))
    own_collections = own_content.collections(campaign)
    if len(keys) == 1 and not own_collections:
        return export_module(campaign, keys[0])
    if not keys and not own_collections:
        raise ModuleConflict("export.nothing", _("There is nothing to export yet. Import a module or make a monster."))
    modules = [export_module(campaign, key) for key in keys]
    document = _complete_document(clean_names(own_content.merge_modules(campaign, modules, own_collections)))
    document["module"]["version"] = f"1.0.0-here.h{digest(document)[:10]}"
    return document


def licence_warning(document: Item) -> str:
    """Why an export must not be shared as it is, in words: parts of it have no known licence; "" where all have one."""
    head = document["module"]["licence"]["spdx"]
    items = [item for name in SINGULAR for item in document.get(name, [])]
    lost = sum(item.get("licence", {}).get("spdx", head) == UNKNOWN for item in items)
    if not lost and head != UNKNOWN:
        return ""
    message = _("The licence of %(count)s objects is unknown. Enter it before you share this file.")
    return message % {"count": lost or len(items)}


def changed_version(number: str, document: Item) -> str:
    """A version between `number` and the module's next one, the same for the same content."""
    core = number.partition("-")[0]
    major, minor, patch = core.split(".")
    mark = digest({**document, "module": {**document["module"], "version": core}})[:10]
    if "-" in number:
        return f"{re.sub(r'[.]here[.].*$', '', number)}.here.h{mark}"
    return f"{major}.{minor}.{int(patch) + 1}-here.h{mark}"


def _latest_run(campaign: Campaign, key: str) -> ModuleVersion:
    """The version that was imported last and not taken back.

    A run that was taken back counts if no other one does: it may have left objects that are used in play."""
    numbers = set(campaign.imported.filter(module_key=key, tombstone=False).values_list("base_version", flat=True))
    runs = ImportRun.objects.filter(campaign=campaign, version__module__key=key)
    runs = runs.select_related("version__module").order_by("id")
    done = runs.filter(status=ImportRun.Status.DONE).last()
    if numbers and done is not None:
        return done.version
    versions = {run.version.version: run.version for run in runs.filter(status=ImportRun.Status.ROLLED_BACK)}
    installed = max(numbers & set(versions), key=installed_versions.precedence, default=None)
    if installed is not None:
        return versions[installed]
    raise ModuleConflict("export.nothing", _("The campaign contains nothing from this module."))


def _complete_document(document: Item) -> Item:
    """The document without references to missing objects (deleted, or never imported)."""
    own_names = own_references(document)
    lost = False

    def exists(reference: Any) -> bool:
        nonlocal lost
        parsed = parse_reference(reference)
        fine = parsed is None or parsed.module is not None or parsed.short in own_names
        lost = lost or not fine
        return fine

    pruned = {
        name: [_prune(name, item, exists) for item in value] if name in SINGULAR else value
        for name, value in document.items()
    }
    return pruned if lost else document


def _prune(collection: str, item: Item, exists: Callable[[Any], bool]) -> Item:
    item = copy.deepcopy(item)
    for path in FIELDS[collection]:
        _drop(item, path.split("."), path in REQUIRED_REFERENCES, exists)
    _unlink(item, exists)
    return item


def _drop(holder: Any, path: list[str], needed: bool, exists: Callable[[Any], bool]) -> None:
    if not isinstance(holder, dict):  # an archive may bring such a value; the module's check names it
        return
    name, rest = path[0], path[1:]
    value = holder.get(name)
    if not rest:
        if isinstance(value, list):
            holder[name] = [reference for reference in value if exists(reference)]
        elif value is not None and not exists(value):
            del holder[name]
    elif isinstance(value, list):
        for inner in value:
            _drop(inner, rest, needed, exists)
        if needed:
            holder[name] = [inner for inner in value if rest[0] in inner]


def _unlink(value: Any, exists: Callable[[Any], bool]) -> None:
    """Replaces links to missing objects in Markdown by their words."""
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list) and name not in {"x", "source_stats"}:
            _unlink(inner, exists)
        elif isinstance(inner, str) and "[[" in inner:
            value[name] = IN_MARKDOWN.sub(
                lambda match: match[0] if exists(match[1].strip()) else _link_words(match), inner
            )


def _link_words(match: re.Match[str]) -> str:
    reference = parse_reference(match[1].strip())
    return match[2] or (reference.key.replace("-", " ") if reference else match[1])
