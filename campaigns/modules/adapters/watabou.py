"""Converts Watabou's One Page Dungeons: rooms, doors, notes, and a drawn plan."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.format.faults import at

Item = dict[str, Any]
Rect = tuple[int, int, int, int]
# The generator's types of doors that matter for exits.
OPEN, OUTSIDE, SECRET, STAIRS = 0, 3, 6, (8, 9)
MOST: Final = 500


def adapt(value: Any) -> Draft:
    """The draft of a dungeon. NotUnderstood without rectangles."""
    rects = value.get("rects") if isinstance(value, dict) else None
    if not isinstance(rects, list) or not isinstance(value.get("doors"), list):
        raise NotUnderstood(
            _("this is not a One Page Dungeon, which is an object with “title”, “rects”, “doors” and “notes”")
        )
    seen = Recognised("One Page Dungeon", _("any game"), name_of(value.get("version"), 20))
    draft = Draft.begin(title=name_of(value.get("title")) or _("Dungeon"), recognised=seen)
    _Dungeon(draft, value).read()
    return draft


def _point(value: Any) -> tuple[float, float] | None:
    x, y = (value.get("x"), value.get("y")) if isinstance(value, dict) else (None, None)
    fits = all(
        isinstance(coordinate, int | float) and not isinstance(coordinate, bool) and abs(coordinate) < 10_000
        for coordinate in (x, y)
    )
    return (float(x), float(y)) if fits else None  # type: ignore[arg-type]


def _is_corridor(rect: Rect, item: Item, noted: list[tuple[float, float]]) -> bool:
    """Whether a rectangle is a passage: one square wide and without a note."""
    described = any(_covers(rect, place) for place in noted)
    return min(rect[2:]) == 1 and not described and not any(item.get(tag) is True for tag in ("ending", "rotunda"))


def _covers(rect: Rect, place: tuple[float, float]) -> bool:
    x, y, w, h = rect
    return x <= place[0] < x + w and y <= place[1] < y + h


def group_touching(rects: list[Rect]) -> list[list[Rect]]:
    """Rectangles that touch side by side, as groups in the order of the file."""
    groups: list[list[Rect]] = []
    for rect in rects:
        near = [group for group in groups if any(_touch(rect, other) for other in group)]
        groups = [group for group in groups if group not in near] + [
            [member for group in near for member in group] + [rect]
        ]
    return groups


def _touch(first: Rect, other: Rect) -> bool:
    (x, y, w, h), (a, b, c, d) = first, other
    over = min(x + w, a + c) - max(x, a)
    down = min(y + h, b + d) - max(y, b)
    return (over == 0 and down > 0) or (down == 0 and over > 0)


def letters(count: int) -> str:
    """A, B … Z, AA, AB …"""
    return (letters(count // 26 - 1) if count >= 26 else "") + chr(65 + count % 26)


def _rank(item: Item) -> tuple[int, str]:
    number = str(item.get("number", ""))
    return (int(number) if number.isdecimal() else 10_000, number)


class _Dungeon:
    def __init__(self, draft: Draft, value: Item) -> None:
        self.draft, self.value = draft, value
        self.doors = [(door, place) for door in self._items("doors") if (place := _point(door))]
        self.rooms: dict[str, list[Rect]] = {}
        self.places: dict[str, Item] = {}
        self.corridors: set[str] = set()
        rects = list(self._rects())
        noted = [place for note in self._items("notes") if (place := _point(note.get("pos")))]
        thin = [rect for rect, item, _index in rects if _is_corridor(rect, item, noted)]
        for rect, item, index in rects:
            if rect not in thin:
                self._place("room", [rect], item, index)
        for group in group_touching([*thin, *self._openings(thin)]):
            index = next((number for rect, _one, number in rects if rect in group), 0)
            self._place("corridor", group, {}, index)

    def _openings(self, thin: list[Rect]) -> Iterator[Rect]:
        """The squares of openings without a door between two corridors, which join them to one corridor."""
        for door, (x, y) in self.doors:
            way = _point(door.get("dir")) or (0.0, 0.0)
            sides = [(x + way[0], y + way[1]), (x - way[0], y - way[1])]
            if door.get("type") == OPEN and all(any(_covers(rect, side) for rect in thin) for side in sides):
                yield int(x), int(y), 1, 1

    def _rects(self) -> Iterator[tuple[Rect, Item, int]]:
        """Every rectangle with a size, without the floors below doors."""
        at_doors = {(int(x), int(y)) for _door, (x, y) in self.doors}
        for index, item in enumerate(self._items("rects")[:MOST]):
            place, w, h = _point(item), item.get("w", 0), item.get("h", 0)
            if place is None or not all(type(side) is int and 0 < side < 1000 for side in (w, h)):
                message = _("this rectangle has no position or no size")
                self.draft.note(at("/rects", index), "not_understood", message)
                continue
            x, y = int(place[0]), int(place[1])
            if (w, h) != (1, 1) or (x, y) not in at_doors:
                yield (x, y, int(w), int(h)), item, index

    def _items(self, name: str) -> list[Item]:
        found = self.value.get(name)
        return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []

    def _place(self, kind: str, rects: list[Rect], source: Item, index: int) -> None:
        x, y, _w, _h = rects[0]
        key = self.draft.key("locations", f"{kind}-{x}-{y}".replace("--", "-m"))
        tags = [tag for tag in ("ending", "rotunda") if source.get(tag) is True]
        tags += ["corridor"] if kind == "corridor" else []
        item: Item = {"key": key, "title": key, "blocks": [], "exits": []} | ({"tags": tags} if tags else {})
        item["provenance"] = {"method": "extracted", "pointer": at("/rects", index)}
        self.rooms[key], self.places[key] = rects, item
        self.corridors |= {key} if kind == "corridor" else set()

    def _name(self) -> None:
        """Sets titles: rooms have the number printed on the plan, other places a letter. Numbers come first."""
        plain = [key for key, item in self.places.items() if "number" not in item]
        for names, word in (
            ([key for key in plain if key not in self.corridors], _("Room %(number)s")),
            ([key for key in plain if key in self.corridors], _("Corridor %(number)s")),
        ):
            for count, key in enumerate(names):
                self.places[key]["title"] = word % {"number": letters(count)}
        for item in self.places.values():
            if "number" in item:
                item["title"] = _("Room %(number)s") % {"number": item["number"]}
        order = {key: (key in self.corridors, key in plain, _rank(item)) for key, item in self.places.items()}
        for key in sorted(self.places, key=lambda place: order[place]):
            self.draft.add("locations", self.places[key])

    def read(self) -> None:
        """Fills in doors, notes, pillars and water, and draws the plan."""
        story = text(self.value.get("story"), 65_536)
        if story:
            self.draft.document["module"]["summary"] = story
        for number, (door, (x, y)) in enumerate(self.doors):
            self._door(door, int(x), int(y), number)
        for index, note in enumerate(self._items("notes")):
            self._note(note, index)
        for name, word in (("columns", _("pillars")), ("water", _("water"))):
            for key in sorted({key for item in self._items(name) if (key := self._holds(_point(item)))}):
                self.places[key].setdefault("aspects", []).append(word)
        self._name()
        for item in self.places.values():
            for name in ("blocks", "exits"):
                if not item[name]:
                    del item[name]
        if self.places:
            self._plan()
        self.draft.note("", "left_out", _("the file contains no monsters with figures; prepare encounters yourself"))

    def _holds(self, place: tuple[float, float] | None) -> str:
        """The room that contains a point; empty if none does."""
        if place is None:
            return ""
        px, py = place
        for key, rects in self.rooms.items():
            if any(_covers(rect, (px, py)) for rect in rects):
                return key
        return ""

    def _door(self, door: Item, x: int, y: int, number: int) -> None:
        way = _point(door.get("dir")) or (0.0, 0.0)
        ends = [self._holds((x + step * way[0] + 0.5, y + step * way[1] + 0.5)) for step in (-1, 1)]
        ends = [end or self._holds((x + 0.5, y + 0.5)) for end in ends]
        kind = door.get("type")
        if kind == OUTSIDE:
            for end in filter(None, set(ends)):
                self._say(end, f"out-{number}", _("A way out of the dungeon."))
        if not all(ends) or ends[0] == ends[1]:
            if kind != OUTSIDE and not (kind == OPEN and ends[0] in self.corridors):
                message = _("this door does not connect two rooms")
                self.draft.note(at("/doors", number), "not_understood", message)
            return
        named = "open" if kind == OPEN else "secret" if kind == SECRET else "stairs" if kind in STAIRS else "door"
        for here, there in (ends, ends[::-1]):
            if len(self.places[here]["exits"]) < 40:
                self.places[here]["exits"].append({"key": f"door-{number}", "to": f"location:{there}", "kind": named})

    def _say(self, key: str, block: str, words: str) -> None:
        self.places[key]["blocks"].append({"key": block, "kind": "gm", "md": words})

    def _note(self, note: Item, index: int) -> None:
        key, words = self._holds(_point(note.get("pos"))), text(note.get("text"), 65_536)
        if not key:
            self.draft.note(
                at("/notes", index), "not_understood", _("this note is not in a room: %(text)s") % {"text": words[:200]}
            )
            return
        number = name_of(note.get("ref"), 16)
        if number and "number" not in self.places[key]:
            self.places[key]["number"] = number
        if words:
            self._say(key, f"note-{index + 1}", words)

    def _plan(self) -> None:
        every = [rect for rects in self.rooms.values() for rect in rects]
        left, top = min(x for x, _y, _w, _h in every), min(y for _x, y, _w, _h in every)
        cells = [
            {"location": f"location:{key}", "rects": [[x - left, y - top, w, h] for x, y, w, h in rects]}
            for key, rects in self.rooms.items()
        ]
        self.draft.add(
            "maps",
            {
                "key": self.draft.key("maps", "plan"),
                "title": _("Plan"),
                "cells": cells,
                "pins": list(self._pins(left, top)),
            },
        )

    def _pins(self, left: int, top: int) -> Iterator[Item]:
        for key, rects in self.rooms.items():
            x, y, w, h = rects[0]
            number = self.places[key].get("number")
            if number:
                place = {"x": x - left + w / 2, "y": y - top + h / 2}
                yield {"key": key, "to": f"location:{key}", "label": number} | place
