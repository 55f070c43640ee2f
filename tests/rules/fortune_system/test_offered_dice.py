"""Real dice: the offer of every command that rolls says how many dice may come with it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system import offering
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import GAME, Table
from tests.rules.offered import covered

KEYS = ("smooth", "scrape-by", "wingman", "flair", "focus")


def rolled(events: list[dict[str, Any]]) -> int:
    """How many dice a command without own dice rolled."""
    return sum(len(event.get("opened", ())) for event in events)


def takes(offer: dict[str, Any], count: int) -> bool:
    """Whether so many dice fit the offer."""
    if "rolls" in offer:
        return bool(offer["rolls"]["count"] == count)
    return count <= offer.get("rolls_up_to", {"count": 0})["count"]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_command_rolls_its_offer_takes_as_real_dice(seed: int) -> None:
    """FOS-02, FOS-03, FOS-05, FOS-07, FOS-08, FOS-33, FOS-36 to FOS-38, FOS-40, FOS-42."""
    chance = random.Random(seed)
    state = offering.begin(seed, chance)
    for step in range(offering.STEPS):
        taken = []
        for command in offering.commands(state, chance):
            try:
                result = play.act(GAME, state, command)
            except play.Refused:
                continue
            count = rolled(result["events"])
            fitting = [offer for offer in play.offers(GAME, state, command["actor"]) if covered([offer], command)]
            assert any(takes(offer, count) for offer in fitting), (command, count)
            play.act(GAME, state, {**command, "rolls": [50] * count} if count else command)
            taken.append((command, result["state"]))
        state = offering.onward(state, taken, chance, step)


def limits(table: Table, actor: str, kind: str) -> list[int]:
    """The highest number of dice of each offer of this type."""
    return [
        offer["rolls" if "rolls" in offer else "rolls_up_to"]["count"] if {"rolls", "rolls_up_to"} & offer.keys() else 0
        for offer in table.offers(actor)
        if offer["type"] == kind
    ]


@pytest.mark.parametrize(
    ("slots", "keys", "highest"),
    [
        ("10 10", ["smooth"], 2),
        ("10 10 x", ["smooth"], 4),
        ("10d 10d x", ["smooth"], 6),
        ("10 10d", ["smooth", "focus"], 4),
        ("10 10", ["scrape-by"], 4),
        ("10 10d", ["scrape-by"], 2),
        ("10d 10d", ["scrape-by"], 0),
    ],
)
def test_talents_with_two_slots_say_the_highest_number_of_dice(slots: str, keys: list[str], highest: int) -> None:
    """FOS-05, FOS-11, FOS-33, FOS-36: a slot that Scrape By blows is not rolled."""
    table = Table(who("ana", slots, *[talent(key) for key in keys])).call(cos=60)
    assert limits(table, "ana", "attempt")[1] == highest
    too_many = [50] * (highest + 1)
    assert table.no_attempt("ana", 0, 1, talent=keys[0], rolls=too_many).code == "dice.many"


def test_an_answer_that_rolls_says_how_many_dice_come_with_it() -> None:
    """FOS-38, FOS-42: the ally's dice and those that the attempt still needs; other answers roll nothing."""
    table = Table(who("ana", "20 24 x", *[talent(key) for key in KEYS]), who("ben", "60 80d"), who("cy", "30"))
    table.call(aids="ben").attempt("ana", 0, 1, talent="smooth", mend=2, wingman=True)
    assert limits(table, "ben", "choose") == [5], "two for ben's damaged slot, one for slot 2, two for the mended one"
    assert limits(table, "gm", "leave") == [4], "an answer of somebody who leaves is that they decline"
    assert table.refuse("choose", "ben", slot=1, rolls=[50] * 6).code == "dice.many"
    table.do("choose", "ben", slot=1, rolls=[50] * 5)
    table.gm("hardship", target="ana", degree="damaged", selection="choice")
    assert limits(table, "ana", "choose") == [0]


def test_a_sleepless_night_says_how_many_dice_it_rolls() -> None:
    """FOS-42: one for each slot that is sound, two for each that is damaged."""
    table = Table(who("ana", "20 30d x", talent("couldnt-sleep", None)))
    table.gm("rest", full=False)
    assert limits(table, "ana", "couldnt-sleep") == [3]
    table.do("couldnt-sleep", "ana", dice=[0], rolls=[50])
