"""What every write of an encounter is made of: one transaction, the lock, the key, and rows stored together.

campaigns/play.py is its only caller; everything but `whole` runs under the encounter's lock.
"""

import hashlib
import json
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import aftermath, live
from campaigns.models import Command, Encounter, EncounterGroup, EncounterSecret, Event, Participant, User
from campaigns.sight import OBSERVER
from rules import play as rules
from rules.play import Refused

TRIES = 5
Side = EncounterGroup.Side
LONGEST_KEY = 200
# PostgreSQL's serialization failure and deadlock: the same transaction may succeed the next time.
AGAIN = {"40001", "40P01"}
Done = TypeVar("Done")


class Stale(Exception):
    """The command was chosen at an older number and no longer fits; `number` is the current one."""

    def __init__(self, number: int) -> None:
        super().__init__(_("Somebody was faster; look again."))
        self.number = number


class KeyReused(Exception):
    """The idempotency key stands for another request already."""


def whole(write: Callable[[], Done]) -> Done:
    """Runs a write in one transaction, again when the database asks for it."""
    for attempt in range(TRIES):
        try:
            with transaction.atomic():
                return write()
        except OperationalError as fault:
            code = getattr(fault.__cause__, "sqlstate", None)
            if connection.in_atomic_block or code not in AGAIN or attempt == TRIES - 1:
                raise
            time.sleep(0.01 * 2**attempt)
    raise AssertionError("unreachable")


def locked(encounter: Encounter) -> Encounter:
    """The encounter's row, ours until the transaction ends; on SQLite BEGIN IMMEDIATE holds the file."""
    rows = Encounter.objects.select_for_update(of=("self",)).select_related("campaign", "session")
    return rows.get(pk=encounter.pk)


def sealed(row: Encounter) -> EncounterSecret:
    """The encounter's states; `Refused` ("encounter.prepared") before it has begun."""
    secret = EncounterSecret.sealed.filter(encounter=row).first()
    if secret is None:
        raise Refused("encounter.prepared", _("This encounter has not begun. Its GM starts it."))
    return secret


def fingerprint(route: str, body: Any) -> str:
    """What a key stands for. A body that is no JSON is refused by the engine, whatever its key."""
    try:
        text = json.dumps([route, body], sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        text = route
    return hashlib.sha256(text.encode()).hexdigest()


def repetition(row: Encounter, by: User, key: str | None, fingerprint: str) -> int | None:
    """The number under which this very request was accepted before."""
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Refused("key.invalid", _("An idempotency key is 1 to 200 printable characters."))
    rows = Command.objects.filter(encounter=row, by=by, key=key)
    stored = rows.values_list("number", "fingerprint").first()
    if stored is None:
        return None
    if stored[1] != fingerprint:
        raise KeyReused(_("This key stands for another request already."))
    return int(stored[0])


def laid(row: Encounter, people: list[Participant], state: dict[str, Any]) -> None:
    """A table that begins: everybody sits down, and the account of the start is told."""
    Participant.objects.bulk_create(people)
    EncounterSecret.sealed.create(encounter=row, start=state, state=state)
    row.status, row.started, row.number = Encounter.Status.RUNNING, timezone.now(), 0
    row.save(update_fields=["status", "started", "number"])
    tell(row, 0, rules.opening(row.campaign.system, state))
    live.changed(row.pk, 0)


def append(
    row: Encounter, secret: EncounterSecret, by: User, command: Any, result: dict[str, Any], key: str | None,
    fingerprint: str,
) -> None:  # fmt: skip
    """Stores an accepted command with what it came to ({"state", "events", "reveals"})."""
    number = secret.number + 1
    Command.objects.create(
        encounter=row, number=number, by=by, actor=command["actor"], type=command["type"], body=command,
        key=key, fingerprint=fingerprint, reveals=result["reveals"],
    )  # fmt: skip
    tell(row, number, result["events"])
    before, secret.state = secret.state, result["state"]
    follow(row, before, secret.state)
    store(row, secret, number, by)


def follow(row: Encounter, before: dict[str, Any], after: dict[str, Any], *, again: bool = False) -> None:
    """Keeps who is at the table, and who plays whom, in step with the state.

    Who left, who is back, who came by a bare command; whom the rules gave to somebody else is played by that one's
    player. With `again` the state is an earlier one: whoever is back then is the same as before.
    """
    was, here = _people(row, before), _people(row, after)
    known = list(Participant.objects.filter(encounter=row))
    players = {participant.key: participant.controller_id for participant in known}
    for participant in known:
        one, stood = here.get(participant.key), (participant.present, participant.controller_id, participant.name)
        boss = one.get("controller", participant.key) if one is not None else participant.key
        if participant.key not in was and not participant.present and boss != participant.key and not again:
            _same(participant, players.get(boss))
        if participant.key in was and boss not in (participant.key, was[participant.key].get("controller")):
            participant.controller_id = players.get(boss)
        participant.present = one is not None
        participant.name = participant.name if one is None else one["name"]
        if stood != (participant.present, participant.controller_id, participant.name):
            participant.save(update_fields=["present", "controller", "name"])
    for place, key in enumerate([key for key in here if key not in players], len(known)):
        one = here[key]
        side = one.get("side", Side.PLAYERS)
        Participant.objects.create(
            encounter=row, key=key, position=place, name=one["name"], group=one.get("group", ""),
            side=side if side in Side.values else Side.MONSTERS, controller_id=players.get(one.get("controller", "")),
        )  # fmt: skip


def _people(row: Encounter, state: dict[str, Any]) -> dict[str, dict[str, Any]]:
    people: dict[str, dict[str, Any]] = rules.view(row.campaign.system, state, OBSERVER)["participants"]
    return people


def _same(gone: Participant, player: int | None) -> None:
    """Stops a newcomer under the id of one who left and belongs to another: it would be that one's to play and see."""
    if gone.character_id is not None or gone.controller_id != player:
        raise Refused("id.known", _("id: somebody else had that id at this table; choose another."))


def store(row: Encounter, secret: EncounterSecret, number: int, by: User) -> None:
    """Stores state and number together, writes what an end leaves, and lets the others know."""
    over, stood = not rules.actors(row.campaign.system, secret.state), row.status
    if over and row.status == Encounter.Status.RUNNING:
        secret.settled = aftermath.settle(row, secret.state, by)
    elif not over and row.status == Encounter.Status.ENDED:
        aftermath.take_back(row, secret.settled or {"sheets": [], "entries": []}, by)
        secret.settled = None
    secret.number = row.number = number
    secret.save(update_fields=["state", "number", "settled"])
    # What did not change is not said again: whoever listens takes "ended" among the fields for an end.
    turned = ["status", "outcome", "counts", "ended"] if row.status != stood else []
    row.save(update_fields=["number", *turned])
    live.changed(row.pk, number)


def tell(row: Encounter, number: int, told: list[dict[str, Any]]) -> None:
    """Stores the account of one number; each event says who may know it."""
    Event.objects.bulk_create(
        Event(encounter=row, number=number, position=place, body=event, public=event["visible_to"] == "all")
        for place, event in enumerate(told)
    )
