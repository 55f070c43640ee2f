"""The steps of a character for a page: grouped, priced, with fields for the open choices."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils.encoding import force_str
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.experience import units
from characters.models import Character
from characters.sheets import queries
from common.parsing import split_numbers
from rules.catalogue.queries import house_of, kind_name
from rules.play import Refused

FINISH, ROLLS = "finish", queries.ROLLS
LONGEST = 200
LABELS = {"key": gettext_lazy("Which"), "focus": gettext_lazy("For"), "note": gettext_lazy("Note")}
HEADINGS = {
    "new-trait": gettext_lazy("New traits"),
    "attribute": gettext_lazy("Attributes"),
    "fortune": gettext_lazy("Fortune"),
    "free": gettext_lazy("Free slot"),
    "fill": gettext_lazy("Slots"),
    "mulligan": gettext_lazy("Slots"),
}


@dataclass(frozen=True)
class Choice:
    """An open field of a step; `options` are (value as posted, words), `posted` the values of a refused form."""

    name: str
    label: str
    kind: str
    optional: bool = False
    options: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0
    help: str = ""
    posted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One step on the page; `step` is what its button posts."""

    offer: dict[str, Any]
    step: str
    price: str
    short: str
    before: str = ""
    after: str = ""
    choices: tuple[Choice, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether it can be taken now."""
        return bool(self.offer["affordable"])


@dataclass
class Group:
    """Steps of one kind: those that can be taken now, and the others."""

    kind: str
    heading: str
    ready: list[Row] = field(default_factory=list)
    later: list[Row] = field(default_factory=list)
    open: bool = True


def step_rows(character: Character, gained: dict[str, int] | None = None) -> list[Row]:
    """Every step that the game offers the character."""
    names = {row["key"]: row["name"] for row in house_of(character.campaign)["rows"]}
    rows: list[Row] = []
    counts: dict[str, int] = {}
    for offer in queries.advancement_steps(character, gained):
        mark = json.dumps(offer["step"], sort_keys=True)
        counts[mark] = counts.get(mark, 0) + 1
        rows.append(
            _step_row(offer, character.campaign.system, names, mark if counts[mark] == 1 else f"{mark}#{counts[mark]}")
        )
    return rows


def fill_in_posted(rows: Iterable[Row], form: QueryDict) -> list[Row]:
    """The steps, of which the one that a refused form chose has the values of the form again."""
    return [_fill_in(row, form) if row.step == form.get("step") else row for row in rows]


def _fill_in(row: Row, form: QueryDict) -> Row:
    values = (tuple(form.getlist(f"choice-{choice.name}")[:LONGEST]) for choice in row.choices)
    return replace(
        row, choices=tuple(replace(choice, posted=posted) for choice, posted in zip(row.choices, values, strict=True))
    )


def group_steps(rows: Iterable[Row], words: str = "", *, folded: bool = False, chosen: str = "") -> list[Group]:
    """The steps by kind that contain all words, without the end of the creation.

    With `folded`, only results of a search, the group of the step `chosen` and a single group are open."""
    groups: dict[str, Group] = {}
    for row in rows:
        kind = str(row.offer["step"].get("type", ""))
        searched = f"{row.offer['label']} {row.offer['opens']} {row.offer['after']}".casefold()
        if kind == FINISH or not all(word in searched for word in words.casefold().split()):
            continue
        group = groups.setdefault(
            kind, Group(kind, force_str(HEADINGS.get(kind) or kind_name(kind)), open=not folded or bool(words))
        )
        group.open = group.open or row.step == chosen
        (group.ready if row.ready else group.later).append(row)
    if len(groups) == 1:
        next(iter(groups.values())).open = True
    return list(groups.values())


def final_step(rows: Iterable[Row]) -> Row | None:
    """The step that ends the creation."""
    return next((row for row in rows if row.offer["step"].get("type") == FINISH), None)


def _step_row(offer: dict[str, Any], system: str, names: Mapping[str, str], mark: str) -> Row:
    unit, paid = units.get_unit(system, offer["unit"]), offer["price"]
    price, short = (unit.in_words(paid), unit.in_short(paid)) if paid else ("", "")
    choices = tuple(_step_choice(name, choice, names) for name, choice in offer["choices"].items())
    before, after = ("" if type(value) is bool else str(value) for value in (offer["before"], offer["after"]))
    if f"{before} to {after}" in offer["label"] or after in (before, offer["label"]):
        before, after = "", ""  # the label says it
    return Row(offer, mark, price, short, before, after, choices)


def _step_choice(name: str, choice: dict[str, Any], names: Mapping[str, str]) -> Choice:
    options = tuple((json.dumps(option), option_words(option, names)) for option in choice.get("from", ()))
    label = force_str(LABELS.get(name) or kind_name(name.replace("_", "-")))
    return Choice(
        name,
        label,
        choice["kind"],
        bool(choice.get("optional")),
        options,
        choice.get("min") or 0,
        choice.get("max") or 0,
        str(choice.get("help") or ""),
    )


def option_words(value: Any, names: Mapping[str, str]) -> str:
    """An option in words: a catalogue row by its name, anything else as it is."""
    if isinstance(value, dict):
        return ", ".join(option_words(part, names) for part in value.values())
    if isinstance(value, list):
        return ", ".join(option_words(part, names) for part in value)
    return _("none") if value is None else str(names.get(value, value))


def parse_step(rows: Iterable[Row], form: QueryDict) -> dict[str, Any]:
    """The step that a form chose, with its fields filled in; `Refused` when it is no longer offered."""
    wanted = form.get("step", "")
    row = next((row for row in rows if row.step == wanted), None)
    if row is None:
        raise Refused("step.gone", _("This step is no longer available. Look at the current list."))
    filled = {choice.name: value for choice in row.choices if (value := _parse_value(choice, form)) is not None}
    # A page has one field for dice and many buttons; only some of their steps roll.
    dice = row.offer.get("rolls")
    rolled = _parse_rolls(form.get("rolls", ""), dice["sides"]) if dice else []
    return {**row.offer["step"], **filled} | ({ROLLS: rolled} if rolled else {})


def _parse_rolls(text: str, sides: int) -> list[int]:
    """The typed dice; `Refused` for a text that is not dice, because the site rolls when none are given."""
    words = split_numbers(text[: LONGEST * 10])
    rolled = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 5]
    if (text.strip() and not words) or len(rolled) < len(words) or not all(1 <= value <= sides for value in rolled):
        raise Refused("dice.range", _("Write each result, separated by spaces: 55 40 88 23."))
    return rolled


def step_key(form: QueryDict) -> str | None:
    """The key of the page with a mark for the chosen step: the same button twice is one step."""
    page = form.get("key", "")[:32]
    said_ = sorted((name, form.getlist(name)) for name in form if name == "step" or name.startswith("choice-"))
    return f"{page}:{hashlib.sha256(repr(said_).encode()).hexdigest()[:24]}" if page else None


def _parse_value(choice: Choice, form: QueryDict) -> Any:
    name = f"choice-{choice.name}"
    values = {value: json.loads(value) for value, _words in choice.options}
    if choice.kind == "some":
        return [values[option] for option in form.getlist(name)[:LONGEST] if option in values]
    if choice.kind == "bool":
        return bool(form.get(name))
    text = form.get(name, "").strip()[: LONGEST * 10]
    if not text and choice.optional:
        return None
    if not text:
        raise Refused("step.choice", _("Fill in or choose: %(what)s.") % {"what": choice.label})
    if choice.kind == "number":
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text
    return values.get(text, text) if choice.kind == "one" else text
