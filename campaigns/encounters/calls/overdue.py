"""Passes for players who have not answered for as long as their campaign allows."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.calls.models import Call
from campaigns.encounters.models import Encounter
from campaigns.encounters.play.passing import is_overdue, pass_for_overdue
from campaigns.encounters.play.waits import read_waits
from people.models import Member, Role, User


def pass_for_absent(now: datetime) -> int:
    """Passes once in each encounter that waited too long; returns the number of these encounters."""
    return sum(_pass_once(row, now) for row in _encounters())


@transaction.atomic
def restart_waits(campaign_id: int) -> None:
    """Lets the waits of a campaign's running encounters begin now, so that each awaited person is called again.

    For a campaign that was archived, because nobody was called meanwhile, and for one that begins to pass for absent
    players or passes after fewer days, because nobody knew of it: neither time must count as an absence."""
    rows = Encounter.objects.select_for_update().filter(campaign=campaign_id, status=Encounter.Status.RUNNING)
    running = list(rows.filter(awaited__isnull=False).order_by("pk").only("awaited"))
    now = timezone.now().isoformat()
    for row in running:
        row.awaited = [{**wait, "since": now} for wait in row.awaited or ()]
    Encounter.objects.bulk_update(running, ["awaited"])
    Call.objects.filter(encounter__in=running).delete()


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
