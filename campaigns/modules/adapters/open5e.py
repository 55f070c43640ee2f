"""Converts creatures of Open5e: fixtures of versions 2 and 1, and responses of both versions of its API.

Attack rows of that data are often wrong, so the prose of an action counts, and the review names each difference."""

from collections import defaultdict
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import creatures, licences, open5e_answers, open5e_rows
from campaigns.modules.adapters.creatures import Creature, to_integer
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.adapters.open5e_rows import GAMES, WAYS, Book
from campaigns.modules.format.faults import quote_value

Item = dict[str, Any]
MODELS: Final = ("creature", "creatureaction", "creatureactionattack", "creaturetrait")
# Models without creatures, which are ignored.
IGNORED_MODELS: Final = {
    "document",
    "license",
    "gamesystem",
    "publisher",
    "size",
    "creaturetypedescription",
    "creatureset",
}


def adapt(value: Any) -> Draft:
    """The draft of fixture rows or of an answer of the API. NotUnderstood for anything else."""
    lists = list(value.values()) if isinstance(value, dict) and "results" not in value else [value]
    rows = [row for part in lists if isinstance(part, list) for row in part]
    kinds: dict[str, list[tuple[int, Item]]] = defaultdict(list)
    for number, row in enumerate(rows):
        if isinstance(row, dict) and isinstance(row.get("model"), str) and isinstance(row.get("fields"), dict):
            kinds[row["model"].rpartition(".")[2]].append((number, row))
    draft = Draft.begin(title="Creatures of Open5e")
    books = {str(row.get("pk")): Book(str(row.get("pk")), row["fields"]) for _number, row in kinds["document"]}
    if kinds["creature"]:
        used = _fixtures(draft, kinds, books)
        form = "Open5e v2"
        if len(draft.without_attacks) > len(draft.document.get("monsters", [])) / 2:
            message = _("the file lacks the actions of most creatures; version 1 of Open5e's files may have them")
            draft.note("", "assumed", message)
    elif kinds["monster"]:
        used, form = open5e_answers.fixtures(draft, kinds["monster"], kinds["document"]), "Open5e v1"
    else:
        used, form = open5e_answers.answers(draft, value)
    if not used:
        message = _(
            "this is neither a list of Open5e fixtures (rows with “model”, “pk” and “fields”) nor an answer of its API"
        )
        raise NotUnderstood(message)
    _credit(draft, used, form)
    return draft


def _credit(draft: Draft, used: dict[str, Book], form: str) -> None:
    """Writes the books, their licences and the game into the draft."""
    known = [book for book in used.values() if book.licence is not None]
    draft.document["module"]["sources"] = [
        {
            "key": draft.key("sources", book.key),
            "title": book.title,
            "licence": dict(book.licence or {"spdx": "LicenseRef-unknown"}),
            "changes": "Based on the creatures of Open5e; same figures and texts, in a new arrangement.",
        }
        for book in used.values()
    ]
    if len(used) == 1 and known:
        draft.document["module"]["title"] = f"Creatures of {known[0].title}"[:200]
    licences.apply_licences(draft)
    games = {GAMES.get(book.game, (book.game, "")) for book in used.values()}
    system = " + ".join(sorted({name for name, _edition in games if name}))
    edition = " + ".join(sorted({edition for _name, edition in games if edition}))
    draft.recognised = Recognised(form, system or "Dungeons & Dragons 5e", edition)
    for book in used.values():
        if book.listed and not book.given:
            message = _("the file has no row for the document %(name)s; its licence is taken from Open5e's list")
            draft.note("", "assumed", message % {"name": quote_value(book.title)})


def _fixtures(draft: Draft, kinds: dict[str, list[tuple[int, Item]]], books: dict[str, Book]) -> dict[str, Book]:
    for model in sorted(set(kinds) - set(MODELS) - IGNORED_MODELS):
        message = _("%(count)s rows of the model %(name)s are not read")
        if kinds[model]:
            draft.note("", "left_out", message % {"count": len(kinds[model]), "name": quote_value(model)})
    under = {model: _by_parent(kinds[model]) for model in MODELS[1:]}
    used: dict[str, Book] = {}
    for number, row in kinds["creature"]:
        key = text(row["fields"].get("document"), 60) or str(row.get("pk")).partition("_")[0]
        book = used.setdefault(key, books.get(key) or Book(key))
        _creature(draft, row, f"/{number}", under, book)
    return used


def _by_parent(rows: list[tuple[int, Item]]) -> dict[str, list[tuple[int, Item]]]:
    rows_by_parent: dict[str, list[tuple[int, Item]]] = defaultdict(list)
    for number, row in rows:
        rows_by_parent[str(row["fields"].get("parent"))].append((number, row))
    for part in rows_by_parent.values():
        part.sort(key=lambda pair: (to_integer(pair[1]["fields"].get("order_in_statblock")) or 0, pair[0]))
    return rows_by_parent


def _creature(draft: Draft, row: Item, pointer: str, under: dict[str, Any], book: Book) -> None:
    fields, pk = row["fields"], str(row.get("pk"))
    creature = Creature(name_of(fields.get("name")), pointer, book.edition, kind=text(fields.get("type")))
    _read_figures(creature, fields)
    open5e_rows.describe(creature, fields)
    for _number, feature in under["creaturetrait"].get(pk, []):
        open5e_rows.trait(creature, feature["fields"].get("name"), feature["fields"].get("desc"))
    actions = under["creatureaction"].get(pk, [])
    for add in (open5e_rows.add_action, open5e_rows.add_missing_attack):
        for number, feature in actions:
            attacks = under["creatureactionattack"].get(str(feature.get("pk")), [])
            rows = [(f"/{place}/fields", attack["fields"]) for place, attack in attacks]
            add(draft, creature, feature["fields"], f"/{number}", rows)
    key = pk.partition("_")[2] or pk
    creatures.add(creature, draft, source=draft.source_key(book.key), key=key, licence=book.licence)


def _read_figures(creature: Creature, fields: Item) -> None:
    """Reads size, rating, hit points, abilities, speeds and skills from the fields of a row."""
    creature.size = text(fields.get("size")).capitalize()
    creature.cr = creatures.rating(fields.get("challenge_rating"))
    creature.xp = to_integer(fields.get("experience_points_integer"))
    creature.hp, creature.ac = to_integer(fields.get("hit_points"), 1), to_integer(fields.get("armor_class"), 0, 100)
    creature.pp = to_integer(fields.get("passive_perception"))
    creature.prof = to_integer(fields.get("proficiency_bonus"))
    creature.ab = {
        name: score
        for name in creatures.ABILITIES
        if (score := to_integer(fields.get(f"ability_score_{name}"), 0, 100)) is not None
    }
    creature.speed = {way: feet for way in WAYS if (feet := to_integer(fields.get(way), 0)) is not None}
    skills = {
        name.removeprefix("skill_bonus_"): bonus
        for name, value in fields.items()
        if name.startswith("skill_bonus_") and (bonus := to_integer(value)) is not None
    }
    creature.skills = open5e_rows.listed_skills(skills)
