"""The graph of ties, around one thing or of a whole campaign: rows, grouped by faction, joined by arcs, as numbers for
the SVG."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.world.access import visible_ties
from campaigns.world.emblems import picture_address
from campaigns.world.models import WorldEntry
from campaigns.world.thumbnails.queries import mark_pictures
from campaigns.world.ties.models import ENDS, Thing, Tie
from campaigns.world.ties.queries import GROUPS, PERSON, key_of, tie_end_of, ties_at, with_ends
from campaigns.world.ties.text_width import shorten_to_width
from characters.models import Character
from people.models import Member

MOST_NODES, MOST_TIES, MOST_COUNTED = 40, 400, 5000
# What each of the columns `ENDS` names.
COLUMNS: Final = (WorldEntry, Character, WorldEntry, Character)
# Measures of the drawing.
WIDTH, LEFT, ROW, HEAD, GAP = 360, 96, 44, 34, 10
# Widths of texts, in ordinary small letters.
LONGEST_NAME: Final = 28
LONGEST_WORDS: Final = 36


@dataclass
class Node:
    """A row of the graph: a thing, or a folded group of things."""

    key: str
    name: str
    group: str
    ties: str
    picture: str = ""
    words: str = ""
    y: int = 0

    @property
    def top(self) -> str:
        """The upper edge of the row. Measures are texts, so that templates format none of them."""
        return str(self.y - ROW // 2)

    @property
    def emblem_y(self) -> str:
        """The upper edge of the emblem."""
        return str(self.y - 16)

    @property
    def name_y(self) -> str:
        """The baseline of the name."""
        return str(self.y - 2 if self.words else self.y + 5)

    @property
    def words_y(self) -> str:
        """The baseline of the words."""
        return str(self.y + 14)

    @property
    def short(self) -> str:
        """The name, shortened to the width of the row."""
        return shorten_to_width(self.name, LONGEST_NAME)


@dataclass
class Box:
    """A group of rows with its title, which can be folded."""

    key: str
    title: str
    nodes: list[Node] = field(default_factory=list)
    folded: bool = False
    top: int = 0
    tall: int = 0
    toggle: str = ""

    @property
    def y(self) -> str:
        """The upper edge."""
        return str(self.top)

    @property
    def height(self) -> str:
        """The height."""
        return str(self.tall)

    @property
    def title_y(self) -> str:
        """The baseline of the title."""
        return str(self.top + 22)

    @property
    def heading(self) -> str:
        """The title, shortened to the width of the box, with the number of rows."""
        return f"{'▸' if self.folded else '▾'} {shorten_to_width(self.title, LONGEST_NAME - 6)} ({len(self.nodes)})"

    @property
    def label(self) -> str:
        """The accessible label of its title, which folds or opens it."""
        label = _("Open “%(title)s”") if self.folded else _("Fold “%(title)s”")
        return label % {"title": self.title}


@dataclass(frozen=True)
class Arc:
    """A tie between two rows as a path, with its sentence."""

    path: str
    sentence: str
    former: bool
    main: bool


@dataclass
class Graph:
    """A drawing: boxes of rows, arcs, and whether something did not fit; `focus` is the thing that it is around."""

    focus: Node | None
    boxes: list[Box]
    arcs: list[Arc]
    tall: int
    full: bool

    @property
    def height(self) -> str:
        """The height of the drawing."""
        return str(self.tall)


def draw_graph(membership: Member, thing: Thing, *, depth: int, folded: frozenset[str] = frozenset()) -> Graph:
    """The graph around a thing: its neighbours, and with depth 2 their neighbours; at most 40 rows.

    Four queries at most."""
    focus, full = key_of(thing), False
    things: dict[str, Thing] = {focus: thing}
    _add_neighbours(membership, things, [thing])
    if depth > 1:
        full = not _add_neighbours(membership, things, list(things.values())[1:MOST_NODES])
    full = full or len(things) > MOST_NODES
    return _draw(membership, list(things.values())[:MOST_NODES], focus, folded, full=full)


def draw_campaign_graph(membership: Member, folded: frozenset[str] = frozenset()) -> Graph:
    """The graph of the things with the most ties, of the newest 5,000 that the member may see; at most 40 rows.

    Under each name is the number of its ties. Five queries at most."""
    columns = visible_ties(membership).order_by("-pk").values_list(*(f"{end}_id" for end in ENDS))[:MOST_COUNTED]
    counts = Counter((column, pk) for row in columns for column, pk in zip(COLUMNS, row, strict=True) if pk is not None)
    most_tied = [end for end, _count in counts.most_common(MOST_NODES)]
    pages = WorldEntry.objects.defer("text").in_bulk([pk for model, pk in most_tied if model is WorldEntry])
    people = Character.objects.defer("sheet").in_bulk([pk for model, pk in most_tied if model is Character])
    things: list[Thing] = [(pages if model is WorldEntry else people)[pk] for model, pk in most_tied]
    graph = _draw(membership, things, "", folded, full=len(counts) > MOST_NODES)
    number = {key_of(thing): counts[end] for thing, end in zip(things, most_tied, strict=True)}
    for node in (node for box in graph.boxes for node in box.nodes):
        node.words = ngettext("%(number)s tie", "%(number)s ties", number[node.key]) % {"number": number[node.key]}
    return graph


def _draw(membership: Member, kept: list[Thing], focus: str, folded: frozenset[str], *, full: bool) -> Graph:
    """Draws the things; `focus` is the key of the one that stands above the others, or empty."""
    mark_pictures(kept)
    ends = [tie_end_of(thing) for thing in kept]
    nodes = {end.key: Node(end.key, end.name, end.group, end.ties, picture_address(end.thing)) for end in ends}
    ties = _ties_among(membership, kept)
    _write_words(nodes, ties, focus)
    boxes = _make_boxes(nodes, ties, focus, folded)
    height = _lay_out(nodes.get(focus), boxes)
    return Graph(nodes.get(focus), boxes, _draw_arcs(nodes, boxes, ties, focus), height, full)


def _add_neighbours(membership: Member, things: dict[str, Thing], around: list[Thing]) -> bool:
    """Adds the neighbours of `around`, current ties first; returns whether all ties were read."""
    rows = list(with_ends(ties_at(visible_ties(membership), *around)).order_by("-pk")[:MOST_TIES])
    for row in sorted(rows, key=lambda tie: (bool(tie.until), tie.pk)):
        for end in (row.start, row.end):
            things.setdefault(key_of(end), end)
    return len(rows) < MOST_TIES


def _ties_among(membership: Member, things: Iterable[Thing]) -> list[Tie]:
    pages = [thing.pk for thing in things if isinstance(thing, WorldEntry)]
    people = [thing.pk for thing in things if not isinstance(thing, WorldEntry)]
    starts = Q(from_page__in=pages) | Q(from_person__in=people)
    rows = visible_ties(membership).filter(starts, Q(to_page__in=pages) | Q(to_person__in=people))
    return list(with_ends(rows).order_by("pk")[:MOST_TIES])


def _ends(row: Tie) -> tuple[str, str]:
    return key_of(row.start), key_of(row.end)


def _write_words(nodes: dict[str, Node], ties: list[Tie], focus: str) -> None:
    """Sets the words under each name: its tie to the thing in the middle."""
    for row in ties:
        start, end = _ends(row)
        if focus not in (start, end):
            continue
        node, label = (nodes[end], row.back) if focus == start else (nodes[start], row.words)
        label = f"{label} ({_('former')})" if row.until else label
        node.words = f"{node.words}, {label}" if node.words else label
    for node in nodes.values():
        node.words = shorten_to_width(node.words, LONGEST_WORDS)


def _make_boxes(nodes: dict[str, Node], ties: list[Tie], focus: str, folded: frozenset[str]) -> list[Box]:
    """The rows in boxes: each faction with its present members, then the others by kind."""
    faction_of = _factions(nodes, ties, focus)
    boxes: dict[str, Box] = {}
    others = {kind: Box(kind or "texts", str(title)) for kind, title in GROUPS.items()}
    for node in sorted(nodes.values(), key=lambda node: (node.name.casefold(), node.key)):
        if node.key == focus:
            continue
        home = node.key if node.group == WorldEntry.Kind.FACTION else faction_of.get(node.key)
        if home is None or home == focus:
            others[node.group].nodes.append(node)
        else:
            box = boxes.setdefault(home, Box(home, nodes[home].name))
            box.nodes.insert(0 if node.key == home else len(box.nodes), node)
    all_boxes = [*sorted(boxes.values(), key=lambda box: box.title.casefold()), *others.values()]
    all_boxes = [box for box in all_boxes if box.nodes]
    for box in all_boxes:
        box.folded = box.key in folded
    return all_boxes


def _factions(nodes: dict[str, Node], ties: list[Tie], focus: str) -> dict[str, str]:
    """The faction of each person, as far as it is on the graph; of several the first by name."""
    factions: dict[str, str] = {}
    for row in ties:
        start, end = _ends(row)
        if row.kind != Tie.Kind.MEMBER or row.until or nodes[start].group != PERSON or start == focus:
            continue
        known = factions.get(start)
        if end != focus and (known is None or nodes[end].name.casefold() < nodes[known].name.casefold()):
            factions[start] = end
    return {key: faction for key, faction in factions.items() if nodes[faction].group == WorldEntry.Kind.FACTION}


def _lay_out(focus: Node | None, boxes: list[Box]) -> int:
    """Sets the position of every row and returns the height of the drawing. Rows of a folded box share one position."""
    y = GAP
    if focus is not None:
        focus.y = ROW // 2 + GAP
        y = ROW + 2 * GAP
    for box in boxes:
        box.top = y
        for place, node in enumerate(box.nodes):
            node.y = y + HEAD // 2 if box.folded else y + HEAD + place * ROW + ROW // 2
        box.tall = HEAD if box.folded else HEAD + len(box.nodes) * ROW + 4
        y += box.tall + GAP
    return y


def _draw_arcs(nodes: dict[str, Node], boxes: list[Box], ties: list[Tie], focus: str) -> list[Arc]:
    arcs, longest = [], max([box.top + box.tall for box in boxes], default=1)
    for row in ties:
        start, end = _ends(row)
        above, below = sorted((nodes[start].y, nodes[end].y))
        if above == below:
            continue
        # Arcs between distant rows are wider, so that arcs of neighbours stay near the rows.
        wide = 18 + (LEFT - 24) * 4 * (below - above) // (3 * longest)
        path = f"M{LEFT} {above}C{LEFT - wide} {above} {LEFT - wide} {below} {LEFT} {below}"
        arcs.append(Arc(path, sentence(row), bool(row.until), focus in ("", start, end)))
    return arcs


def sentence(row: Tie) -> str:
    """A tie in words: who, what, whom, and when."""
    label = f"{row.start} – {row.words} – {row.end}"
    times = [f"{_('since')} {row.since}" if row.since else "", f"{_('until')} {row.until}" if row.until else ""]
    return f"{label} ({', '.join(time for time in times if time)})" if any(times) else label
