"""Explains a conversion line by line: the source's figure, the table, and the result."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.stats_conversion import Tables, stats

Item = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """One figure: `source`, the table `rule` (its name and reason), and `result`."""

    source: str
    rule: str
    why: str
    result: str
    # The place in the block where a GM can change the figure: "limits/wounds"; "" if it is no number.
    place: str = ""


def _figures(*names: str) -> Callable[[Item], str]:
    def describe(data: Item) -> str:
        words = [f"{LABELS.get(name, name)} {_plain(data[name])}" for name in names if data.get(name) is not None]
        return ", ".join(words) or _("not given")

    return describe


def _plain(value: Any) -> str:
    return ", ".join(f"{name} {figure}" for name, figure in value.items()) if isinstance(value, dict) else str(value)


def _abilities(*names: str) -> Callable[[Item], str]:
    def describe(data: Item) -> str:
        scores = data.get("ab")
        scores = scores if isinstance(scores, dict) else {}
        return ", ".join(f"{name[:3].upper()} {scores[name]}" for name in names if name in scores) or _("not given")

    return describe


def _attacks(part: str) -> Callable[[Item], str]:
    def describe(data: Item) -> str:
        named = [f"{attack.get('name')} {attack[part]}" for attack in _objects(data, "attacks") if part in attack]
        return ", ".join(named[:6]) or _("not given")

    return describe


def _riders(data: Item) -> str:
    riders = [attack["rider"] for attack in _objects(data, "attacks") if isinstance(attack.get("rider"), dict)]
    return ", ".join(f"{rider.get('kind')} DC {rider.get('dc')}" for rider in riders) or _("none")


def _powers(data: Item) -> str:
    return ", ".join(f"{power.get('name')} DC {power.get('dc', '?')}" for power in _objects(data, "powers")) or _(
        "none"
    )


def _objects(data: Item, name: str) -> list[Item]:
    rows = data.get(name)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


@dataclass(frozen=True, slots=True)
class _In:
    """Reads one figure of a block, and stores its place."""

    path: tuple[str, ...]

    def __call__(self, block: Item) -> Any:
        value: Any = block
        for name in self.path:
            value = value.get(name) if isinstance(value, dict) else None
        return value


def _in(*path: str) -> _In:
    return _In(path)


def _lines(part: str) -> Callable[[Item], Any]:
    def read_line(block: Item) -> Any:
        line = _in("lines", part)(block)
        return None if line is None else ", ".join(_line_words(line))

    return read_line


def _line_words(line: Item) -> Iterator[str]:
    """What an attack line of 52 Fates does, in words."""
    if line.get("damage") is not None:
        half = line["damage"] == "half"
        yield _("half of the current hit points") if half else _("%(damage)s damage") % {"damage": line["damage"]}
    effect = line.get("effect")
    if effect:
        yield _("%(name)s of strength %(strength)s") % {"name": effect["name"], "strength": effect["strength"]}
    held = line.get("incapacitate")
    if held:
        yield _incapacity_words(held)
    if line.get("prone"):
        yield _("prone")
    if line.get("text"):
        yield str(line["text"])


def _incapacity_words(held: Item) -> str:
    if held.get("unconscious"):
        return _("unconscious, wakes above %(wake)s") % {"wake": held.get("wake", 7)}
    return _("partly incapacitated") if held["degree"] == "partial" else _("fully incapacitated")


def _weapons(block: Item) -> Any:
    weapons = block.get("weapons")
    return (
        ", ".join(f"{weapon['name']} {weapon.get('bonus', weapon.get('damage')):+d}" for weapon in weapons)
        if weapons
        else None
    )


def _failure_words(block: Item) -> str:
    """Which slot a failure costs in the Fortune System, and what happens to it, in words."""
    consequence = _("a slot is blown") if block.get("on_failure") == "blown" else _("a slot is damaged")
    which = _("the lowest") if block.get("selection") == "lowest" else _("the player chooses which")
    return f"{consequence}, {which}"


LABELS: Final = {"cr": "CR", "hp": "HP", "ac": "AC", "pp": "PP", "prof": "+", "round": "Ø"}
Row = tuple[Callable[[Item], str], str, Callable[[Item], Any]]
ROWS: Final[dict[str, tuple[Row, ...]]] = {
    "fifty-two-fates": (
        (_figures("hp"), "hit-points", _in("max_hp")),
        (_figures("cr"), "level", _in("level")),
        (_abilities("strength", "dexterity"), "cards", _in("allowance")),
        (_figures("speed"), "", _in("speed")),
        (_riders, "riders", _lines("face")),
        (_powers, "difficulty", _lines("ace")),
    ),
    "fortune-and-power": (
        (_attacks("to_hit"), "trait", _in("traits", "Warrior")),
        (_figures("ac"), "athlete", _in("traits", "Athlete")),
        (_figures("pp"), "trait", _in("traits", "Perception")),
        (_figures("skills"), "trait", _in("traits", "Burglar")),
        (_figures("hp"), "wounds", _in("limits", "wounds")),
        (_abilities("wisdom", "charisma", "intelligence"), "shocks", _in("limits", "shocks")),
        (_attacks("average"), "weapon", _weapons),
    ),
    "fortune-system": (
        (_figures("cr"), "level", _in("level")),
        (_figures("ac"), "overcome", _in("cos", "overcome")),
        (_figures("pp"), "cos", _in("cos", "evade")),
        (_abilities("intelligence", "wisdom"), "outwit", _in("cos", "outwit")),
        (_abilities("wisdom"), "placate", _in("cos", "placate")),
        (_figures("hp"), "successes", _in("successes")),
        (_figures("round"), "failure", _failure_words),
    ),
    "game-of-bastards": (
        (_figures("cr"), "tier", _in("kind")),
        (_figures("cr"), "follower", _in("power_rating")),
        (_abilities("strength", "dexterity", "constitution"), "fated", _in("traits", "body")),
        (_abilities("wisdom", "charisma"), "fated", _in("traits", "spirit")),
        (_figures("ac"), "fated", _in("traits", "mind")),
        (_figures("cr"), "fated", _in("traits", "luck")),
        (_attacks("average"), "weapon", _weapons),
    ),
}


def lines(game: str, item: Item, tables: Tables) -> list[Line]:
    """Every figure of the converted block, with its source and its table; [] if it cannot be converted."""
    block = stats(game, item, tables)
    data = item.get("source_stats", {}).get("data")
    if block is None or not isinstance(data, dict):
        return []
    explained = []
    for source, key, result in ROWS.get(game, ()):
        value = result(block)
        if value is not None:
            table = tables.rows.get(key)
            name, why = (table.name, table.why) if table else (_("unchanged"), "")
            place = "/".join(result.path) if isinstance(result, _In) and type(value) is int else ""
            explained.append(Line(source(data), name, why, str(value), place))
    return explained
