"""Whom a running encounter waits for, and since when.

Every write stores this with the encounter, so lists need not load its state.

`Encounter.awaited` holds [{"actor", "phase", "since", "number"}]. `actor` is a participant's id or "gm", `phase` the
game's word for what is asked, `number` the command after which the wait began. Hidden participants are never listed.
`awaited` is None for an encounter that was stored before there were waits; the next command, or the background job,
fills it in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from campaigns.encounters.models import Encounter, EncounterSecret
from rules import play as rules

StoredWait = dict[str, Any]
# The phase of a wait for cards of a deck on the table; no game has such a phase.
CARDS: Final = "cards"


@dataclass(frozen=True)
class Wait:
    """One participant, or "gm", for whom an encounter waits."""

    actor: str
    phase: str
    since: datetime
    number: int


def read_waits(encounter: Encounter) -> list[Wait]:
    """The stored waits of an encounter."""
    return [
        Wait(stored["actor"], stored["phase"], datetime.fromisoformat(stored["since"]), stored["number"])
        for stored in encounter.awaited or []
    ]


def next_waits(
    system: str, state: Mapping[str, Any], before: Iterable[StoredWait] | None, actor: str, number: int
) -> list[StoredWait]:
    """The waits after command `number` of `actor`."""
    awaited = rules.awaited(system, state)
    return renew_waits(awaited["who"], awaited["phase"], before, actor, number)


def renew_waits(
    actors: Iterable[str], phase: str, before: Iterable[StoredWait] | None, actor: str, number: int
) -> list[StoredWait]:
    """The waits for `actors`. A wait continues if its phase is the same and its actor did not act; others begin now."""
    known = {wait["actor"]: wait for wait in before or [] if wait["phase"] == phase and wait["actor"] != actor}
    fresh = {"phase": phase, "since": timezone.now().isoformat(), "number": number}
    return [known.get(waiting_actor) or {"actor": waiting_actor, **fresh} for waiting_actor in actors]


def without_actor(stored: list[StoredWait] | None, actor: str) -> list[StoredWait] | None:
    """The stored waits without those for `actor`, which then begin again with the next command."""
    return stored and [wait for wait in stored if wait["actor"] != actor]


def fill_in_waits() -> None:
    """Works out the waits of running encounters that were stored or restored without them."""
    for row in Encounter.objects.filter(status=Encounter.Status.RUNNING, awaited__isnull=True).select_related(
        "campaign"
    ):
        secret = EncounterSecret.sealed.filter(encounter=row).values_list("number", "state").first()
        if secret is None:
            continue
        try:
            waits = next_waits(row.campaign.system, secret[1], None, "", secret[0])
        except rules.Refused:  # a damaged state, or a game that this site does not have
            continue
        Encounter.objects.filter(pk=row.pk, number=row.number, awaited__isnull=True).update(awaited=waits)
