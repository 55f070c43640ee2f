"""Passes for players who have not answered for as long as their campaign allows."""

from datetime import datetime

from django.db.models import QuerySet
from django.http import Http404

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.play.passing import is_overdue, pass_for_overdue
from campaigns.encounters.play.waits import read_waits
from people.models import Member, Role, User


def pass_for_absent(now: datetime) -> int:
    """Passes once in each encounter that waited too long; returns the number of these encounters."""
    return sum(_pass_once(row, now) for row in _encounters())


def _encounters() -> QuerySet[Encounter]:
    rows = Encounter.objects.filter(status=Encounter.Status.RUNNING, awaited__isnull=False)
    rows = rows.filter(campaign__pass_after__gt=0, campaign__archived__isnull=True)
    return rows.select_related("campaign").defer("notes")


def _pass_once(encounter: Encounter, now: datetime) -> bool:
    if not any(is_overdue(encounter, wait, now) for wait in read_waits(encounter)):
        return False
    overdue = [wait for wait, _person in play.passable_waits(encounter) if is_overdue(encounter, wait, now)]
    by = _game_master(encounter) if overdue else None
    if by is None:
        return False
    wait = min(overdue, key=lambda seat: seat.since)
    try:
        pass_for_overdue(encounter=encounter, by=by, actor=wait.actor, number=wait.number, now=now)
    # Someone was faster, only the players have the cards, or the encounter was deleted.
    except (play.Refused, play.StaleCommand, Http404):
        return False
    return True


def _game_master(encounter: Encounter) -> User | None:
    """The GM in whose name the site writes: the one who has been in the campaign longest."""
    rows = Member.objects.present().filter(campaign=encounter.campaign_id, role=Role.GM)
    first = rows.select_related("user").order_by("joined", "pk").first()
    return first.user if first else None
