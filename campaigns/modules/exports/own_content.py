"""A campaign's own monsters, NPCs and preparations in the module format."""

from typing import Any, Final

from django.db.models import Q
from django.utils.text import slugify

from campaigns.encounters.models import Encounter
from campaigns.modules import stats_conversion
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.format.references import IN_MARKDOWN, parse_reference
from campaigns.modules.format.semantics import UNKNOWN
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.imports.local_changes import is_deleted
from campaigns.modules.models import ImportedObject
from characters.models import Character, Monster
from common.secret_blocks import visible_text
from people.models import Campaign

Item = dict[str, Any]
SEE_OBJECTS: Final = "LicenseRef-see-objects"
COLUMNS: Final = ("module_key", "collection", "key", "monster", "character", "tombstone", "made")
# On a placeholder for a monster that its module lacks: the reference that it replaces.
STUB_MARK: Final = "satchel:stub"


def collections(campaign: Campaign) -> dict[str, list[Item]]:
    """The campaign's own objects by collection, without those from imports; {} if there are none.

    What play still uses of an imported object that was deleted here is the campaign's own."""
    rows = ImportedObject.objects.filter(campaign=campaign).only(*COLUMNS)
    imported = [row for row in rows if not is_deleted(row)]
    known = {
        row.monster_id: f"{row.module_key}/{SINGULAR[row.collection]}:{row.key}" for row in imported if row.monster_id
    }
    people = {row.character_id for row in imported if row.character_id}
    keys: dict[str, set[str]] = {"monsters": set(), "npcs": set(), "encounters": set()}
    monsters = []
    for monster in Monster.objects.filter(campaign=campaign).exclude(pk__in=known).order_by("name", "pk"):
        item = _monster(monster, _key(monster.name, keys["monsters"]))
        known[monster.pk] = f"monster:{item['key']}"
        monsters.append(item)
    npcs = [
        _person(person, _key(person.name, keys["npcs"]))
        for person in Character.objects.filter(campaign=campaign, kind="npc")
        .exclude(pk__in=people)
        .order_by("name", "pk")
    ]
    own = Q(source=None) | Q(source__tombstone=True)
    prepared = Encounter.objects.filter(own, campaign=campaign, status=Encounter.Status.PREPARED)
    made = [
        _encounter(encounter, _key(encounter.title, keys["encounters"]), known, monsters, keys["monsters"])
        for encounter in prepared.prefetch_related("groups__monster").order_by("title", "pk")
    ]
    encounters = [encounter for encounter in made if encounter is not None]
    objects = {"monsters": monsters, "npcs": npcs, "encounters": encounters}
    return {name: items for name, items in objects.items() if items}


def merge_modules(campaign: Campaign, modules: list[Item], own_objects: dict[str, list[Item]]) -> Item:
    """One module with the campaign's own content and everything it imported, which requires no other module.

    Keys of imported objects get their module's key as a prefix, so that equal keys do not collide. References to
    objects that are not here stay. The campaign's own objects have no module from which they could inherit a licence,
    so theirs is unknown unless they state one."""
    own = {collection: [_home_module(item) for item in items] for collection, items in own_objects.items()}
    document: Item = {"format": "satchel", "format_version": "1.0", "module": _head(campaign, modules, own)}
    known = {
        f"{module['module']['key']}/{SINGULAR[collection]}:{item.get('key')}"
        for module in modules
        for collection in SINGULAR
        for item in module.get(collection, [])
    }
    for collection in SINGULAR:
        items = []
        for module in modules:
            stubs = {text: key for text, key in _stubs(module).items() if text not in known}
            items += [_move_item(item, module["module"], collection, stubs) for item in module.get(collection, [])]
        items += own.get(collection, [])
        if items:
            document[collection] = items
    return document


def _stubs(module: Item) -> dict[str, str]:
    """The keys of a module's placeholders, by the references that they replace."""
    marks = [(item.get("x", {}).get(STUB_MARK), item["key"]) for item in module.get("monsters", [])]
    return {str(text): f"monster:{joined_key(module['module']['key'], key)}" for text, key in marks if text}


