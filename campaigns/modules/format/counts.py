"""Counts of monsters: a number, dice, or a table by the size of the party (docs/module-format.md)."""

from typing import Any, Final

from campaigns.modules.format import rollable_tables

FIXED_ROLES: Final = {"solo", "leader"}
MOST: Final = 500


def is_always_zero(count: Any) -> bool:
    """Whether the count is below 1 for every roll and every party size; False for an invalid count."""
    if isinstance(count, str):
        span = rollable_tables.span(count)
        return span is not None and span[1] < 1
    if isinstance(count, dict):
        listed = count.get("by_party_size")
        sizes = listed.values() if isinstance(listed, dict) else []
        return bool(sizes) and all(size == 0 and not isinstance(size, bool) for size in sizes)
    return count == 0 and isinstance(count, int) and not isinstance(count, bool)


def for_party(count: Any, size: int, role: str = "standard") -> int:
    """How many monsters fight against a party of `size` (1-10).

    Dice count as their average, rounded half up, so that repeated imports give the same number. A size that the table
    does not list uses the nearest listed one, scaled, at least 1; solos and leaders are not scaled. 0 only if the table
    says so, and for an invalid count."""
    if isinstance(count, bool):
        return 0
    if isinstance(count, int):
        return min(max(count, 0), MOST)
    if isinstance(count, str):
        span = rollable_tables.span(count)
        return min(max(1, _half_up(sum(span), 2)), MOST) if span else 0
    if not isinstance(count, dict):
        return 0
    base = _to_integer(count.get("base"))
    if role in FIXED_ROLES:
        return min(base, MOST)
    listed = count.get("by_party_size")
    table: dict[int, int] = {
        int(name): value
        for name, value in (listed if isinstance(listed, dict) else {}).items()
        if name.isascii() and name.isdigit() and len(name) <= 2 and int(name) > 0 and _is_whole(value)
    }
    if size in table:
        return min(max(table[size], 0), MOST)
    if not table:
        table = {max(_to_integer(count.get("for_party")), 1): base}
    # Of two equally near sizes the smaller, because too easy is better than too hard.
    near = min(table, key=lambda known: (abs(known - size), known))
    return min(max(1, _half_up(table[near] * size, near)), MOST)


def _half_up(value: int, by: int) -> int:
    return (2 * value + by) // (2 * by)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _to_integer(value: Any) -> int:
    return value if _is_whole(value) else 0
