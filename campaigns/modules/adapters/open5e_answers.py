"""Converts creatures of Open5e's API (versions 1 and 2), and the fixtures of version 1, which are alike."""

import json
from typing import Any, Final

from campaigns.modules.adapters import creatures, open5e_rows
from campaigns.modules.adapters.creatures import ABILITIES, Creature, to_integer
from campaigns.modules.adapters.draft import Draft, name_of, text
from campaigns.modules.adapters.foreign_values import get_objects
from campaigns.modules.adapters.open5e_rows import WAYS, Book

Item = dict[str, Any]
MOST: Final = 100_000


def answers(draft: Draft, value: Any) -> tuple[dict[str, Book], str]:
    """The books of a response (a page with `results`, a list of creatures, or one creature), and its version."""
    rows = value.get("results") if isinstance(value, dict) and "results" in value else value
    rows = [rows] if isinstance(rows, dict) else rows
    used: dict[str, Book] = {}
    form = ""
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        pointer = f"/results/{number}" if isinstance(value, dict) and "results" in value else f"/{number}"
        if isinstance(row, dict) and "ability_scores" in row and "hit_points" in row:
            form = "Open5e API v2"
            document = row.get("document")
            fields = document if isinstance(document, dict) else {}
            key = text(fields.get("key"), 60) or text(row.get("key")).partition("_")[0]
            _creature(draft, row, pointer, used.setdefault(key, Book(key, fields)))
        elif isinstance(row, dict) and "document__slug" in row and "hit_points" in row:
            form = "Open5e API v1"
            key = text(row.get("document__slug"), 60)
            fields = {"title": row.get("document__title"), "license": row.get("document__license")}
            _monster(draft, row, pointer, used.setdefault(key, Book(key, fields)))
    return used, form


def fixtures(draft: Draft, rows: list[tuple[int, Item]], documents: list[tuple[int, Item]]) -> dict[str, Book]:
    """The books of fixture rows of version 1, whose lists are JSON in strings."""
    books = {}
    for _number, row in documents:
        fields = row["fields"]
        books[str(row.get("pk"))] = Book(text(fields.get("slug"), 60) or str(row.get("pk")), fields)
    used: dict[str, Book] = {}
    for number, row in rows:
        document_key = str(row["fields"].get("document"))
        book = books.get(document_key) or Book(document_key)
        plain = {name.removesuffix("_json"): _inner(name, field) for name, field in row["fields"].items()}
        used.setdefault(book.key, book)
        _monster(draft, {"slug": row.get("pk")} | plain, f"/{number}", used[book.key])
    return used


def _inner(name: str, value: Any) -> Any:
    """The value of a field; for a field that ends in _json, the parsed text."""
    if not name.endswith("_json") or not isinstance(value, str) or len(value) > MOST:
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def _name_of(value: Any) -> str:
    return text(value.get("name") if isinstance(value, dict) else value)


def _figures(value: Any) -> dict[str, int]:
    pairs = value.items() if isinstance(value, dict) else ()
    return {str(name).lower(): figure for name, score in pairs if (figure := to_integer(score)) is not None}


def _start(row: Item, pointer: str, book: Book) -> Creature:
    creature = Creature(name_of(row.get("name")), pointer, book.edition, size=_name_of(row.get("size")).capitalize())
    creature.kind = _name_of(row.get("type")).lower()
    creature.cr = creatures.rating(row.get("challenge_rating"))
    creature.cr = creatures.rating(row.get("cr")) if creature.cr is None else creature.cr
    creature.hp, creature.ac = to_integer(row.get("hit_points"), 1), to_integer(row.get("armor_class"), 0, 100)
    open5e_rows.describe(creature, row)
    creature.speed = {way: feet for way, feet in _figures(row.get("speed")).items() if way in WAYS}
    return creature


def _creature(draft: Draft, row: Item, pointer: str, book: Book) -> None:
    """A creature of the second version."""
    creature = _start(row, pointer, book)
    creature.xp, creature.prof = to_integer(row.get("experience_points")), to_integer(row.get("proficiency_bonus"))
    creature.pp = to_integer(row.get("passive_perception"))
    creature.skills = open5e_rows.listed_skills(_figures(row.get("skill_bonuses")))
    creature.ab = {name: score for name, score in _figures(row.get("ability_scores")).items() if name in ABILITIES}
    for feature in get_objects(row, "traits"):
        open5e_rows.trait(creature, feature.get("name"), feature.get("desc"))
    for add in (open5e_rows.add_action, open5e_rows.add_missing_attack):
        for number, action in enumerate(get_objects(row, "actions")):
            place, attacks = f"{pointer}/actions/{number}", get_objects(action, "attacks")
            rows = [(f"{place}/attacks/{index}", attack) for index, attack in enumerate(attacks)]
            limit = action.get("usage_limits")
            plain = action | {"uses_type": limit.get("type") if isinstance(limit, dict) else None}
            add(draft, creature, plain, place, rows)
    key = text(row.get("key")).partition("_")[2]
    creatures.add(creature, draft, source=draft.source_key(book.key), key=key, licence=book.licence)


def _monster(draft: Draft, row: Item, pointer: str, book: Book) -> None:
    """A monster of the first version, which has a perception bonus and a list for each kind of action."""
    creature = _start(row, pointer, book)
    creature.ab = {name: score for name in ABILITIES if (score := to_integer(row.get(name), 0, 100)) is not None}
    creature.skills = {name.replace(" ", "_"): bonus for name, bonus in _figures(row.get("skills")).items()}
    senses = text(row.get("senses"))
    passive = open5e_rows.PASSIVE.search(senses)
    creature.pp = int(passive[1]) if passive else None
    for feature in get_objects(row, "special_abilities"):
        open5e_rows.trait(creature, feature.get("name"), feature.get("desc"))
    for number, action in enumerate(get_objects(row, "actions")):
        place = f"{pointer}/actions/{number}"
        rows = [(place, action)] if action.get("attack_bonus") else []  # 0 stands at breaths and other powers
        open5e_rows.action(draft, creature, action, place, rows, limited=False)
    for name in ("bonus_actions", "reactions", "legendary_actions"):
        creature.texts += [
            (name_of(feature.get("name")), text(feature.get("desc"))) for feature in get_objects(row, name)
        ]
    creature.legendary = bool(get_objects(row, "legendary_actions"))
    key = text(row.get("slug"))
    creatures.add(creature, draft, source=draft.source_key(book.key), key=key, licence=book.licence)