def _head(campaign: Campaign, modules: list[Item], own: dict[str, list[Item]]) -> Item:
    heads = [module["module"] for module in modules]
    authors: list[Item] = []
    for author in [author for head in heads for author in head["authors"]]:
        if author not in authors:
            authors.append(author)
    maker = campaign.created_by.username if campaign.created_by else campaign.name
    licences = {head["licence"]["spdx"] for head in heads}
    licences |= {item["licence"]["spdx"] for items in own.values() for item in items}
    spdx = licences.pop() if len(licences) == 1 else SEE_OBJECTS
    credits = [head["licence"]["attribution"] for head in heads if head["licence"].get("attribution")]
    licence: Item = {"spdx": spdx} | ({"attribution": "\n\n".join(credits)[:2000]} if credits else {})
    return {
        "key": _key(campaign.name, set()),
        "version": "1.0.0",
        "title": campaign.name[:200],
        "summary": visible_text(campaign.summary, is_gm=False),
        "language": next((head["language"] for head in heads), "en"),
        "rulesets": [{"ruleset": campaign.system, "support": "native"}],
        "authors": authors[:99] or [{"name": maker, "role": "author"}],
        "licence": licence,
    }


def _key(name: str, taken: set[str]) -> str:
    stem = slugify(name)[:56].strip("-") or "one"
    key, number = stem, 1
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    taken.add(key)
    return key


def _block(text: str) -> dict[str, Any]:
    return {"blocks": [{"key": "text", "kind": "gm", "md": text}]} if text else {}


def _monster(monster: Monster, key: str) -> Item:
    licence: Item = {"licence": {"spdx": monster.licence}} if monster.licence else {}
    if licence and monster.attribution:
        licence["licence"]["attribution"] = monster.attribution[:2000]
    plain = {"size": monster.size[:30], "kind": monster.kind}
    return {
        "key": key,
        "name": monster.name,
        **{name: value for name, value in plain.items() if value},
        **_block(monster.text),
        "stats": {monster.system: stats_conversion.from_engine(monster.system, monster.stats)},
        **licence,
    }


def _person(person: Character, key: str) -> Item:
    text = "\n\n".join(text for text in (person.about, person.notes, person.gm_notes) if text)
    return {"key": key, "name": person.name, **_block(text), "visibility": "player" if person.visible else "gm"}


def _encounter(
    encounter: Encounter, key: str, known: dict[Any, str], monsters: list[Item], taken: set[str]
) -> Item | None:
    groups, names = [], set[str]()
    for line in encounter.groups.all():
        if line.monster is None:
            continue
        if line.monster_id not in known:  # a row of the site's bestiary
            item = _monster(line.monster, _key(line.monster.name, taken))
            known[line.monster_id] = f"monster:{item['key']}"
            monsters.append(item)
        group = {
            "key": _key(line.group or line.monster.name, names),
            "who": known[line.monster_id],
            "count": line.count,
        }
        own_names = [str(name) for name in line.names if str(name).strip()]
        more: Item = {"names": own_names, "note": line.note, "hidden": line.hidden}
        groups.append(group | {name: value for name, value in more.items() if value})
    if not groups:
        return None
    return {
        "key": key,
        "title": encounter.title,
        "kind": "combat",
        **_block(encounter.notes),
        "groups": groups,
        "counts_toward_level": encounter.counts,
    }


def _move_item(item: Item, head: Item, collection: str, stubs: dict[str, str]) -> Item:
    """An imported object under its new key, with the licence of its module. `stubs` replace missing monsters."""
    key = joined_key(head["key"], str(item.get("key", "object")))
    moved: Item = _repoint(item, lambda text: stubs.get(text) or _joined_text(text, head["key"])) | {"key": key}
    if collection == "assets" and isinstance(item.get("path"), str):
        # Pictures of two modules may have the same path.
        moved["path"] = f"assets/{key}.{item['path'].rpartition('.')[2]}"
    return moved | {"licence": item.get("licence") or head["licence"]}


def _home_module(item: Item) -> Item:
    """An object of the campaign's own, with its licence."""
    repointed: Item = _repoint(item, lambda text: _joined_text(text, None))
    return {"licence": {"spdx": UNKNOWN}} | repointed


def joined_key(module: str, key: str) -> str:
    """The prefixed key of an imported object, shortened with a digest if it is too long."""
    full_key = f"{module}-{key}"
    return full_key if len(full_key) <= 64 else f"{full_key[:53].rstrip('-')}-{digest(full_key)[:10]}"


def _joined_text(text: str, module: str | None) -> str:
    reference = parse_reference(text)
    if reference is None or (reference.module or module) is None:
        return text
    return f"{reference.kind}:{joined_key(str(reference.module or module), reference.key)}"


def _repoint(value: Any, change: Any) -> Any:
    if isinstance(value, dict):
        return {name: part if name in {"x", "source_stats"} else _repoint(part, change) for name, part in value.items()}
    if isinstance(value, list):
        return [_repoint(part, change) for part in value]
    if isinstance(value, str):
        if "[[" in value:
            return IN_MARKDOWN.sub(lambda match: match[0].replace(match[1], change(match[1].strip()), 1), value)
        return change(value)
    return value
