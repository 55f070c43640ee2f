"""Turns the engine's offers into buttons and small forms; command_parsing.py reads a form back.

It does not depend on a game: an offer with cards, a target and few choices becomes buttons that share the hand and the
targets on the page; every other offer becomes a form of its own. The name of a field says how it is parsed:
"number:hp", "one:weapon", "json:against", "order:order", "rolls:rolls".
"""

import dataclasses
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules.play import Offer

SHARED = {"cards", "card", "target"}
MAX_BUTTONS = 4
MAX_CHIPS = 9
# From this chance on, the play that costs least is the sensible one.
SURE = 0.95
# A check is usually for everyone, so all who are in the example of the offer are chosen. Cards and targets never are.
CHOSEN_AT_FIRST = "participants"


@dataclass(frozen=True)
class Input:
    """One field of a form: `name` is what the form posts ("number:hp"), `kind` is the type of input."""

    name: str
    field: str
    kind: str
    options: list[Any] = dataclasses.field(default_factory=list)
    min: int | None = None
    max: int | None = None
    optional: bool = False
    example: Any = None

    @property
    def chips(self) -> list[Any]:
        """The values to choose with one tap each; empty if there are too many."""
        if self.kind == "one":
            return self.options if len(self.options) <= MAX_CHIPS else []
        if self.kind != "number" or self.min is None or self.max is None or self.max - self.min >= MAX_CHIPS:
            return []
        return list(range(self.min, self.max + 1))

    @property
    def is_rarely_needed(self) -> bool:
        """Whether people rarely need it: it is usually left empty, and it is not one of a few numbers."""
        return self.optional and self.example is None and not (self.kind == "number" and self.chips)

    @property
    def labelled_options(self) -> list[tuple[str, Any, bool]]:
        """Each option as (posted value, option, whether it is chosen at first)."""
        chosen = (self.example or []) if self.field == CHOSEN_AT_FIRST else [self.example]
        return [
            (json.dumps(value) if self.name.startswith("json") else str(value), value, value in chosen)
            for value in self.chips or self.options
        ]


@dataclass(frozen=True)
class Action:
    """A button with what it posts; `inputs` are its own fields, while cards and target are shared."""

    type: str
    label: str
    do: str
    rules: list[str]
    fixed: dict[str, Any]
    help: str = ""
    cards: dict[str, Any] | None = None
    targets: list[str] | None = None
    inputs: list[Input] = dataclasses.field(default_factory=list)
    chosen: dict[str, Any] = dataclasses.field(default_factory=dict)
    # Dice that the group may roll for it ({"count", "sides"}), and the range of named modifiers ({"min", "max"}).
    rolls: dict[str, int] | None = None
    modifiers: dict[str, int] | None = None
    # Whether `rolls` is the greatest number of dice: some choices need fewer.
    most_rolls: bool = False
    # Ready-made choices with one tap each: the engine's description, and under "do" what the tap posts.
    ways: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    # Whether it harms its targets, which participants are on the actor's side, and which are already out of action.
    harms: bool = False
    friends: set[str] = dataclasses.field(default_factory=set)
    down: set[str] = dataclasses.field(default_factory=set)
    # The group of each skill by its name, if the form asks for a group and a skill.
    groups: dict[str, str] = dataclasses.field(default_factory=dict)
    # Whether it does as little as possible, and its chance if that is known (0 to 1).
    declines: bool = False
    chance: float | None = None

    @property
    def is_sure(self) -> bool:
        """Whether the play that costs least succeeds almost certainly; the page then lists it first."""
        return self.declines and self.chance is not None and self.chance >= SURE

    @property
    def grouping(self) -> str:
        """The groups as JSON for the page; empty if there are none."""
        return json.dumps(self.groups) if self.groups and any(each.field == "skill" for each in self.inputs) else ""

    @property
    def only_friends(self) -> bool:
        """Whether it can only hurt friends."""
        return self._hurts_only(self.friends)

    @property
    def hurts_only_friends_or_downed(self) -> bool:
        """Whether it can only hurt friends and those out of action; then it is never the first button."""
        return self._hurts_only(self.friends | self.down)

    def _hurts_only(self, participants: set[str]) -> bool:
        several = [each.options for each in self.inputs if each.field == "targets"]
        named = [*(self.targets or []), *(key for options in several for key in options)]
        return self.harms and bool(named) and participants.issuperset(named)

    @property
    def friendly_targets(self) -> list[str]:
        """The friends among its targets, if it hurts them."""
        return [key for key in self.targets or [] if self.harms and key in self.friends]

    @property
    def usual_inputs(self) -> list[Input]:
        """The fields that are always visible."""
        return [each for each in self.inputs if not each.is_rarely_needed]

    @property
    def further_inputs(self) -> list[Input]:
        """The fields that are rarely needed, which the form folds."""
        return [each for each in self.inputs if each.is_rarely_needed]

    @property
    def dice(self) -> range:
        """One number for each die that may be typed."""
        return range(1, 1 + (self.rolls or {}).get("count", 0))

    @property
    def quick(self) -> bool:
        """Whether one tap is enough once cards and target are chosen; yes-or-no fields are shown beside the button."""
        if self.modifiers or self.rolls or self.ways:
            return False
        return all(each.kind == "bool" and each.optional for each in self.inputs)

    @property
    def needs_no_choice(self) -> bool:
        """Whether the tap needs no card, no target and no other choice."""
        return self.quick and self.cards is None and self.targets is None and not self.inputs

    @property
    def explain(self) -> str:
        """The key of its explanation: the type and the fixed words."""
        words = [value for value in self.fixed.values() if isinstance(value, str)]
        return "-".join(["action", self.type, *words])

    @property
    def is_adjustment(self) -> bool:
        """Whether it changes figures, which a GM does so often that the form is open."""
        return self.type == "adjust"

    @property
    def fewest(self) -> int:
        """How many cards it needs at least."""
        return int(self.cards["min"]) if self.cards else 0

    @property
    def most(self) -> int:
        """How many cards it takes at most."""
        return int(self.cards["max"]) if self.cards else 0


