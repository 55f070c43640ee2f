"""The highlights of an encounter: a plain roll against the odds, a narrow pass, the best new value (FOS-03, FOS-07)."""

from rules.engine.highlights import BOLD, Highlight, PublicEvent, best, moment


def highlights(events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
    """See `rules.play.highlights`. Low values are good ones."""
    passed = [one for one in events if one["type"] == "attempt" and one["success"] and one["actor"] in heroes]
    plain = [one for one in passed if one["how"] == "plain" and one["cos"] / 100 < BOLD]
    by_slot = [one for one in passed if one["how"] == "die"]
    rolled = [one for one in events if one["type"] == "slot-rolled" and one["target"] in heroes]
    return [
        *best("boldest", ((-one["cos"], moment(one, one["actor"], chance=one["cos"] / 100)) for one in plain)),
        *best("closest", ((one["applied"] - one["cos"], moment(one, one["actor"])) for one in by_slot)),
        *best("luckiest", ((-one["value"], moment(one, one["target"])) for one in rolled)),
    ]
