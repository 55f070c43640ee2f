"""The second of two worlds: the same table, in which what someone may not know is changed temporarily.

To extend the comparison, add a function that changes a state to `ALTERATIONS`; it says how much it changed.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from campaigns.encounters.models import Encounter, EncounterDraw, EncounterSecret
from rules.engine import cards
from tests.site.secrecy.channels import exchanged, otherwise

Alteration = Callable[[dict[str, Any], set[str], random.Random], int]


def exchange_cards(state: dict[str, Any], mine: set[str], rng: random.Random) -> int:
    """Cards in others' hands, face down and in the pile."""
    return exchanged(state, mine, rng) if "deck" in state else 0


def change_luck(state: dict[str, Any], _mine: set[str], rng: random.Random) -> int:
    """The key that all dice and shuffles to come follow from."""
    found = [state[name] for name in ("dice", "deck") if "key" in state.get(name, {})]
    for row in found:
        row["key"] = rng.randbytes(32).hex()
    return len(found)


ALTERATIONS: tuple[Alteration, ...] = (exchange_cards, change_luck)


@contextmanager
def altered(encounter: Encounter, mine: set[str], rng: random.Random) -> Iterator[list[int]]:
    """Inside, everything that is hidden from these seats is changed; yields how much was changed."""
    changed = [_typed_otherwise(encounter, mine, rng)]
    if not EncounterSecret.sealed.filter(encounter=encounter).exists():
        yield changed
        return

    def change(state: dict[str, Any]) -> None:
        changed.extend(alter(state, mine, rng) for alter in ALTERATIONS)

    with otherwise(encounter, change, mine):
        yield changed


def _typed_otherwise(encounter: Encounter, mine: set[str], rng: random.Random) -> int:
    """What others have typed of real cards and is not played yet; the caller rolls it back."""
    draw = EncounterDraw.sealed.filter(encounter=encounter).first()
    if draw is None:
        return 0
    hands = [draw.body.get(name, {}) for name in ("given", "typed")]
    taken = {card for hand in hands for names in hand.values() for card in names}
    free = [card for card in cards.NAMES if card not in taken]
    changed = 0
    for hand in hands:
        for owner, names in hand.items():
            if owner and owner not in mine:
                hand[owner] = rng.sample(free, len(names))
                changed += len(names)
    draw.save(update_fields=["body"])
    return changed
