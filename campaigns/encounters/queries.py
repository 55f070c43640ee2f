"""Reads for preparing and listing encounters, with warnings and a simulation before the start."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.encounters.play import setups
from campaigns.log.periods import Period
from campaigns.sessions.access import visible_sessions
from campaigns.sessions.models import Session, SessionQuerySet
from characters import access as character_access
from characters.models import Character, Monster
from common.parsing import parse_id
from people.access import get_visible_row, members_of
from people.models import Member
from rules import play as rules

MAX_TRIALS = 1000
TRIAL_SECONDS = 0.9
# How many ended encounters a page shows.
MOST_ENDED = 40


@dataclass(frozen=True)
class EncounterList:
    """The encounters of a page: running, prepared, and the newest ended ones.

    `older` is the `before` of the next page, None at the end."""

    running: Sequence[Encounter]
    prepared: Sequence[Encounter]
    ended: Sequence[Encounter]
    older: int | None


def list_encounters(membership: Member, before: int | None = None) -> EncounterList:
    """The encounters the member may see, by status, newest first; ended ones with ids below `before`.

    Preparations of an adventure come after all others, in the order of the adventure."""
    # Players also see a preparation while its real cards are dealt.
    known = Q() if membership.is_gm else Q(groups__hidden=False)
    counted = visible_encounters(membership).annotate(group_count=Count("groups", filter=known))
    rows = counted.defer("notes").order_by("-pk")
    open_ones = list(
        rows.exclude(status=Encounter.Status.ENDED)
        .annotate(module=F("source__module_key"), place=F("source__position"))
        .order_by(F("module").asc(nulls_first=True), "place", "-pk")
    )
    ended = rows.filter(status=Encounter.Status.ENDED)
    shown = list((ended.filter(pk__lt=before) if before is not None else ended)[: MOST_ENDED + 1])
    return EncounterList(
        running=sorted(
            (encounter for encounter in open_ones if encounter.status == Encounter.Status.RUNNING),
            key=lambda encounter: -encounter.pk,
        ),
        prepared=[encounter for encounter in open_ones if encounter.status == Encounter.Status.PREPARED],
        ended=shown[:MOST_ENDED],
        older=shown[MOST_ENDED - 1].pk if len(shown) > MOST_ENDED else None,
    )


def limit_to_period(rows: QuerySet[Encounter], period: Period) -> QuerySet[Encounter]:
    """The encounters that were started in the period; those that never were, by when they were made."""
    rows = rows.annotate(dated=Coalesce("started", "created"))
    return rows.filter(period.condition("dated"))


def preparation_groups(encounter: Encounter) -> list[EncounterGroup]:
    """The groups of the preparation with their monsters and characters."""
    return list(encounter.groups.select_related("monster", "character", "character__owner"))


def named_groups(encounter: Encounter) -> list[tuple[EncounterGroup, list[str]]]:
    """The groups of the preparation, each with the names that its copies will have at the table."""
    groups = preparation_groups(encounter)
    return list(zip(groups, setups.names_of_groups(groups), strict=True))


def monsters_by_id(encounter: Encounter) -> dict[int, Monster]:
    """The monsters of the preparation."""
    return Monster.objects.in_bulk(encounter.groups.filter(monster__isnull=False).values_list("monster", flat=True))


def get_group(encounter: Encounter, group_id: Any) -> EncounterGroup:
    """One group of the preparation, or 404."""
    return get_visible_row(encounter.groups.all(), pk=group_id)


def available_sessions(membership: Member) -> SessionQuerySet:
    """The sessions to which an encounter may belong."""
    return visible_sessions(membership)


def is_suggested_for_later(membership: Member, session: Session | None) -> bool:
    """Whether the session is the one that the form suggests for later, and does not take place today."""
    if session is None or session.is_running or session != available_sessions(membership).coming():
        return False
    return session.starts is not None and timezone.localdate(session.starts) > timezone.localdate()


def has_monsters(membership: Member) -> bool:
    """Whether monsters can take part in the game's encounters."""
    return bool(rules.SYSTEMS[membership.campaign.system].get("monsters", True))


def has_initiative_groups(system: str) -> bool:
    """Whether participants of the game act in initiative groups."""
    return bool(rules.SYSTEMS[system].get("groups"))


def adds_monsters(membership: Member) -> bool:
    """Whether the member can add monsters: in a campaign with a dealer, players do not know the bestiary."""
    return membership.prepares_encounters and has_monsters(membership)


def available_monsters(membership: Member) -> QuerySet[Monster]:
    """The monsters that can be added."""
    return character_access.available_opponents(membership).filter(active=True).order_by("name", "id")


def has_levels(membership: Member) -> bool:
    """Whether any monster that can be added has a level; in some games none has."""
    return available_monsters(membership).filter(stats__level__isnull=False).order_by().exists()


def available_characters(membership: Member, encounter: Encounter) -> QuerySet[Character]:
    """The active characters that are not yet in the encounter, player characters first."""
    present = encounter.groups.filter(character__isnull=False).values("character")
    return available_campaign_characters(membership).exclude(pk__in=present)


def available_campaign_characters(membership: Member) -> QuerySet[Character]:
    """The active characters that the member knows, player characters first; all of them for a GM."""
    rows = character_access.known_characters(membership).filter(status=Character.Status.ACTIVE)
    return rows.order_by("-kind", "name", "id")


