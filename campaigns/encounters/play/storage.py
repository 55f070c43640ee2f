"""The parts of every write of an encounter: transaction, lock, idempotency key, and storing the rows.

Everything but `run_in_transaction` runs under the encounter's lock.
"""

import hashlib
import json
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import OperationalError, connection, transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.encounters.models import Command, Encounter, EncounterSecret, Event, Participant
from campaigns.encounters.play import (
    command_rows,
    fairness,
    participant_rows,
    refusals,
    seeds,
    settlement,
    waits,
    webhook_messages,
)
from campaigns.encounters.play.command_rows import LockedEncounter
from campaigns.encounters.play.visibility import GM
from common import live_signal
from people.models import User
from rules import play as rules
from rules.play import Refused

MAX_TRIES = 5
MAX_KEY_LENGTH = 200
# PostgreSQL's serialization failure and deadlock: the same transaction may succeed the next time.
RETRYABLE_STATES = {"40001", "40P01"}
Result = TypeVar("Result")


class StaleCommand(Exception):
    """The command was chosen at an older number and no longer fits; `number` is the current one."""

    def __init__(self, number: int) -> None:
        super().__init__(_("The table has changed. Look at it again."))
        self.number = number


class KeyReused(Exception):
    """The idempotency key was already used for another request."""


def run_in_transaction(write: Callable[[], Result]) -> Result:
    """Runs a write in one transaction, and repeats it if the database reports a conflict."""
    for attempt in range(MAX_TRIES):
        try:
            with transaction.atomic():
                return write()
        except OperationalError as fault:
            code = getattr(fault.__cause__, "sqlstate", None)
            if connection.in_atomic_block or code not in RETRYABLE_STATES or attempt == MAX_TRIES - 1:
                raise
            time.sleep(0.01 * 2**attempt)
    raise AssertionError("unreachable")


def lock_encounter(encounter: Encounter) -> Encounter:
    """Locks the encounter's row until the transaction ends (on SQLite, BEGIN IMMEDIATE locks the file).

    404 if it was deleted meanwhile, as demo tables are."""
    rows = Encounter.objects.select_for_update(of=("self",)).select_related("campaign", "session")
    locked = rows.filter(pk=encounter.pk).first()
    if locked is None:
        raise Http404
    return locked


def get_secret(encounter: Encounter) -> EncounterSecret:
    """The encounter's states; `Refused` ("encounter.prepared") before it has begun."""
    secret = EncounterSecret.sealed.filter(encounter=encounter).first()
    if secret is None:
        raise refusals.not_begun_refusal()
    return secret


