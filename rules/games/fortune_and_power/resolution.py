"""How rolls are resolved: checks, contests, damage and recovery, as functions of numbers."""

from typing import Any, Literal, NamedTuple

from rules.games.fortune_and_power import tables


class Result(NamedTuple):
    """The result of a check; `total` includes the modifiers, `dox` is never negative (FNP-15)."""

    success: bool
    total: int
    challenge: int
    dox: int
    marginal: bool
    automatic: Literal["success", "failure"] | None

    def facts(self) -> dict[str, Any]:
        """The result as plain JSON."""
        return self._asdict()


def check(level: int, challenge: int, rolled: int, bonus: int = 0) -> Result:
    """Two dice showing `rolled`, a trait and modifiers against a challenge (FNP-10 to FNP-12, FNP-15 to FNP-17)."""
    total = rolled + level + bonus
    if rolled == tables.LOWEST:
        return Result(False, total, challenge, max(1, challenge - total), False, "failure")
    if rolled == tables.HIGHEST:
        return Result(True, total, challenge, max(1, total - challenge), False, "success")
    margin = total - challenge
    return Result(margin >= 0, total, challenge, abs(margin), margin == 0, None)


def rules(result: Result, how: str | None, modified: bool) -> list[str]:
    """The rules that decided a check; `how` is FNP-11 or FNP-13, None if the challenge has another rule."""
    rule_ids = ["FNP-10", *([how] if how is not None else []), "FNP-15"]
    if result.automatic:
        rule_ids += ["FNP-12", "FNP-17"]
    if result.marginal:
        rule_ids.append("FNP-16")
    if modified:
        rule_ids.append("FNP-19")
    return rule_ids


def contest(levels: tuple[int, int], dice: tuple[int, int]) -> tuple[int | None, tuple[int, int], int]:
    """(winner 0 or 1 or None for a tie, totals, dox) of one die each (FNP-14)."""
    first, other = levels[0] + dice[0], levels[1] + dice[1]
    winner = None if first == other else 0 if first > other else 1
    return winner, (first, other), abs(first - other)


def damage(dox: int, strength: int, weapon: int, protection: int, mental: bool, option: str) -> int:
    """Wounds, or shocks when mental, of a hit; at least 1 (FNP-42). `manual` counts as `full`: a proposal."""
    if option == "dox":
        return max(1, dox)
    return max(1, dox + weapon if mental else dox + strength + weapon - protection)


def injuries_after_rest(hurt: int, weeks: int, a_week: int) -> int:
    """The wounds or shocks that are left after some weeks of rest (FNP-43)."""
    return max(0, hurt - weeks * a_week)
