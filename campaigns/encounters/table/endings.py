"""What the page of an ended encounter shows: survivors, awards, and the highlights."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.encounters.play import settlement, visibility
from campaigns.log.models import LogEntry
from characters.experience import units
from characters.models import Character, ExperienceEntry
from rules import play as rules

log = logging.getLogger(__name__)
TITLES: Final[dict[str, Promise]] = {
    "boldest": gettext_lazy("Riskiest play that succeeded"),
    "closest": gettext_lazy("Closest call"),
    "luckiest": gettext_lazy("Luckiest moment"),
    "hardest": gettext_lazy("Hardest blow"),
}


@dataclass(frozen=True)
class Moment:
    """One moment: its heading, its participant, and the sentence with the cards or the chance."""

    title: Promise
    name: str
    text: str
    cards: list[str] = field(default_factory=list)
    against: list[str] = field(default_factory=list)
    chance: float | None = None  # 0 to 1
    kind: str = ""
    key: str = ""  # of the participant


@dataclass(frozen=True)
class Earning:
    """What one character earned in the encounter, in words: "+2 experience points"."""

    name: str
    amount: str


@dataclass(frozen=True)
class EndedEncounter:
    """The result of an ended encounter."""

    outcome: str
    survivors: list[str]
    dead: list[str]
    earned: list[Earning]
    moments: list[Moment]


def describe_end(encounter: Encounter) -> EndedEncounter:
    """Survivors, the dead, what was earned and highlights of the players' side; four queries."""
    heroes = encounter.participants.filter(side=EncounterGroup.Side.PLAYERS, hidden=False).select_related("character")
    rows = LogEntry.objects.filter(encounter=encounter, kind__in=LogEntry.ABOUT_CHARACTERS)
    died_here = rows.filter(data__died=True)
    # A line about a death stays when the character is brought back, and someone may have died in a later encounter.
    died = set(died_here.values_list("character", flat=True))
    dead: list[str] = []
    survivors: list[str] = []
    # A character that left and joined again has several rows, but is listed once.
    names = {row.character_id or row.key: row for row in heroes}
    for row in names.values():
        is_dead = (
            row.character_id in died and row.character is not None and row.character.status == Character.Status.DEAD
        )
        (dead if is_dead else survivors).append(row.name)
    moments = find_moments(encounter, {row.key: row.name for row in heroes})
    return EndedEncounter(_name_outcome(encounter), survivors, dead, _list_earnings(encounter), moments)


def _name_outcome(encounter: Encounter) -> str:
    """The heading of the end: "Victory", or the game's own sentence."""
    if encounter.outcome in {"", "other"}:
        return _("The encounter has ended")
    return capfirst(settlement.outcome_words(encounter))


def _list_earnings(encounter: Encounter) -> list[Earning]:
    """The awards of the characters who took part openly, without those that were taken back."""
    took_part = encounter.participants.filter(side=EncounterGroup.Side.PLAYERS, hidden=False).values("character")
    awards = ExperienceEntry.objects.filter(
        encounter=encounter, kind=ExperienceEntry.Kind.AWARD, taken_back=False, character__in=took_part
    )
    system = encounter.campaign.system
    return [
        Earning(name, units.get_unit(system, unit).with_sign(amount))
        for name, unit, amount in awards.order_by("id").values_list("character__name", "unit", "amount")
    ]


def find_moments(encounter: Encounter, heroes: dict[str, str]) -> list[Moment]:
    """The moments of the heroes (`{id: name}`), from the events that everyone at the table saw."""
    events = [event for event in visibility.public_events(encounter) if not event["struck"]]
    return _build_moments(encounter.campaign.system, events, heroes)


def find_moments_of_many(encounters: Sequence[Encounter], system: str) -> dict[int, list[Moment]]:
    """The moments of several encounters, by encounter; two queries."""
    heroes: dict[int, dict[str, str]] = {encounter.pk: {} for encounter in encounters}
    rows = Participant.objects.filter(encounter__in=list(heroes), side=EncounterGroup.Side.PLAYERS, hidden=False)
    for pk, key, name in rows.values_list("encounter", "key", "name"):
        heroes[pk][key] = name
    events = visibility.public_events_of_many(encounters)
    return {pk: _build_moments(system, events[pk], names) for pk, names in heroes.items()}


def _build_moments(system: str, events: list[dict[str, Any]], heroes: dict[str, str]) -> list[Moment]:
    try:
        highlights = rules.highlights(system, events, heroes)
    except Exception:  # the page and the book are more important than their highlights
        log.exception("The highlights of an encounter of %s cannot be found.", system)
        return []
    return [
        Moment(
            TITLES[highlight["kind"]],
            heroes[highlight["actor"]],
            highlight["text"],
            highlight.get("cards", []),
            highlight.get("against", []),
            highlight.get("chance"),
            highlight["kind"],
            highlight["actor"],
        )
        for highlight in highlights
    ]
