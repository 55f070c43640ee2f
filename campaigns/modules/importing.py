"""Writes a planned import into a campaign: every object's row first, then what hangs on them."""

from typing import Any

from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from campaigns.models import Campaign, Encounter, EncounterGroup, ImportedObject, ModuleVersion, User
from campaigns.modules import convert, counts, planning
from campaigns.modules.canonical import digest
from campaigns.modules.faults import Fault, ModuleInvalid, at
from campaigns.modules.references import Reference, parsed
from campaigns.modules.text import cut, escaped, notes, plain, title, titles_of
from characters.models import Character, Monster
from rules import play

Item = dict[str, Any]
# Names of initiative groups that the engine keeps for itself.
RESERVED_GROUPS = {"players", "monsters", "gm", "observer", "all"}


def run(campaign: Campaign, version: ModuleVersion, plan: planning.Plan, by: User) -> list[ImportedObject]:
    """Creates what the plan says to create; must run inside the caller's transaction. Returns the new
    rows."""
    return _Import(campaign, version, plan, by).run()


class _Import:
    def __init__(self, campaign: Campaign, version: ModuleVersion, plan: planning.Plan, by: User) -> None:
        self.campaign, self.version, self.plan, self.by = campaign, version, plan, by
        self.document = version.document
        self.titles = titles_of(self.document)
        self.rows: dict[tuple[str, str, str], ImportedObject] = {}

    def run(self) -> list[ImportedObject]:
        items = {(name, item["key"]): (position, item) for name, position, item in self._positions()}
        wanted = [(step.collection, step.key) for step in self.plan.steps if step.action == "create"]
        new = [self._row(name, *items[name, key]) for name, key in wanted]
        self._make_monsters(new)
        self._make_characters(new)
        ImportedObject.objects.bulk_create(new, batch_size=500)
        self._make_encounters([row for row in new if row.collection == "encounters"])
        return new

    def _positions(self) -> list[tuple[str, int, Item]]:
        return [
            (name, position, item)
            for name in {step.collection for step in self.plan.steps}
            for position, item in enumerate(self.document.get(name, []))
        ]

    def _row(self, collection: str, position: int, item: Item) -> ImportedObject:
        return ImportedObject(
            campaign=self.campaign, module_key=self.version.module.key, collection=collection,
            key=item["key"],
            position=position, title=title(item), base=item, base_digest=digest(item),
            base_version=self.version.version, current=item,
        )  # fmt: skip

    def _make_monsters(self, new: list[ImportedObject]) -> None:
        owners = [row for row in new if row.collection == "monsters" or self._fights_itself(row)]
        monsters = [self._monster(row.current) for row in owners]
        if monsters:
            bulk_create_with_history(monsters, Monster, batch_size=500, default_user=self.by)
        for row, monster in zip(owners, monsters, strict=True):
            row.monster = monster

    def _fights_itself(self, row: ImportedObject) -> bool:
        """Whether an NPC needs a bestiary row of its own: it has figures, or an encounter names it without
        any."""
        if row.collection != "npcs":
            return False
        return "stats" in row.current or ("monster" not in row.current and row.key in self._fighting_npcs())

    def _fighting_npcs(self) -> set[str]:
        groups = [group for item in self.document.get("encounters", []) for group in item.get("groups", [])]
        found = [parsed(group["who"]) for group in groups]
        return {who.key for who in found if who and who.kind == "npc" and who.module is None}

    def _monster(self, item: Item) -> Monster:
        game = self.campaign.system
        authored = item.get("stats", {}).get(game)
        made = None if authored is not None else convert.stats(game, item)
        block = {name: value for name, value in (authored or made or {}).items() if name != "x"}
        licence, attribution = self.credit(item)
        return Monster(
            campaign=self.campaign,
            system=game,
            name=cut(title(item), 120),
            kind=str(item.get("kind", item.get("role", "")))[:60],
            size=item.get("size", "")[:40],
            stats=play.monster(game, block),
            text=notes(item, self.titles)[:65536],
            converted=authored is None or item.get("provenance", {}).get("method") == "converted",
            licence=licence,
            attribution=attribution,
        )

    def credit(self, item: Item) -> tuple[str, str]:
        """Licence and attribution of an object, inherited from the module where it names none (principle
        6)."""
        own, module = item.get("licence", {}), self.document["module"]["licence"]
        licence = own or module
        return licence["spdx"][:80], licence.get("attribution") or module.get("attribution", "")

    def _make_characters(self, new: list[ImportedObject]) -> None:
        npcs = [row for row in new if row.collection == "npcs"]
        people = [self._character(row.current) for row in npcs]
        if people:
            bulk_create_with_history(people, Character, batch_size=500, default_user=self.by)
        for row, person in zip(npcs, people, strict=True):
            row.character = person

    def _character(self, item: Item) -> Character:
        told = notes(item, self.titles)
        if item.get("role"):
            told = f"*{escaped(item['role'])}*\n\n{told}"
        for relation in item.get("relations", []):
            other = parsed(relation["to"])
            name = self.titles.get(other.short, other.key) if other else ""
            told += f"\n\n{escaped(relation['label'])}: {escaped(name)}"
        return Character(
            campaign=self.campaign, name=cut(title(item), 120), kind=Character.Kind.NPC,
            visible=item.get("visibility") == "player", sheet=play.new_sheet(self.campaign.system),
            gm_notes=told.strip()[:65536],
        )  # fmt: skip

    def _make_encounters(self, rows: list[ImportedObject]) -> None:
        self.rows = {
            (row.module_key, row.collection, row.key): row
            for row in ImportedObject.objects.filter(
                campaign=self.campaign, collection__in=["monsters", "npcs"], tombstone=False
            ).select_related("monster")
        }
        made, groups = [], []
        for row in rows:
            encounter = Encounter(
                campaign=self.campaign, title=cut(row.title, 160), notes=self._notes(row.current)[:65536],
                counts=row.current.get("counts_toward_level", True), source=row,
            )  # fmt: skip
            lines = self._groups(encounter, row)
            if lines:
                made.append(encounter)
                groups += lines
        Encounter.objects.bulk_create(made, batch_size=500)
        EncounterGroup.objects.bulk_create(groups, batch_size=500)

    def _groups(self, encounter: Encounter, row: ImportedObject) -> list[EncounterGroup]:
        lines: list[EncounterGroup] = []
        for index, group in enumerate(row.current.get("groups", [])):
            role = group.get("role", "standard")
            count = counts.for_party(group["count"], self.plan.options["party_size"], role)
            if count == 0 or role == "bystander":
                continue
            monster, name = self._foe(group["who"], at("", "encounters", row.position, "groups", index, "who"))
            names = group.get("names") or ([name] if name else [])
            lines.append(EncounterGroup(
                encounter=encounter, position=len(lines), side=EncounterGroup.Side.MONSTERS,
                group=self._group_name(group["key"]), monster=monster, count=count,
                names=names[:count], note=cut(self._group_note(group), 400),
            ))  # fmt: skip
        return lines

    @staticmethod
    def _group_name(key: str) -> str:
        return f"{key}-foes"[:64] if key in RESERVED_GROUPS else key

    def _group_note(self, group: Item) -> str:
        said = [_("hidden at first")] if group.get("hidden") else []
        said += (
            [_("%(dice)s of them by the module") % {"dice": group["count"]}] if isinstance(group["count"], str) else []
        )
        said += [plain(group["note"], self.titles)] if group.get("note") else []
        return "; ".join(said)

    def _foe(self, who: str, pointer: str) -> tuple[Monster, str]:
        """The bestiary row that stands for a monster or NPC, and the NPC's name; ModuleInvalid when none
        does."""
        reference = parsed(who)
        row = self._found(reference)
        if row is not None and row.collection == "npcs" and row.monster is None:
            same = self._found(parsed(row.current.get("monster")), row.module_key)
            if same is not None and same.monster is not None:
                return same.monster, row.title
        if row is None or row.monster is None:
            message = _("%(who)s has no figures in this campaign; import its module first") % {"who": who}
            raise ModuleInvalid([Fault(pointer, "ref.unresolved", message)])
        return row.monster, row.title if row.collection == "npcs" else ""

    def _found(self, reference: Reference | None, module: str | None = None) -> ImportedObject | None:
        if reference is None:
            return None
        key = reference.module or module or self.version.module.key
        return self.rows.get((key, reference.collection, reference.key))

    def _notes(self, item: Item) -> str:
        parts = [notes(item, self.titles)]
        for group in item.get("groups", []):
            if group.get("role") == "bystander":
                who = parsed(group["who"])
                name = self.titles.get(who.short, who.key) if who else ""
                parts.append(_("Also here, not fighting: %(name)s.") % {"name": escaped(name)})
        named = [parsed(one) for field in ("checks", "treasure") for one in item.get(field, [])]
        told = [escaped(self.titles.get(one.short, one.key)) for one in named if one]
        if told:
            parts.append(_("See also: %(names)s.") % {"names": ", ".join(told)})
        return "\n\n".join(part for part in parts if part)
