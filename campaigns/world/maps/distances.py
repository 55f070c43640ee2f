"""Distances on maps: the scale, and how a distance is said."""

import math
from dataclasses import dataclass

from campaigns.world.maps.models import MapPicture, MapRendering, WorldMap
from common.pictures import Picture

Point = tuple[float, float]


@dataclass(frozen=True)
class Scale:
    """How wide and high a picture is in the world, and in which unit."""

    wide: float
    high: float
    unit: str

    def between(self, start: Point, end: Point) -> float:
        """The distance of two points, in a straight line."""
        return math.hypot((end[0] - start[0]) * self.wide, (end[1] - start[1]) * self.high)

    def format(self, distance: float) -> str:
        """A distance in words: with one decimal below ten, whole above."""
        rounded = f"{distance:.1f}".removesuffix(".0") if distance < 9.95 else f"{distance:.0f}"
        return f"{rounded} {self.unit}"


def scale_of(row: WorldMap, picture: MapRendering | MapPicture | Picture | None) -> Scale | None:
    """The scale of a map that has a width in the world and a picture."""
    if row.wide is None or picture is None:
        return None
    return Scale(row.wide, row.wide * picture.height / picture.width, row.unit)
