"""Reads for preparing and looking back: lists, who could take part, and warnings before the start."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from campaigns import access, setups
from campaigns.models import Encounter, EncounterGroup, Member, Participant
from campaigns.models.story import Evenings
from characters import access as character_access
from characters.models import Character, ExperienceEntry, Monster
from rules import play as rules

MOST_TRIALS = 1000
TRIAL_SECONDS = 0.9
# How many of the encounters that were played stand on a page.
PLAYED = 40


@dataclass(frozen=True)
class Listed:
    """The encounters of a page: what runs, what is prepared, and of what was played the newest.

    `older` is the id to go on from, None at the end."""

    running: Sequence[Encounter]
    prepared: Sequence[Encounter]
    ended: Sequence[Encounter]
    older: int | None


def listed(own: Member, before: int | None = None) -> Listed:
    """The encounters the member may see by status, newest first; of the played ones those below `before`."""
    rows = access.encounters(own).annotate(lines=Count("groups")).defer("notes").order_by("-pk")
    open_ones = list(rows.exclude(status=Encounter.Status.ENDED))
    ended = rows.filter(status=Encounter.Status.ENDED)
    shown = list((ended.filter(pk__lt=before) if before is not None else ended)[: PLAYED + 1])
    return Listed(
        running=[one for one in open_ones if one.status == Encounter.Status.RUNNING],
        prepared=[one for one in open_ones if one.status == Encounter.Status.PREPARED],
        ended=shown[:PLAYED], older=shown[PLAYED - 1].pk if len(shown) > PLAYED else None,
    )  # fmt: skip


def lines(encounter: Encounter) -> list[EncounterGroup]:
    """The preparation's lines with whom they name."""
    return list(encounter.groups.select_related("monster", "character", "character__owner"))


def line(encounter: Encounter, line_id: Any) -> EncounterGroup:
    """One line of the preparation, or 404."""
    return access.found(encounter.groups.all(), pk=line_id)


def sessions(own: Member) -> Evenings:
    """The evenings an encounter may belong to."""
    return access.sessions(own)


def has_monsters(own: Member) -> bool:
    """Whether monsters take part in the game's encounters at all."""
    return bool(rules.SYSTEMS[own.campaign.system].get("monsters", True))


def monsters(own: Member) -> QuerySet[Monster]:
    """The bestiary on offer."""
    return character_access.opponents(own).filter(active=True).order_by("name", "id")


def characters(own: Member, encounter: Encounter) -> QuerySet[Character]:
    """Who is in play and not yet in the encounter, player characters first."""
    present = encounter.groups.filter(character__isnull=False).values("character")
    rows = Character.objects.filter(campaign=own.campaign_id, status=Character.Status.ACTIVE)
    return rows.exclude(pk__in=present).select_related("owner").order_by("-kind", "name", "id")


def newcomers(own: Member, encounter: Encounter, *, mine: bool = False) -> QuerySet[Character]:
    """Who could join a running encounter: in play, and not at the table; with `mine` one's own characters."""
    here = encounter.participants.filter(present=True, character__isnull=False).values("character")
    rows = Character.objects.filter(campaign=own.campaign_id, status=Character.Status.ACTIVE)
    rows = rows.filter(owner=own.user) if mine else rows
    return rows.exclude(pk__in=here).order_by("-kind", "name", "id")


def players(own: Member) -> QuerySet[Member]:
    """Who may play a participant."""
    return access.members(own).exclude(role="observer")


def seated(encounter: Encounter) -> QuerySet[Participant]:
    """Who is at the table, with who plays them."""
    return encounter.participants.filter(present=True).select_related("controller__user")


def warnings(encounter: Encounter) -> list[dict[str, Any]]:
    """What the engine would say before the start: {"text", "rules"}, and a refusal as {"text", "refused": True}."""
    try:
        seated = setups.seat_all(encounter)
        setup = setups.setup_of(encounter, seated, None)
        return rules.warnings(encounter.campaign.system, setup)
    except rules.Refused as refused:
        return [{"text": refused.message, "rules": [refused.rule] if refused.rule else [], "refused": True}]


@dataclass(frozen=True)
class Verdict:
    """How an encounter went when it was played out many times; shares are whole per cents."""

    games: int
    victory: int
    hp_left: int
    rounds: str
    words: str


def verdict(encounter: Encounter, seed: int = 1) -> Verdict | None:
    """Plays the preparation out as often as a second allows; None where it cannot be played yet."""
    until = time.monotonic() + TRIAL_SECONDS
    try:
        setup = setups.setup_of(encounter, setups.seat_all(encounter), None)
        told = rules.simulate(
            encounter.campaign.system, setup, seed=seed, games=MOST_TRIALS,
            progress=lambda done, games: time.monotonic() < until,
        )  # fmt: skip
    except rules.Refused:
        return None
    won, left = round(told["victory"] * 100), round(told["hp_left"] * 100)
    return Verdict(told["games"], won, left, f"{told['rounds']:.1f}", _words(won, left))


def _words(won: int, left: int) -> str:
    if won >= 95:
        return _("an easy fight") if left >= 75 else _("a likely win, at a price")
    if won >= 75:
        return _("a hard fight")
    return _("a desperate fight") if won >= 35 else _("more than this party can win")


@dataclass(frozen=True)
class Ended:
    """What an ended encounter left."""

    survivors: list[str]
    fallen: list[str]
    credited: list[str]


def ended(encounter: Encounter) -> Ended:
    """Who survived and who got a credit, for the page of an ended encounter."""
    rows = encounter.participants.filter(side="players").select_related("character")
    credited = (
        ExperienceEntry.objects.filter(encounter=encounter, kind=ExperienceEntry.Kind.AWARD, taken_back=False)
        .select_related("character")
        .order_by("id")
    )
    names = [entry.character.name for entry in credited]
    dead = [row.name for row in rows if row.character and row.character.status == Character.Status.DEAD]
    return Ended([row.name for row in rows if row.name not in dead], dead, names)


def nobody_yet(encounter: Encounter) -> str:
    """What is missing before the start, in one sentence; empty when both sides are there."""
    sides = set(encounter.groups.values_list("side", flat=True))
    if "players" not in sides:
        return _("Add the characters who take part.")
    if "monsters" not in sides and rules.SYSTEMS[encounter.campaign.system].get("opponents"):
        return _("Add the monsters they meet.")
    return ""
