"""The highlights of an encounter: a plain roll against the odds, a narrow pass, the best new value (FOS-03, FOS-07)."""

from rules.engine.highlights import BOLD, Highlight, PublicEvent, best, moment


def highlights(events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
    """See `rules.play.highlights`. Low values are good ones."""
    passed = [event for event in events if event["type"] == "attempt" and event["success"] and event["actor"] in heroes]
    plain = [event for event in passed if event["how"] == "plain" and event["cos"] / 100 < BOLD]
    by_slot = [event for event in passed if event["how"] == "die"]
    rolled = [event for event in events if event["type"] == "slot-rolled" and event["target"] in heroes]
    return [
        *best(
            "boldest", ((-event["cos"], moment(event, event["actor"], chance=event["cos"] / 100)) for event in plain)
        ),
        *best("closest", ((event["applied"] - event["cos"], moment(event, event["actor"])) for event in by_slot)),
        *best("luckiest", ((-event["value"], moment(event, event["target"])) for event in rolled)),
    ]
