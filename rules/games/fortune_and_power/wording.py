"""The sentences of events: plain, in the present tense, with names instead of ids."""

from collections.abc import Iterable

from rules.games.fortune_and_power.resolution import Result
from rules.games.fortune_and_power.state import Participant

KIND = {False: "wounds", True: "shocks"}


def count(number: int, what: str) -> str:
    """ "1 wound", "3 wounds"; `what` is the plural."""
    return f"{number} {what[:-1]}" if number == 1 else f"{number} {what}"


def sign(value: int) -> str:
    """ "+ 3" or "- 3"."""
    return f"+ {value}" if value >= 0 else f"- {-value}"


def total_sum(rolls: list[int], level: int, modifiers: list[dict[str, object]], total: int) -> str:
    """The total of a check and where it comes from."""
    dice = " + ".join([str(value) for value in rolls])
    added = "".join([f" {sign(int(str(modifier['value'])))} ({modifier['name']})" for modifier in modifiers])
    return f"{dice} + {level}{added} = {total}"


def verdict(result: Result, good: str = "success", bad: str = "failure", number: int | None = None) -> str:
    """How a check ends; `number` is its number in the encounter, for a ruling of the Adversary (FNP-16)."""
    word = good if result.success else bad
    if result.automatic:
        word = f"automatic {word}"
    if not result.marginal:
        return f"{word} by {result.dox}"
    which = "" if number is None else f" (result {number})"
    return f"{word} exactly on the number; the Adversary may decide otherwise{which}"


def check(
    name: str,
    trait: str,
    level: int,
    rolls: list[int],
    modifiers: list[dict[str, object]],
    result: Result,
    number: int,
    against: str = "",
) -> str:
    """A trait check."""
    total = total_sum(rolls, level, modifiers, result.total)
    return f"{name}, {trait}: {total} against {result.challenge}{against}: {verdict(result, number=number)}."


def attack(
    participant: Participant,
    target: Participant,
    trait: str,
    weapon: str | None,
    rolls: list[int],
    modifiers: list[dict[str, object]],
    result: Result,
    number: int,
    how: str,
) -> str:
    """The sentence of an attack; `how` says what the challenge is."""
    total = total_sum(rolls, participant.level(trait), modifiers, result.total)
    armed = f" with {weapon}" if weapon else ""
    ends = verdict(result, "hit", "miss", number)
    return (
        f"{participant.name} attacks {target.name}{armed}, {trait}: {total} against {result.challenge} ({how}): {ends}."
    )


def contest(
    names: tuple[str, str], traits: tuple[str, str], totals: tuple[int, int], winner: int | None, dox: int
) -> str:
    """The sentence of a contest."""
    both = f"{names[0]}, {traits[0]}: {totals[0]}; {names[1]}, {traits[1]}: {totals[1]}"
    return f"{both}: a tie." if winner is None else f"{both}: {names[winner]} wins by {dox}."


def blow(target: Participant, damage: int, mental: bool) -> str:
    """The sentence of damage that fortune may cancel."""
    return f"{target.name} is about to take {count(damage, KIND[mental])}; fortune may cancel some of this."


def damage(target: Participant, damage: int, mental: bool, absorbed: int) -> str:
    """The sentence of damage that was applied."""
    kind = KIND[mental]
    now = target.shocks if mental else target.wounds
    saved = f" Fortune cancels {absorbed}." if absorbed else ""
    if not damage:
        return f"{target.name} takes no harm.{saved}"
    return f"{target.name} takes {count(damage, kind)} and now has {now}.{saved}"


def prevails(side: str) -> str:
    """The sentence for an end in which only one side stands."""
    named = {"players": "The players prevail.", "monsters": "The opposition prevails."}
    return named.get(side, f"{side[:1].upper()}{side[1:180]} prevail.")


def join_and(parts: list[str]) -> str:
    """Parts as a list in a sentence: "a, b and c"."""
    return " and ".join([part for part in (", ".join(parts[:-1]), *parts[-1:]) if part])


def first_names(names: Iterable[str], room: int = 150) -> str:
    """As many whole names as fit into a sentence, at least one: "a, b and 3 more"; "none" without any."""
    listed = list(names)
    shown = listed[:1]
    for name in listed[1:]:
        if len(", ".join([*shown, name])) > room:
            break
        shown.append(name)
    left = len(listed) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left else "") or "none"
