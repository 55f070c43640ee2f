"""Which running encounters wait for a person, and the person's seats: read without opening any state."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.template.loader import select_template

from campaigns.encounters.access import OPEN_TABLE, visible_encounters
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play.command_access import plays_now
from campaigns.encounters.play.visibility import GM, OBSERVER, seats_of
from campaigns.encounters.play.waits import read_waits
from common.compiled_query import CompiledLists
from people.access import memberships_of
from people.models import Member, User
from people.viewer_queries import MemberQuery, UserQuery
from rules import play as rules


@dataclass(frozen=True)
class AwaitedSeat:
    """A seat of the person for whom an encounter waits."""

    actor: str
    name: str
    since: datetime
    number: int
    system: str
    phase: str

    @property
    def asked(self) -> str:
        """What is asked, in the words of the game."""
        template = select_template([f"games/{folder}/table/asked.html" for folder in (self.system, "plain")])
        return template.render({"phase": self.phase, "gm": self.actor == GM}).strip()


@dataclass(frozen=True)
class WaitingTable:
    """A running encounter that waits for the person."""

    encounter: Encounter
    seats: list[AwaitedSeat]

    @property
    def since(self) -> datetime:
        """Since when it waits."""
        return min(seat.since for seat in self.seats)


# Every home page runs this query.
PARTICIPANTS: Final = CompiledLists(
    lambda encounters: Participant.objects.filter(encounter__in=encounters).select_related("controller")
)
OPEN_MEMBERSHIPS: Final = UserQuery(
    lambda user: memberships_of(user).filter(campaign__archived__isnull=True, campaign__self_running=False)
)


def get_waiting_tables(user: User) -> list[WaitingTable]:
    """The encounters that wait for the person, those that wait longest first."""
    members = OPEN_MEMBERSHIPS.rows(user)
    rows = Encounter.objects.filter(
        campaign__in=[member.campaign_id for member in members], status=Encounter.Status.RUNNING, awaited__isnull=False
    )
    return select_waiting_tables(members, rows.select_related("campaign").defer("notes"))


def select_waiting_tables(members: Iterable[Member], running: Iterable[Encounter]) -> list[WaitingTable]:
    """Those of the running encounters that wait for one of these memberships, which are all of one person."""
    places = {member.campaign_id: member for member in members}
    rows = [row for row in running if row.awaited and row.campaign_id in places]
    _read_participants(rows)
    tables = [WaitingTable(row, awaited_seats(places[row.campaign_id], row)) for row in rows]
    return sorted((table for table in tables if table.seats), key=lambda table: (table.since, table.encounter.pk))


def _read_participants(rows: list[Encounter]) -> None:
    """Caches the participants of encounters that have none cached, for `participants.all()`; one compiled query."""
    unread = [row for row in rows if "participants" not in getattr(row, "_prefetched_objects_cache", {})]
    participants: dict[int, list[Participant]] = {row.pk: [] for row in unread}
    for person in PARTICIPANTS.rows([*participants]) if unread else []:
        participants[person.encounter_id].append(person)
    for row in unread:
        known = row.participants.all()
        known._result_cache = participants[row.pk]
        row._prefetched_objects_cache = {"participants": known}  # type: ignore[attr-defined]


def awaited_seats(membership: Member, encounter: Encounter) -> list[AwaitedSeat]:
    """The seats of the member for which an encounter waits; its participants are read already."""
    system = encounter.campaign.system
    names = {participant.key: participant.name for participant in encounter.participants.all()}
    names[GM] = str(rules.SYSTEMS[system]["gm"])
    seats = {*seats_of(membership, encounter), *_free_seats(membership, encounter)}
    return [
        AwaitedSeat(wait.actor, names.get(wait.actor, ""), wait.since, wait.number, system, wait.phase)
        for wait in read_waits(encounter)
        if wait.actor in seats
    ]


def _free_seats(membership: Member, encounter: Encounter) -> list[str]:
    """Without a dealer, every player may take the seats that nobody plays now."""
    if not (encounter.is_run_by(membership) and encounter.dealerless):
        return []
    return [
        participant.key
        for participant in encounter.participants.all()
        if participant.present and not plays_now(participant.controller)
    ]


# With more running encounters than this, the bar above a campaign's pages leads to the list of all.
MOST_IN_BAR: Final = 4
# Every page of a campaign runs this query.
RUNNING: Final = MemberQuery(
    lambda membership: (
        visible_encounters(membership)
        .select_related(None)
        .only("pk", "title", "status", "awaited", "campaign", "dealerless")
        .filter(OPEN_TABLE)
        .order_by("-pk")[: MOST_IN_BAR + 1]
    )
)


def encounter_mark(encounter: Encounter, is_waiting: bool) -> str:
    """What a link to a table shows, in short: the encounter, whether it waits for the person, or is being dealt."""
    return f"{encounter.pk}{'w' if is_waiting else 'd' if encounter.status == Encounter.Status.PREPARED else ''}"


@dataclass(frozen=True)
class TableBar:
    """The ways from a campaign's pages back to its running encounters: those that wait for the member first."""

    encounters: list[Encounter]
    waiting: frozenset[int] = frozenset()

    @property
    def mark(self) -> str:
        """What the bar shows, in short: an open page asks with it whether something has changed. "0" for nothing."""
        return "-".join(encounter_mark(row, row.pk in self.waiting) for row in self.encounters) or "0"

    @property
    def shown(self) -> list[Encounter]:
        """The encounters with a link of their own."""
        return self.encounters[:MOST_IN_BAR]

    @property
    def has_more(self) -> bool:
        """Whether there are further ones."""
        return len(self.encounters) > MOST_IN_BAR


def get_table_bar(membership: Member) -> TableBar:
    """The encounters that the member may see and that are running or being dealt.

    Which of them wait for the member is read only if there are several: a single one comes first anyway."""
    rows = RUNNING.rows(membership)
    if len(rows) < 2:
        return TableBar(rows)
    for row in rows:
        row.campaign = membership.campaign
    waiting = [table.encounter for table in select_waiting_tables([membership], rows)]
    others = [row for row in rows if row not in waiting]
    return TableBar([*waiting, *others], frozenset(row.pk for row in waiting))


def get_running_seats(user: User) -> dict[int, list[str]]:
    """The person's seats at each running encounter of their campaigns; the seat of an observer is none."""
    places = {member.campaign_id: member for member in memberships_of(user)}
    rows = list(Encounter.objects.filter(campaign__in=[*places], status=Encounter.Status.RUNNING).defer("notes"))
    _read_participants(rows)
    seats_by_encounter = {row.pk: seats_of(places[row.campaign_id], row) for row in rows}
    return {pk: seats for pk, seats in seats_by_encounter.items() if seats != [OBSERVER]}
