"""The fairness of an encounter: its public log as the verifier reads it, and what the verifier finds."""

import re
from typing import Any, Final

from campaigns.encounters.models import Encounter, EncounterGroup, Event, Participant
from rules.pages import fairness

FORMAT: Final = "fatekeeper-fairness/1"
AGAIN: Final = re.compile(r"(, again)+\Z")
CARD_LIKE: Final = re.compile(r"\b(?:[2-9TJQKA][CDHS]|XX)\b")


def fairness_log(encounter: Encounter) -> dict[str, Any]:
    """Return the public log of an encounter, which anyone may verify.

    Of an event that only some may see, the log contains only the positions and dice that it used.
    """
    rows = Event.objects.filter(encounter=encounter).order_by("number", "position")
    events = []
    for number, body, public, struck in rows.values_list("number", "body", "public", "struck"):
        if public:
            events.append({**body, "number": number, "struck": struck})
        elif taken := _used_chance(body):
            events.append({"type": "unseen", **taken, "visible_to": "all", "number": number, "struck": struck})
    return {
        "format": FORMAT,
        "encounter": encounter.pk,
        "system": encounter.campaign.system,
        "over": encounter.status == Encounter.Status.ENDED and hasattr(encounter, "seed"),
        "earlier": earlier_starts(encounter),
        "names": _card_like_names(encounter, events),
        "events": events,
    }


def verify(encounter: Encounter) -> dict[str, Any]:
    """Return the verifier's result for the public log; `notes` says what it does not prove."""
    report = fairness.examine(fairness_log(encounter))
    return {**report, "notes": fairness.notes(report)}


def leaves_no_closed_hand(encounter: Encounter) -> bool:
    """Tell whether every card that left a pile has been opened; False for a physical deck."""
    report = fairness.examine({**fairness_log(encounter), "over": False})
    return bool(not report["folded"] and not report["own_deck"])


def earlier_starts(encounter: Encounter) -> int:
    """Count the campaign's earlier encounters with the same title or the same participants."""
    if encounter.started is None:
        return 0
    rows = Encounter.objects.filter(campaign=encounter.campaign_id, started__lt=encounter.started)
    title, cast = AGAIN.sub("", encounter.title), _cast(encounter.pk)
    fought = any(monster for monster, _character, _count in cast)
    return sum(
        AGAIN.sub("", other.title) == title or (fought and _cast(other.pk) == cast)
        for other in rows.only("pk", "title")
    )


def _cast(encounter: int) -> list[tuple[int | None, int | None, int]]:
    rows = EncounterGroup.objects.filter(encounter=encounter).order_by("monster", "character", "count")
    return list(rows.values_list("monster", "character", "count"))


def _used_chance(body: dict[str, Any]) -> dict[str, Any]:
    """Return only the positions and dice that a hidden event used."""
    openings = [opening for opening in body.get("opened") or [] if isinstance(opening, dict)]
    shown = [[opening["shuffle"], opening["position"]] for opening in openings if "card" in opening]
    dice = [[opening["series"], opening["die"]] for opening in openings if "die" in opening]
    used = {"positions": body.get("positions") or shown, "dice": dice}
    return {name: spots for name, spots in used.items() if spots}


def _card_like_names(encounter: Encounter, events: list[dict[str, Any]]) -> list[str]:
    """Return the participants' names in public sentences that could be mistaken for cards."""
    names = Participant.objects.filter(encounter=encounter).values_list("name", flat=True)
    used = [name for name in names if CARD_LIKE.search(name)]
    return [name for name in used if any(name in str(event.get("text")) for event in events)]
