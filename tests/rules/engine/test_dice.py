"""Dice: sealed before they are rolled, opened when they are, supplied by hand; and every forgery of it is found."""

import copy
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from rules.engine import fairness
from rules.engine.chance import key_from_seed
from rules.engine.codec import decode, encode
from rules.engine.dice import AHEAD, LOW, CommandDice, Dice, check_values
from rules.engine.event_list import EventList
from rules.engine.refusals import Refused


def sealed(seed: int = 1, **fields: Any) -> tuple[Dice, EventList]:
    """Dice with their first seals published, and the account that tells them."""
    dice, account = Dice(key_from_seed(seed), **fields), EventList()
    dice.seal(account)
    return dice, account


def thrown(dice: Dice, account: EventList, count: int, sides: int = 6, rolls: list[int] | None = None) -> list[int]:
    """One command that rolls so many dice, told in one event."""
    command_dice = CommandDice(dice, sides, account, rolls)
    values = command_dice.roll(count)
    account.add_event("rolled", "A roll.", (), rolls=values, **command_dice.marks())
    command_dice.close()
    return values


def played(rolls: int = 30) -> list[dict[str, Any]]:
    """The account of so many commands of two dice each."""
    dice, account = sealed()
    for _ in range(rolls):
        thrown(dice, account, 2)
    return account.events


# Seals


def test_a_seal_is_the_hash_of_series_number_and_block() -> None:
    dice, account = sealed()
    seals = account.events[0]["seals"]
    assert len(seals) == AHEAD
    assert account.events[0]["first"] == 0
    for number, seal in enumerate(seals):
        text = f"1:{number}:{dice.block(number)}"
        assert seal == sha256(text.encode("ascii")).hexdigest()
    assert len(set(seals)) == AHEAD


def test_the_face_follows_from_the_block_alone() -> None:
    block = "00000007" + "ffffffff" * 7
    assert fairness.face(block, 6) == 2
    assert fairness.face("ffffffff" + block[:56], 6) == 2, "a number too high is passed over"
    assert fairness.face(block, 100) == 8
    assert fairness.face("f" * 64, 6) == fairness.face(sha256(bytes.fromhex("f" * 64)).hexdigest(), 6)


def test_every_die_is_sealed_before_it_is_rolled_however_many_are_rolled() -> None:
    dice, account = sealed()
    known: set[int] = set()
    for count in (2, 1, 40, 2, 100, 3):
        thrown(dice, account, count)
    for event in account.events:
        if event["type"] == "sealed":
            known |= set(range(event["first"], event["first"] + len(event["seals"])))
        for opening in event.get("opened", []):
            assert opening["die"] in known
    assert dice.rolled == 148


def test_there_are_always_seals_to_spare_after_a_command() -> None:
    dice, account = sealed()
    for _ in range(100):
        thrown(dice, account, 2)
        assert dice.sealed - dice.rolled >= LOW


def test_a_roll_opens_its_dice_once_and_in_order() -> None:
    dice, account = sealed()
    values = thrown(dice, account, 3)
    opened = account.events[-1]["opened"]
    assert [die["value"] for die in opened] == values
    assert [die["die"] for die in opened] == [0, 1, 2]
    assert all(die["sides"] == 6 and die["series"] == 1 for die in opened)
    assert thrown(dice, account, 1) == [account.events[-1]["opened"][0]["value"]]
    assert account.events[-1]["opened"][0]["die"] == 3


def test_marks_are_given_out_once() -> None:
    dice, account = sealed()
    command_dice = CommandDice(dice, 6, account)
    command_dice.roll(2)
    assert len(command_dice.marks()["opened"]) == 2
    assert command_dice.marks() == {}


def test_the_same_key_rolls_the_same_and_a_stored_state_goes_on() -> None:
    one, account = sealed(7)
    other, _ = sealed(7)
    first = [thrown(one, account, 2) for _ in range(5)]
    assert first == [thrown(other, EventList(), 2) for _ in range(5)]
    stored = decode(encode(one), Dice, "dice")
    assert thrown(stored, EventList(), 20) == thrown(other, EventList(), 20)
    assert thrown(sealed(8)[0], EventList(), 20) != thrown(sealed(9)[0], EventList(), 20)


@pytest.mark.parametrize("sides", [6, 100])
def test_all_faces_come_about_equally_often(sides: int) -> None:
    dice = Dice(key_from_seed("faces"))
    counts = Counter(fairness.face(dice.block(number), sides) for number in range(sides * 200))
    assert set(counts) == set(range(1, sides + 1))
    assert min(counts.values()) > 120
    assert max(counts.values()) < 290


def test_rolling_tells_that_something_hidden_became_known() -> None:
    dice, account = sealed()
    assert not account.reveals
    thrown(dice, account, 1)
    assert account.reveals


def test_seals_carry_the_rules_of_their_game() -> None:
    class Ours(EventList):
        shuffle_rules = ("FNP-10",)

    account = Ours()
    Dice(key_from_seed(1)).seal(account)
    assert account.events[0]["rules"] == ["FNP-10"]


# Verifying


def test_an_honest_account_checks_out() -> None:
    report = fairness.verify(played())
    assert report == {"ok": True, "shuffles": 0, "seals": report["seals"], "opened": 60, "faults": []}
    assert report["seals"] >= 60


