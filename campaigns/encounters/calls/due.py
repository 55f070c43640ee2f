"""Which members are to be called now: the waits of those who have a device or a webhook or want mail.

Nobody is called in their quiet hours."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q, prefetch_related_objects

from campaigns.encounters.calls.models import Call
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.waiting.queries import WaitingTable, select_waiting_tables
from people.devices.access import reachable_devices
from people.devices.models import CallPreferences, PushDevice
from people.models import Member

# A person who plays on at once need not be called.
DELAY_BEFORE_CALL: Final = timedelta(seconds=20)


@dataclass(frozen=True)
class DueWait:
    """An encounter that waits for a member who may be called now, with everything that a call needs."""

    call: Call
    member: Member
    table: WaitingTable
    preferences: CallPreferences
    devices: list[PushDevice]
    tables: int  # how many encounters wait for the person

    @property
    def newest_since(self) -> datetime:
        """When the member's newest wait began; they may have several seats, and `table.since` is the oldest wait."""
        return max(seat.since for seat in self.table.seats)


def find_due_waits(now: datetime) -> list[DueWait]:
    """The waits whose members may be called now; each has its row in the table of calls."""
    waits = [wait for wait in _find_waits() if not is_quiet(wait.preferences, now)]
    return _with_calls([wait for wait in waits if now - wait.newest_since >= DELAY_BEFORE_CALL], now)


def end_waiting_calls(now: datetime) -> None:
    """Marks everyone for whom a table waits as already called.

    For a site that was restored from a backup: before the restore it may have called them already."""
    calls = [wait.call.pk for wait in _with_calls(_find_waits(), now)]
    ended = {"push_due": None, "mailed": now, "webhook_due": None, "webhook_sent": now}
    Call.objects.filter(pk__in=calls).update(**ended)


def _find_waits() -> list[DueWait]:
    """The waits of all members who can be reached; their calls are not read yet."""
    members = _reachable_members()
    rows = Encounter.objects.filter(
        campaign__in={member.campaign_id for member in members}, status=Encounter.Status.RUNNING, awaited__isnull=False
    )
    running = list(rows.select_related("campaign").defer("notes"))
    prefetch_related_objects(running, Prefetch("participants", Participant.objects.select_related("controller")))
    by_user: dict[int, list[Member]] = defaultdict(list)
    for member in members:
        by_user[member.user_id].append(member)
    preferences = {row.user_id: row for row in CallPreferences.objects.select_related("user").filter(user__in=by_user)}
    devices: dict[int, list[PushDevice]] = defaultdict(list)
    for device in reachable_devices().filter(user__in=by_user):
        devices[device.user_id].append(device)
    waits = []
    for user_id, places in by_user.items():
        chosen = preferences.get(user_id) or CallPreferences(user_id=user_id)
        tables = select_waiting_tables(places, running)
        member_by_campaign = {place.campaign_id: place for place in places}
        waits += [
            DueWait(
                Call(), member_by_campaign[table.encounter.campaign_id], table, chosen, devices[user_id], len(tables)
            )
            for table in tables
        ]
    return waits


def _reachable_members() -> list[Member]:
    """The members who have a device or a webhook or want mail, in campaigns that are played."""
    reachable = Q(user__push_devices__isnull=False) | Q(user__calls__mail_after__gt=0)
    reachable |= Q(user__calls__webhook_url__gt="")
    rows = Member.objects.present().filter(
        reachable,
        user__is_active=True,
        campaign__archived__isnull=True,
        campaign__self_running=False,
    )
    return list(rows.select_related("campaign", "user").distinct())


def is_quiet(preferences: CallPreferences, now: datetime) -> bool:
    """Whether a moment is within the person's quiet hours, which may pass midnight."""
    begin, end = preferences.quiet_from, preferences.quiet_until
    if begin is None or end is None or begin == end:
        return False
    moment = now.astimezone(ZoneInfo(preferences.quiet_zone)).time()
    return begin <= moment < end if begin < end else moment >= begin or moment < end


def _with_calls(waits: list[DueWait], now: datetime) -> list[DueWait]:
    """The waits with their stored calls. A new wait gets a call whose push message is due at once."""
    keys = [(wait.table.encounter.pk, wait.member.pk, _number(wait)) for wait in waits]
    known = _stored_calls(keys)
    fresh = [
        Call(encounter_id=key[0], member_id=key[1], number=key[2], push_due=now, created=now)
        for key in keys
        if key not in known
    ]
    if fresh:
        Call.objects.bulk_create(fresh, ignore_conflicts=True)
        known = _stored_calls(keys)
    return [
        DueWait(known[key], wait.member, wait.table, wait.preferences, wait.devices, wait.tables)
        for key, wait in zip(keys, waits, strict=True)
        if key in known
    ]


def _number(wait: DueWait) -> int:
    """The number since which the newest of the member's seats is waited for: it says whether this wait was called.

    So a second seat that play waits for later makes a second call, because it is asked something new. When the member
    has played it, the earlier wait of the first seat is not called again."""
    return max(seat.number for seat in wait.table.seats)


def _stored_calls(keys: Iterable[tuple[int, int, int]]) -> dict[tuple[int, int, int], Call]:
    wanted = set(keys)
    rows = Call.objects.filter(encounter__in={key[0] for key in wanted}, member__in={key[1] for key in wanted})
    every = {(row.encounter_id, row.member_id, row.number): row for row in rows}
    return {key: row for key, row in every.items() if key in wanted}
