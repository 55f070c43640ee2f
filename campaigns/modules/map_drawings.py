"""Draws maps of modules: rooms of cells or pins on a picture, and a list with the exits."""

from dataclasses import dataclass, field
from typing import Any, Final

from campaigns.modules.format.references import parse_reference
from campaigns.modules.format.text import Resolver

Item = dict[str, Any]
Box = tuple[float, float, float, float]
# The limits of a drawing; the format allows larger numbers.
MOST_RECTS: Final = 4000
FARTHEST: Final = 100_000
MARGIN: Final = 1


@dataclass(frozen=True, slots=True)
class Room:
    """A room on the plan: its rectangles, and the position of its label."""

    title: str
    url: str
    label: str
    rects: list[Box]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Pin:
    """A point on the plan with a link."""

    title: str
    url: str
    label: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Stop:
    """An entry of the list: a location or pin, with its exits."""

    label: str
    title: str
    url: str
    ways: list[tuple[str, str, str]]


@dataclass(slots=True)
class Plan:
    """A plan in its own units: pixels of the picture, or cells. `size` is the size of a pin's label."""

    box: str
    size: float
    picture: tuple[str, float, float] | None = None
    rooms: list[Room] = field(default_factory=list)
    pins: list[Pin] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)

    @property
    def drawn(self) -> bool:
        """Whether there is a drawing besides the list."""
        return bool(self.picture or self.rooms or self.pins)


def plan(item: Item, resolve: Resolver, places: dict[str, Item], picture: tuple[str, int, int] | None = None) -> Plan:
    """The plan of a map; `places` are the locations by reference, `picture` is its URL, width and height."""
    drawn = _Drawing(resolve, places)
    rooms = [room for cell in item.get("cells", []) if (room := drawn.room(cell))]
    pins = [drawn.pin(pin) for pin in item.get("pins", []) if _near(pin["x"], pin["y"])]
    left, top, wide, high = (0.0, 0.0, float(picture[1]), float(picture[2])) if picture else _extent(rooms, pins)
    drawing = Plan(f"{left:g} {top:g} {wide:g} {high:g}", max(wide, high) / 28, picture, rooms, pins)
    marked = {room.url for room in rooms}
    drawing.stops = [drawn.stop(room.title, room.url, room.label) for room in rooms]
    drawing.stops += [drawn.stop(pin.title, pin.url, pin.label) for pin in pins if pin.url not in marked or not pin.url]
    return drawing


def _near(*numbers: Any) -> bool:
    return all(isinstance(number, int | float) and abs(number) <= FARTHEST for number in numbers)


def _extent(rooms: list[Room], pins: list[Pin]) -> Box:
    boxes = [rect for room in rooms for rect in room.rects] + [(pin.x, pin.y, 0.0, 0.0) for pin in pins]
    if not boxes:
        return 0.0, 0.0, 1.0, 1.0
    left, top = min(box[0] for box in boxes) - MARGIN, min(box[1] for box in boxes) - MARGIN
    right, bottom = max(box[0] + box[2] for box in boxes) + MARGIN, max(box[1] + box[3] for box in boxes) + MARGIN
    return left, top, right - left, bottom - top


class _Drawing:
    def __init__(self, resolve: Resolver, places: dict[str, Item]) -> None:
        self.resolve, self.places, self.left = resolve, places, MOST_RECTS
        self.urls: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        self.lettered: set[str] = set()

    def title_and_url(self, reference: str) -> tuple[str, str]:
        """Title and URL of a referenced object; its key if it was not imported."""
        parsed = parse_reference(reference)
        target = self.resolve(parsed) if parsed else None
        title, url = target or ((parsed.key.replace("-", " ") if parsed else reference), "")
        if url:
            self.urls[url] = reference
        return title, url

    def label(self, reference: str, title: str = "") -> str:
        """A short label, the same on plan and list: the given one, or the location's number, or a letter."""
        label = title or self.places.get(reference, {}).get("number") or self.labels.get(reference)
        if not label:
            number, label = len(self.lettered), ""
            while number >= 0:
                number, letter = divmod(number, 26)
                label, number = chr(ord("a") + letter) + label, number - 1
            self.lettered.add(reference)
        self.labels[reference] = str(label)
        return str(label)[:6]

    def room(self, item: Item) -> Room | None:
        """A room from its rectangles; None if nothing of it can be drawn."""
        rects = [tuple(map(float, rect)) for rect in item["rects"] if _near(*rect) and rect[2] > 0 and rect[3] > 0]
        rects, self.left = rects[: self.left], max(self.left - len(rects), 0)
        if not rects:
            return None
        x, y, wide, high = max(rects, key=lambda rect: rect[2] * rect[3])
        title, url = self.title_and_url(item["location"])
        return Room(title, url, self.label(item["location"]), rects, x + wide / 2, y + high / 2)  # type: ignore[arg-type]

    def pin(self, item: Item) -> Pin:
        """A pin at its position."""
        title, url = self.title_and_url(item["to"])
        return Pin(title, url, self.label(item["to"], item.get("label", "")), float(item["x"]), float(item["y"]))

    def stop(self, title: str, url: str, label: str) -> Stop:
        """The entry of the list with its exits."""
        place = self.places.get(self.urls.get(url, ""), {})
        ways = [(*self.title_and_url(way["to"]), way.get("kind", "")) for way in place.get("exits", [])]
        return Stop(label, title, url, ways)
