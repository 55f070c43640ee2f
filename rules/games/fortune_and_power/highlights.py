"""The highlights of an encounter: a success against the odds, the best fall of the dice, the most damage (FNP-10)."""

from collections.abc import Iterator

from rules.engine.highlights import BOLD, Highlight, PublicEvent, best, moment
from rules.games.fortune_and_power.odds import check_chance

ROLLED = frozenset({"attack", "check"})
# The average of a die.
AVERAGE = 3.5


def highlights(events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
    """See `rules.play.highlights`."""
    rolls = [event for event in events if event["type"] in ROLLED and event["actor"] in heroes and event["success"]]
    return [
        *best("boldest", _bold_successes(rolls)),
        *best("luckiest", _lucky_rolls(rolls)),
        *best("hardest", _blows(events, heroes)),
    ]


def _lucky_rolls(rolls: list[PublicEvent]) -> Iterator[tuple[float, Highlight]]:
    for event in rolls:
        if sum(event["rolls"]) > AVERAGE * len(event["rolls"]):
            yield sum(event["rolls"]), moment(event, event["actor"])


def _bold_successes(rolls: list[PublicEvent]) -> Iterator[tuple[float, Highlight]]:
    for event in rolls:
        if event["rolls"]:
            bonus = event["total"] - event["level"] - sum(event["rolls"])
            chance = check_chance(event["level"], event["challenge"], bonus)
            if chance < BOLD:
                yield -chance, moment(event, event["actor"], chance=chance)


def _blows(events: list[PublicEvent], heroes: frozenset[str]) -> Iterator[tuple[float, Highlight]]:
    striker = None
    for event in events:
        if event["type"] == "attack":
            striker = event["actor"]
        elif event["type"] == "damage" and striker in heroes and event["target"] not in heroes and event["damage"]:
            yield event["damage"], moment(event, striker)