def offer_actions(offers: list[Offer]) -> list[Action]:
    """Every offer as buttons, in the order of the offers; an offer that needs a whole participant has a page of its
    own."""
    return [action for offer in offers if not _needs_record(offer) for action in _split_choices(offer)]


def _needs_record(offer: Mapping[str, Any]) -> bool:
    options = [option for choice in offer["choices"].values() for option in choice.get("from", [])]
    return any(isinstance(option, dict) and "id" in option for option in options)


def _split_choices(offer: Mapping[str, Any]) -> Iterator[Action]:
    choices: dict[str, dict[str, Any]] = offer["choices"]
    small = [
        name
        for name, choice in choices.items()
        if name not in SHARED
        and choice["kind"] == "one"
        and not choice.get("optional")
        and 0 < len(choice.get("from", [])) <= MAX_BUTTONS
        and not any(isinstance(option, dict | list) for option in choice["from"])
    ]
    # Each order is one form: a GM should read a list of orders, not of all their variants.
    # Dice that may be typed need a form too.
    one_form = offer["actor"] == "gm" or offer.get("rolls")
    if one_form or any(name not in SHARED and name not in small for name in choices):
        small = []
    for values in product(*(choices[name]["from"] for name in small)):
        chosen = dict(zip(small, values, strict=True))
        yield _build_action(offer, chosen, {k: v for k, v in choices.items() if k not in chosen})


def _build_action(offer: Mapping[str, Any], chosen: dict[str, Any], choices: dict[str, dict[str, Any]]) -> Action:
    fixed = {**offer["fixed"], **chosen}
    hand = _hand_choice(choices)
    target = choices.get("target")
    shared = [name for name in choices if name == "target" or (hand and name == hand["field"])]
    inputs = [
        _build_input(name, choice, offer["example"].get(name)) for name, choice in choices.items() if name not in shared
    ]
    take = [hand["take"] if hand and name == hand["field"] else f"one:{name}" for name in shared]
    take += [each.name for each in inputs]
    rolls = offer.get("rolls") or offer.get("rolls_up_to")
    take += [*_dice_field(offer), *(["modifiers:modifiers"] if offer.get("modifiers") else [])]
    return Action(
        type=offer["type"],
        label=offer["label"],
        rules=offer["rules"],
        fixed=fixed,
        help=offer.get("help", ""),
        do=json.dumps({"type": offer["type"], "actor": offer["actor"], "take": take, "fixed": fixed}),
        cards=hand,
        targets=list(target["from"]) if target else None,
        inputs=inputs,
        chosen=chosen,
        rolls=rolls,
        most_rolls=bool(rolls) and not offer.get("rolls"),
        modifiers=offer.get("modifiers"),
        ways=_button_ways(offer, fixed, inputs),
        harms=bool(offer.get("harms")),
        declines=bool(offer.get("declines")),
        groups=dict(offer.get("groups") or {}),
    )


def _dice_field(offer: Mapping[str, Any]) -> list[str]:
    """The field for the group's own dice, if dice may be typed."""
    return ["rolls:rolls"] if offer.get("rolls") else ["rolls-up-to:rolls"] if offer.get("rolls_up_to") else []


def _button_ways(offer: Mapping[str, Any], fixed: dict[str, Any], inputs: list[Input]) -> list[dict[str, Any]]:
    """Each way to act with everything that its button posts; yes-or-no fields and dice are beside the buttons."""
    ways = []
    for way in offer.get("ways", []):
        take = [each.name for each in inputs if each.kind == "bool" and each.field not in way["fields"]]
        take += _dice_field(offer)
        do = {"type": offer["type"], "actor": offer["actor"], "take": take, "fixed": {**fixed, **way["fields"]}}
        ways.append({**way, "do": json.dumps(do)})
    return ways


def _hand_choice(choices: Mapping[str, dict[str, Any]]) -> dict[str, Any] | None:
    """The cards that an action plays from the hand: {"from", "min", "max", "field", "take", "kind"}; None for none.

    "cards" takes a list, "card" the chosen one; both are tapped in the hand on the page.
    """
    for field, kind in (("cards", "some"), ("card", "one")):
        choice = choices.get(field)
        if choice and choice["kind"] in {"some", "one"}:
            least = 0 if choice.get("optional") else choice.get("min", 1)
            most = choice.get("max", 1 if choice["kind"] == "one" else len(choice["from"]))
            take = f"{choice['kind']}:cards" if field == "cards" else "hand:card"
            return {"from": choice["from"], "min": least, "max": most, "field": field, "take": take, "kind": kind}
    return None


def _build_input(name: str, choice: Mapping[str, Any], example: Any) -> Input:
    options = list(choice.get("from", []))
    kind = choice["kind"]
    # A form posts numbers as text, so the field's name says that they are numbers.
    posted = kind
    if kind == "one" and options and not all(isinstance(value, str) for value in options):
        posted = "number" if all(isinstance(value, int) for value in options) else "json"
    elif kind == "some" and choice.get("min") == choice.get("max") == len(options):
        kind = posted = "order"
    elif kind == "some" and not all(isinstance(value, str) for value in options):
        posted = "numbers" if all(isinstance(value, int) for value in options) else "jsons"
    return Input(
        name=f"{posted}:{name}",
        field=name,
        kind=kind,
        options=options,
        min=choice.get("min"),
        max=choice.get("max"),
        optional=bool(choice.get("optional")),
        example=choice.get("default") if example is None else example,
    )
