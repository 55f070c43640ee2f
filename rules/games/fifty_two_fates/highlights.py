"""The highlights of an encounter: a narrow success, the best card from the pile, the most damage (F52-22, F52-30)."""

from collections.abc import Iterator

from rules.engine import cards
from rules.engine.highlights import Highlight, PublicEvent, best, moment

DECLARED = frozenset({"attack", "spell", "maneuver"})
DRAWN = frozenset({"skill-check", "death-draw", "wake-draw", "damage-draw"})
OUTCOMES = frozenset({"hit", "miss"})
BLOWS = frozenset(
    {"attack", "unarmed", "fury-strike", "harm"}
)  # Causes of damage other than falls, fumbles and effects.


def highlights(events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
    """See `rules.play.highlights`."""
    return [
        *best("closest", _narrow_successes(events, heroes)),
        *best("luckiest", _lucky_draws(events, heroes)),
        *best("hardest", _blows(events, heroes)),
    ]


def _narrow_successes(events: list[PublicEvent], heroes: frozenset[str]) -> Iterator[tuple[float, Highlight]]:
    """Attacks on opponents that hit and defences that held, with cards of both sides; the smaller the gap, the better.

    Only plays that the totals decided (F52-22) count: an ace decides without a total (F52-24).
    """
    attack: PublicEvent = {"actor": None}
    for place, event in enumerate(events):
        if event["type"] in DECLARED:
            attack = event
        elif event["type"] == "defense" and event["cards"] and attack["actor"] == event["target"]:
            if "F52-22" not in event["rules"]:
                continue
            gap = abs(event["attack_total"] - event["defense_total"])
            striker, defender, played = attack["actor"], event["actor"], attack.get("cards", [])
            said = _outcome(events, place)
            if event["success"] and striker in heroes and defender not in heroes and played:
                yield -gap, moment(said, striker, cards=played, against=event["cards"])
            elif not event["success"] and defender in heroes and striker not in heroes:
                yield -gap, moment(said, defender, cards=event["cards"], against=played)


def _outcome(events: list[PublicEvent], place: int) -> PublicEvent:
    """The event that says who prevails after a defence: its sentence names both. The defence itself if none says it."""
    for event in events[place + 1 :]:
        if event["type"] in OUTCOMES:
            return event
        if event["type"] in DECLARED:
            break
    return events[place]


def _lucky_draws(events: list[PublicEvent], heroes: frozenset[str]) -> Iterator[tuple[float, Highlight]]:
    for event in events:
        if event["type"] in DRAWN and event["actor"] in heroes and event["cards"] and _is_lucky(event):
            score = max(cards.ORDER[cards.CODE[name]] for name in event["cards"])
            yield score, moment(event, event["actor"], cards=event["cards"])


def _is_lucky(event: PublicEvent) -> bool:
    """Whether a draw helped: a success, a heart of the dying (F52-32), or any card for a damage."""
    if event["type"] == "death-draw":
        return cards.SUIT[cards.CODE[event["cards"][0]]] == "H"
    return bool(event.get("success", True))


def _blows(events: list[PublicEvent], heroes: frozenset[str]) -> Iterator[tuple[float, Highlight]]:
    striker = None
    for event in events:
        # A spell on someone willing has no hit.
        if event["type"] in ("hit", "spell"):
            striker = event["actor"]
        elif _is_blow(event) and striker in heroes and event["target"] not in heroes:
            yield event["amount"], moment(event, striker)


def _is_blow(event: PublicEvent) -> bool:
    return event["type"] == "damage" and event["cause"] in BLOWS and event["amount"] > 0
