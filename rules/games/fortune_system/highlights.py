"""The highlights of an encounter: a plain roll against the odds, a narrow pass, the best new value (FOS-03, FOS-07)."""

from rules.engine.highlights import BOLD, Highlight, PublicEvent, best, moment


def highlights(events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
    """See `rules.play.highlights`. Low values are good ones."""
    passed = [event for event in events if event["type"] == "attempt" and event["success"] and event["actor"] in heroes]
    plain = [one for one in passed if one["how"] == "plain" and one["cos"] / 100 < BOLD]
    by_slot = [one for one in passed if one["how"] == "die"]
    rolled = [event for event in events if event["type"] == "slot-rolled" and event["target"] in heroes]
    return [
        *best("boldest", ((-one["cos"], moment(one, one["actor"], chance=one["cos"] / 100)) for one in plain)),
        *best("closest", ((one["applied"] - one["cos"], moment(one, one["actor"])) for one in by_slot)),
        *best("luckiest", ((-one["value"], moment(one, one["target"])) for one in rolled)),
    ]
