"""The places of events among those that one reader may know."""

from collections import Counter
from collections.abc import Iterable
from typing import Any


def with_places(events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sets `position`, the place of each event among the given ones of its number, and returns the events.

    The stored place is never sent: a gap before an event would tell that somebody hidden caused another one."""
    places: Counter[int] = Counter()
    numbered = []
    for event in events:
        event["position"] = places[event["number"]]
        places[event["number"]] += 1
        numbered.append(event)
    return numbered
