"""What the page of an ended encounter tells: who stands, what they gained, and the moments worth remembering."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.encounters.play import visibility
from campaigns.log.models import LogEntry
from characters.models import Character, ExperienceEntry
from rules import play as rules

TITLES: Final[dict[str, Promise]] = {
    "boldest": _("Boldest play that held"),
    "closest": _("Closest call"),
    "luckiest": _("Luckiest moment"),
    "hardest": _("Hardest blow"),
}


@dataclass(frozen=True)
class Moment:
    """One moment: its heading, whose it was, and the sentence with the cards or the chance."""

    title: Promise
    name: str
    text: str
    cards: list[str] = field(default_factory=list)
    against: list[str] = field(default_factory=list)
    chance: float | None = None  # 0 to 1
    kind: str = ""


@dataclass(frozen=True)
class EndedEncounter:
    """The result of an ended encounter."""

    survivors: list[str]
    fallen: list[str]
    credited: list[str]
    moments: list[Moment]


def describe_end(encounter: Encounter) -> EndedEncounter:
    """Survivors, the dead, credits and moments of the players' side; four queries."""
    heroes = encounter.participants.filter(side=EncounterGroup.Side.PLAYERS, hidden=False).select_related("character")
    credited = (
        ExperienceEntry.objects.filter(encounter=encounter, kind=ExperienceEntry.Kind.AWARD, taken_back=False)
        .order_by("id")
        .values_list("character__name", flat=True)
    )
    died_here = LogEntry.objects.filter(encounter=encounter, kind=LogEntry.Kind.CHARACTER, data__died=True)
    # A line about a death stays when the character is brought back, and somebody may have died in a later encounter.
    died = set(died_here.values_list("character", flat=True))
    fallen: list[str] = []
    survivors: list[str] = []
    for row in heroes:
        dead = row.character_id in died and row.character is not None and row.character.status == Character.Status.DEAD
        (fallen if dead else survivors).append(row.name)
    moments = find_moments(encounter, {row.key: row.name for row in heroes})
    return EndedEncounter(survivors, fallen, list(credited), moments)


def find_moments(encounter: Encounter, heroes: dict[str, str]) -> list[Moment]:
    """The moments of the heroes, given by id with their names, from what everybody at the table saw."""
    events = [event for event in visibility.public_events(encounter) if not event["struck"]]
    return _build_moments(encounter.campaign.system, events, heroes)


def find_moments_of_many(encounters: Sequence[Encounter], system: str) -> dict[int, list[Moment]]:
    """The moments of several encounters, by encounter; two queries."""
    heroes: dict[int, dict[str, str]] = {one.pk: {} for one in encounters}
    rows = Participant.objects.filter(encounter__in=list(heroes), side=EncounterGroup.Side.PLAYERS, hidden=False)
    for pk, key, name in rows.values_list("encounter", "key", "name"):
        heroes[pk][key] = name
    events = visibility.public_events_of_many(encounters)
    return {pk: _build_moments(system, events[pk], names) for pk, names in heroes.items()}


def _build_moments(system: str, events: list[dict[str, Any]], heroes: dict[str, str]) -> list[Moment]:
    return [
        Moment(
            TITLES[one["kind"]],
            heroes[one["actor"]],
            one["text"],
            one.get("cards", []),
            one.get("against", []),
            one.get("chance"),
            one["kind"],
        )
        for one in rules.highlights(system, events, heroes)
    ]
