"""Draws the map of the demo world in a hand-drawn style: a coast with hills, a river, a road, woods and towns."""

import hashlib
import io
import math
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Point = tuple[float, float]
SIZE: Final = (1500, 1000)
SCALE: Final = 2  # drawn larger and made smaller, so that lines are smooth
SEED: Final = 312
PAPER: Final = (238, 226, 196)
SEA: Final = (169, 194, 196)
SHALLOW: Final = (190, 209, 204)
INK: Final = (74, 56, 42)
RIVER: Final = (92, 131, 146)
ROAD: Final = (142, 84, 52)
WOOD: Final = (104, 122, 78)
HILL: Final = (214, 196, 158)
ROOF: Final = (156, 68, 52)
COAST: Final = ((0.0, 0.60), (0.10, 0.63), (0.18, 0.58), (0.27, 0.66), (0.36, 0.70), (0.44, 0.64), (0.50, 0.67),
    (0.57, 0.74), (0.66, 0.71), (0.73, 0.60), (0.82, 0.56), (0.90, 0.47), (1.0, 0.44))  # fmt: skip
RIVER_COURSE: Final = ((0.30, 0.0), (0.33, 0.14), (0.28, 0.25), (0.34, 0.36), (0.40, 0.45), (0.38, 0.55), (0.44, 0.66))
ROAD_COURSE: Final = ((0.02, 0.40), (0.12, 0.44), (0.22, 0.42), (0.33, 0.36), (0.46, 0.40), (0.50, 0.52), (0.48, 0.62))
NORTH_ROAD: Final = ((0.46, 0.40), (0.58, 0.34), (0.70, 0.36), (0.82, 0.28), (0.98, 0.26))
ISLAND: Final = ((0.70, 0.84), (0.75, 0.81), (0.80, 0.82), (0.83, 0.86), (0.80, 0.90), (0.74, 0.91), (0.70, 0.88))
TOWNS: Final = ((0.485, 0.625, 9), (0.215, 0.405, 6), (0.82, 0.275, 5))


