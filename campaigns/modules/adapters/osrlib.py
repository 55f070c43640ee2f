"""Adventures of osrlib as JSON: dungeons of levels, keyed areas with what is in them, and plans made of cells."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import beast, finds, old_school, prose
from campaigns.modules.adapters.beast import Beast, whole
from campaigns.modules.adapters.draft import Draft, NotUnderstood, name_of, text, told
from campaigns.modules.adapters.osrlib_ways import Level, exits
from campaigns.modules.faults import at
from campaigns.modules.tables import span

Item = dict[str, Any]
COINS: Final = ("pp", "gp", "ep", "sp", "cp")
MOST: Final = 2000


def adapt(value: Any, known: finds.Known = finds.nobody) -> Draft:
    """The draft of an adventure; figures of its foes come from its own monsters, else from the bestiary at hand."""
    if isinstance(value, dict) and isinstance(value.get("adventure"), dict):
        value = value["adventure"]
    if not isinstance(value, dict) or not isinstance(value.get("dungeons"), list):
        raise NotUnderstood(_("this is no adventure of osrlib: an object with “name”, “town” and “dungeons”"))
    draft = Draft.begin(title=name_of(value.get("name")) or _("Adventure"))
    _Adventure(draft, value, known).read()
    return draft


def objects(value: Any, name: str) -> list[tuple[int, Item]]:
    """The objects of a list with their index; what is no object is passed over."""
    found = value.get(name) if isinstance(value, dict) else None
    return [(index, one) for index, one in enumerate(found if isinstance(found, list) else []) if isinstance(one, dict)]


class _Adventure:
    def __init__(self, draft: Draft, value: Item, known: finds.Known) -> None:
        self.draft, self.value, self.known = draft, value, known
        self.own = {text(one.get("id")): (index, one) for index, one in objects(value, "monsters")}
        self.monsters: dict[str, str] = {}
        self.levels: list[Level] = []

    def read(self) -> None:
        """Files the town, every dungeon and area, and then the ways between them."""
        words = [text(self.value.get("description")), *(f"* {text(one)}" for one in self._texts(self.value, "hooks"))]
        summary = "\n\n".join(filter(None, words))[:65_536]
        if summary:
            self.draft.document["module"]["summary"] = summary
        self._town()
        if self.own:
            old_school.say(self.draft, "osrlib")
        for index, dungeon in objects(self.value, "dungeons"):
            self._dungeon(dungeon, at("/dungeons", index))
        exits(self.draft, self.levels)
        for name in ("triggers", "quests", "items"):
            if self.value.get(name):
                self.draft.note(at("", name), "left_out", _("%(name)s are not read") % {"name": told(name)})

    @staticmethod
    def _texts(holder: Item, name: str) -> list[str]:
        found = holder.get(name)
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _blocks(self, *words: str) -> Item:
        told = enumerate(filter(None, words), 1)
        blocks = [{"key": f"text-{number}", "kind": "gm", "md": one[:65_536]} for number, one in told]
        return {"blocks": blocks} if blocks else {}

    def _place(self, key: str, title: str, pointer: str, **more: Any) -> Item:
        item = {"key": self.draft.key("locations", key), "title": title[:200], **more}
        return self.draft.add("locations", item | {"provenance": {"method": "extracted", "pointer": pointer}})

    def _town(self) -> None:
        town = self.value.get("town")
        if isinstance(town, dict) and name_of(town.get("name")):
            words = self._blocks(text(town.get("description")), ", ".join(self._texts(town, "services")))
            self._place("town", name_of(town["name"]), "/town", **words)

    def _dungeon(self, dungeon: Item, pointer: str) -> None:
        name = name_of(dungeon.get("id")) or "dungeon"
        title = name_of(dungeon.get("name"), 200) or name
        whole_one = self._place(name, title, pointer, **self._blocks(text(dungeon.get("description"))))
        for index, level in objects(dungeon, "levels"):
            number = whole(level.get("number"), 1, 99) or index + 1
            found = Level(name, number, level, at(pointer, "levels", index))
            self.levels.append(found)
            for place, area in objects(level, "areas"):
                if len(self.draft.document.get("locations", [])) < MOST:
                    found.areas.append((self._area(found, area, place, f"location:{whole_one['key']}"), area))
            self._features(level, found.pointer, None)
            wandering = level.get("wandering")
            if isinstance(wandering, dict) and wandering.get("table"):
                self.draft.note(at(found.pointer, "wandering"), "left_out", _("tables of wandering foes are not read"))
            found.draw(self.draft, f"{title} {number}")

    def _area(self, level: Level, area: Item, place: int, parent: str) -> Item:
        pointer, name = at(level.pointer, "areas", place), name_of(area.get("id")) or f"area-{place + 1}"
        key, title = f"{level.dungeon}-{level.number}-{name}", name_of(area.get("name"), 200) or name
        item = self._place(key, title, pointer, parent=parent, **self._blocks(text(area.get("description"))))
        encounter = self._encounter(area.get("encounter"), title, at(pointer, "encounter"))
        if encounter:
            item["encounters"] = [f"encounter:{encounter}"]
        hazard = self._trap(area.get("trap"), title, at(pointer, "trap"))
        hazards, treasure = [hazard] if hazard else [], list[str]()
        for kind, key in self._features(area, pointer, item):
            (hazards if kind == "hazard" else treasure).append(f"{kind}:{key}")
        if isinstance(area.get("treasure"), dict):
            self.draft.note(at(pointer, "treasure"), "left_out", _("treasure that is rolled is not read: %(text)s") % {
                "text": told(", ".join(self._texts(area["treasure"], "letters")) or _("unguarded"))})  # fmt: skip
        item.update({name: found[:40] for name, found in (("hazards", hazards), ("treasure", treasure)) if found})
        return item

    def _encounter(self, value: Any, title: str, pointer: str) -> str:
        groups = []
        for index, line in objects(value, "monsters"):
            here = at(pointer, "monsters", index)
            count: Any = whole(line.get("count_fixed"), 1, 500)
            dice = text(line.get("count_dice"), 20).replace(" ", "")
            if count is None and span(dice) is not None:
                count = dice
            if count is None:
                self.draft.note(here, "not_understood", _("how many there are is not understood; one is assumed"))
                count = 1
            key = self._monster(text(line.get("template_id"), 100), here)
            groups.append({"key": f"{key[:56]}-{index + 1}", "who": f"monster:{key}", "count": count})
        if not groups:
            return ""
        notes = [_("They expect somebody.")] if value.get("aware") is True else []
        notes += [_("Their mood: %(mood)s.") % {"mood": value["stance"]}] if text(value.get("stance")) else []
        return str(self.draft.add("encounters", {
            "key": self.draft.key("encounters", f"{title} foes"),
            "title": (_("%(place)s: who is here") % {"place": title})[:200], "kind": "combat", "groups": groups[:40],
            **self._blocks(*notes), "provenance": {"method": "extracted", "pointer": pointer},
        })["key"])  # fmt: skip

    def _monster(self, template: str, pointer: str) -> str:
        """The key of a template's monster, made when it is new."""
        if template not in self.monsters:
            name = name_of(template.replace("_", " ")) or _("Nameless creature")
            if template in self.own:
                self.monsters[template] = self._bundled(*self.own[template])
            else:
                found = self.known(name.lower())
                item = {"key": self.draft.key("monsters", template or name), "name": name.capitalize()}
                if found is None:
                    message = _("there are no figures for %(name)s: give some, or upload a bestiary first")
                    self.draft.note(pointer, "not_understood", message % {"name": name}, f"monster:{item['key']}")
                self.monsters[template] = str(self.draft.add("monsters", item | (found or {}))["key"])
        return self.monsters[template]

    def _bundled(self, index: int, one: Item) -> str:
        """A monster that the adventure brings along, in the figures of 5e."""
        dice = one.get("hit_dice")
        dice = dice if isinstance(dice, dict) else {}
        count, die = whole(dice.get("count"), 0, 99) or 0, whole(dice.get("die"), 1, 20) or 8
        hp = whole(dice.get("fixed_hp"), 1) or whole(dice.get("average_hp"), 1)
        average = Fraction(hp) if hp else Fraction(count * (die + 1), 2) + (whole(dice.get("modifier")) or 0)
        made = Beast(name_of(one.get("name")), at("/monsters", index), xp=whole(one.get("xp")))
        made.attacks = [attack for _n, routine in objects(one, "attacks") for attack in _routine(routine)]
        feet = (whole(mode.get("encounter_rate_feet"), 0) for _n, mode in objects(one, "movement"))
        made.speed = {"walk": found} if (found := next((one for one in feet if one), None)) else {}
        bonus = whole(one.get("attack_bonus")) or 0
        old_school.fill(made, hp=max(average, Fraction(1)), armour=whole(one.get("ac_ascending"), 0, 40), bonus=bonus)
        made.texts = [("", text(one.get("intro")))]
        skills = objects(one, "abilities")
        made.texts += [(name_of(skill.get("name")), text(skill.get("prose"))) for _n, skill in skills]
        return str(beast.add(made, self.draft, key=text(one.get("id"), 60))["key"])

    def _trap(self, value: Any, title: str, pointer: str) -> str:
        effect = value.get("effect") if isinstance(value, dict) else None
        if not isinstance(effect, dict):
            return ""
        said = [text(effect.get("manual"))]
        said += [_("Damage: %(dice)s.") % {"dice": effect["damage_dice"]}] if text(effect.get("damage_dice")) else []
        fall = whole(effect.get("fall_feet"), 1)
        said += [_("A fall of %(feet)s feet.") % {"feet": fall}] if fall else []
        said += [_("Who fails the save dies.")] if effect.get("kills") is True else []
        average = prose.dice_average(text(effect.get("damage_dice"), 20))
        harm = {"effect": {"md": " ".join(filter(None, said)) or title, "x": {"5e:damage": prose.plain(average)}}} \
            if average else {}  # fmt: skip
        named = (_("Trap: %(place)s") % {"place": title})[:200]
        item: Item = {"key": self.draft.key("hazards", f"{title} trap"), "title": named, "kind": "trap"}
        item |= {**self._blocks(*said), **harm, "provenance": {"method": "extracted", "pointer": pointer}}
        return f"hazard:{self.draft.add('hazards', item)['key']}"

    def _features(self, holder: Item, pointer: str, item: Item | None) -> Iterator[tuple[str, str]]:
        """Caches as treasures and their traps as hazards, each as (kind, key)."""
        made: list[tuple[str, str]] = []
        for index, one in objects(holder, "features"):
            here, title = at(pointer, "features", index), name_of(one.get("id")).replace("_", " ") or _("Feature")
            trap = self._trap(one.get("trap"), title, at(here, "trap"))
            made += [("hazard", trap.partition(":")[2])] if trap else []
            things = [name_of(name.replace("_", " ")) for name in
                      (*self._texts(one, "item_ids"), *self._texts(one, "magic_item_ids"))]  # fmt: skip
            items = [{"key": self.draft.key(f"things-{pointer}", name), "name": name} for name in things if name]
            for _n, gem in objects(one, "valuables"):
                name = name_of(gem.get("name")) or name_of(gem.get("kind")) or _("valuable")
                items.append({"key": self.draft.key(f"things-{pointer}", name), "name": name,
                              "value": f"{whole(gem.get('value_gp'), 0) or 0} gp"})  # fmt: skip
            coins = one.get("coins")
            coins = coins if isinstance(coins, dict) else {}
            purse = {name: count for name in COINS if (count := whole(coins.get(name), 1, 10_000_000))}
            made.append(("treasure", str(self.draft.add("treasures", {
                "key": self.draft.key("treasures", title), "title": title[:200],
                **self._blocks(text(one.get("description"))),
                **({"coins": purse} if purse else {}), **({"items": items[:200]} if items else {}),
                "provenance": {"method": "extracted", "pointer": here},
            })["key"])))  # fmt: skip
        if item is None and made:
            self.draft.note(at(pointer, "features"), "assumed", _("what lies in no area is filed without a place"))
        return iter(made)


def _routine(routine: Item) -> Iterator[Item]:
    for _n, attack in objects(routine, "attacks"):
        fixed = whole(attack.get("fixed_damage"), 0)
        average = Fraction(fixed) if fixed else prose.dice_average(re.sub(r"\s", "", text(attack.get("damage"), 20)))
        if average is None and attack.get("by_weapon") is True:
            average = Fraction(9, 2)
        if average is not None:
            yield old_school.strike(name_of(attack.get("name")).capitalize() or _("Attack"), average)
