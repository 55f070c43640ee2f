"""Small SVG charts, drawn on the server with one series each and styled by world.css."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final
from xml.etree import ElementTree

import leather
from django.utils import formats
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from leather.svg import stringify

WIDTH, HEIGHT = 320, 180
ROOM: Final = 26  # pixels a bar needs
# Drawing takes most of the time of the page, and its figures change once a session. A chart has a few kilobytes.
KEPT: Final = 500


def line_chart(title: str, points: Sequence[tuple[date, float]]) -> SafeString:
    """A line chart over days with a dot at each point; empty without points."""
    return _draw_lines(title, tuple(points), get_language()) if points else SafeString()


@lru_cache(KEPT)
def _draw_lines(title: str, points: tuple[tuple[date, float], ...], _language: str | None) -> SafeString:
    chart = leather.Chart()
    # Days as numbers, because the library's time axis fails on short spans.
    days = [(day.toordinal(), value) for day, value in points]
    if len(days) > 1:
        chart.add_line(days)
    chart.add_dots(days)
    top = max(1.0, float(max(value for _day, value in points)))
    chart.add_y_scale(0, top)
    chart.add_y_axis(ticks=_ticks(top), tick_formatter=_figure)
    first, last = days[0][0], days[-1][0]
    # A single day is in the middle.
    chart.add_x_scale(*((first - 1, last + 1) if first == last else (first, last)))
    chart.add_x_axis(ticks=sorted({first, last}), tick_formatter=_day)
    return _render_chart(chart, title, HEIGHT)


def bar_chart(title: str, rows: Sequence[tuple[str, float]], most: float | None = None) -> SafeString:
    """A bar chart with named bars; `most` gives several charts the same scale."""
    return _draw_bars(title, tuple(rows), most) if rows else SafeString()


@lru_cache(KEPT)
def _draw_bars(title: str, rows: tuple[tuple[str, float], ...], most: float | None) -> SafeString:
    chart = leather.Chart()
    # Equal names get numbers, so that they are two bars; long names are shortened.
    names = [_short(name) for name, _value in rows]
    labels = [name if names.count(name) == 1 else f"{name} {n + 1}" for n, name in enumerate(names)]
    chart.add_bars([(value, name) for name, (_name, value) in zip(labels, rows, strict=True)])
    top = max(1.0, float(most or 0), *(float(value) for _name, value in rows))
    chart.add_x_scale(0, top)
    chart.add_x_axis(ticks=_ticks(top), tick_formatter=_figure)
    return _render_chart(chart, title, 60 + ROOM * len(rows))


def _ticks(top: float) -> list[float]:
    step = 1
    while top / step > 4:
        step *= 5 if str(step)[0] == "1" else 2
    return [float(n) for n in range(0, int(top) + 1, step)]


def _figure(value: Any, *_rest: Any) -> str:
    return f"{float(value):g}"


def _day(value: Any, *_rest: Any) -> str:
    return formats.date_format(date.fromordinal(int(value)), "j M y")


def _short(name: str) -> str:
    # The XML writer escapes text; characters that XML does not allow are removed.
    plain = "".join(sign if sign.isprintable() else " " for sign in name)
    return plain if len(plain) <= 16 else f"{plain[:15]}…"


def _render_chart(chart: Any, title: str, height: int) -> SafeString:
    root = ElementTree.Element(
        "svg",
        {
            "viewBox": f"0 0 {WIDTH} {height}",
            "width": str(WIDTH),
            "height": str(height),
            "class": "chart",
            "role": "img",
            "aria-label": "".join(sign for sign in title if sign.isprintable()),
        },
    )
    group = chart.to_svg_group(WIDTH, height)
    group[1][0].clear()  # the legend, because the heading already names the only series
    for part in group.iter():
        # The style sheet sets colours, lines and fonts, for light and dark.
        for name in ("fill", "stroke", "font-family", "font-size", "stroke-width"):
            part.attrib.pop(name, None)
    root.append(group)
    return mark_safe(stringify(root))  # noqa: S308 (every text was escaped by the writer)
