"""The last roll lies on the table as dice, for everyone who has nothing to do."""

from campaigns.encounters.table import event_log


def roll(text, struck=False, **dice):
    return {"type": "attack", "text": text, "struck": struck, **dice}


def test_the_newest_roll_that_stands_is_shown():
    events = [roll("first", rolls=[1, 2]), roll("second", rolled=[77]), roll("third", struck=True, rolls=[6, 6])]
    assert event_log.last_roll(events) == event_log.Roll("second", [77])


def test_without_dice_nothing_is_shown():
    assert event_log.last_roll([roll("a card"), roll("no dice", rolls=[])]) is None