def available_newcomers(membership: Member, encounter: Encounter, *, mine: bool = False) -> QuerySet[Character]:
    """The active characters that the member knows and that are not at the table; with `mine`, only the member's own."""
    rows = _characters_of(membership, mine).filter(status=Character.Status.ACTIVE)
    return rows.exclude(pk__in=_seated_characters(encounter)).order_by("-kind", "name", "id")


def find_seated_character(
    membership: Member, encounter: Encounter, posted: str, *, mine: bool = False
) -> Character | None:
    """The character with the posted id, if it is at the table already; with `mine`, only one of the member's own."""
    character_id = parse_id(posted)
    if character_id is None:
        return None
    rows = _characters_of(membership, mine).filter(pk=character_id)
    return rows.filter(pk__in=_seated_characters(encounter)).first()


def _characters_of(membership: Member, mine: bool) -> QuerySet[Character]:
    rows = character_access.known_characters(membership)
    return rows.filter(owner=membership.user) if mine else rows


def _seated_characters(encounter: Encounter) -> QuerySet[Participant, int | None]:
    return encounter.participants.filter(present=True, character__isnull=False).values_list("character", flat=True)


def available_players(membership: Member) -> QuerySet[Member]:
    """The members who may play a participant."""
    return members_of(membership).exclude(role="observer")


def seated_participants(encounter: Encounter) -> QuerySet[Participant]:
    """The participants at the table with their players; only for GMs, because it includes hidden ones."""
    return encounter.participants.filter(present=True).select_related("controller__user")


def known_participants(membership: Member, encounter: Encounter) -> QuerySet[Participant]:
    """The participants that the member may see: hidden ones only for GMs and their players."""
    rows = encounter.participants.all()
    return rows if encounter.is_run_by(membership) else rows.filter(Q(hidden=False) | Q(controller=membership))


def offers_dealer(membership: Member, encounter: Encounter) -> bool:
    """Whether the member may choose if the encounter has a dealer: GMs before the start, where the game allows it."""
    prepared = encounter.status == Encounter.Status.PREPARED
    return membership.is_gm and prepared and bool(rules.SYSTEMS[encounter.campaign.system].get("dealerless"))


def setup_warnings(encounter: Encounter) -> list[dict[str, Any]]:
    """The engine's warnings before the start: {"text", "rules"}, and a refusal as {"text", "refused": True}."""
    try:
        seated = setups.seat_participants(encounter)
        setup = setups.build_setup(encounter, seated, None)
        return [dict(warning) for warning in rules.warnings(encounter.campaign.system, setup)]
    except rules.Refused as refused:
        return [{"text": refused.sentence, "rules": [refused.rule] if refused.rule else [], "refused": True}]


@dataclass(frozen=True)
class DifficultyVerdict:
    """The result of many simulations of an encounter, in whole percentages.

    The share of victories lies between `low` and `high` with a probability of 95 %."""

    games: int
    victory: int
    hp_left: int
    rounds: str
    words: str
    low: int
    high: int


def simulate_difficulty(encounter: Encounter, seed: int = 1) -> DifficultyVerdict | None:
    """Simulates the preparation as often as possible within a second; None if it cannot be played yet."""
    try:
        return simulate_groups(encounter, preparation_groups(encounter), seed=seed)
    except rules.Refused:
        return None


def simulate_groups(
    encounter: Encounter, groups: list[EncounterGroup], *, seed: int = 1, seconds: float = TRIAL_SECONDS
) -> DifficultyVerdict:
    """Simulates groups, which need not be stored, for some seconds. Raises `Refused` if they cannot be played yet."""
    until = time.monotonic() + seconds
    setup = setups.build_setup(encounter, setups.seat_groups(encounter, groups), None)
    result = rules.simulate(
        encounter.campaign.system,
        setup,
        seed=seed,
        games=MAX_TRIALS,
        progress=lambda done, games: time.monotonic() < until,
    )
    won, left = round(result["victory"] * 100), round(result["hp_left"] * 100)
    low, high = confidence_interval(result["victory"], result["games"])
    return DifficultyVerdict(
        result["games"], won, left, f"{result['rounds']:.1f}", _describe_difficulty(won, left), low, high
    )


def confidence_interval(share: float, games: int) -> tuple[int, int]:
    """The 95 % interval of a share after so many games (Wilson), in whole percentages, rounded outwards."""
    z = 1.96
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0, math.floor(100 * (centre - spread) / scale)), min(100, math.ceil(100 * (centre + spread) / scale))


def _describe_difficulty(won: int, left: int) -> str:
    if won >= 95:
        return _("an easy fight") if left >= 75 else _("a likely win, with losses")
    if won >= 75:
        return _("a hard fight")
    return _("a desperate fight") if won >= 35 else _("more than this party can win")


def missing_sides_sentence(encounter: Encounter) -> str:
    """A sentence about what is missing before the start; empty if both sides have participants."""
    sides = set(encounter.groups.values_list("side", flat=True))
    if "players" not in sides:
        return _("Add the characters that take part.")
    if "monsters" not in sides and rules.SYSTEMS[encounter.campaign.system].get("opponents"):
        return _("Add the monsters.")
    return ""
