"""The only write path of an encounter: begin, submit, undo, take over, join; what is read out is in sight.py.

Every write is one transaction: the encounter is locked, the key of a repeated request is looked up under that
lock, the engine decides, and command, events, state and number are stored together or not at all.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns import access, access_table, drawing, record, replay, setups
from campaigns.models import (
    Command,
    Encounter,
    EncounterGroup,
    EncounterSecret,
    Event,
    Member,
    Participant,
    User,
)
from campaigns.record import KeyReused, Stale
from campaigns.sight import (
    GM,
    OBSERVER,
    controlled,
    events,
    look,
    may_act,
    odds,
    offers,
    replayed,
    sample,
    seats,
    undo_targets,
    verify,
    view,
)
from rules import play as rules
from rules.plain import must_be_plain, must_give_plainly
from rules.play import Refused

__all__ = [
    "GM", "OBSERVER", "KeyReused", "Outcome", "Refused", "Stale", "begin", "controlled", "events", "join",
    "look", "may_act", "odds", "offers", "replayed", "sample", "seats", "submit", "take_over", "undo",
    "undo_targets", "verify", "view",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an accepted command came to, as its giver may know it."""

    number: int
    events: list[dict[str, Any]]
    view: dict[str, Any]
    repeated: bool


def begin(
    *, encounter: Encounter, by: User, seed: str | int | bytes | None = None, deck: list[str] | None = None
) -> Encounter:
    """Starts a prepared encounter: everybody sits down, the pile is shuffled and dealt.

    `seed` and `deck` supply chance in tests. Raises `Refused` where the setup is not playable.
    """
    access.must_deal(access.seat(by, encounter))

    def write() -> Encounter:
        row = record.locked(encounter)
        if row.status != Encounter.Status.PREPARED:
            raise Refused("encounter.begun", _("This encounter has begun already."))
        seated = setups.seat_all(row)
        setup = setups.played(row, setups.setup_of(row, seated, deck))
        chosen = secrets.token_hex(32) if seed is None else seed
        try:
            state = rules.start(row.campaign.system, setup, seed=chosen)
        except rules.Needed as needed:
            drawing.deal(row, by, needed, str(chosen), seated)
            return row
        record.laid(row, [seating.row for seating in seated], state)
        return row

    return record.whole(write)


def submit(
    *, encounter: Encounter, by: User, command: Any, seen: int | None = None, key: str | None = None
) -> Outcome:
    """Gives a command: accepted and stored, or refused with nothing changed.

    `seen` is the number the giver looked at: raises `Stale` when it is older and the command no longer fits.
    `key` makes a repetition harmless: the same request again gets its outcome without a second effect,
    another request under the same key raises `KeyReused`. Raises `Refused` (the rules), `PermissionDenied`
    (not the giver's participant).
    """
    own = access.must_play(access.seat(by, encounter))
    fingerprint = record.fingerprint("command", command)

    def write() -> tuple[int, bool]:
        row = record.locked(encounter)
        stored = record.repetition(row, by, key, fingerprint)
        if stored is not None:
            return stored, True
        secret = record.sealed(row)
        access_table.must_give(own, row, command)
        if drawing.stops(row, command, key, fingerprint):
            return row.number, True
        try:
            result = _act(row, secret, command, seen)
        except rules.Needed as needed:
            drawing.ask(row, secret, by, command, needed, key=key, fingerprint=fingerprint)
            return row.number, False
        record.append(row, secret, by, command, result, key, fingerprint)
        return row.number, False

    number, repeated = record.whole(write)
    return _outcome(encounter, own, number, repeated, access_table.actor(command))


def undo(
    *, encounter: Encounter, by: User, to: int, seen: int | None = None, key: str | None = None
) -> Outcome:
    """Rewinds openly to the state after command `to` (0: after the deal): later lines are struck, not erased.

    When nothing struck had revealed anything, the rest of the pile stays; otherwise it is dealt anew under
    new commitments. Struck commands can be given again. GMs only.
    """
    own = access.must_deal(access.seat(by, encounter))
    fingerprint = record.fingerprint("undo", {"to": to})

    def write() -> tuple[int, bool]:
        row = record.locked(encounter)
        stored = record.repetition(row, by, key, fingerprint)
        if stored is not None:
            return stored, True
        if seen is not None and seen < row.number:
            raise Stale(row.number)
        drawing.forget(row)
        _rewind(row, record.sealed(row), by, to, key, fingerprint)
        return row.number, False

    number, repeated = record.whole(write)
    return _outcome(encounter, own, number, repeated, None)


def take_over(
    *, encounter: Encounter, by: User, participant: str, controller: Member | None, reason: str = ""
) -> Participant:
    """Hands a participant (its id at the table) to a member, or to the GM with None; the whole table is told.

    Raises `Refused` for an unknown participant, ValidationError for a member who cannot play.
    """
    own = access.must_deal(access.seat(by, encounter))
    must_be_plain(reason=reason)
    if controller is not None and (
        controller.campaign_id != encounter.campaign_id or controller.left or controller.role == "observer"
    ):
        raise ValidationError({"controller": _("Choose a player of this campaign; observers only watch.")})

    def write() -> Participant:
        row = record.locked(encounter)
        secret = record.sealed(row)
        found = Participant.objects.filter(encounter=row, key=participant, present=True).first()
        if found is None:
            raise Refused("participant.unknown", _("Nobody at this table has that id."))
        access_table.must_hand_over(own, found)
        found.controller = controller
        found.save(update_fields=["controller"])
        text = _told_of(found, own.campaign.dealerless)
        text += f" {reason.strip()}" if reason.strip() else ""
        event = {"type": replay.CONTROL, "target": found.key, "text": text, "rules": [], "visible_to": "all"}
        body = {"type": replay.CONTROL, "actor": GM, "participant": found.key}
        told = {"state": secret.state, "events": [event], "reveals": False}
        record.append(row, secret, by, body, told, None, "")
        return found

    return record.whole(write)


