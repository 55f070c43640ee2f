"""The fairness of an encounter: its public log as the verifier reads it, and what the verifier finds."""

import re
from collections import Counter, defaultdict
from typing import Any, Final

from django.db.models import Q

from campaigns.encounters.models import Encounter, EncounterGroup, Event, Participant
from rules.pages import fairness

FORMAT: Final = "fatekeeper-fairness/1"
AGAIN: Final = re.compile(r"(, again)+\Z")
# How often each visible group of an encounter is in it: monster, character and count.
Lineup = Counter[tuple[int | None, int | None, int]]
CARD_LIKE: Final = re.compile(r"\b(?:[2-9TJQKA][CDHS]|XX)\b")


def fairness_log(encounter: Encounter) -> dict[str, Any]:
    """The public log of an encounter, which anyone may verify.

    Of an event that only some may see, the log contains only the positions and dice that it used.
    """
    return _public_log(encounter, earlier_starts(encounter))


def _public_log(encounter: Encounter, earlier: int) -> dict[str, Any]:
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
        "earlier": earlier,
        "names": _card_like_names(encounter, events),
        "events": events,
    }


def verify(encounter: Encounter) -> dict[str, Any]:
    """The verifier's result for the public log; `notes` says what it does not prove."""
    report = fairness.examine(fairness_log(encounter))
    return {**report, "notes": fairness.notes(report)}


def leaves_no_closed_hand(encounter: Encounter) -> bool:
    """Whether every card that left a pile has been opened; False for a physical deck."""
    # Asked while the encounter is locked; how often it was started before does not matter here.
    report = fairness.examine({**_public_log(encounter, 0), "over": False})
    return bool(not report["folded"] and not report["own_deck"])


def earlier_starts(encounter: Encounter) -> int:
    """Count the campaign's earlier encounters with the same title or the same participants."""
    if encounter.started is None:
        return 0
    rows = Encounter.objects.filter(campaign=encounter.campaign_id, started__lt=encounter.started)
    lineups = _lineups(encounter)
    title, lineup = AGAIN.sub("", encounter.title), lineups[encounter.pk]
    fought = any(monster for monster, _character, _count in lineup)
    return sum(
        AGAIN.sub("", other_title) == title or (fought and lineups[other] == lineup)
        for other, other_title in rows.values_list("pk", "title")
    )


def _lineups(encounter: Encounter) -> dict[int, Lineup]:
    """Who takes part in the encounter and in each earlier one of its campaign, without those who were hidden at first:
    players compare the count with what they saw, and so would learn of them."""
    earlier = Q(encounter__campaign=encounter.campaign_id, encounter__started__lt=encounter.started)
    groups = EncounterGroup.objects.filter(Q(encounter=encounter.pk) | earlier, hidden=False).order_by()
    lineups: dict[int, Lineup] = defaultdict(Counter)
    for pk, monster, character, count in groups.values_list("encounter", "monster", "character", "count"):
        lineups[pk][monster, character, count] += 1
    return lineups


def _used_chance(body: dict[str, Any]) -> dict[str, Any]:
    """Only the positions and dice that a hidden event used."""
    openings = [opening for opening in body.get("opened") or [] if isinstance(opening, dict)]
    shown = [[opening["shuffle"], opening["position"]] for opening in openings if "card" in opening]
    dice = [[opening["series"], opening["die"]] for opening in openings if "die" in opening]
    used = {"positions": body.get("positions") or shown, "dice": dice}
    return {name: spots for name, spots in used.items() if spots}


def _card_like_names(encounter: Encounter, events: list[dict[str, Any]]) -> list[str]:
    """The names of visible participants in public sentences that could be mistaken for cards."""
    names = Participant.objects.filter(encounter=encounter, hidden=False).values_list("name", flat=True)
    used = [name for name in names if CARD_LIKE.search(name)]
    return [name for name in used if any(name in str(event.get("text")) for event in events)]
