"""Whether an offer covers a command: the same fixed fields, and every other value among its choices."""

from typing import Any


def covered(offers: list[dict[str, Any]], command: dict[str, Any]) -> bool:
    """Fields that say nothing (absent, false, empty) need no place in an offer."""
    given = {key: value for key, value in command.items() if not _silent(value)}
    return any(_covers(offer, given) for offer in offers)


def _covers(offer: dict[str, Any], given: dict[str, Any]) -> bool:
    fixed = {"type": offer["type"], "actor": offer["actor"], **offer["fixed"]}
    if any(given.get(key) != value for key, value in fixed.items() if not _silent(value)):
        return False
    free = {key: value for key, value in given.items() if key not in fixed}
    missing = [key for key, choice in offer["choices"].items() if key not in given and not choice.get("optional")]
    return all(key in offer["choices"] and _fits(offer["choices"][key], value) for key, value in free.items()) and not [
        key for key in missing if offer["choices"][key].get("min", 0) or offer["choices"][key]["kind"] == "one"
    ]


def _fits(choice: dict[str, Any], value: Any) -> bool:
    kind = choice["kind"]
    if kind == "one":
        return value in choice["from"] or bool(choice["from"] and isinstance(choice["from"][0], dict))
    if kind == "some":
        within = choice.get("min", 0) <= len(value) <= choice.get("max", len(value))
        return within and all(item in choice["from"] for item in value)
    if kind == "number":
        return isinstance(value, int) and choice.get("min", value) <= value <= choice.get("max", value)
    return isinstance(value, str if kind == "text" else bool)


def _silent(value: Any) -> bool:
    """Whether a field says nothing; 0 does, though it equals False."""
    return value is None or value is False or value == [] or value == {}
