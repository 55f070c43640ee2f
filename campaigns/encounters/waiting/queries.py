"""Which running encounters wait for a person: read from the stored waits, without opening any state."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import prefetch_related_objects
from django.template.loader import select_template

from campaigns.encounters.models import Encounter
from campaigns.encounters.play.visibility import GM, seats_of
from campaigns.encounters.play.waits import Wait, read_waits
from people.access import memberships_of
from people.models import Member, User
from people.viewer_queries import UserQuery
from rules import play as rules


@dataclass(frozen=True)
class AwaitedSeat:
    """A seat of the person for whom an encounter waits: what is asked, in plain words, and since when."""

    actor: str
    name: str
    asked: str
    since: datetime
    number: int


@dataclass(frozen=True)
class WaitingTable:
    """A running encounter that waits for the person."""

    encounter: Encounter
    seats: list[AwaitedSeat]

    @property
    def since(self) -> datetime:
        """Since when it waits."""
        return min(one.since for one in self.seats)


OPEN_MEMBERSHIPS: Final = UserQuery(
    lambda user: memberships_of(user).filter(campaign__archived__isnull=True, campaign__self_running=False)
)


def get_waiting_tables(user: User) -> list[WaitingTable]:
    """The encounters that wait for the person, those that wait longest first."""
    members = OPEN_MEMBERSHIPS.rows(user)
    rows = Encounter.objects.filter(
        campaign__in=[one.campaign_id for one in members], status=Encounter.Status.RUNNING, awaited__isnull=False
    )
    return select_waiting_tables(members, rows.select_related("campaign").defer("notes"))


def select_waiting_tables(members: Iterable[Member], running: Iterable[Encounter]) -> list[WaitingTable]:
    """Those of the running encounters that wait for one of these memberships, which are all of one person."""
    places = {one.campaign_id: one for one in members}
    rows = [row for row in running if row.awaited and row.campaign_id in places]
    prefetch_related_objects(rows, "participants")
    found = [WaitingTable(row, awaited_seats(places[row.campaign_id], row)) for row in rows]
    return sorted((one for one in found if one.seats), key=lambda one: (one.since, one.encounter.pk))


def awaited_seats(membership: Member, encounter: Encounter) -> list[AwaitedSeat]:
    """The seats of the member for which an encounter waits; its participants are read already."""
    names = {one.key: one.name for one in encounter.participants.all()}
    names[GM] = str(rules.SYSTEMS[encounter.campaign.system]["gm"])
    seats = {*seats_of(membership, encounter), *_free_seats(membership, encounter)}
    return [
        AwaitedSeat(wait.actor, names.get(wait.actor, ""), describe_wait(encounter, wait), wait.since, wait.number)
        for wait in read_waits(encounter)
        if wait.actor in seats
    ]


def _free_seats(membership: Member, encounter: Encounter) -> list[str]:
    """Without a dealer, every player may take the seats that nobody has."""
    if not (membership.deals and membership.campaign.dealerless):
        return []
    return [one.key for one in encounter.participants.all() if one.present and one.controller_id is None]


def describe_wait(encounter: Encounter, wait: Wait) -> str:
    """What is asked, in the words of the game."""
    folders = (encounter.campaign.system, "plain")
    template = select_template([f"games/{folder}/table/asked.html" for folder in folders])
    return template.render({"phase": wait.phase, "gm": wait.actor == GM}).strip()
