"""Turns the engine's offers into buttons and small forms, and a posted form back into a command.

It knows no game: an offer whose choices are cards, a target and small sets becomes buttons that share the
hand and the targets on the page; everything else becomes a form of its own.
"""

import dataclasses
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.http import QueryDict

from rules import strict_json

SHARED = {"cards", "target"}
MOST_BUTTONS = 4


class Unreadable(ValueError):
    """The posted form is not one of ours."""


@dataclass(frozen=True)
class Input:
    """One field of a form: `name` is what the form posts ("number:hp"), `kind` how it is drawn."""

    name: str
    field: str
    kind: str
    options: list[Any] = dataclasses.field(default_factory=list)
    min: int | None = None
    max: int | None = None
    optional: bool = False
    example: Any = None


@dataclass(frozen=True)
class Action:
    """A button with what it posts; `inputs` are the fields of its own, cards and target are shared."""

    type: str
    label: str
    do: str
    rules: list[str]
    fixed: dict[str, Any]
    help: str = ""
    cards: dict[str, Any] | None = None
    targets: list[str] | None = None
    inputs: list[Input] = dataclasses.field(default_factory=list)

    @property
    def quick(self) -> bool:
        """Whether a tap is enough once cards and target are chosen; yes-or-no extras stand beside the button."""
        return all(each.kind == "bool" and each.optional for each in self.inputs)

    @property
    def fewest(self) -> int:
        """How many cards it needs at least."""
        return int(self.cards.get("min", 1)) if self.cards else 0

    @property
    def most(self) -> int:
        """How many cards it takes at most."""
        return int(self.cards.get("max", len(self.cards.get("from", [])))) if self.cards else 0


def actions(offers: list[dict[str, Any]]) -> list[Action]:
    """Every offer as buttons, in the order offered; one that needs a whole record is left to a page of its own."""
    return [action for offer in offers if not _needs_record(offer) for action in _split(offer)]


def _needs_record(offer: Mapping[str, Any]) -> bool:
    return any(isinstance(option, dict) for choice in offer["choices"].values() for option in choice.get("from", []))


def _split(offer: Mapping[str, Any]) -> Iterator[Action]:
    choices: dict[str, dict[str, Any]] = offer["choices"]
    small = [
        name
        for name, choice in choices.items()
        if name not in SHARED and choice["kind"] == "one" and not choice.get("optional")
        and 0 < len(choice.get("from", [])) <= MOST_BUTTONS
    ]  # fmt: skip
    if any(name not in SHARED and name not in small for name in choices):
        small = []
    for values in product(*(choices[name]["from"] for name in small)):
        chosen = dict(zip(small, values, strict=True))
        yield _action(offer, {**offer["fixed"], **chosen}, {k: v for k, v in choices.items() if k not in chosen})


def _action(offer: Mapping[str, Any], fixed: dict[str, Any], choices: dict[str, dict[str, Any]]) -> Action:
    cards, target = choices.get("cards"), choices.get("target")
    drawn = cards if cards and cards["kind"] in {"some", "one"} else None
    inputs = [
        _input(name, choice, offer["example"].get(name))
        for name, choice in choices.items()
        if not (name == "target" or (name == "cards" and drawn))
    ]
    shared = [name for name in choices if name == "target" or (name == "cards" and drawn)]
    take = [f"{choices[name]['kind']}:{name}" for name in shared]
    take += [each.name for each in inputs]
    return Action(
        type=offer["type"], label=offer["label"], rules=offer["rules"], fixed=fixed, help=offer.get("help", ""),
        do=json.dumps({"type": offer["type"], "actor": offer["actor"], "take": take, "fixed": fixed}),
        cards=drawn, targets=list(target["from"]) if target else None, inputs=inputs,
    )  # fmt: skip


def _input(name: str, choice: Mapping[str, Any], example: Any) -> Input:
    options = list(choice.get("from", []))
    kind = choice["kind"]
    # Options that are numbers come back from a form as text, so the name says that they are numbers.
    posted = "number" if kind == "one" and options and all(isinstance(value, int) for value in options) else kind
    return Input(
        name=f"{posted}:{name}", field=name, kind=kind, options=options, min=choice.get("min"),
        max=choice.get("max"), optional=bool(choice.get("optional")),
        example=choice.get("default") if example is None else example,
    )  # fmt: skip


def command(post: QueryDict) -> dict[str, Any]:
    """The command a posted form means; Unreadable when it is not a form of ours. The engine checks the rest."""
    try:
        do = strict_json.loads(post.get("do", ""))
        given = {"type": do["type"], "actor": do["actor"], **do["fixed"]}
        for name in do["take"]:
            kind, _, key = name.partition(":")
            value = _value(kind, post, name)
            if value is not None:
                given[key] = value
        # What a form types is held to the same as what a script sends: no database takes every character.
        strict_json.loads(json.dumps(given))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable from error
    return given


def _value(kind: str, post: QueryDict, name: str) -> Any:
    if kind == "some":
        return post.getlist(name)
    if kind == "bool":
        return bool(post.get(name))
    text = post.get(name, "").strip()
    if not text:
        return None
    if kind == "number":
        try:
            return int(text)
        except ValueError:
            return text
    return text
