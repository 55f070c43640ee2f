"""The catalogue rows of a campaign as the sheet uses them: advantages, specialties, skills, weapons."""

from collections.abc import Iterable
from typing import Any, cast

from rules.engine import codec
from rules.engine.codec import Struct
from rules.engine.refusals import refuse
from rules.engine.rows import Row
from rules.games.game_of_bastards import sheet_tables, tables
from rules.games.game_of_bastards.sheet_tables import Advantage

MOST = 50
FACTS = ("suit", "category", "use", "weapon", "most")
# A row with an effect takes these from the game's own advantage, because an encounter knows only the effect.
FACTS_OF_EFFECT = ("suit", "use")
# An encounter never takes a cost for these: nobody declares them, and Counter costs cards of the defence (GOB-60).
NEVER_PAID = frozenset(
    key for key, known in tables.ADVANTAGES.items() if key == "counter" or not (known.places or "cost" in known.figures)
)


class HouseShape(Struct):
    """The shape in which the site passes options and rows."""

    options: dict[str, Any] = {}
    rows: list[Row] = []


class HouseRules:
    """The rows of one campaign, or the game's own."""

    def __init__(self, rows: list[Row], options: dict[str, Any]) -> None:
        self.rows, self.options = rows, options
        self.own = {row.key: _advantage(row) for row in rows if row.kind == "advantage"}
        self.figures = {row.key: numbers(row) for row in rows if row.kind == "advantage"}

    def advantage(self, key: str) -> Advantage | None:
        """The advantage of a key, also one that the campaign no longer offers."""
        return self.own.get(key) or sheet_tables.ADVANTAGES.get(key)

    def offered_advantages(self) -> list[Advantage]:
        """The advantages that can be bought: the campaign's, or the game's own."""
        return list(self.own.values()) or list(sheet_tables.ADVANTAGES.values())

    def figure(self, key: str, name: str, usual: int) -> int:
        """A figure of an advantage's row; `usual` when the row has none."""
        return self.figures.get(key, {}).get(name, usual)

    def of_kind(self, kind: str) -> list[Row]:
        """The rows of a kind, in their order."""
        return [row for row in self.rows if row.kind == kind]

    def specialties(self, skills: Iterable[str]) -> list[tuple[str, list[str]]]:
        """The named specialties for which the character has the skills, each with its two skills (GOB-15).

        A row with only Combat or Craft means any type of it, so it may appear several times.
        """
        known, found = list(skills), []
        for row in self.of_kind("specialty"):
            pair = row.figures.get("skills")
            if type(pair) is not list or len(pair) != 2 or not all(type(name) is str and name for name in pair):
                continue
            first, second = (matching(sheet_tables.skill_name(name), known) for name in pair)
            found += [(row.name, [member, other]) for member in first for other in second if member != other]
        return found

    def setup_advantages(self, owned: Iterable[Any]) -> list[dict[str, Any]]:
        """Advantages as a setup takes them, without those that have no effect in an encounter."""
        entries: dict[tuple[str, str], dict[str, Any]] = {}
        for row in owned:
            entry = self.setup_advantage(row)
            if entry is None:
                continue
            first = entries.setdefault((entry["key"], entry.get("weapon", "")), entry)
            if first is not entry and entry["key"] in tables.IN_RANKS:
                ranks = first.get("ranks", 1) + entry.get("ranks", 1)
                first["ranks"] = min(sheet_tables.MOST_RANKS, ranks)
        return list(entries.values())

    def setup_advantage(self, owned: Any) -> dict[str, Any] | None:
        """One advantage as a setup takes it, with the figures that its row changes; None without an effect."""
        known = self.advantage(owned.key)
        if known is None or known.effect is None:
            return None
        entry: dict[str, Any] = {"key": known.effect}
        if owned.weapon is not None:
            entry["weapon"] = owned.weapon
        if owned.ranks is not None:
            entry["ranks"] = owned.ranks
        usual = tables.ADVANTAGES[known.effect].figures
        changed = {
            name: value for name, value in self.figures.get(owned.key, {}).items() if usual.get(name, 0) != value
        }
        if changed:
            entry["figures"] = changed
        return entry


def _advantage(row: Row) -> Advantage:
    """An advantage from a catalogue row; fields that it leaves out come from the game's own advantage.

    `Refused` names the key of a row with a malformed figure.
    """
    effect = row.figures.get("effect", row.key)
    base = sheet_tables.ADVANTAGES.get(effect) if type(effect) is str else None
    facts: dict[str, Any] = {"suit": "clubs", "category": "utility", "use": "always", "rule": "GOB-16", "text": ""}
    if base is not None:
        facts = cast(dict[str, Any], codec.encode(base))
    own_facts = [name for name in FACTS if base is None or name not in FACTS_OF_EFFECT]
    facts |= {name: row.figures[name] for name in own_facts if row.figures.get(name) is not None}
    facts |= {"key": row.key, "name": row.name, "effect": base.key if base else None, "cost": {}}
    if type(row.figures.get("text")) is str:
        facts["text"] = row.figures["text"]
    advantage = codec.decode(facts, Advantage, f"catalogue row {row.key}")
    figures = {**(tables.ADVANTAGES[base.key].figures if base else {}), **numbers(row)}
    if advantage.effect not in NEVER_PAID:
        advantage.cost = sheet_tables.cost_of(advantage.suit, advantage.use, figures)
    return advantage


def matching(name: str, known: list[str]) -> list[str]:
    """The known skills that a row's skill means; Combat or Craft alone means each of its types."""
    if name in sheet_tables.TYPED:
        return [candidate for candidate in known if candidate.startswith(f"{name} (")]
    return [name] if name in known else []


def numbers(row: Row) -> dict[str, int]:
    """The figures of a row that the engine uses; `Refused` for one that is not an integer from 0 to 50."""
    figures = {name: value for name, value in row.figures.items() if name in tables.FIGURE_NAMES}
    for name, value in figures.items():
        if type(value) is not int or not 0 <= value <= MOST:
            refuse("row.figure", f"The catalogue entry {row.key}, {name}: must be a whole number from 0 to {MOST}.")
    return figures


def parse_house_rules(given: object) -> HouseRules:
    """The house rules that the site passes; None means the game's own rows."""
    typed = parse_house_shape(given)
    return HouseRules(typed.rows, typed.options)


def parse_house_shape(given: object) -> HouseShape:
    """Options and rows as the site passes them, before their figures are read; None means neither."""
    if given is None:
        return HouseShape()
    if type(given) is not dict:
        refuse("shape.invalid", "The house rules must be a JSON object or null.")
    bare = {name: value for name, value in given.items() if value is not None}
    return codec.decode(bare, HouseShape, "house")