class Pen:
    """A generator of numbers for a hand-drawn look, which are the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.seed, self.count = seed, 0

    def below(self, size: int) -> int:
        """A number from 0 to `size` - 1."""
        self.count += 1
        digest = hashlib.sha256(f"{self.seed} {self.count}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % size

    def between(self, low: float, high: float) -> float:
        """A number between two numbers."""
        return low + (high - low) * self.below(10_000) / 10_000

    def noise(self, count: int) -> bytes:
        """Some bytes."""
        return bytes(self.below(256) for _one in range(count))


def draw_coast_map() -> bytes:
    """The map as the bytes of a PNG file; the same at every call."""
    pen = Pen(SEED)
    wide, high = SIZE[0] * SCALE, SIZE[1] * SCALE
    image = Image.new("RGB", (wide, high), PAPER)
    sheet = Sheet(image, pen)
    coast = sheet.wobble(COAST, 5)
    sheet.sea(coast)
    sheet.island()
    sheet.stroke(sheet.smooth(RIVER_COURSE), RIVER, 9)
    for course in (ROAD_COURSE, NORTH_ROAD):
        sheet.dashes(sheet.smooth(course), ROAD, 5)
    for x, y, size in _scatter(pen, 26, (0.52, 0.97), (0.06, 0.26)):
        sheet.hill(x, y, 0.03 + size * 0.025)
    for x, y, size in _scatter(pen, 9, (0.05, 0.22), (0.08, 0.26)):
        sheet.hill(x, y, 0.025 + size * 0.02)
    for x, y, _size in _scatter(pen, 70, (0.53, 0.78), (0.42, 0.58)):
        sheet.tree(x, y)
    for x, y, _size in _scatter(pen, 34, (0.05, 0.20), (0.48, 0.57)):
        sheet.tree(x, y)
    for x, y, count in TOWNS:
        sheet.town(x, y, count)
    sheet.tower(0.765, 0.855)
    sheet.compass(0.08, 0.86)
    return finish_sheet(image, pen, SIZE)


def _scatter(pen: Pen, count: int, across: Point, down: Point) -> list[tuple[float, float, float]]:
    """Random places in a box, each with a size, from the back to the front."""
    spots = [(pen.between(*across), pen.between(*down), pen.between(0, 1)) for _one in range(count)]
    return sorted(spots, key=lambda spot: spot[1])


def finish_sheet(image: Image.Image, pen: Pen, size: tuple[int, int]) -> bytes:
    """The finished picture in its final size, on paper with stains and darker edges."""
    small = image.resize(size, Image.Resampling.LANCZOS)
    stains = Image.frombytes("L", (60, 40), pen.noise(2400)).resize(size, Image.Resampling.BICUBIC)
    stains = stains.filter(ImageFilter.GaussianBlur(14)).point([236 + level // 13 for level in range(256)])
    edge = Image.new("L", size, 205)
    ImageDraw.Draw(edge).rectangle((36, 36, size[0] - 36, size[1] - 36), fill=255)
    for shade in (stains, edge.filter(ImageFilter.GaussianBlur(34))):
        small = ImageChops.multiply(small, Image.merge("RGB", (shade, shade, shade)))
    draw = ImageDraw.Draw(small)
    for inset, width in ((14, 3), (22, 1)):
        draw.rectangle((inset, inset, size[0] - inset - 1, size[1] - inset - 1), outline=INK, width=width)
    out = io.BytesIO()
    small.save(out, "PNG")
    return out.getvalue()


class Sheet:
    """The drawing surface; places are fractions of the width and the height."""

    def __init__(self, image: Image.Image, pen: Pen) -> None:
        self.image, self.pen, self.draw = image, pen, ImageDraw.Draw(image)

    def at(self, point: Point) -> Point:
        """The place in pixels."""
        return point[0] * self.image.width, point[1] * self.image.height

    def smooth(self, points: tuple[Point, ...], steps: int = 24) -> list[Point]:
        """A curve through the points, in pixels."""
        ends_doubled = [points[0], *points, points[-1]]
        curve = []
        for first, two, three, four in zip(
            ends_doubled, ends_doubled[1:], ends_doubled[2:], ends_doubled[3:], strict=False
        ):
            for step in range(steps):
                t = step / steps
                curve.append(self.at((_spline(first[0], two[0], three[0], four[0], t),
                                      _spline(first[1], two[1], three[1], four[1], t))))  # fmt: skip
        return [*curve, self.at(points[-1])]

    def wobble(self, points: tuple[Point, ...], much: float) -> list[Point]:
        """The curve with small bays."""
        far = much * SCALE
        return [(x, y + self.pen.between(-far, far)) for x, y in self.smooth(points, 16)]

    def stroke(self, points: list[Point], colour: tuple[int, int, int], width: float) -> None:
        """A line through the points."""
        self.draw.line(points, fill=colour, width=round(width * SCALE), joint="curve")

    def dashes(self, points: list[Point], colour: tuple[int, int, int], width: float) -> None:
        """A dashed line through the points."""
        for place in range(0, len(points) - 3, 5):
            self.stroke(points[place : place + 4], colour, width)

    def sea(self, coast: list[Point]) -> None:
        """The water below the coast, lighter near the land, with lines along the shore."""
        low = self.image.height
        self.draw.polygon([*coast, (self.image.width, low), (0, low)], fill=SEA)
        for far in (46, 30, 15):
            self.stroke([(x, y + far * SCALE / 2) for x, y in coast], SHALLOW, 7 if far == 15 else 2)
        self.stroke(coast, INK, 3)

    def island(self) -> None:
        """An island with its shore."""
        shore = self.smooth((*ISLAND, ISLAND[0]))
        self.stroke(shore, SHALLOW, 16)
        self.draw.polygon(shore, fill=PAPER)
        self.stroke(shore, INK, 3)

    def hill(self, x: float, y: float, size: float) -> None:
        """A hill with strokes on its dark side."""
        (left, top), wide, high = self.at((x, y)), size * self.image.width, size * self.image.width * 0.62
        arc = [(left + wide * (t / 20 - 0.5), top - high * math.sin(math.pi * t / 20) ** 1.3) for t in range(21)]
        self.draw.polygon(arc, fill=HILL)
        self.stroke(arc, INK, 2.5)
        for turn in range(4):
            start = arc[11 + turn * 2]
            self.stroke([start, (start[0] + wide * 0.02, start[1] + high * 0.32)], INK, 1.4)

    def tree(self, x: float, y: float) -> None:
        """A tree of a wood."""
        (left, top), size = self.at((x, y)), self.pen.between(8, 12) * SCALE
        self.stroke([(left, top), (left, top + size)], INK, 2)
        self.draw.ellipse((left - size * 0.7, top - size, left + size * 0.7, top + size * 0.5), fill=WOOD, outline=INK)

    def town(self, x: float, y: float, count: int) -> None:
        """Houses beside each other."""
        for _house in range(count):
            left, top = self.at((x + self.pen.between(-0.024, 0.024), y + self.pen.between(-0.026, 0.012)))
            size = self.pen.between(7, 10) * SCALE
            self.draw.rectangle(
                (left - size, top - size, left + size, top + size * 0.4), fill=PAPER, outline=INK, width=3
            )
            roof = [(left - size * 1.3, top - size), (left, top - size * 2.1), (left + size * 1.3, top - size)]
            self.draw.polygon(roof, fill=ROOF, outline=INK)

    def tower(self, x: float, y: float) -> None:
        """A tower with a bell."""
        (left, top), size = self.at((x, y)), 13 * SCALE
        self.draw.rectangle((left - size, top - size * 4, left + size, top), fill=HILL, outline=INK, width=4)
        self.draw.polygon(
            [(left - size * 1.4, top - size * 4), (left, top - size * 6), (left + size * 1.4, top - size * 4)],
            fill=ROOF,
            outline=INK,
        )
        self.draw.ellipse((left - size / 2, top - size * 3.4, left + size / 2, top - size * 2.4), fill=INK)

    def compass(self, x: float, y: float) -> None:
        """A compass rose."""
        (left, top), size = self.at((x, y)), 62 * SCALE
        self.draw.ellipse(
            (left - size * 0.7, top - size * 0.7, left + size * 0.7, top + size * 0.7), outline=INK, width=4
        )
        for turn in range(8):
            far = size if turn % 2 == 0 else size * 0.55
            angle = math.pi * turn / 4
            tip = (left + far * math.sin(angle), top - far * math.cos(angle))
            for side, fill in ((1, INK), (-1, PAPER)):
                bend = angle + side * math.pi / 8
                foot = (left + size * 0.18 * math.sin(bend), top - size * 0.18 * math.cos(bend))
                self.draw.polygon([(left, top), foot, tip], fill=fill, outline=INK)


def _spline(first: float, two: float, three: float, four: float, t: float) -> float:
    """A place between the second and the third number, on a smooth curve through all four."""
    return 0.5 * (
        2 * two
        + (three - first) * t
        + (2 * first - 5 * two + 4 * three - four) * t**2
        + (3 * two - first - 3 * three + four) * t**3
    )
