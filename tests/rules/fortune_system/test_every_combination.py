"""Every way to put an attempt together, held against a reading of the rules of its own (FOS-30 to FOS-43)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import slots_of, talent, who, written
from tests.rules.fortune_system.table import GAME, Table

SLOTS = "44 20 24d x 5@Physical 6@Mental 30d@Physical"
KEYS = ("aptitude", "focus", "scrape-by", "extreme-effort", "smooth", "slick", "flair", "wingman")
WORSE = {"sound": "damaged", "damaged": "blown", "blown": "blown"}


def after_damage(slots: list[dict[str, Any]], command: dict[str, Any]) -> list[str]:
    """The conditions once the talents have done their damage, before anything is rolled (FOS-11)."""
    conditions = [slot["condition"] for slot in slots]
    focused = command["reduce"].get("focus")
    if focused is not None:
        conditions[focused] = WORSE[conditions[focused]]
    for index in command["dice"]:
        if command.get("talent") == "scrape-by":
            conditions[index] = WORSE[conditions[index]]
        if command.get("talent") == "extreme-effort":
            conditions[index] = "blown"
    return conditions


def applied(slots: list[dict[str, Any]], command: dict[str, Any]) -> int:
    """The sum of the named dice, lowered by what is named (FOS-30 to FOS-32)."""
    lowered = {"aptitude": 10, "expertise": 10, "focus": 20}
    return sum(slots[index]["value"] for index in command["dice"]) - sum(lowered[key] for key in command["reduce"])


def chosen_well(slots: list[dict[str, Any]], command: dict[str, Any]) -> bool:
    """The dice are as many as are needed, different, and usable for Physical."""
    dice, kind = command["dice"], command.get("talent")
    if len(dice) != (2 if kind in ("scrape-by", "smooth") else 1) or len(set(dice)) != len(dice):
        return False
    return all(
        index < len(slots) and slots[index]["condition"] != "blown" and slots[index].get("group") in (None, "Physical")
        for index in dice
    )


def accepted(slots: list[dict[str, Any]], cos: int, command: dict[str, Any]) -> bool:
    """Whether the rules accept this attempt of one who has every talent."""
    kind, dice, reduce, mend = command.get("talent"), command["dice"], command["reduce"], command.get("mend")
    if cos >= 100 or not dice:
        extras = kind or reduce or mend is not None or command.get("flair") or command.get("wingman")
        return cos >= 100 and not dice and not extras
    if not chosen_well(slots, command) or any(index not in dice for index in reduce.values()):
        return False
    if reduce and kind in ("scrape-by", "extreme-effort"):
        return False
    if mend is not None and (kind != "smooth" or mend >= len(slots) or slots[mend]["condition"] != "blown"):
        return False
    passes = kind in ("scrape-by", "extreme-effort") or (cos > 0 and applied(slots, command) < cos)
    if kind == "slick":
        passes = passes and applied(slots, command) >= cos - 5
    if not passes and (cos <= 0 or kind in ("smooth", "slick")):
        return False
    conditions = after_damage(slots, command)
    if command.get("flair") and not (passes and any(conditions[index] == "sound" for index in dice)):
        return False
    unblown = any(conditions[index] != "blown" for index in dice)
    return not command.get("wingman") or (passes and kind != "extreme-effort" and unblown)


def dice_rolled(slots: list[dict[str, Any]], command: dict[str, Any]) -> int:
    """How many dice the attempt itself rolls: none while Wingman's ally is to be asked first."""
    if command.get("wingman"):
        return 0
    conditions = after_damage(slots, command)
    flair = next((index for index in command["dice"] if conditions[index] == "sound"), None)
    count = sum({"sound": 1, "damaged": 2, "blown": 0}[conditions[index]] for index in command["dice"])
    count += 1 if command.get("flair") and flair is not None else 0
    return count + (2 if command.get("mend") is not None else 0)


