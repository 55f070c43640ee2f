"""Computes the fields of the monster, NPC or preparation of an imported object."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules import stats_conversion
from campaigns.modules.format import counts
from campaigns.modules.format.references import parse_reference
from campaigns.modules.format.semantics import UNKNOWN
from campaigns.modules.format.text import cut, escape, notes, plain, title
from campaigns.modules.imports.text_marks import text_mark
from people.models import Campaign
from rules import play

Item = dict[str, Any]
# Names of initiative groups that the engine reserves.
RESERVED_GROUPS: Final = {"players", "monsters", "gm", "observer", "all"}
LONGEST: Final = 65536
# The bandit of SRD 5.1, which is also the default person of the conversion tables.
PERSON: Final = {
    "cr": 0.125,
    "ac": 12,
    "hp": 11,
    "pp": 10,
    "prof": 2,
    "speed": {"walk": 30},
    "round": 4.5,
    "type": "humanoid",
    "ab": {"strength": 11, "dexterity": 12, "constitution": 12, "intelligence": 10, "wisdom": 10, "charisma": 10},
    "attacks": [{"name": "Weapon", "to_hit": 3, "average": 4.5}],
}


@dataclass(slots=True)
class Renderer:
    """Computes fields of objects; depends on nothing but its arguments and the active language.

    `titles` are the texts of references, `fighting` the keys of NPCs that fight in encounters."""

    campaign: Campaign
    head: Item
    titles: dict[str, str]
    party_size: int
    tables: stats_conversion.Tables
    fighting: set[str] = field(default_factory=set)

    def monster(self, item: Item, made: Item | None = None) -> Item:
        """The fields of the bestiary row. With `made`, earlier converted figures stay."""
        game = self.campaign.system
        authored = item.get("stats", {}).get(game)
        converted = None
        if authored is None:
            converted = (made or {}).get("converted") or stats_conversion.stats(game, item, self.tables)
        licence, attribution = credit(self.head, item)
        block = authored if authored is not None else converted
        stats = (
            usual(game, self.tables) if block is None else play.monster(game, stats_conversion.for_engine(game, block))
        )
        return {
            "name": cut(title(item), 120).strip(),
            "kind": str(item.get("kind", item.get("role", "")))[:60].strip(),
            "size": item.get("size", "")[:40].strip(),
            "stats": stats,
            "text": notes(item, self.titles)[:LONGEST],
            "licence": licence,
            "attribution": attribution,
            "converted": authored is None or item.get("provenance", {}).get("method") == "converted",
        }

    def character(self, item: Item) -> Item:
        """The fields of the NPC; whether the players know them is only set at the first import."""
        text = notes(item, self.titles)
        if item.get("role"):
            text = f"*{escape(item['role'])}*\n\n{text}"
        for relation in item.get("relations", []):
            other = parse_reference(relation["to"])
            name = self.titles.get(other.short, other.key) if other else ""
            text += f"\n\n{escape(relation['label'])}: {escape(name)}"
        return {"name": cut(title(item), 120).strip(), "gm_notes": text.strip()[:LONGEST]}

    def encounter(self, item: Item) -> Item:
        """The fields of the preparation, without its lines."""
        return {
            "title": cut(title(item), 160).strip(),
            "notes": self._notes(item)[:LONGEST],
            "counts": item.get("counts_toward_level", True),
        }

    def lines(self, item: Item) -> Iterable[tuple[Item, Item]]:
        """The groups that fight, each with the fields of its line; names come from the module."""
        for group in item.get("groups", []):
            role = group.get("role", "standard")
            count = counts.for_party(group["count"], self.party_size, role)
            if count and role != "bystander":
                yield (
                    group,
                    {
                        "group": f"{group['key']}-foes"[:64] if group["key"] in RESERVED_GROUPS else group["key"],
                        "count": count,
                        "names": group.get("names", [])[:count],
                        "note": cut(self._note(group), 400),
                        "hidden": bool(group.get("hidden")),
                    },
                )

    def fights_itself(self, collection: str, item: Item) -> bool:
        """Whether the object needs a bestiary row: monsters, and NPCs with figures or in a fight."""
        if collection == "monsters":
            return True
        if collection != "npcs":
            return False
        return "stats" in item or ("monster" not in item and item["key"] in self.fighting)

    def _note(self, group: Item) -> str:
        sentences = []
        if isinstance(group["count"], str):
            sentences.append(_("number in the module: %(dice)s") % {"dice": group["count"]})
        sentences += [plain(group["note"], self.titles)] if group.get("note") else []
        return "; ".join(sentences)

    def _notes(self, item: Item) -> str:
        parts = [notes(item, self.titles)]
        for group in item.get("groups", []):
            if group.get("role") == "bystander":
                bystander = parse_reference(group["who"])
                name = self.titles.get(bystander.short, bystander.key) if bystander else ""
                parts.append(_("Also here, but not fighting: %(name)s.") % {"name": escape(name)})
        named = [
            parse_reference(raw_reference) for name in ("checks", "treasure") for raw_reference in item.get(name, [])
        ]
        names = [escape(self.titles.get(reference.short, reference.key)) for reference in named if reference]
        if names:
            parts.append(_("See also: %(names)s.") % {"names": ", ".join(names)})
        return "\n\n".join(part for part in parts if part)


def credit(head: Item, item: Item) -> tuple[str, str]:
    """Licence and attribution of an object, inherited from the head of its module by default."""
    module = head["licence"]
    licence = item.get("licence") or module
    # Nobody is credited for an object whose licence is unknown while its module has one.
    inherits = licence["spdx"] != UNKNOWN or licence is module
    return licence["spdx"][:80], licence.get("attribution") or (module.get("attribution", "") if inherits else "")


def usual(game: str, tables: stats_conversion.Tables) -> Item:
    """The default figures of a person: the game's own if it has some, or else those of an armed person."""
    try:
        return play.monster(game, {})
    except play.Refused:
        block = stats_conversion.stats(game, {"source_stats": {"system": "5e", "data": PERSON}}, tables)
        return play.monster(game, stats_conversion.for_engine(game, block or {}))


def fighting_npcs(document: Item) -> set[str]:
    """The keys of the module's NPCs that fight in its encounters."""
    groups = [group for item in document.get("encounters", []) for group in item.get("groups", [])]
    references = [parse_reference(group["who"]) for group in groups]
    return {
        reference.key for reference in references if reference and reference.kind == "npc" and reference.module is None
    }


def monster_mark(fields: Item) -> Item:
    """The value of `made` for a monster: small figures unchanged, long text as a digest."""
    names = ("name", "kind", "size", "stats", "licence", "attribution")
    return {name: fields[name] for name in names} | {"text": text_mark(fields["text"])}