def request_fingerprint(route: str, body: Any) -> str:
    """The hash of a request, to compare requests with the same key; the engine refuses a body that is not JSON."""
    try:
        text = json.dumps([route, body], sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        text = route
    return hashlib.sha256(text.encode()).hexdigest()


def require_valid_key(key: str | None) -> None:
    """Refuses a key that the database column cannot hold."""
    if key is not None and (not 1 <= len(key) <= MAX_KEY_LENGTH or not key.isprintable()):
        raise Refused("key.invalid", _("An idempotency key must be 1 to 200 printable characters."))


def find_repeated_command(
    encounter: Encounter | LockedEncounter, by: User, key: str | None, fingerprint: str
) -> int | None:
    """The number of the same request if it was accepted before; `KeyReused` for another request under the key."""
    require_valid_key(key)
    if key is None:
        return None
    if isinstance(encounter, LockedEncounter):
        stored = encounter.stored
    else:
        rows = Command.objects.filter(encounter=encounter, by=by, key=key)
        stored = rows.values_list("number", "fingerprint").first()
    if stored is None:
        return None
    if stored[1] != fingerprint:
        raise KeyReused(_("This key was already used for another request."))
    return int(stored[0])


def store_start(
    encounter: Encounter, people: list[Participant], state: dict[str, Any], before: list[dict[str, Any]] | None = None
) -> None:
    """Stores the start of an encounter: participants, state, and the events, those of `before` first."""
    Participant.objects.bulk_create(people)
    EncounterSecret.sealed.create(encounter=encounter, start=state, state=state)
    encounter.status, encounter.started, encounter.number = Encounter.Status.RUNNING, timezone.now(), 0
    encounter.awaited = waits.next_waits(encounter.campaign.system, state, None, "", 0)
    encounter.save(update_fields=["status", "started", "number", "awaited"])
    webhook_messages.queue_start(encounter)
    store_events(encounter, 0, [*(before or []), *rules.opening(encounter.campaign.system, state)])
    live_signal.notify_encounter(encounter.pk, 0)


def append_command(
    encounter: Encounter,
    secret: EncounterSecret,
    by: User,
    command: Any,
    result: rules.ActResult,
    key: str | None,
    fingerprint: str,
) -> None:
    """Stores an accepted command with its result ({"state", "events", "reveals"}) through the ORM: joins, hand-overs,
    commands that waited for cards, and the command that ends an encounter. `store_command` is faster."""
    number = secret.number + 1
    store_events(encounter, number, result["events"])
    opening_events = _secret_opening_events(encounter, result["state"])
    store_events(encounter, number, opening_events, after=len(result["events"]))
    Command.objects.create(
        encounter=encounter,
        number=number,
        by=by,
        actor=command["actor"],
        type=command["type"],
        body=command,
        key=key,
        fingerprint=fingerprint,
        reveals=result["reveals"] or bool(opening_events),
    )
    before, secret.state = secret.state, result["state"]
    participant_rows.sync_participants(encounter, before, secret.state)
    store_state(encounter, secret, number, by, command["actor"])


def store_command(
    locked: LockedEncounter, by: User, command: Any, result: rules.ActResult, key: str | None, fingerprint: str
) -> list[dict[str, Any]] | None:
    """Stores an accepted command of a locked encounter with few statements; the command that ends it goes through
    `append_command`.

    Returns its events; None at an end, which adds events of its own, so that the caller reads all of them."""
    encounter, before, after = locked.encounter, locked.state, result["state"]
    system = encounter.campaign.system
    if encounter.status != Encounter.Status.RUNNING or not rules.actors(system, after):
        append_command(encounter, locked.secret, by, command, result, key, fingerprint)
        command_rows.forget_participants(encounter)
        return None
    if locked.roster is None or rules.roster(system, after) != locked.roster:
        participant_rows.sync_participants(encounter, before, after)
        command_rows.forget_participants(encounter)
    return command_rows.write(locked, by, command, result, key, fingerprint)


def _secret_opening_events(encounter: Encounter, state: dict[str, Any]) -> list[dict[str, Any]]:
    """The events that open the site's secret at the end, if no closed card is left in a hand."""
    over = encounter.status == Encounter.Status.RUNNING and not rules.actors(encounter.campaign.system, state)
    return seeds.open_secret(encounter, state) if over and fairness.leaves_no_closed_hand(encounter) else []


def store_state(encounter: Encounter, secret: EncounterSecret, number: int, by: User, actor: str = GM) -> list[str]:
    """Stores state, number and waits together, settles or reverts an end, and signals the change.

    Returns a sentence for each value that an undone end could not restore, because it has changed since."""
    not_restored: list[str] = []
    over, status_before = not rules.actors(encounter.campaign.system, secret.state), encounter.status
    if over and encounter.status == Encounter.Status.RUNNING:
        secret.settled = settlement.settle_encounter(encounter, secret.start, secret.state, by)
    elif not over and encounter.status == Encounter.Status.ENDED:
        not_restored = settlement.revert_settlement(encounter, secret.settled or {"sheets": [], "entries": []}, by)
        secret.settled = None
    secret.number = encounter.number = number
    secret.save(update_fields=["state", "number", "settled"])
    changed_fields = ["status", "outcome", "counts", "ended"] if encounter.status != status_before else []
    encounter.awaited = waits.next_waits(encounter.campaign.system, secret.state, encounter.awaited, actor, number)
    encounter.save(update_fields=["number", "awaited", *changed_fields])
    if changed_fields and over:
        webhook_messages.queue_end(encounter)
    live_signal.notify_encounter(encounter.pk, number)
    return not_restored


def store_events(encounter: Encounter, number: int, bodies: list[dict[str, Any]], after: int = 0) -> None:
    """Stores the events of one number, behind its first `after` events; each event says who may know it."""
    Event.objects.bulk_create(
        Event(encounter=encounter, number=number, position=place, body=event, public=event["visible_to"] == "all")
        for place, event in enumerate(bodies, after)
    )
