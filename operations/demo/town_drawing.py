"""Draws the plan of the demo world's harbour town: streets, roofs, the quay and its steps."""

import math
from typing import Final

from PIL import Image

from operations.demo.map_drawing import HILL, INK, PAPER, ROOF, Pen, Point, Sheet, finish_sheet

PLAN_SIZE: Final = (1200, 1200)
STREET: Final = (222, 205, 168)
ROOFS: Final = (ROOF, (176, 92, 60), (138, 78, 66), HILL)
SEED: Final = 40
SQUARE: Final = (0.46, 0.34)
SHORE: Final = ((0.0, 0.80), (0.14, 0.77), (0.30, 0.74), (0.50, 0.735), (0.70, 0.745), (0.86, 0.79), (1.0, 0.84))
STREETS: Final = (
    ((0.08, 0.70), (0.30, 0.66), (0.52, 0.655), (0.74, 0.67), (0.94, 0.73)),
    ((0.52, 0.02), (0.50, 0.18), (0.46, 0.34), (0.50, 0.50), (0.52, 0.655)),
    ((0.10, 0.40), (0.28, 0.36), (0.46, 0.34), (0.66, 0.36), (0.90, 0.32)),
    ((0.30, 0.66), (0.26, 0.52), (0.28, 0.36)),
    ((0.74, 0.67), (0.72, 0.52), (0.66, 0.36)),
)


def draw_town_plan() -> bytes:
    """The plan as the bytes of a PNG file; the same at every call."""
    pen = Pen(SEED)
    image = Image.new("RGB", (PLAN_SIZE[0] * 2, PLAN_SIZE[1] * 2), PAPER)
    sheet = Sheet(image, pen)
    sheet.sea(sheet.smooth(SHORE))
    courses = [sheet.smooth(street) for street in STREETS]
    for width, colour in ((24, INK), (20, STREET)):
        for course in courses:
            sheet.stroke(course, colour, width)
    left, top = sheet.at(SQUARE)
    for size, fill in ((125, INK), (120, STREET)):
        sheet.draw.ellipse((left - size, top - size, left + size, top + size), fill=fill)
    built = [sheet.at(SQUARE)]
    for course in courses:
        _build_houses(sheet, course, courses, built)
    _draw_quay(sheet)
    for x, y in ((0.12, 0.14), (0.17, 0.20), (0.22, 0.12), (0.84, 0.14), (0.90, 0.20), (0.80, 0.21), (0.10, 0.24)):
        sheet.tree(x, y)
    sheet.compass(0.10, 0.91)
    return finish_sheet(image, pen, PLAN_SIZE)


def _build_houses(sheet: Sheet, course: list[Point], courses: list[list[Point]], built: list[Point]) -> None:
    """Draws roofs on both sides of a street, except on other streets, houses and the square."""
    for place in range(6, len(course) - 6, 6):
        (ax, ay), (bx, by) = course[place - 2], course[place + 2]
        angle = math.atan2(by - ay, bx - ax)
        for side in (-1, 1):
            far = side * sheet.pen.between(62, 76)
            middle = (course[place][0] - far * math.sin(angle), course[place][1] + far * math.cos(angle))
            near = min(math.dist(middle, point) for course in courses for point in course)
            free = all(math.dist(middle, house) > (155 if house == built[0] else 62) for house in built)
            if near > 50 and free and middle[1] < 0.70 * sheet.image.height:
                built.append(middle)
                _draw_house(sheet, middle, angle)


def _draw_house(sheet: Sheet, middle: Point, angle: float) -> None:
    """A roof with its ridge along the street."""
    half, deep = sheet.pen.between(26, 34), sheet.pen.between(20, 26)
    turn = [(math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))]

    def at(along: float, across: float) -> Point:
        return (
            middle[0] + along * turn[0][0] + across * turn[1][0],
            middle[1] + along * turn[0][1] + across * turn[1][1],
        )

    fill = ROOFS[sheet.pen.below(len(ROOFS))]
    sheet.draw.polygon([at(-half, -deep), at(half, -deep), at(half, deep), at(-half, deep)], fill=fill, outline=INK)
    shade = (fill[0] - 24, fill[1] - 20, fill[2] - 16)
    sheet.draw.polygon([at(-half, 0), at(half, 0), at(half, deep), at(-half, deep)], fill=shade, outline=INK)
    sheet.stroke([at(-half, -deep), at(half, -deep), at(half, deep), at(-half, deep), at(-half, -deep)], INK, 1.6)


def _draw_quay(sheet: Sheet) -> None:
    """A pier on posts, boats, and the steps into the water."""
    for x, y, length in ((0.36, 0.74, 0.13), (0.63, 0.74, 0.10)):
        left, top = sheet.at((x, y))
        low = sheet.at((x, y + length))[1]
        sheet.draw.rectangle((left - 22, top, left + 22, low), fill=HILL, outline=INK, width=4)
        for plank in range(round(top) + 20, round(low), 22):
            sheet.stroke([(left - 22, plank), (left + 22, plank)], INK, 1)
    for x, y in ((0.42, 0.83), (0.56, 0.86), (0.70, 0.84), (0.27, 0.87)):
        left, top = sheet.at((x, y))
        sheet.draw.polygon(
            [(left - 44, top), (left + 44, top), (left + 28, top + 24), (left - 28, top + 24)], fill=ROOF
        )
        sheet.stroke([(left, top), (left, top - 70)], INK, 2)
        sheet.draw.polygon([(left + 4, top - 66), (left + 44, top - 14), (left + 4, top - 14)], fill=PAPER, outline=INK)
    for step in range(7):
        left, top = sheet.at((0.80, 0.755 + step * 0.012))
        sheet.draw.rectangle((left - 50, top, left + 50, top + 26), fill=HILL, outline=INK, width=3)
