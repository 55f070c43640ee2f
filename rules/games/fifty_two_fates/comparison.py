"""Comparing attack cards with defence cards (F52-21 to F52-27)."""

from functools import lru_cache

from rules.engine.codec import Struct
from rules.games.fifty_two_fates import tables


class Verdict(Struct, frozen=True):
    """The result of an opposed play; in the totals an ace counts 0."""

    success: bool
    attack_total: int
    defense_total: int
    fumble: bool
    rules: tuple[str, ...]


# A simulation asks the same again and again.
@lru_cache(maxsize=65536)
def judge(attack: str, defense: str, bonus: int = 0, guard: int = 0, ace_parry: bool = False) -> Verdict:
    """Compare two plays. `bonus` is added to the attack, `guard` to the defence.

    `ace_parry` says that the defender parries with an ace."""
    attack_total = tables.total(attack) + bonus
    defense_total = tables.total(defense) + guard
    attack_ace, defense_ace = attack in tables.ACES, defense in tables.ACES
    if attack_ace:
        success = not (defense_ace or ace_parry)
        return Verdict(success, attack_total, defense_total, False, ("F52-24",) if success else ("F52-24", "F52-25"))
    if defense_ace:
        return Verdict(False, attack_total, defense_total, True, ("F52-24", "F52-27"))
    if ace_parry:
        return Verdict(False, attack_total, defense_total, False, ("F52-74",))
    return Verdict(attack_total > defense_total, attack_total, defense_total, False, ("F52-22",))


def fury_damage(attack: str) -> int:
    """The damage of a fury strike: the sum of the cards' damages (F52-73)."""
    return sum([tables.DAMAGE[tables.KIND[card]] for card in attack])
