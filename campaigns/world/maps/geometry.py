"""The shapes of hidden areas: reads corners, and decides which points lie in them."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

Point = tuple[float, float]
MOST_CORNERS: Final = 60
DIGITS: Final = 4
# Areas may reach over the edge of the picture, but not endlessly.
LEAST, MOST = -1.0, 2.0


def read_corners(value: Any) -> list[list[float]]:
    """The corners as they are stored; ValidationError for anything but 3 to 60 points on or near the picture.

    Two points are the opposite corners of a rectangle."""
    points = [_read_point(raw_point) for raw_point in value] if isinstance(value, list | tuple) else []
    if len(points) == 2:
        (left, top), (right, bottom) = points
        points = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if not 3 <= len(points) <= MOST_CORNERS:
        raise ValidationError(
            {
                "points": _("Give two opposite corners of a rectangle, or 3 to %(most)s corners.")
                % {"most": MOST_CORNERS}
            }
        )
    if len(set(points)) < 3:
        raise ValidationError({"points": _("The corners must be different and enclose an area.")})
    return [list(point) for point in points]


def _read_point(value: Any) -> Point:
    numbers = list(value) if isinstance(value, list | tuple) else []
    if len(numbers) != 2 or not all(_is_number(number) and LEAST <= number <= MOST for number in numbers):
        raise ValidationError(
            {"points": _("A corner is two numbers: from the left and from the top, from 0 to 1 on the picture.")}
        )
    return round(float(numbers[0]), DIGITS), round(float(numbers[1]), DIGITS)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def parse_corners(text: str) -> list[list[float]]:
    """The corners of a form: one `x y` after the other, in percent, separated by commas, semicolons or lines."""
    points = []
    for part in text.replace(";", "\n").replace(",", "\n").splitlines():
        numbers = part.split()
        if not numbers:
            continue
        try:
            points.append([float(number) / 100 for number in numbers])
        except ValueError:
            raise ValidationError(_("Write each corner as two numbers, such as “12.5 40”.")) from None
    return read_corners(points)


def format_corners(points: Iterable[Sequence[float]]) -> str:
    """The corners as a form shows them."""
    return ", ".join(f"{x * 100:g} {y * 100:g}" for x, y in points)


def contains(points: Sequence[Sequence[float]], x: float, y: float) -> bool:
    """Whether the point lies in the area or on its edge, by the even-odd rule with which areas are drawn."""
    inside = False
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if abs(cross) < 1e-9 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def has_crossing_sides(points: Sequence[Sequence[float]]) -> bool:
    """Whether two sides cross each other: then it is doubtful what lies inside, and so what is hidden."""
    sides = list(zip(points, [*points[1:], points[0]], strict=True))
    return any(_cross(side, other) for number, side in enumerate(sides) for other in sides[:number])


def _cross(first: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> bool:
    (start, end), (begin, stop) = first, other
    return (
        _turn(start, end, begin) * _turn(start, end, stop) < 0
        and _turn(begin, stop, start) * _turn(begin, stop, end) < 0
    )


def _turn(start: Sequence[float], end: Sequence[float], point: Sequence[float]) -> float:
    """On which side of the line from `start` to `end` the point lies: the sign of the result."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
