"""Reads and writes the rows of one command in few SQL statements; every tap takes this path.

Only this path uses raw SQL: with the ORM, building these queries took half of the processor time of a command, and each
query is a round trip on PostgreSQL. `lock_and_read` reads everything that a command needs in one statement;
`write` stores everything that an ordinary command changes. Rare writes (the end of an encounter, an undo, physical
cards, participants who join or leave) use the ORM in storage.py. Reads return model instances, so the same
access rules apply as everywhere else; other fields are loaded on demand.

On PostgreSQL a separate statement locks the encounter: only a later statement sees what the previous holder of the
lock wrote. On SQLite BEGIN IMMEDIATE locks the file.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import BigIntegerField, Model
from django.db.models.base import ModelState
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.encounters.models import Command, Encounter, EncounterDraw, EncounterSecret, Event, Participant
from campaigns.encounters.play import waits
from common import live_signal
from people.access import is_membership_of
from people.models import Campaign, Member, User
from rules import play as rules

# In the order of the fields of each model.
ENCOUNTER: Final = (
    "id",
    "campaign_id",
    "session_id",
    "title",
    "status",
    "number",
    "outcome",
    "counts",
    "real_cards",
    "dealerless",
)
CAMPAIGN: Final = ("id", "name", "system", "real_cards", "dealerless", "self_running")
MEMBER: Final = ("id", "campaign_id", "user_id", "role")
PARTICIPANT: Final = (
    "id",
    "encounter_id",
    "key",
    "position",
    "name",
    "side",
    "group",
    "monster_id",
    "character_id",
    "controller_id",
    "present",
    "hidden",
)
# SQLite gives 0 and 1 for these.
BOOLEANS: Final = frozenset({"counts", "real_cards", "dealerless", "self_running", "present", "hidden"})
Row = tuple[Any, ...]
AnyModel = TypeVar("AnyModel", bound=Model)


@dataclass(slots=True)
class LockedEncounter:
    """Everything that a command needs, read under the encounter's lock."""

    encounter: Encounter
    membership: Member
    number: int | None  # None before the encounter has begun
    state: dict[str, Any]
    waits_for_cards: bool
    # Whom the encounter waits for before the command.
    awaited: list[waits.StoredWait] | None
    # Number and fingerprint of the command that this person gave earlier under the same key.
    stored: tuple[int, str] | None
    # The participants before the command (`rules.play.roster`); None if the game has no such list.
    roster: Any = None

    @property
    def secret(self) -> EncounterSecret:
        """The row of the states, for rare writes; the start state is loaded on demand."""
        values = (self.encounter.pk, self.state, self.number)
        return _instance(EncounterSecret, ("encounter_id", "state", "number"), values)


def lock_and_read(encounter_id: int, by: User, key: str | None) -> LockedEncounter:
    """Locks an encounter and reads what a command needs; 404 for a person who is not in its campaign."""
    if encounter_id > BigIntegerField.MAX_BIGINT:  # Django's querysets know that no row has it
        raise Http404(_("This does not exist, or you may not see it."))
    with connection.cursor() as cursor:
        if connection.features.has_select_for_update:
            cursor.execute(f"SELECT 1 FROM {_table(Encounter)} WHERE id = %s FOR UPDATE", [encounter_id])  # noqa: S608
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        cursor.execute(_read_sql(connection.vendor), [now, by.pk, by.pk, key, encounter_id])
        record = cursor.fetchone()
    if record is None:
        raise Http404(_("This does not exist, or you may not see it."))
    return _read_locked(record, by)


def write(
    locked: LockedEncounter,
    by: User,
    command: dict[str, Any],
    played: rules.ActResult,
    key: str | None,
    fingerprint: str,
) -> list[dict[str, Any]]:
    """Stores an accepted command that neither ends an encounter nor changes who takes part; returns its events."""
    assert locked.number is not None
    number = locked.number + 1
    bodies = [json.dumps(event) for event in played["events"]]
    with connection.cursor() as cursor:
        _insert_events(cursor, locked.encounter.pk, number, played["events"], bodies)
        _insert_command(cursor, locked.encounter.pk, number, by.pk, command, bool(played["reveals"]), key, fingerprint)
        _update_state(
            cursor, locked.encounter.pk, number, json.dumps(played["state"]), _waits_after(locked, played, command)
        )
    locked.encounter.number = locked.number = number
    return [json.loads(body) for body in bodies]


def _waits_after(locked: LockedEncounter, played: rules.ActResult, command: dict[str, Any]) -> str:
    assert locked.number is not None
    system, number = locked.encounter.campaign.system, locked.number + 1
    return json.dumps(waits.next_waits(system, played["state"], locked.awaited, command["actor"], number))


def _insert_events(cursor: Any, encounter: int, number: int, events: list[dict[str, Any]], bodies: list[str]) -> None:
    if not events:
        return
    values: list[Any] = []
    for place, (event, body) in enumerate(zip(events, bodies, strict=True)):
        values += [encounter, number, place, body, event["visible_to"] == "all", False]
    line = f"(%s, %s, %s, {_json()}, %s, %s)"
    fields = '("encounter_id", "number", "position", "body", "public", "struck")'
    lines = ", ".join([line] * len(events))
    cursor.execute(f"INSERT INTO {_table(Event)} {fields} VALUES {lines}", values)  # noqa: S608


def _insert_command(
    cursor: Any,
    encounter: int,
    number: int,
    by: int,
    command: dict[str, Any],
    reveals: bool,
    key: str | None,
    fingerprint: str,
) -> None:
    fields = '("encounter_id", "number", "by_id", "actor", "type", "body", "key", "fingerprint", "reveals", "created")'
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    body = json.dumps(command)
    values = [encounter, number, by, command["actor"], command["type"], body, key, fingerprint, reveals, now]
    line = f"(%s, %s, %s, %s, %s, {_json()}, %s, %s, %s, %s)"
    cursor.execute(f"INSERT INTO {_table(Command)} {fields} VALUES {line}", values)  # noqa: S608


