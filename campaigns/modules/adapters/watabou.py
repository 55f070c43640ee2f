"""One Page Dungeons of Watabou as their generator exports them: rooms, doors, notes, and a plan that is drawn."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft, NotUnderstood, name_of, text
from campaigns.modules.faults import at

Item = dict[str, Any]
Rect = tuple[int, int, int, int]
# What the generator's numbers of doors mean, where it matters to an exit.
OPEN, OUTSIDE, SECRET, STAIRS = 0, 3, 6, (8, 9)
MOST: Final = 500


def adapt(value: Any) -> Draft:
    """The draft of a dungeon. NotUnderstood when it has no rectangles."""
    rects = value.get("rects") if isinstance(value, dict) else None
    if not isinstance(rects, list) or not isinstance(value.get("doors"), list):
        raise NotUnderstood(_("this is no One Page Dungeon: an object with “title”, “rects”, “doors” and “notes”"))
    draft = Draft.begin(title=name_of(value.get("title")) or _("Dungeon"))
    _Dungeon(draft, value).read()
    return draft


def _point(value: Any) -> tuple[float, float] | None:
    x, y = (value.get("x"), value.get("y")) if isinstance(value, dict) else (None, None)
    fits = all(isinstance(one, int | float) and not isinstance(one, bool) and abs(one) < 10_000 for one in (x, y))
    return (float(x), float(y)) if fits else None  # type: ignore[arg-type]


class _Dungeon:
    def __init__(self, draft: Draft, value: Item) -> None:
        self.draft, self.value = draft, value
        self.doors = [(one, place) for one in self._listed("doors") if (place := _point(one))]
        at_doors = {(int(x), int(y)) for _door, (x, y) in self.doors}
        self.rooms: dict[str, Rect] = {}
        self.places: dict[str, Item] = {}
        for index, one in enumerate(self._listed("rects")[:MOST]):
            place, w, h = _point(one), one.get("w", 0), one.get("h", 0)
            if place is None or not all(type(side) is int and 0 < side < 1000 for side in (w, h)):
                draft.note(at("/rects", index), "not_understood", _("this rectangle has no place or no size"))
                continue
            x, y, w, h = int(place[0]), int(place[1]), int(w), int(h)
            if (w, h) == (1, 1) and (x, y) in at_doors:
                continue  # the floor below a door
            key = draft.key("locations", f"room-{x}-{y}".replace("--", "-m"))
            self.rooms[key] = (x, y, w, h)
            self._room(key, one, index)

    def _listed(self, name: str) -> list[Item]:
        found = self.value.get(name)
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

    def _room(self, key: str, one: Item, index: int) -> None:
        title = _("Room %(number)s") % {"number": len(self.places) + 1}
        told = [tag for tag in ("ending", "rotunda") if one.get(tag) is True]
        item: Item = {"key": key, "title": title, "blocks": [], "exits": []} | ({"tags": told} if told else {})
        item["provenance"] = {"method": "extracted", "pointer": at("/rects", index)}
        self.places[key] = self.draft.add("locations", item)

    def read(self) -> None:
        """Fills in doors, notes, pillars and water, and draws the plan."""
        story = text(self.value.get("story"), 65_536)
        if story:
            self.draft.document["module"]["summary"] = story
        for number, (door, (x, y)) in enumerate(self.doors):
            self._door(door, int(x), int(y), number)
        for index, note in enumerate(self._listed("notes")):
            self._note(note, index)
        for name, word in (("columns", _("pillars")), ("water", _("water"))):
            for key in sorted({key for one in self._listed(name) if (key := self._holds(_point(one)))}):
                self.places[key].setdefault("aspects", []).append(word)
        for item in self.places.values():
            for name in ("blocks", "exits"):
                if not item[name]:
                    del item[name]
        if self.places:
            self._plan()
        self.draft.note("", "left_out", _("the file names no foes with figures; prepare encounters yourself"))

    def _holds(self, place: tuple[float, float] | None) -> str:
        """The room that holds a point; empty for none."""
        if place is None:
            return ""
        px, py = place
        return next((key for key, (x, y, w, h) in self.rooms.items() if x <= px < x + w and y <= py < y + h), "")

    def _door(self, door: Item, x: int, y: int, number: int) -> None:
        way = _point(door.get("dir")) or (0.0, 0.0)
        ends = [self._holds((x + step * way[0] + 0.5, y + step * way[1] + 0.5)) for step in (-1, 1)]
        ends = [end or self._holds((x + 0.5, y + 0.5)) for end in ends]
        kind = door.get("type")
        if kind == OUTSIDE:
            for end in filter(None, set(ends)):
                self._say(end, "out", _("A way out of the dungeon."))
        if not all(ends) or ends[0] == ends[1]:
            if kind != OUTSIDE:
                message = _("this door leads from no room to another")
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
            self.draft.note(at("/notes", index), "not_understood", _("this note lies in no room: %(text)s") % {
                "text": words[:200]})  # fmt: skip
            return
        number = name_of(note.get("ref"), 16)
        if number and "number" not in self.places[key]:
            self.places[key]["number"] = number
        if words:
            self._say(key, f"note-{index + 1}", words)

    def _plan(self) -> None:
        left, top = min(x for x, _y, _w, _h in self.rooms.values()), min(y for _x, y, _w, _h in self.rooms.values())
        cells = [
            {"location": f"location:{key}", "rects": [[x - left, y - top, w, h]]}
            for key, (x, y, w, h) in self.rooms.items()
        ]  # fmt: skip
        self.draft.add("maps", {
            "key": self.draft.key("maps", "plan"), "title": _("Plan"), "cells": cells,
            "pins": list(self._pins(left, top)),
        })  # fmt: skip

    def _pins(self, left: int, top: int) -> Iterator[Item]:
        for key, (x, y, w, h) in self.rooms.items():
            number = self.places[key].get("number")
            if number:
                place = {"x": x - left + w / 2, "y": y - top + h / 2}
                yield {"key": key, "to": f"location:{key}", "label": number} | place
