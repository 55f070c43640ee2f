"""The highlights of an encounter: a plain roll against the odds, a narrow pass, the best new value (FOS-03, FOS-07)."""

from rules.engine.highlights import BOLD, Highlight, PublicEvent, best, moment
from rules.games.fortune_system import odds
from rules.games.fortune_system.verdicts import BY_DIE

# The d100 rolls a value that is not above this as often as a higher one.
MIDDLE = 50


def highlights(events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
    """See `rules.play.highlights`. Low values are good ones."""
    attempts = [event for event in events if event["type"] == "attempt"]
    passed = [event for event in attempts if event["success"] and event["actor"] in heroes]
    equal = any(equal_passed(event) for event in attempts)
    plain = [(odds.plain(event["cos"], equal), event) for event in passed if event["how"] == "plain"]
    bold = [(chance, event) for chance, event in plain if chance < BOLD]
    by_slot = [event for event in passed if event["how"] in BY_DIE]
    rolled = [event for event in events if event["type"] == "slot-rolled" and event["target"] in heroes]
    lucky = [event for event in rolled if event["value"] <= MIDDLE]
    return [
        *best("boldest", ((-chance, moment(event, event["actor"], chance=chance)) for chance, event in bold)),
        *best("closest", ((event["applied"] - event["cos"], moment(event, event["actor"])) for event in by_slot)),
        *best("luckiest", ((-event["value"], moment(event, event["target"])) for event in lucky)),
    ]


def equal_passed(event: PublicEvent) -> bool:
    """Whether an attempt shows that an equal value passes by the option (FOS-03); older plain rolls do not say it."""
    if event["how"] not in ("plain", "die"):
        return False
    return bool(event.get("equal_passes")) or (event["success"] and event["applied"] == event["cos"])
