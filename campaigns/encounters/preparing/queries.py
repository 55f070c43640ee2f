"""Reads for the page that prepares an encounter: the monsters that it offers, and how hard the choice is."""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.encounters import queries
from campaigns.encounters.drawer.queries import find_monsters
from campaigns.encounters.models import Encounter
from campaigns.encounters.preparing.forms import ParticipantsForm, unsaved_groups
from characters.models import Character, Monster
from common.parsing import parse_id
from people.models import Member
from rules.play import SYSTEMS, Refused

# How many monsters the page lists beside those that are chosen.
MOST_FOUND: Final = 40
# A rough answer soon helps more than an exact one later, while the GM is still choosing.
LIVE_SECONDS: Final = 0.4
# With more player characters than this, the page ticks none in advance.
USUAL_PARTY: Final = 6


@dataclass(frozen=True)
class MonsterRow:
    """A monster of the page with the count that the GM typed."""

    monster: Monster
    count: str


@dataclass(frozen=True)
class OfferedMonsters:
    """The monsters that a page lists, the chosen ones first, and whether more match the search."""

    rows: list[MonsterRow]
    more: bool


@dataclass(frozen=True)
class Difficulty:
    """How hard the chosen encounter is: a verdict, or a sentence about why there is none."""

    verdict: queries.DifficultyVerdict | None
    reason: str


def usual_party_ids(characters: QuerySet[Character]) -> list[int]:
    """The ids of the player characters that are ticked in advance: those whom a person plays, if they are few."""
    played = [character.pk for character in characters if character.kind == Character.Kind.PC and character.owner_id]
    return played if len(played) <= USUAL_PARTY else []


def offer_monsters(membership: Member, form: ParticipantsForm) -> OfferedMonsters:
    """The chosen monsters, then those that match the search."""
    counts, chosen = form.posted_counts, form.chosen_monsters
    text, level = str(form["q"].value() or "")[:100], parse_id(str(form["level"].value() or ""))
    matches = find_monsters(membership, text, level, most=MOST_FOUND)
    picked = {monster.pk for monster in chosen}
    rows = [MonsterRow(monster, counts[monster.pk]) for monster in chosen]
    rows += [MonsterRow(monster, "") for monster in matches.monsters if monster.pk not in picked]
    return OfferedMonsters(rows, matches.more)


def can_be_simulated(membership: Member) -> bool:
    """Whether the campaign's game has a victory and a defeat, so that a fight can be simulated."""
    return bool(SYSTEMS[membership.campaign.system].get("simulates", False))


def estimate_difficulty(membership: Member, groups: list[dict[str, Any]], options: dict[str, Any]) -> Difficulty:
    """Simulates an encounter that is not stored yet, with its groups and house rules."""
    if not can_be_simulated(membership):
        return Difficulty(None, _("This game has no victory or defeat, so there is nothing to simulate."))
    if not any("character" in group for group in groups):
        return Difficulty(None, _("Tick the characters that take part."))
    if not any("monster" in group for group in groups):
        return Difficulty(None, _("Choose at least one monster."))
    campaign = membership.campaign
    encounter = Encounter(campaign=campaign, dealerless=campaign.dealerless, options=options)
    try:
        return Difficulty(queries.simulate_groups(encounter, unsaved_groups(groups), seconds=LIVE_SECONDS), "")
    except Refused as refusal:
        return Difficulty(None, refusal.sentence)
