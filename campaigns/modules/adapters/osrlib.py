"""Converts osrlib's adventures in JSON: dungeons with levels, keyed areas with their contents, and plans made of
cells."""

import re
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import old_school, osrlib_monsters, prose, prose_reader
from campaigns.modules.adapters.creatures import to_integer
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.adapters.foreign_values import get_numbered_objects, get_objects, get_texts
from campaigns.modules.adapters.osrlib_ways import Level, exits
from campaigns.modules.format.faults import at, quote_value
from campaigns.modules.format.rollable_tables import span

Item = dict[str, Any]
COINS: Final = ("pp", "gp", "ep", "sp", "cp")
MOST: Final = 2000
# The printed key of a place on a map: 14, h2, 12a.
NUMBER: Final = re.compile(r"[A-Za-z]{0,2}\d{1,3}[a-z]?")


def adapt(value: Any, known: prose_reader.Known = prose_reader.find_no_creature) -> Draft:
    """The draft of an adventure or of a bestiary; foes without figures of their own get those of the bestiary `known`.

    NotUnderstood names another kind of document."""
    schema = ""
    if isinstance(value, dict) and isinstance(value.get("payload"), dict) and "kind" in value:
        schema = f", schema {value['schema_version']}" if type(value.get("schema_version")) is int else ""
        if value["kind"] != "adventure":
            message = _("this is an osrlib document of the kind %(kind)s; adventures and bestiaries are read")
            raise NotUnderstood(message % {"kind": quote_value(value["kind"])}, "/kind")
        value = value["payload"]
    if isinstance(value, dict) and isinstance(value.get("adventure"), dict):
        value = value["adventure"]
    if isinstance(value, dict) and "dungeons" not in value and isinstance(value.get("monsters"), list):
        return osrlib_monsters.bestiary(value)
    if not isinstance(value, dict) or not isinstance(value.get("dungeons"), list):
        message = _("this is neither an osrlib adventure (“name”, “town”, “dungeons”) nor its bestiary (“monsters”)")
        raise NotUnderstood(message)
    title = name_of(value.get("name")) or _("Adventure")
    draft = Draft.begin(title=title, recognised=Recognised(f"osrlib adventure{schema}", osrlib_monsters.SYSTEM))
    _Adventure(draft, value, known).read()
    return draft


def _is_cache(feature: Item) -> bool:
    """Whether a feature holds treasure: a cache, or anything that contains items or coins. Other features are
    scenery."""
    coins = feature.get("coins")
    purse = isinstance(coins, dict) and any(to_integer(coins.get(name), 1) for name in COINS)
    lists = any(feature.get(name) for name in ("item_ids", "magic_item_ids", "valuables"))
    return feature.get("kind") == "treasure_cache" or "kind" not in feature or purse or lists


def _scenery(area: Item) -> list[str]:
    descriptions = (
        text(feature.get("description")) for feature in get_objects(area, "features") if not _is_cache(feature)
    )
    return [words for words in descriptions if words]


def _feature_title(feature: Item, room: Item | None) -> str:
    """The title of a cache or trap, made from its room and number, because its id means nothing to people."""
    identity = name_of(feature.get("id")).replace("_", " ")
    if room is None or not re.fullmatch(r".*-(?:f\d+|treasure\d*)", identity):
        return identity or _("Feature")
    number = f"{room['number']}. " if room.get("number") else ""
    return f"{number}{room['title']}"[:190]


