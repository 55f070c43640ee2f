"""Offers: what somebody may do now, with the choices that are open; and a random command drawn from them."""

from typing import Any

from rules.engine.chance import Chance

Offer = dict[str, Any]
Choice = dict[str, Any]


def one(options: list[Any], optional: bool = False) -> Choice:
    """Exactly one of `options`."""
    return _maybe({"kind": "one", "from": options}, optional)


def some(options: list[Any], least: int, most: int) -> Choice:
    """From `least` to `most` different ones of `options`."""
    return {"kind": "some", "from": options, "min": least, "max": min(most, len(options))}


def number(least: int, most: int, optional: bool = False) -> Choice:
    """A whole number from `least` to `most`."""
    return _maybe({"kind": "number", "min": least, "max": most}, optional)


def text(optional: bool = False) -> Choice:
    """Words of 1 to 200 characters."""
    return _maybe({"kind": "text", "min": 1, "max": 200}, optional)


def truth(optional: bool = False) -> Choice:
    """Yes or no."""
    return _maybe({"kind": "bool"}, optional)


def _maybe(choice: Choice, optional: bool) -> Choice:
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
    rolls: dict[str, int] | None = None,
    modifiers: dict[str, int] | None = None,
    harms: bool = False,
) -> Offer:
    """One offer; `example` gives the chosen fields of a whole command that is accepted as it is.

    `rolls` (`{"count", "sides"}`) says that dice rolled at the table may come with it, `modifiers`
    (`{"min", "max"}`) that it takes named modifiers; both may be left out of the command. `harms` says that
    whom it names suffers by it, so that a page lets foes come before friends.
    """
    fixed = fixed or {}
    made: Offer = {
        "type": name,
        "actor": actor,
        "label": label,
        "rules": rules,
        "fixed": fixed,
        "choices": choices or {},
        "example": {"type": name, "actor": actor, **fixed, **(example or {})},
    }
    more = {"help": help, "rolls": rolls, "modifiers": modifiers, "harms": harms}
    made.update({name: value for name, value in more.items() if value})
    return made


def drawn(made: Offer, chance: Chance) -> dict[str, Any]:
    """A command drawn over the choices of one offer; a loose choice may make it one that is refused."""
    command = {"type": made["type"], "actor": made["actor"], **made["fixed"]}
    for name, choice in made["choices"].items():
        if choice.get("optional") and chance.below(2):
            continue
        command[name] = _chosen(choice, chance)
    return command


def _chosen(choice: Choice, chance: Chance) -> Any:
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