FORGERIES = [
    ("value", lambda die: die.update(value=die["value"] % 6 + 1), "value"),
    ("block", lambda die: die.update(block="0" * 64), "seal"),
    ("die", lambda die: die.update(die=die["die"] + 1), "seal"),
    ("series", lambda die: die.update(series=2), "sealed"),
    ("sides", lambda die: die.update(sides=1), "value"),
    ("no block", lambda die: die.pop("block"), "names no die"),
    ("short block", lambda die: die.update(block=die["block"][:40]), "names no die"),
    ("a block in capitals", lambda die: die.update(block=die["block"].upper()), "names no die"),
    ("a text for a number", lambda die: die.update(die="0"), "names no die"),
]


@pytest.mark.parametrize(("name", "forge", "word"), FORGERIES, ids=[name for name, _, _ in FORGERIES])
def test_a_forged_roll_is_found(name: str, forge: Any, word: str) -> None:
    events = copy.deepcopy(played())
    forge(next(event for event in events if event["type"] == "rolled")["opened"][0])
    report = fairness.verify(events)
    assert not report["ok"]
    assert any(word in fault for fault in report["faults"]), report["faults"]


def test_a_roll_before_its_seal_is_found() -> None:
    events = played(3)
    assert not fairness.verify(events[1:])["ok"]
    assert not fairness.verify([*events[1:], events[0]])["ok"]


def test_a_die_that_is_rolled_twice_is_found() -> None:
    events = played(3)
    report = fairness.verify([*events, events[-1]])
    assert "rolled twice" in report["faults"][0]


def test_a_die_that_is_sealed_twice_is_found_and_the_first_seal_counts() -> None:
    events = copy.deepcopy(played(3))
    again = copy.deepcopy(events[0])
    again["seals"][0] = sha256(b"another").hexdigest()
    report = fairness.verify([events[0], again, *events[1:]])
    assert report["faults"][0] == "Die 0 of series 1 was sealed twice."
    assert not any("does not match" in fault for fault in report["faults"])


@pytest.mark.parametrize("nonsense", [None, 1, "seals", [], {}, [None], {"die": None}])
def test_nonsense_in_an_account_is_a_fault_and_no_crash(nonsense: Any) -> None:
    sealing = {"type": "sealed", "series": nonsense, "first": nonsense, "seals": nonsense}
    assert not fairness.verify([sealing])["ok"]
    assert not fairness.verify([{"opened": [{"die": nonsense}]}])["ok"]


# Dice typed in, and dice of the setup


def test_typed_dice_are_used_as_they_are_and_marked() -> None:
    dice, account = sealed()
    assert thrown(dice, account, 3, rolls=[6, 1, 4]) == [6, 1, 4]
    assert account.events[-1]["supplied"] is True
    assert "opened" not in account.events[-1]
    assert dice.rolled == 0


def test_typed_dice_come_before_the_setups_which_stay_for_later() -> None:
    dice, account = sealed(supplied=[2, 3, 5])
    assert thrown(dice, account, 2, rolls=[1, 1]) == [1, 1]
    assert thrown(dice, account, 2) == [2, 3]
    mixed = thrown(dice, account, 2)
    assert mixed[0] == 5
    assert account.events[-1]["supplied"] is True
    assert [die["value"] for die in account.events[-1]["opened"]] == mixed[1:]


def test_a_list_of_typed_dice_is_not_used_up() -> None:
    typed = [1, 2]
    dice, account = sealed()
    thrown(dice, account, 2, rolls=typed)
    assert typed == [1, 2]


@pytest.mark.parametrize("rolls", [[], [3]])
def test_too_few_typed_dice_are_refused(rolls: list[int]) -> None:
    dice, account = sealed()
    with pytest.raises(Refused) as refused:
        thrown(dice, account, 2, rolls=rolls)
    assert refused.value.code == "dice.few"


def test_too_many_typed_dice_are_refused() -> None:
    dice, account = sealed()
    with pytest.raises(Refused, match="leave out the last 2") as refused:
        thrown(dice, account, 1, rolls=[3, 3, 3])
    assert refused.value.code == "dice.many"


@pytest.mark.parametrize(
    ("values", "sides", "place"), [([0], 6, 0), ([6, 7], 6, 1), ([1, 2, -1], 6, 2), ([101], 100, 0)]
)
def test_a_value_that_a_die_does_not_have_is_refused_with_its_place(values: list[int], sides: int, place: int) -> None:
    with pytest.raises(Refused, match=rf"rolls\[{place}\]: a die shows 1 to {sides}") as refused:
        check_values(values, sides, "rolls")
    assert refused.value.code == "dice.range"
    dice, account = sealed()
    with pytest.raises(Refused):
        CommandDice(dice, sides, account, values)


# Another series


def test_a_redeal_begins_another_series_and_the_account_still_checks_out() -> None:
    dice, account = sealed(supplied=[6])
    thrown(dice, account, 4)
    before = dice.block(10)
    dice.redeal(key_from_seed("fresh"), account)
    assert (dice.series, dice.rolled, dice.sealed) == (2, 0, AHEAD)
    assert dice.block(10) != before
    values = thrown(dice, account, 2)
    assert account.events[-1]["opened"][0] == {
        "series": 2,
        "die": 0,
        "sides": 6,
        "value": values[0],
        "block": dice.block(0),
    }
    assert fairness.verify(account.events)["ok"]


def test_an_opening_of_the_old_series_after_a_redeal_does_not_pass_for_the_new_one() -> None:
    dice, account = sealed()
    thrown(dice, account, 2)
    dice.redeal(key_from_seed("fresh"), account)
    thrown(dice, account, 2)
    forged = copy.deepcopy(account.events)
    forged[-1]["opened"][0].update({**forged[1]["opened"][0], "series": 2})
    assert not fairness.verify(forged)["ok"]