class _Adventure:
    def __init__(self, draft: Draft, value: Item, known: prose_reader.Known) -> None:
        self.draft, self.value, self.known = draft, value, known
        self.own_monsters = {
            text(monster.get("id")): (index, monster) for index, monster in get_numbered_objects(value, "monsters")
        }
        self.monsters: dict[str, str] = {}
        self.levels: list[Level] = []

    def read(self) -> None:
        """Adds the town, every dungeon and area, and then the ways between them."""
        words = [text(self.value.get("description")), *(f"* {text(hook)}" for hook in get_texts(self.value, "hooks"))]
        summary = "\n\n".join(filter(None, words))[:65_536]
        if summary:
            self.draft.document["module"]["summary"] = summary
        self._town()
        if self.own_monsters:
            old_school.note_assumptions(self.draft, "osrlib")
        for index, dungeon in get_numbered_objects(self.value, "dungeons"):
            self._dungeon(dungeon, at("/dungeons", index))
        exits(self.draft, self.levels)
        for name in ("triggers", "quests", "items"):
            if self.value.get(name):
                self.draft.note(at("", name), "left_out", _("%(name)s are not read") % {"name": quote_value(name)})

    def _blocks(self, *words: str) -> Item:
        numbered = enumerate(filter(None, words), 1)
        blocks = [{"key": f"text-{number}", "kind": "gm", "md": paragraph[:65_536]} for number, paragraph in numbered]
        return {"blocks": blocks} if blocks else {}

    def _place(self, key: str, title: str, pointer: str, **more: Any) -> Item:
        item = {"key": self.draft.key("locations", key), "title": title[:200], **more}
        return self.draft.add("locations", item | {"provenance": {"method": "extracted", "pointer": pointer}})

    def _town(self) -> None:
        town = self.value.get("town")
        if isinstance(town, dict) and name_of(town.get("name")):
            words = self._blocks(text(town.get("description")), ", ".join(get_texts(town, "services")))
            self._place("town", name_of(town["name"]), "/town", **words)

    def _dungeon(self, dungeon: Item, pointer: str) -> None:
        name = name_of(dungeon.get("id")) or "dungeon"
        title = name_of(dungeon.get("name"), 200) or name
        whole_one = self._place(name, title, pointer, **self._blocks(text(dungeon.get("description"))))
        for index, level in get_numbered_objects(dungeon, "levels"):
            number = to_integer(level.get("number"), 1, 99) or index + 1
            dungeon_level = Level(name, number, level, at(pointer, "levels", index))
            self.levels.append(dungeon_level)
            for place, area in get_numbered_objects(level, "areas"):
                if len(self.draft.document.get("locations", [])) < MOST:
                    dungeon_level.areas.append(
                        (self._area(dungeon_level, area, place, f"location:{whole_one['key']}"), area)
                    )
            self._features(level, dungeon_level.pointer, None)
            wandering = level.get("wandering")
            if isinstance(wandering, dict) and wandering.get("table"):
                self.draft.note(
                    at(dungeon_level.pointer, "wandering"), "left_out", _("tables of wandering monsters are not read")
                )
            dungeon_level.draw(self.draft, f"{title} {number}")

    def _area(self, level: Level, area: Item, place: int, parent: str) -> Item:
        pointer, name = at(level.pointer, "areas", place), name_of(area.get("id")) or f"area-{place + 1}"
        key, title = f"{level.dungeon}-{level.number}-{name}", name_of(area.get("name"), 200) or name
        scenery = "\n".join(f"* {words}" for words in _scenery(area))
        blocks = self._blocks(text(area.get("description")), scenery)
        number = {"number": name.upper()} if NUMBER.fullmatch(name) else {}
        item = self._place(key, title, pointer, parent=parent, **number, **blocks)
        title = f"{item['number']}. {title}" if number else title
        encounter = self._encounter(area.get("encounter"), title, at(pointer, "encounter"))
        if encounter:
            item["encounters"] = [f"encounter:{encounter}"]
        hazard = self._trap(area.get("trap"), title, at(pointer, "trap"))
        hazards, treasure = [hazard] if hazard else [], list[str]()
        for kind, key in self._features(area, pointer, item):
            (hazards if kind == "hazard" else treasure).append(f"{kind}:{key}")
        if isinstance(area.get("treasure"), dict) and get_texts(area["treasure"], "letters"):
            self.draft.note(
                at(pointer, "treasure"),
                "left_out",
                _("random treasure is not read: %(text)s")
                % {"text": quote_value(", ".join(get_texts(area["treasure"], "letters")))},
            )
        item.update(
            {name: references[:40] for name, references in (("hazards", hazards), ("treasure", treasure)) if references}
        )
        return item

    def _encounter(self, value: Any, title: str, pointer: str) -> str:
        groups = []
        for index, line in get_numbered_objects(value, "monsters"):
            here = at(pointer, "monsters", index)
            count: Any = to_integer(line.get("count_fixed"), 1, 500)
            dice = text(line.get("count_dice"), 20).replace(" ", "")
            if count is None and span(dice) is not None:
                count = dice
            if count is None:
                self.draft.note(here, "not_understood", _("the number was not understood; 1 is assumed"))
                count = 1
            key = self._monster(text(line.get("template_id"), 100), here)
            groups.append({"key": f"{key[:56]}-{index + 1}", "who": f"monster:{key}", "count": count})
        if not groups:
            return ""
        notes = [_("They are on guard.")] if value.get("aware") is True else []
        notes += [_("Their mood: %(mood)s.") % {"mood": value["stance"]}] if text(value.get("stance")) else []
        return str(
            self.draft.add(
                "encounters",
                {
                    "key": self.draft.key("encounters", f"{title} foes"),
                    "title": title[:200],
                    "kind": "combat",
                    "groups": groups[:40],
                    **self._blocks(*notes),
                    "provenance": {"method": "extracted", "pointer": pointer},
                },
            )["key"]
        )

    def _monster(self, template: str, pointer: str) -> str:
        """The key of a template's monster; adds a new monster to the draft."""
        if template not in self.monsters:
            name = name_of(template.replace("_", " ")) or _("Nameless creature")
            if template in self.own_monsters:
                index, own_monster = self.own_monsters[template]
                creature = osrlib_monsters.monster(self.draft, own_monster, at("/monsters", index))
                if creature is not None:
                    self.monsters[template] = str(creature["key"])
            if template not in self.monsters:
                figures = self.known(name.lower())
                item = {"key": self.draft.key("monsters", template or name), "name": name.capitalize()}
                if figures is None:
                    message = _("there are no figures for %(name)s; enter some, or upload osrlib’s monsters.json first")
                    self.draft.note(pointer, "not_understood", message % {"name": name}, f"monster:{item['key']}")
                self.monsters[template] = str(self.draft.add("monsters", item | (figures or {}))["key"])
        return self.monsters[template]

    def _trap(self, value: Any, title: str, pointer: str) -> str:
        effect = value.get("effect") if isinstance(value, dict) else None
        if not isinstance(effect, dict):
            return ""
        texts = [text(effect.get("manual"))]
        texts += [_("Damage: %(dice)s.") % {"dice": effect["damage_dice"]}] if text(effect.get("damage_dice")) else []
        fall = to_integer(effect.get("fall_feet"), 1)
        texts += [_("A fall of %(feet)s feet.") % {"feet": fall}] if fall else []
        texts += [_("A character who fails the save dies.")] if effect.get("kills") is True else []
        average = prose.dice_average(text(effect.get("damage_dice"), 20))
        harm = (
            {"effect": {"md": " ".join(filter(None, texts)) or title, "x": {"5e:damage": prose.plain(average)}}}
            if average
            else {}
        )
        named = (_("Trap: %(place)s") % {"place": title})[:200]
        item: Item = {"key": self.draft.key("hazards", f"{title} trap"), "title": named, "kind": "trap"}
        item |= {**self._blocks(*texts), **harm, "provenance": {"method": "extracted", "pointer": pointer}}
        return f"hazard:{self.draft.add('hazards', item)['key']}"

    def _features(self, holder: Item, pointer: str, item: Item | None) -> list[tuple[str, str]]:
        """Adds caches as treasures and traps as hazards, each as (kind, key); scenery is in the room's text."""
        features: list[tuple[str, str]] = []
        for index, feature in get_numbered_objects(holder, "features"):
            here, title = at(pointer, "features", index), _feature_title(feature, item)
            trap = self._trap(feature.get("trap"), title, at(here, "trap"))
            features += [("hazard", trap.partition(":")[2])] if trap else []
            features += [("treasure", self._cache(feature, title, here, pointer))] if _is_cache(feature) else []
        if item is None and features:
            self.draft.note(
                at(pointer, "features"), "assumed", _("objects outside of all areas are kept without a place")
            )
        return features

    def _cache(self, feature: Item, title: str, here: str, pointer: str) -> str:
        """Adds the coins and things of a cache as a treasure; returns its key."""
        items = self._things(feature, pointer)
        coins = feature.get("coins")
        coins = coins if isinstance(coins, dict) else {}
        purse = {name: count for name in COINS if (count := to_integer(coins.get(name), 1, 10_000_000))}
        treasure = {
            "key": self.draft.key("treasures", title),
            "title": title[:200],
            **self._blocks(text(feature.get("description"))),
            **({"coins": purse} if purse else {}),
            **({"items": items[:200]} if items else {}),
            "provenance": {"method": "extracted", "pointer": here},
        }
        return str(self.draft.add("treasures", treasure)["key"])

    def _things(self, feature: Item, pointer: str) -> list[Item]:
        """The items of a cache, and its valuables with their worth in gold pieces."""
        names = [
            name_of(name.replace("_", " "))
            for name in (*get_texts(feature, "item_ids"), *get_texts(feature, "magic_item_ids"))
        ]
        items = [{"key": self.draft.key(f"things-{pointer}", name), "name": name} for name in names if name]
        for gem in get_objects(feature, "valuables"):
            name = name_of(gem.get("name")) or name_of(gem.get("kind")) or _("valuable")
            worth = f"{to_integer(gem.get('value_gp'), 0) or 0} gp"
            items.append({"key": self.draft.key(f"things-{pointer}", name), "name": name, "value": worth})
        return items
