"""Checks that a table's rows cover every outcome of its dice or cards once."""

import re
from collections.abc import Iterator
from typing import Any, Final, TypeGuard

from django.utils.translation import gettext as _

from campaigns.modules.format.faults import Fault, at, quote_value

DICE: Final = re.compile(r"([1-9][0-9]?)?d(\d{1,4})(?:([+-])(\d{1,3}))?")
NUMBERS: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
FACES: Final = ["J", "Q", "K"]
RANKS: Final = [*NUMBERS, *FACES, "A"]
JOKERS: Final = ["XX-1", "XX-2"]
SUITS: Final = "CDHS"


def check(table: dict[str, Any], pointer: str) -> Iterator[Fault]:
    """Faults table.gap, table.overlap and table.unreachable of one table."""
    method, rows = table.get("method"), table.get("rows")
    if not isinstance(method, dict) or not isinstance(rows, list):
        return
    rows = [row if isinstance(row, dict) else {} for row in rows]
    if isinstance(method.get("roll"), str):
        yield from _check_dice_rows(method["roll"], rows, pointer)
    elif method.get("draw") in {"standard-52", "standard-54"}:
        yield from _check_card_rows(method["draw"] == "standard-54", rows, pointer)
    elif method.get("pick") == "uniform" and not rows:
        yield Fault(at(pointer, "rows"), "table.gap", _("the table has no rows"))


def span(dice: str) -> tuple[int, int] | None:
    """The least and the greatest sum of dice like 2d6+1; None if the text is not dice."""
    match = DICE.fullmatch(dice)
    if match is None:
        return None
    count, sides = int(match[1] or 1), int(match[2])
    plus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
    return count + plus, count * sides + plus


def _is_integer(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_dice_rows(dice: str, rows: list[dict[str, Any]], pointer: str) -> Iterator[Fault]:
    outcomes = span(dice)
    if outcomes is None:
        return
    least, most = outcomes
    ranges: list[tuple[int, int, int]] = []
    for index, row in enumerate(rows):
        first = row.get("from")
        last = row.get("to", first)
        here = at(pointer, "rows", index)
        if not _is_integer(first) or not _is_integer(last):
            yield Fault(here, "table.unreachable", _("the row has no 'from' (and 'to'), so no roll reaches it"))
        elif first > last or last < least or first > most:
            yield Fault(
                here,
                "table.unreachable",
                _("%(dice)s never rolls %(first)s to %(last)s") % {"dice": dice, "first": first, "last": last},
            )
        else:
            if first < least or last > most:
                yield Fault(
                    here,
                    "table.unreachable",
                    _("%(dice)s rolls %(least)s to %(most)s only") % {"dice": dice, "least": least, "most": most},
                )
            ranges.append((max(first, least), min(last, most), index))
    yield from _check_coverage(ranges, least, most, pointer)


def _check_coverage(ranges: list[tuple[int, int, int]], least: int, most: int, pointer: str) -> Iterator[Fault]:
    missing = least
    for first, last, index in sorted(ranges):
        if first > missing:
            yield _gap(missing, first - 1, pointer)
        if first < missing:
            yield Fault(
                at(pointer, "rows", index), "table.overlap", _("%(first)s has a row already") % {"first": first}
            )
        missing = max(missing, last + 1)
    if missing <= most:
        yield _gap(missing, most, pointer)


def _gap(first: int, last: int, pointer: str) -> Fault:
    outcomes = str(first) if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}
    return Fault(at(pointer, "rows"), "table.gap", _("no row covers %(outcomes)s") % {"outcomes": outcomes})


def expand_pattern(pattern: str) -> list[str]:
    """The cards that match a pattern such as 7H, FH, N* or **, with jokers; [] for an invalid pattern."""
    if pattern == "XX":
        return JOKERS
    if pattern == "**":
        return [rank + suit for rank in RANKS for suit in SUITS] + JOKERS
    rank, suit = pattern[:-1].replace("T", "10"), pattern[-1:]
    ranks = {"N": NUMBERS, "F": FACES, "*": RANKS}.get(rank, [rank] if rank in RANKS else [])
    suits = SUITS if suit == "*" else suit if suit and suit in SUITS else ""
    return [rank + other for rank in ranks for other in suits]


def deck(jokers: bool) -> list[str]:
    """All cards, each by its own name."""
    return [rank + suit for rank in RANKS for suit in SUITS] + (JOKERS if jokers else [])


def _check_card_rows(jokers: bool, rows: list[dict[str, Any]], pointer: str) -> Iterator[Fault]:
    full_deck = deck(jokers)
    first_rows: dict[str, int] = {}
    for index, row in enumerate(rows):
        patterns = row.get("cards")
        patterns = [pattern for pattern in patterns if isinstance(pattern, str)] if isinstance(patterns, list) else []
        here = at(pointer, "rows", index)
        cards = [card for pattern in patterns for card in expand_pattern(pattern) if card in full_deck]
        if not cards:
            yield Fault(here, "table.unreachable", _("the row names no card of the deck"))
        twice = [card for card in dict.fromkeys(cards) if first_rows.setdefault(card, index) != index]
        if twice or len(set(cards)) < len(cards):
            yield Fault(
                here,
                "table.overlap",
                _("these cards have a row already: %(cards)s") % {"cards": quote_value(_cards(twice or cards))},
            )
    missing = [card for card in full_deck if card not in first_rows]
    if missing:
        yield Fault(
            at(pointer, "rows"),
            "table.gap",
            _("no row covers %(outcomes)s") % {"outcomes": quote_value(_cards(missing))},
        )


def _cards(cards: list[str]) -> str:
    names = [card.split("-")[0] for card in cards]
    return ", ".join(dict.fromkeys(names[:8])) + (", …" if len(names) > 8 else "")