def _told_of(found: Participant, dealerless: bool) -> str:
    if found.controller:
        words = {"who": found.controller.user.username, "name": found.name}
        return _("%(who)s plays %(name)s from now on and sees its hand.") % words
    if dealerless:
        return _("Nobody plays %(name)s from now on: its hand stays folded.") % {"name": found.name}
    return _("The GM plays %(name)s from now on and sees its hand.") % {"name": found.name}


def join(
    *, encounter: Encounter, by: User, line: EncounterGroup, actor: str = GM, key: str | None = None
) -> Outcome:
    """Lets what an unsaved preparation line names join a running encounter, one of it, under a new id.

    `actor` is who brings it: the GM, or a participant whose game lets it bring somebody in (an appearance).
    """
    own = access.seat(by, encounter)
    if actor == GM:
        access.must_deal(own)
    fingerprint = record.fingerprint("join", {"of": [line.monster_id, line.character_id], "by": actor})

    def write() -> tuple[int, bool]:
        row = record.locked(encounter)
        stored = record.repetition(row, by, key, fingerprint)
        if stored is not None:
            return stored, True
        secret = record.sealed(row)
        # The new id is chosen under the lock, so that two newcomers of one name get two.
        seating = setups.seat_newcomer(row, line)
        command = {**_bringing(row, secret, actor), "participant": seating.setup}
        access_table.must_give(own, row, command)
        drawing.stops(row, command, None, fingerprint)
        try:
            result = _act(row, secret, command, None)
        except rules.Needed as needed:
            drawing.ask(row, secret, by, command, needed, key=key, fingerprint=fingerprint, seat=seating.row)
            return row.number, False
        seating.row.save()
        record.append(row, secret, by, command, result, key, fingerprint)
        return row.number, False

    number, repeated = record.whole(write)
    return _outcome(encounter, own, number, repeated, None)


def _bringing(row: Encounter, secret: EncounterSecret, actor: str) -> dict[str, Any]:
    """The command by which `actor` brings a whole participant to the table now, without the participant."""
    for offer in rules.offers(row.campaign.system, secret.state, actor):
        if "participant" in offer["choices"]:
            return {"type": offer["type"], "actor": actor, **offer["fixed"]}
    raise Refused("join.closed", _("Nobody can join at this moment. Wait until nothing is asked."))


def _act(row: Encounter, secret: EncounterSecret, command: Any, seen: int | None) -> dict[str, Any]:
    must_give_plainly(command)
    stale = seen is not None and _played_since(row, seen)
    system = row.campaign.system
    if stale and not access_table.actor(command) == GM and rules.view(system, secret.state, OBSERVER).get("pending"):
        # A question that the giver never saw: the answer was meant for another one.
        raise Stale(secret.number)
    try:
        return rules.act(system, secret.state, command)
    except Refused:
        if stale:
            raise Stale(secret.number) from None
        raise


def _played_since(row: Encounter, seen: int) -> bool:
    """Whether anything was played that the giver had not seen; who plays whom changes nothing on the table."""
    rows = Command.objects.filter(encounter=row, number__gt=seen)
    return rows.exclude(type=replay.CONTROL).exists()


def _rewind(
    row: Encounter, secret: EncounterSecret, by: User, to: int, key: str | None, fingerprint: str
) -> None:
    rows = replay.stored(row)
    branch = replay.branch(rows, secret.number)
    struck = [each for each in branch if each.number > to and each.type != replay.CONTROL]
    if not struck or (to and to not in {each.number for each in branch}):
        raise Refused("undo.nothing", _("There is nothing after that line that could be taken back."))
    revealed = any(each.reveals for each in struck)
    seed = secrets.token_hex(32) if revealed else None
    state = replay.fold(row.campaign.system, secret.start, rows, to)
    told = [_rewound(by, [each.number for each in struck], revealed)]
    if seed is not None:
        dealt = rules.redeal(row.campaign.system, state, seed=seed)
        state, told = dealt["state"], [*told, *dealt["events"]]
    number = secret.number + 1
    numbers = [each.number for each in struck]
    Command.objects.filter(encounter=row, number__in=numbers).update(struck_by=number)
    Event.objects.filter(encounter=row, number__in=numbers).update(struck=True)
    Command.objects.create(
        encounter=row, number=number, by=by, actor=GM, type=replay.UNDO, body={"to": to, "seed": seed},
        key=key, fingerprint=fingerprint, reveals=revealed,
    )  # fmt: skip
    record.tell(row, number, told)
    before, secret.state = secret.state, state
    record.follow(row, before, state, again=True)
    record.store(row, secret, number, by)


def _rewound(by: User, struck: list[int], revealed: bool) -> dict[str, Any]:
    text = _("%(who)s rewinds: lines %(first)s to %(last)s do not count.") % {
        "who": by.username, "first": struck[0], "last": struck[-1],
    }  # fmt: skip
    text += " " + (_("What was not seen is dealt anew.") if revealed else _("Nothing new had been seen."))
    return {"type": "rewound", "strikes": struck, "text": text, "rules": [], "visible_to": "all"}


def _outcome(encounter: Encounter, own: Member, number: int, repeated: bool, actor: str | None) -> Outcome:
    """The outcome through the giver's eyes, read after the commit."""
    seen = look(encounter, own)
    seat = actor if actor in seen.seats else seen.seats[0]
    told = [event for event in seen.events(number - 1, seat) if event["number"] == number]
    encounter.number = seen.number
    return Outcome(number, told, seen.view(seat), repeated)
