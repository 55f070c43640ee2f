"""The history of every slot: when it was rolled, what it was used for, what damaged it, when it recovered."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MOST, EARLY = 200, 40
WHAT = {
    "used": gettext_lazy("used"),
    "rolled": gettext_lazy("rerolled"),
    "written": gettext_lazy("written"),
    "damaged": gettext_lazy("damaged"),
    "blown": gettext_lazy("blown"),
    "mended": gettext_lazy("repaired"),
    "recovered": gettext_lazy("recovered"),
    "first": gettext_lazy("filled at the start"),
}
WHY = {
    "check": gettext_lazy("after a check"),
    "hardship": gettext_lazy("by a hardship"),
    "rest": gettext_lazy("by a rest"),
    "defeat": gettext_lazy("after a defeat"),
    "failure": gettext_lazy("as the price of a failure"),
    "flair": gettext_lazy("by Flair"),
    "steady": gettext_lazy("by Steady"),
    "wingman": gettext_lazy("by Wingman"),
    "slick": gettext_lazy("by an ally's Slick"),
    "smooth": gettext_lazy("by Smooth"),
    "focus": gettext_lazy("by Focus"),
    "scrape-by": gettext_lazy("by Scrape By"),
    "extreme-effort": gettext_lazy("by Extreme Effort"),
    "couldnt-sleep": gettext_lazy("on a sleepless rest"),
    "mulligan": gettext_lazy("by the mulligan"),
}


def slot_histories(read: Any) -> dict[int, list[dict[str, Any]]]:
    """What happened to each slot, by its index, newest first; see `_history_fact` for the fields."""
    row = read.character
    if row.pk is None:
        return {}
    found = [*_checks(row), *_events(row)]
    found.sort(key=lambda fact: fact["order"], reverse=True)
    histories: dict[int, list[dict[str, Any]]] = {}
    for fact in [*found, *_first(row)]:
        histories.setdefault(fact["slot"], []).append(fact)
    return histories


def _history_fact(fact: dict[str, Any], place: int, when: Any, where: str, to: str) -> dict[str, Any]:
    """What happened, for what or by what, the values before and after, when and where (with the address)."""
    why = str(fact.get("why") or "")
    return {
        "slot": fact.get("slot"),
        "what": WHAT.get(fact.get("what", ""), fact.get("what")),
        "value": fact.get("value"),
        "was": fact.get("was"),
        "why": WHY.get(why) or (_("for %(what)s") % {"what": why} if why else ""),
        "when": when,
        "order": (when, place),
        "where": where,
        "to": to,
        "kind": fact.get("what"),
    }


def _checks(row: Any) -> list[dict[str, Any]]:
    """What checks, hardships and rests outside of encounters did."""
    lines = row.campaign.log.filter(character=row, kind="check", data__result__has_key="slots")
    found = []
    for line in lines.select_related("session").order_by("-id")[:MOST]:
        where = str(line.session) if line.session else ""
        facts = line.data["result"]["slots"]
        found += [
            _history_fact(fact, place, line.created, where, "")
            for place, fact in enumerate(facts)
            if type(fact) is dict
        ]
    return found


def _events(row: Any) -> list[dict[str, Any]]:
    """What happened to the slots in scenes."""
    seats = {seat.encounter_id: seat for seat in row.participations.select_related("encounter")}
    if not seats:
        return []
    events = type(next(iter(seats.values())).encounter).events.rel.related_model._default_manager
    rows = events.filter(encounter__in=seats, public=True, struck=False, body__has_key="slots").order_by("-id")[:MOST]
    found = []
    for event in rows:
        seat = seats[event.encounter_id]
        to, when = reverse("encounter", args=[event.encounter_id]), seat.encounter.ended or seat.encounter.started
        place = event.number * 1000 + event.position * 20
        for offset, fact in enumerate(event.body["slots"]):
            if type(fact) is dict and fact.get("participant") == seat.key:
                found.append(_history_fact(fact, place + offset, when, seat.encounter.title, to))
    return found


def _first(row: Any) -> list[dict[str, Any]]:
    """When each slot was first filled, from the earliest versions of the sheet."""
    first_facts: dict[int, dict[str, Any]] = {}
    versions = row.history.order_by("history_date", "history_id").values_list("history_date", "sheet")[:EARLY]
    for when, sheet in versions:
        for place, slot in enumerate((sheet or {}).get("slots") or []):
            if place not in first_facts:
                fact = {"slot": place, "what": "first", "value": slot.get("value"), "why": ""}
                first_facts[place] = _history_fact(fact, 0, when, "", "")
    return list(first_facts.values())