def attempts(seed: int, count: int = 12000) -> list[dict[str, Any]]:
    """Attempts of every kind put together at random, the foolish ones too."""
    chance, found = random.Random(seed), []
    for _ in range(count):
        dice = [chance.randrange(8) for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 2, 2, 3)))]
        places = [None, None, *dice, chance.randrange(8)]
        named = {key: chance.choice(places) for key in ("aptitude", "expertise", "focus")}
        found.append(
            {
                "type": "attempt",
                "actor": "ana",
                "task": "wall",
                "dice": dice,
                "reduce": {key: index for key, index in named.items() if index is not None},
                "talent": chance.choice((None, "scrape-by", "extreme-effort", "smooth", "smooth", "slick")),
                "flair": chance.random() < 0.3,
                "wingman": chance.random() < 0.3,
                "mend": chance.choice((None, None, None, 3, 3, 2, 8)),
            }
        )
    return found


def table(cos: int) -> Table:
    talents = [talent(key, "Physical", 2 if key == "aptitude" else 1) for key in KEYS]
    ana = who("ana", SLOTS, *talents, talent("expertise", "Climbing"))
    return Table(ana, who("ben", "60 80d")).call(cos, aids="ben")


@pytest.mark.parametrize("cos", [45, 25, 50, 100, 0, 3, 99])
def test_an_attempt_is_accepted_exactly_when_the_ledger_says_so(cos: int) -> None:
    """FOS-26, FOS-33, FOS-35 to FOS-38, FOS-40, FOS-43."""
    state, slots = table(cos).state, slots_of(SLOTS)
    wrong = []
    made = attempts(cos)
    plausible = [command for command in made if accepted(slots, cos, command)]
    assert len(plausible) > 10
    for command in [*plausible[:500], *made[:1500]]:
        try:
            play.act(GAME, state, command)
            found = True
        except play.Refused:
            found = False
        if found != accepted(slots, cos, command) and not _contested(command):
            wrong.append((found, command))
    assert wrong == []


def _contested(command: dict[str, Any]) -> bool:
    """Whether Scrape By passes "with a die" for Wingman is not said."""
    return bool(command.get("wingman")) and command.get("talent") == "scrape-by"


@pytest.mark.parametrize("cos", [45, 50, 99])
def test_an_accepted_attempt_rolls_exactly_its_dice(cos: int) -> None:
    """Order of dice: one too few or too many are refused; conditions end as the talents leave them."""
    state, slots = table(cos).state, slots_of(SLOTS)
    plausible = [found for found in attempts(-cos) if accepted(slots, cos, found) and not _contested(found)]
    for command in plausible[:300]:
        count = dice_rolled(slots, command)
        rolls = [90 - step for step in range(count)]
        for wrong in ([*rolls, 50], rolls[:-1] if rolls else None):
            if wrong is not None:
                with pytest.raises(play.Refused):
                    play.act(GAME, state, {**command, "rolls": wrong})
        after = play.act(GAME, state, {**command, "rolls": rolls})["state"]
        view = play.view(GAME, after, "gm")
        if view["pending"] is None:
            assert written(view["participants"]["ana"]["slots"]) == expected(slots, command, rolls)


def expected(slots: list[dict[str, Any]], command: dict[str, Any], rolls: list[int]) -> str:
    """The slots after an attempt that asks nothing more."""
    conditions, left = after_damage(slots, command), list(rolls)
    after = [
        {"value": slot["value"], "condition": conditions[index], "group": slot.get("group")}
        for index, slot in enumerate(slots)
    ]
    for index in command["dice"]:
        count = {"sound": 1, "damaged": 2, "blown": 0}[conditions[index]]
        after[index]["value"] = max((left.pop(0) for _ in range(count)), default=None)
    if command.get("mend") is not None:
        after[command["mend"]] |= {"condition": "damaged", "value": max(left.pop(0), left.pop(0))}
    return written(after)
