"""Building offers: what an actor may do now, with its choices; and drawing a random command from an offer.

docs/engine-contract.md ("Offers") lists the fields.
"""

from typing import Any

from rules.engine.chance import Chance
from rules.engine.json_types import Choice, Command, DiceCount, NumberRange, Offer

__all__ = ["Choice", "Offer", "number", "offer", "one", "random_command", "some", "text", "truth"]


def one(options: list[Any], optional: bool = False) -> Choice:
    """A choice of exactly one of `options`; an `optional` one may be left out of the command."""
    return _with_optional({"kind": "one", "from": options}, optional)


def some(options: list[Any], least: int, most: int) -> Choice:
    """A choice of `least` to `most` different ones of `options`."""
    return {"kind": "some", "from": options, "min": least, "max": min(most, len(options))}


def number(least: int, most: int, optional: bool = False) -> Choice:
    """A choice of a whole number from `least` to `most`."""
    return _with_optional({"kind": "number", "min": least, "max": most}, optional)


def text(optional: bool = False) -> Choice:
    """A choice of free text, 1 to 200 characters."""
    return _with_optional({"kind": "text", "min": 1, "max": 200}, optional)


def truth(optional: bool = False) -> Choice:
    """A choice of yes or no."""
    return _with_optional({"kind": "bool"}, optional)


def _with_optional(choice: Choice, optional: bool) -> Choice:
    if optional:
        choice["optional"] = True
    return choice


def offer(
    name: str,
    actor: str,
    label: str,
    rules: list[str],
    *,
    fixed: dict[str, Any] | None = None,
    choices: dict[str, Choice] | None = None,
    example: dict[str, Any] | None = None,
    help: str | None = None,
    rolls: DiceCount | None = None,
    modifiers: NumberRange | None = None,
    harms: bool = False,
    declines: bool = False,
) -> Offer:
    """Build one offer.

    `name`: the type of the command. `actor`: a participant's id or "gm". `label`: the words on the button.
    `rules`: ids of the rules that it follows. `fixed`: fields of the command that are given.
    `choices`: fields that the actor chooses. `example`: values for them with which `act` accepts the command.
    `help`: one sentence beside the button. `rolls`: so many dice, rolled at the table, may come with the command.
    `modifiers`: it takes named modifiers in this range.
    `harms`: it hurts the participant that it names, so pages list foes before friends.
    `declines`: it does as little as possible, so it is given for someone who is away.
    """
    fixed = fixed or {}
    new_offer: Offer = {
        "type": name,
        "actor": actor,
        "label": label,
        "rules": rules,
        "fixed": fixed,
        "choices": choices or {},
        "example": {"type": name, "actor": actor, **fixed, **(example or {})},
    }
    if help:
        new_offer["help"] = help
    if rolls:
        new_offer["rolls"] = rolls
    if modifiers:
        new_offer["modifiers"] = modifiers
    if harms:
        new_offer["harms"] = True
    if declines:
        new_offer["declines"] = True
    return new_offer


def least_command(an_offer: Offer) -> Command:
    """The command of an offer with as little as possible: nothing optional, no cards, the lowest numbers."""
    command = {"type": an_offer["type"], "actor": an_offer["actor"], **an_offer["fixed"]}
    for name, choice in an_offer["choices"].items():
        if choice.get("optional"):
            continue
        if choice["kind"] in ("some", "number") and not choice["min"]:
            command[name] = [] if choice["kind"] == "some" else 0
        else:
            command[name] = an_offer["example"][name]
    return command


def random_command(an_offer: Offer, chance: Chance) -> Command:
    """A command with random choices from an offer; `act` may refuse it where choices depend on each other."""
    command = {"type": an_offer["type"], "actor": an_offer["actor"], **an_offer["fixed"]}
    for name, choice in an_offer["choices"].items():
        if choice.get("optional") and chance.below(2):
            continue
        command[name] = _random_value(choice, chance)
    return command


def _random_value(choice: Choice, chance: Chance) -> Any:
    kind = choice["kind"]
    if kind == "one":
        return choice["from"][chance.below(len(choice["from"]))]
    if kind == "number":
        return choice["min"] + chance.below(choice["max"] - choice["min"] + 1)
    if kind == "bool":
        return bool(chance.below(2))
    if kind == "text":
        return "abcdefghijklmnopqrstuvwxyz"[: 1 + chance.below(26)]
    left, taken = list(choice["from"]), []
    for _ in range(choice["min"] + chance.below(choice["max"] - choice["min"] + 1)):
        taken.append(left.pop(chance.below(len(left))))
    return taken
