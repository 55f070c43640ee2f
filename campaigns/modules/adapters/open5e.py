"""Creatures as Open5e v2 ships them: Django fixtures of creatures, actions, attacks and traits in one list.

The attack rows of that data are often wrong; what an action's prose prints is taken, and every difference named."""

from collections import defaultdict
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import beast, prose
from campaigns.modules.adapters.beast import Beast, whole
from campaigns.modules.adapters.draft import SRD, Draft, NotUnderstood, name_of, text, told

Item = dict[str, Any]
SOURCE: Final = {
    "key": "srd-5-1", "title": "System Reference Document 5.1", "licence": SRD,
    "url": "https://dnd.wizards.com/resources/systems-reference-document",
    "changes": "Taken from the creatures of Open5e; figures and texts kept, arranged anew.",
}  # fmt: skip
WAYS: Final = ("walk", "fly", "swim", "climb", "burrow")
MODELS: Final = ("creature", "creatureaction", "creatureactionattack", "creaturetrait")


def adapt(value: Any) -> Draft:
    """The draft of a list of fixture rows, or of an object of such lists. NotUnderstood for anything else."""
    lists = list(value.values()) if isinstance(value, dict) else [value]
    rows = [row for part in lists if isinstance(part, list) for row in part]
    kinds: dict[str, list[tuple[int, Item]]] = defaultdict(list)
    for number, row in enumerate(rows):
        if isinstance(row, dict) and isinstance(row.get("model"), str) and isinstance(row.get("fields"), dict):
            kinds[row["model"].rpartition(".")[2]].append((number, row))
    if not kinds["creature"]:
        raise NotUnderstood(_("this is no list of Open5e fixtures: rows with “model”, “pk” and “fields”"))
    draft = Draft.begin(title="Creatures of Open5e", licence=SRD, source=dict(SOURCE))
    for model in sorted(set(kinds) - set(MODELS)):
        message = _("%(count)s rows of the model %(name)s are not read")
        draft.note("", "left_out", message % {"count": len(kinds[model]), "name": told(model)})
    under = {model: _by_parent(kinds[model]) for model in MODELS[1:]}
    for number, row in kinds["creature"]:
        _creature(draft, row, f"/{number}", under)
    return draft


def _by_parent(rows: list[tuple[int, Item]]) -> dict[str, list[tuple[int, Item]]]:
    found: dict[str, list[tuple[int, Item]]] = defaultdict(list)
    for number, row in rows:
        found[str(row["fields"].get("parent"))].append((number, row))
    for part in found.values():
        part.sort(key=lambda one: (whole(one[1]["fields"].get("order_in_statblock")) or 0, one[0]))
    return found


def _creature(draft: Draft, row: Item, pointer: str, under: dict[str, Any]) -> None:
    fields, pk = row["fields"], str(row.get("pk"))
    made = Beast(name_of(fields.get("name")), pointer, kind=text(fields.get("type")))
    made.size = text(fields.get("size")).capitalize()
    made.cr, made.xp = beast.rating(fields.get("challenge_rating")), whole(fields.get("experience_points_integer"))
    made.hp, made.ac = whole(fields.get("hit_points"), 1), whole(fields.get("armor_class"), 0, 100)
    made.pp, made.prof = whole(fields.get("passive_perception")), whole(fields.get("proficiency_bonus"))
    made.ab = {
        name: found
        for name in beast.ABILITIES
        if (found := whole(fields.get(f"ability_score_{name}"), 0, 100)) is not None
    }
    made.speed = {way: feet for way in WAYS if (feet := whole(fields.get(way), 0)) is not None}
    made.skills = {
        name.removeprefix("skill_bonus_"): bonus
        for name, value in fields.items()
        if name.startswith("skill_bonus_") and (bonus := whole(value)) is not None
    }
    for _number, trait in under["creaturetrait"].get(pk, []):
        _trait(made, trait["fields"])
    for number, action in under["creatureaction"].get(pk, []):
        _action(draft, made, action, f"/{number}", under["creatureactionattack"].get(str(action.get("pk")), []))
    beast.add(made, draft, source="srd-5-1", key=pk.partition("_")[2] or pk)


def _trait(made: Beast, fields: Item) -> None:
    name, words = name_of(fields.get("name")), text(fields.get("desc"))
    plain = name.partition(" (")[0]
    made.traits.append(plain)
    made.texts.append((name, words))
    if plain == "Legendary Resistance":
        made.resistance = next((int(char) for char in name if char.isdecimal()), 0)
    if "spell save DC" in words:
        digits = words.partition("spell save DC")[2].strip()[:2].strip(" ),;.")
        made.spell_dc = int(digits) if digits.isdecimal() else made.spell_dc


def _action(draft: Draft, made: Beast, action: Item, pointer: str, attacks: list[tuple[int, Item]]) -> None:
    fields = action["fields"]
    name, words = name_of(fields.get("name")), text(fields.get("desc"))
    made.texts.append((name, words))
    kind = fields.get("action_type")
    if kind == "LEGENDARY_ACTION":
        made.legendary = True
        return
    if kind not in (None, "ACTION"):
        return
    if name.startswith("Multiattack"):
        made.many.append(words)
        return
    before = len(made.attacks)
    made.action(name.partition(" (")[0], words, limited=bool(fields.get("uses_type")))
    found = made.attacks[-1] if len(made.attacks) > before else None
    for number, row in attacks:
        _compare(draft, name, found, words, row["fields"], f"/{number}")
    if attacks and found is None:
        message = _("the prose of %(name)s tells of no attack, its rows do; the prose is taken")
        draft.note(pointer, "contradiction", message % {"name": told(name)})


def _compare(draft: Draft, name: str, found: Item | None, words: str, row: Item, pointer: str) -> None:
    """Names where a row differs from the prose: the bonus, the dice, the kind of damage."""
    parts = prose.damage(words)
    if found is None or not parts:
        return
    first = parts[0]
    dice = f"{row.get('damage_die_count')}d{str(row.get('damage_die_type') or '')[1:]}"
    printed = f"{first.dice[0]}d{first.dice[1]}" if first.dice else str(first.printed)
    pairs = (
        ("to_hit_mod", row.get("to_hit_mod"), found["to_hit"]),
        ("damage_type", row.get("damage_type"), first.kind),
        ("damage_die_type", dice if first.dice else None, printed if first.dice else None),
        ("damage_bonus", row.get("damage_bonus") or 0, first.dice[2] if first.dice else None),
    )
    for field, says, prints in pairs:
        if says != prints and prints not in (None, ""):
            message = _("%(name)s: %(field)s says %(says)s, the prose prints %(prints)s; the prose is taken")
            say = {"name": told(name), "field": field, "says": told(says), "prints": told(prints)}
            draft.note(f"{pointer}/fields/{field}", "contradiction", message % say)
