"""The ways in a level of osrlib: connections of areas through doors and corridors, and the plan of its cells."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft

Item = dict[str, Any]
Cell = tuple[int, int]
SIDES: Final = {"north": (0, -1), "west": (-1, 0)}
MOST_EXITS: Final = 40


@dataclass(slots=True)
class Level:
    """One level: its dungeon and number, its JSON with the pointer to it, and its areas with their places."""

    dungeon: str
    number: int
    value: Item
    pointer: str
    areas: list[tuple[Item, Item]] = field(default_factory=list)

    def cells(self) -> dict[Cell, str]:
        """The key of the place that each cell belongs to; cells outside areas are corridor."""
        return {cell: item["key"] for item, area in self.areas for cell in cells_of(area)}

    def draw(self, draft: Draft, title: str) -> None:
        """The plan of the level, row by row."""
        drawn = [
            {"location": f"location:{item['key']}", "rects": rects}
            for item, area in self.areas
            if (rects := list(rows(cells_of(area))))
        ]
        if drawn:
            draft.add(
                "maps",
                {
                    "key": draft.key("maps", f"{self.dungeon}-{self.number}"),
                    "title": title[:200],
                    "cells": drawn[:2000],
                    "grid": {"unit": "ft", "per_cell": 10},
                },
            )


def cells_of(area: Item) -> list[Cell]:
    """The cells of an area, in order."""
    found = area.get("cells")
    return sorted(
        {cell for raw_cell in (found if isinstance(found, list) else [])[:5000] if (cell := position(raw_cell))}
    )


def position(value: Any) -> Cell | None:
    """A cell of the file, or None."""
    fits = (
        isinstance(value, list)
        and len(value) == 2
        and all(type(coordinate) is int and 0 <= coordinate < 10_000 for coordinate in value)
    )
    return (value[0], value[1]) if fits else None


def rows(cells: list[Cell]) -> Iterator[list[int]]:
    """Rectangles [x, y, width, height 1]: neighbouring cells of a row become one."""
    left = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    while left:
        x, y = left.pop(0)
        wide = 1
        while left and left[0] == (x + wide, y):
            left.pop(0)
            wide += 1
        yield [x, y, wide, 1]


def exits(draft: Draft, levels: list[Level]) -> None:
    """Writes the exits of every place: doors and openings, corridors between areas, and stairs."""
    places = {item["key"]: item for level in levels for item, _area in level.areas}
    for level in levels:
        for here, there, kind, label in sorted(set(_ways(level))):
            for start, other in ((here, there), (there, here)):
                _exit(places[start], other, kind, label)
        _stairs(draft, level, levels, places)


def _exit(item: Item, to: str, kind: str, label: str = "") -> None:
    ways = item.setdefault("exits", [])
    if len(ways) < MOST_EXITS and f"location:{to}" not in {way["to"] for way in ways}:
        way = {"key": f"way-{len(ways) + 1}", "to": f"location:{to}", "kind": kind}
        ways.append(way | ({"label": label} if label else {}))


def _edges(level: Level) -> Iterator[tuple[Cell, Cell, str, str]]:
    """Every passable edge as (cell, cell beyond, kind, label)."""
    edges = level.value.get("edges")
    for name, edge in edges.items() if isinstance(edges, dict) else []:
        cell, _colon, side = name.partition(":")
        numbers = cell.split(",")
        if (
            side not in SIDES
            or len(numbers) != 2
            or not all(number.isdecimal() and len(number) < 5 for number in numbers)
        ):
            continue
        kind = edge.get("kind") if isinstance(edge, dict) else None
        if kind not in ("open", "door"):
            continue
        here, step = (int(numbers[0]), int(numbers[1])), SIDES[side]
        door = edge.get("door") if isinstance(edge.get("door"), dict) else {}
        states = {"locked": _("locked"), "stuck": _("stuck")}
        label = ", ".join(word for state, word in states.items() if door.get(state) is True)
        door_kind = "open" if kind == "open" else "secret" if door.get("kind") == "secret" else "door"
        yield here, (here[0] + step[0], here[1] + step[1]), door_kind, label


def _ways(level: Level) -> Iterator[tuple[str, str, str, str]]:
    """Pairs of areas that are next to each other, or that one corridor joins."""
    held, joined = level.cells(), dict[Cell, Cell]()
    edges = list(_edges(level))

    def root(cell: Cell) -> Cell:
        while joined.get(cell, cell) != cell:
            joined[cell] = joined.get(joined[cell], joined[cell])
            cell = joined[cell]
        return cell

    for here, there, _kind, _label in edges:
        if here not in held and there not in held:
            joined[root(here)] = root(there)
    corridors: dict[Cell, list[tuple[str, str, str]]] = {}
    for here, there, kind, label in edges:
        inside, outside = (held.get(here), held.get(there))
        if inside and outside and inside != outside:
            yield (*sorted((inside, outside)), kind, label)  # type: ignore[misc]
        elif bool(inside) != bool(outside):
            corridors.setdefault(root(there if inside else here), []).append((str(inside or outside), kind, label))
    for ends in corridors.values():
        for number, (first, kind, label) in enumerate(ends[:30]):
            for second, _kind, _label in ends[number + 1 : 30]:
                if first != second:
                    yield (*sorted((first, second)), kind if kind != "open" else _kind, label)  # type: ignore[misc]


def _stairs(draft: Draft, level: Level, levels: list[Level], places: dict[str, Item]) -> None:
    found = level.value.get("transitions")
    for index, door in enumerate(found if isinstance(found, list) else []):
        if not isinstance(door, dict):
            continue
        here = level.cells().get(position(door.get("position")) or (-1, -1))
        target = next(
            (
                other
                for other in levels
                if other.dungeon == door.get("to_dungeon_id") and other.number == door.get("to_level_number")
            ),
            None,
        )
        there = target.cells().get(position(door.get("to_position")) or (-1, -1)) if target else None
        if here is None or there is None:
            message = _("these stairs begin or end in a corridor; add them where they belong")
            draft.note(f"{level.pointer}/transitions/{index}", "not_understood", message)
            continue
        way = door.get("kind")
        _exit(places[here], there, "one-way" if way == "chute" else "stairs")
        if way != "chute":
            _exit(places[there], here, "stairs")
