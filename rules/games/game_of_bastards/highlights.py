"""The highlights of an encounter: a narrow success, a joker, the most damage (GOB-43, GOB-45, GOB-47)."""

from collections.abc import Iterator

from rules.engine.highlights import Highlight, PublicEvent, best, moment


def highlights(events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
    """See `rules.play.highlights`."""
    return [
        *best("closest", _narrow_successes(events, heroes)),
        *best("luckiest", _jokers(events, heroes)),
        *best("hardest", _blows(events, heroes)),
    ]


def _narrow_successes(events: list[PublicEvent], heroes: frozenset[str]) -> Iterator[tuple[float, Highlight]]:
    """Attacks and defences that succeeded after cards were shown; the smaller the margin, the better."""
    shown: dict[str, list[str]] = {}
    for event in events:
        # An event of this type without sides says that a hidden participant appears.
        if event["type"] == "revealed" and "sides" in event:
            shown = {side["id"]: side["cards"] for side in event["sides"]}
        elif event["type"] == "result" and {event["actor"], event["target"]} <= set(shown):
            winner, loser = event["actor"], event["target"]
            if not event["success"]:
                winner, loser = loser, winner
            if winner in heroes and loser not in heroes:
                gap = abs(event["total"] - event["against"])
                yield -gap, moment(event, winner, cards=shown[winner], against=shown[loser])


def _jokers(events: list[PublicEvent], heroes: frozenset[str]) -> Iterator[tuple[float, Highlight]]:
    for event in events:
        if event["type"] == "joker" and event["target"] in heroes:
            yield event["count"], moment(event, event["target"])


def _blows(events: list[PublicEvent], heroes: frozenset[str]) -> Iterator[tuple[float, Highlight]]:
    """Damage and lost members; the results of an attack on several targets all come before its damage."""
    strikers: dict[str, str] = {}
    for event in events:
        if event["type"] == "result":
            winner, loser = event["actor"], event["target"]
            if not event["success"]:
                winner, loser = loser, winner
            strikers[loser] = winner
        elif event["type"] in ("damage", "members") and event["target"] not in heroes:
            striker = strikers.get(event["target"])
            if striker in heroes:
                amount = event["amount"] if event["type"] == "damage" else event["lost"]
                yield amount, moment(event, striker)
