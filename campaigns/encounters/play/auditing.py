"""Audits of stored encounters: do rows, numbers and states agree, and does a replay give the same state?

Audits read states, which hold every card, so their results are for the operator only.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet

from campaigns.encounters.models import Command, Encounter, EncounterSecret, Event
from campaigns.encounters.play import replay
from rules import play as rules

NAMED_NUMBERS = 5


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit; an encounter without faults is in order."""

    encounter: int
    title: str
    number: int
    faults: list[str]


def audit(encounter: Encounter, using: str = DEFAULT_DB_ALIAS, *, replays: bool = True) -> Audit:
    """Audits an encounter on a database to which nobody writes."""
    secret = EncounterSecret.sealed.using(using).filter(encounter=encounter.pk).first()
    faults = _row_faults(encounter, secret, using)
    if secret is not None and replays:
        faults += _replay_faults(encounter, secret, using)
    return Audit(encounter.pk, encounter.title, encounter.number, faults)


def audit_in_play(pk: int) -> Audit | None:
    """Audits an encounter of the running site; checks apparent faults again under the encounter's lock.

    None if the encounter was deleted.
    """
    row = _rows(DEFAULT_DB_ALIAS).filter(pk=pk).first()
    if row is None:
        return None
    result = audit(row)
    if not result.faults:
        return result
    with transaction.atomic():
        again = _rows(DEFAULT_DB_ALIAS).select_for_update(of=("self",)).filter(pk=pk).first()
        return None if again is None else audit(again)


def audit_all(using: str = DEFAULT_DB_ALIAS) -> Iterator[Audit]:
    """Audits all `auditable` encounters of a database to which nobody writes."""
    for pk in auditable(using):
        yield audit(_rows(using).get(pk=pk), using)


def auditable(using: str = DEFAULT_DB_ALIAS) -> list[int]:
    """The ids of the encounters that have begun, and of prepared ones that wrongly have rows."""
    begun = ~Q(status=Encounter.Status.PREPARED)
    stray = Q(Exists(Command.objects.using(using).filter(encounter=OuterRef("pk"))))
    stray |= Q(Exists(Event.objects.using(using).filter(encounter=OuterRef("pk"))))
    stray |= Q(Exists(EncounterSecret.sealed.using(using).filter(encounter=OuterRef("pk"))))
    return list(_rows(using).filter(begun | stray).order_by("pk").values_list("pk", flat=True))


def suspicious_encounter_ids() -> list[int]:
    """The ids of encounters whose rows and numbers do not seem to agree, found with a few queries for all."""
    rows = Encounter.objects.values_list("pk", "status", "number", "secret__number")
    commands = _spans(Command.objects.all())
    result = set()
    for pk, status, number, state_number in rows:
        count, least, most = commands.get(pk, (0, 1, 0))
        begun = status != Encounter.Status.PREPARED
        fits = (count, least, most) == (number, 1, number) and state_number == (number if begun else None)
        if not fits:
            result.add(pk)
    command = Command.objects.filter(encounter=OuterRef("encounter"), number=OuterRef("number"))
    strays = Event.objects.filter(Q(number__gt=F("encounter__number")) | Q(number__gt=0) & ~Exists(command))
    strays |= Event.objects.filter(encounter__status=Encounter.Status.PREPARED)
    return sorted(result | set(strays.values_list("encounter", flat=True).distinct()))


def _rows(using: str) -> QuerySet[Encounter]:
    return Encounter.objects.using(using).select_related("campaign")


def _spans(commands: QuerySet[Command]) -> dict[int, tuple[int, int, int]]:
    spans = commands.order_by().values("encounter").annotate(Count("pk"), Min("number"), Max("number"))
    return {span["encounter"]: (span["pk__count"], span["number__min"], span["number__max"]) for span in spans}


def _row_faults(encounter: Encounter, secret: EncounterSecret | None, using: str) -> list[str]:
    commands = _numbers(Command.objects.using(using).filter(encounter=encounter.pk))
    events = _numbers(Event.objects.using(using).filter(encounter=encounter.pk))
    if encounter.status == Encounter.Status.PREPARED:
        has_rows = secret is not None or commands or events
        return ["it has not begun, and yet has a state, commands or events"] if has_rows else []
    if secret is None:
        return ["it has begun and has no state"]
    number, faults = encounter.number, []
    if secret.number != number:
        faults.append(f"its state is that after command {secret.number}, its number is {number}")
    expected = set(range(1, number + 1))
    for subject, numbers in (
        ("commands are missing", expected - commands),
        ("commands have higher numbers than the encounter", commands - expected),
        ("events have no command", events - commands - {0}),
    ):
        if numbers:
            faults.append(f"{subject}: {_join_numbers(numbers)}")
    return faults


def _numbers(rows: "QuerySet[Command] | QuerySet[Event]") -> set[int]:
    return set(rows.values_list("number", flat=True))


def _join_numbers(numbers: Iterable[int]) -> str:
    ordered = sorted(numbers)
    more = f" and {len(ordered) - NAMED_NUMBERS} more" if len(ordered) > NAMED_NUMBERS else ""
    return ", ".join(map(str, ordered[:NAMED_NUMBERS])) + more


def _replay_faults(encounter: Encounter, secret: EncounterSecret, using: str) -> list[str]:
    rows, system = replay.stored_commands(encounter, using), encounter.campaign.system
    try:
        path = replay.commands_leading_to(rows, secret.number)
    except KeyError as missing:
        return [f"its replay needs command {missing}, which is missing"]
    try:
        again = replay.replay_to(system, secret.start, rows, secret.number)
        same = rules.same(system, again, secret.state)
    except rules.Refused as refused:
        return [f"its replay is refused: {refused.message}"]
    faults = [] if same else ["its commands give another state than the stored one"]
    counted = {row.number for row in path if row.type not in (replay.UNDO, replay.CONTROL)}
    if counted != set(_command_numbers(encounter, using)):
        faults.append("the commands marked as undone are not those that its undos take back")
    return faults


def _command_numbers(encounter: Encounter, using: str) -> list[int]:
    rows = Command.objects.using(using).filter(encounter=encounter.pk, struck_by__isnull=True)
    rows = rows.filter(number__lte=encounter.number).exclude(type__in=[replay.UNDO, replay.CONTROL])
    return list(rows.values_list("number", flat=True))