def _update_state(cursor: Any, encounter: int, number: int, state: str, awaited: str) -> None:
    """State, number and waits; on PostgreSQL with the live signal, which the commit sends."""
    secret = f'UPDATE {_table(EncounterSecret)} SET "state" = {_json()}, "number" = %s WHERE "encounter_id" = %s'  # noqa: S608
    row = f'UPDATE {_table(Encounter)} SET "number" = %s, "awaited" = {_json()} WHERE "id" = %s'  # noqa: S608
    if connection.vendor == "postgresql":
        notice = live_signal.encounter_notice(encounter, number)
        together = f"WITH stored AS ({secret}) {row} RETURNING pg_notify(%s, %s)"
        cursor.execute(together, [state, number, encounter, number, awaited, encounter, live_signal.CHANNEL, notice])
    else:
        cursor.execute(secret, [state, number, encounter])
        cursor.execute(row, [number, awaited, encounter])


@cache
def _read_sql(vendor: str) -> str:
    fields = [*_fields("e", ENCOUNTER), *_fields("c", CAMPAIGN), *_fields("m", MEMBER)]
    gone = 'm."left" IS NOT NULL OR m."guest_until" <= %s'
    more = [
        gone,
        "s.number",
        "s.state",
        "e.awaited",
        "d.encounter_id",
        "k.number",
        "k.fingerprint",
    ]
    people = ", ".join(_fields("p", PARTICIPANT))
    listed = (
        f"json_agg(json_build_array({people}))" if vendor == "postgresql" else f"json_group_array(json_array({people}))"
    )
    participants = f"(SELECT {listed} FROM {_table(Participant)} p WHERE p.encounter_id = e.id)"  # noqa: S608
    return (
        f"SELECT {', '.join([*fields, *more, participants])} FROM {_table(Encounter)} e"  # noqa: S608
        f" JOIN {_table(Campaign)} c ON c.id = e.campaign_id"
        f" LEFT JOIN {_table(Member)} m ON m.campaign_id = e.campaign_id AND m.user_id = %s"
        f" LEFT JOIN {_table(EncounterSecret)} s ON s.encounter_id = e.id"
        f" LEFT JOIN {_table(EncounterDraw)} d ON d.encounter_id = e.id"
        f" LEFT JOIN {_table(Command)} k ON k.encounter_id = e.id AND k.by_id = %s AND k.key = %s"
        " WHERE e.id = %s"
    )


def _read_locked(record: Row, by: User) -> LockedEncounter:
    ends = len(ENCOUNTER), len(ENCOUNTER) + len(CAMPAIGN), len(ENCOUNTER) + len(CAMPAIGN) + len(MEMBER)
    gone, number, state, awaited, draw, stored, fingerprint, people = record[ends[2] :]
    encounter = _instance(Encounter, ENCOUNTER, record[: ends[0]])
    encounter.campaign = _instance(Campaign, CAMPAIGN, record[ends[0] : ends[1]])
    membership = _instance(Member, MEMBER, record[ends[1] : ends[2]])
    membership.left = membership.guest_until = None
    if membership.pk is None or gone or not is_membership_of(by, membership):
        raise Http404(_("This does not exist, or you may not see it."))
    membership.campaign, membership.user = encounter.campaign, by
    _remember_participants(encounter, people)
    opened = {} if state is None else rules.open_state(encounter.campaign.system, msgspec.json.decode(state))
    roster = rules.roster(encounter.campaign.system, opened) if opened else None
    earlier = None if stored is None else (stored, fingerprint)
    known = None if awaited is None else json.loads(awaited)
    return LockedEncounter(encounter, membership, number, opened, draw is not None, known, earlier, roster)


def _remember_participants(encounter: Encounter, text: str | list[Any] | None) -> None:
    """Caches the participants that were read, in their order, for `encounter.participants.all()`."""
    records = json.loads(text) if isinstance(text, str) else text or []
    people = [_instance(Participant, PARTICIPANT, record) for record in records]
    for participant in people:
        participant._state.fields_cache["encounter"] = encounter
    known = encounter.participants.all()
    known._result_cache = sorted(people, key=lambda participant: (participant.position, participant.pk))
    encounter._prefetched_objects_cache = {"participants": known}  # type: ignore[attr-defined]


def forget_participants(encounter: Encounter) -> None:
    """Clears the cache of `encounter.participants.all()`, after participants changed."""
    getattr(encounter, "_prefetched_objects_cache", {}).pop("participants", None)


def _instance(model: type[AnyModel], names: tuple[str, ...], values: Sequence[Any]) -> AnyModel:
    """A model instance; fields that are not in `names` are loaded on demand.

    As `Model.from_db` makes it, without its signals and its arguments: a command reads about a dozen rows, and making
    them took a sixth of it."""
    instance = model.__new__(model)
    instance._state = ModelState()
    instance._state.adding, instance._state.db = False, DEFAULT_DB_ALIAS
    vars(instance).update(
        (name, bool(value) if name in BOOLEANS and value is not None else value)
        for name, value in zip(names, values, strict=True)
    )
    return instance


def _fields(alias: str, names: tuple[str, ...]) -> list[str]:
    return [f'{alias}."{name}"' for name in names]


def _json() -> str:
    """The placeholder of a JSON value."""
    return "%s::jsonb" if connection.vendor == "postgresql" else "%s"


def _table(model: type[Model]) -> str:
    return f'"{model._meta.db_table}"'
