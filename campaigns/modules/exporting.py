"""A campaign's content as a Satchel module: what was imported with everything people changed in it."""

import copy
import re
from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.models import Campaign, ImportRun, ModuleVersion
from campaigns.modules import local, own_content, planning
from campaigns.modules.canonical import digest
from campaigns.modules.faults import ModuleConflict
from campaigns.modules.references import FIELDS, IN_MARKDOWN, own_references, parsed
from campaigns.modules.schema import SINGULAR

Item = dict[str, Any]
NEWEST: Final = "1.0"
# Fields that an object cannot do without: what they stand in goes with them.
NEEDED: Final = {"groups.who", "exits.to", "relations.to", "pins.to", "cells.location"}


def module(campaign: Campaign, key: str) -> Item:
    """One imported module as it stands in the campaign, fit to be imported again.

    An untouched module comes out as it was; a changed one gets a version of its own, made of its content, that
    comes after the one it was made from. ModuleConflict export.nothing when nothing of it stands."""
    version = _latest(campaign, key)
    standing = local.stand(campaign, key)
    document: Item = {
        "format": "satchel",
        "format_version": NEWEST,
        "module": copy.deepcopy(version.document["module"]),
    }
    for collection in SINGULAR:
        found = [one for place, one in standing.objects.items() if place[0] == collection and not one.deleted]
        if found or collection in version.document:
            document[collection] = [one.local for one in found]
    document = _whole(document)
    if digest(document) != version.digest:
        document["module"]["version"] = changed_version(version.version, document)
    return document


def whole(campaign: Campaign) -> Item:
    """Everything a campaign has: its one module when there is nothing else, else a module of the campaign's own."""
    keys = sorted(set(campaign.imported.filter(tombstone=False).values_list("module_key", flat=True)))
    own = own_content.collections(campaign)
    if len(keys) == 1 and not own:
        return module(campaign, keys[0])
    if not keys and not own:
        raise ModuleConflict("export.nothing", _("There is nothing to export yet: import a module or make a monster."))
    return own_content.together(campaign, [module(campaign, key) for key in keys], own)


def changed_version(number: str, document: Item) -> str:
    """A version that comes after `number` and before the module's next one, the same for the same content."""
    core = number.partition("-")[0]
    major, minor, patch = core.split(".")
    mark = digest({**document, "module": {**document["module"], "version": core}})[:10]
    if "-" in number:
        return f"{re.sub(r'[.]here[.].*$', '', number)}.here.h{mark}"
    return f"{major}.{minor}.{int(patch) + 1}-here.h{mark}"


def _latest(campaign: Campaign, key: str) -> ModuleVersion:
    runs = ImportRun.objects.filter(campaign=campaign, version__module__key=key, status=ImportRun.Status.DONE)
    numbers = set(campaign.imported.filter(module_key=key, tombstone=False).values_list("base_version", flat=True))
    versions = {run.version.version: run.version for run in runs.select_related("version__module").order_by("id")}
    installed = max(numbers & set(versions), key=planning.precedence, default=None)
    if installed is None:
        raise ModuleConflict("export.nothing", _("Nothing of this module stands in the campaign."))
    return versions[installed]


def _whole(document: Item) -> Item:
    """The document without references to what does not stand here (deleted, or never imported)."""
    own = own_references(document)
    lost = False

    def stands(reference: Any) -> bool:
        nonlocal lost
        found = parsed(reference)
        fine = found is None or found.module is not None or found.short in own
        lost = lost or not fine
        return fine

    pruned = {
        name: [_pruned(name, item, stands) for item in value] if name in SINGULAR else value
        for name, value in document.items()
    }
    return pruned if lost else document


def _pruned(collection: str, item: Item, stands: Callable[[Any], bool]) -> Item:
    item = copy.deepcopy(item)
    for path in FIELDS[collection]:
        _drop(item, path.split("."), path in NEEDED, stands)
    _unlink(item, stands)
    return item


def _drop(holder: Item, path: list[str], needed: bool, stands: Callable[[Any], bool]) -> None:
    name, rest = path[0], path[1:]
    value = holder.get(name)
    if not rest:
        if isinstance(value, list):
            holder[name] = [one for one in value if stands(one)]
        elif value is not None and not stands(value):
            del holder[name]
    elif isinstance(value, list):
        for inner in value:
            _drop(inner, rest, needed, stands)
        if needed:
            holder[name] = [inner for inner in value if rest[0] in inner]


def _unlink(value: Any, stands: Callable[[Any], bool]) -> None:
    """Turns links in Markdown that lead nowhere into their words."""
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list) and name not in {"x", "source_stats"}:
            _unlink(inner, stands)
        elif isinstance(inner, str) and "[[" in inner:
            value[name] = IN_MARKDOWN.sub(lambda found: found[0] if stands(found[1].strip()) else _words(found), inner)


def _words(found: re.Match[str]) -> str:
    reference = parsed(found[1].strip())
    return found[2] or (reference.key.replace("-", " ") if reference else found[1])
