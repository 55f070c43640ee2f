"""Checks without an encounter: fate draws, simple oppositions, prices."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from rules.engine import cards, codec
from rules.engine.chance import Chance, fresh_key, key_from_seed
from rules.engine.codec import Figure, Id, Meta, Struct
from rules.engine.json_types import CheckResult
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import fate_draw, tables
from rules.games.game_of_bastards.fate_draw import FateDraw


class Stand(Struct, forbid_unknown_fields=True):
    """One side of a simple opposition."""

    id: Id
    card: str
    bonus: Figure | None = None


class Simple(Struct, forbid_unknown_fields=True):
    """A simple opposition; `decks` is the campaign's option, 2 if it is left out (GOB-01)."""

    sides: Annotated[list[Stand], Meta(min_length=2, max_length=tables.MOST_PARTICIPANTS)]
    decks: Literal[1, 2] | None = None


class Price(Struct, forbid_unknown_fields=True):
    kind: Literal["trait", "skill", "advantage", "specialty"]
    steps: tables.Steps | None = None


def check(kind: object, inputs: object, seed: object) -> CheckResult:
    """Resolve one check; a `seed` of None draws from the operating system."""
    kind_check = KINDS.get(kind) if isinstance(kind, str) else None
    if kind_check is None:
        names = ", ".join(KINDS)
        refuse("check.unknown", f"kind: {quote(kind)} is not a check of A Game of Bastards; choose one of {names}.")
    shape, resolve = kind_check
    chance = Chance(fresh_key() if seed is None else key_from_seed(seed))
    typed = codec.decode(inputs, shape, "inputs")
    codec.check_text(inputs, "inputs")
    return resolve(typed, chance)


def simple(inputs: Simple, _chance: Chance) -> dict[str, Any]:
    """Compare single cards with bonuses (GOB-30, GOB-03).

    Of equal totals and suits the one listed later wins, because the first one listed is the active side.
    """
    pile, ranked = "", []
    for index, side in enumerate(inputs.sides):
        path = f"sides[{index}]"
        if side.card == cards.JOKER:
            refuse("card.joker", f"{path}.card: a joker cannot be played; name another card.", "GOB-05")
        card = cards.parse_card_of(side.card, f"{path}.card", tables.DECKS[inputs.decks or 2], pile)
        pile += card
        if any(side.id == other.id for other in inputs.sides[:index]):
            refuse("participant.twice", f"{path}.id: {side.id} is named twice; every id is used once.")
        total = tables.VALUE[card] + (side.bonus or 0)
        ranked.append((total, tables.SUIT_RANK[card], index, side.id))
    order = [side_id for _, _, _, side_id in sorted(ranked, reverse=True)]
    rules = ["GOB-30", "GOB-02"]
    if len({total for total, _, _, _ in ranked}) < len(ranked):
        rules.append("GOB-03")
    return {"winner": order[0], "order": order, "rules": rules}


def price(inputs: Price, _chance: Chance) -> dict[str, Any]:
    """1 XP each (GOB-13)."""
    rules = ["GOB-13"] if inputs.kind != "specialty" else ["GOB-13", "GOB-15"]
    return {"xp": inputs.steps or 1, "rules": rules}


KINDS: dict[str, tuple[type[Any], Callable[[Any, Chance], dict[str, Any]]]] = {
    "fate-draw": (FateDraw, fate_draw.resolve),
    "simple": (Simple, simple),
    "price": (Price, price),
}
