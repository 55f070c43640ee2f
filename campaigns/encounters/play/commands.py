"""The write path of an encounter: begin, submit, undo, join. visibility.py has the reads.

hand_overs.py, passing.py and physical_draws.py write to running encounters too, through the same storage.py.

Every write is one transaction: the encounter is locked, the key of a repeated request is looked up under that
lock, the engine decides, and command, events, state and number are stored together or not at all.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.encounters.access import require_table_runner
from campaigns.encounters.models import Command, Encounter, EncounterGroup, EncounterSecret
from campaigns.encounters.play import (
    client_commands,
    command_access,
    command_rows,
    deals,
    decisions,
    physical_draws,
    refusals,
    replay,
    seeds,
    setups,
    storage,
    undoing,
)
from campaigns.encounters.play.outcomes import Outcome, StoredResult
from campaigns.encounters.play.storage import StaleCommand
from campaigns.encounters.play.visibility import GM, OBSERVER
from people.access import membership_for, require_player
from people.models import Member, User
from rules import play as rules
from rules.pages.plain_text import require_plain_command
from rules.play import Refused


def begin(
    *, encounter: Encounter, by: User, seed: str | int | bytes | None = None, deck: list[str] | None = None
) -> Encounter:
    """Starts a prepared encounter: creates its participants, shuffles the pile and deals.

    Tests pass `seed` and `deck` to choose the cards. Raises `Refused` if the setup is not playable.
    """
    require_table_runner(membership_for(by, encounter), encounter)

    def write() -> Encounter:
        locked = storage.lock_encounter(encounter)
        if locked.status != Encounter.Status.PREPARED:
            raise Refused("encounter.begun", _("This encounter has already begun."))
        if physical_draws.keep_or_discard_opening_hands(locked):
            return locked
        setups.lock_prepared_characters(locked)
        seated = setups.seat_participants(locked)
        setup = setups.with_physical_chance(locked, setups.build_setup(locked, seated, deck))
        chosen, events = seeds.first_seed(locked) if seed is None else (seed, [])
        try:
            state = rules.start(locked.campaign.system, setup, seed=chosen)
        except rules.Needed as needed:
            deals.ask_for_opening_hands(locked, by, needed, str(chosen), seated)
            return locked
        storage.store_start(locked, [seating.row for seating in seated], state, events)
        return locked

    return storage.run_in_transaction(write)


def submit(*, encounter: Encounter, by: User, command: Any, seen: int | None = None, key: str | None = None) -> Outcome:
    """Gives a command: stores it if it is accepted, or changes nothing if it is refused.

    `seen` is the number that the person was looking at. Raises `StaleCommand` if that is older and the command no
    longer fits, or if the same actor has given the same command since (on a second phone, or with a second tap).
    `key` makes a repetition harmless: the same request gets its first outcome without a second effect; another
    request under the same key raises `KeyReused`. Raises `Refused` (by the rules) and `PermissionDenied` (the person
    does not play the actor). Refuses fields that only the site may set (client_commands.py).
    """
    outcome = submit_by_id(encounter_id=encounter.pk, by=by, command=command, seen=seen, key=key)
    encounter.number = outcome.encounter.number
    return outcome


def submit_by_id(
    *, encounter_id: int, by: User, command: Any, seen: int | None = None, key: str | None = None
) -> Outcome:
    """As `submit`, for the id of an encounter that the caller has not read yet: it is read once, under the lock."""
    storage.require_valid_key(key)
    fingerprint = storage.request_fingerprint("command", command)
    outcome = storage.run_in_transaction(lambda: _submit(encounter_id, by, command, seen, key, fingerprint))
    # Compute the seat from the participants of this moment, before the cache is cleared.
    outcome.encounter.number = outcome.reading.number
    outcome.seat  # noqa: B018 (a cached property)
    command_rows.forget_participants(outcome.encounter)
    return outcome


def _submit(encounter_id: int, by: User, command: Any, seen: int | None, key: str | None, fingerprint: str) -> Outcome:
    locked = command_rows.lock_and_read(encounter_id, by, key)
    encounter, membership, actor = locked.encounter, locked.membership, command_access.actor_of(command)
    if locked.number is None:
        raise refusals.not_begun_refusal()
    require_player(membership)
    client_commands.require_client_fields(membership, command)
    stored = storage.find_repeated_command(locked, by, key, fingerprint)
    if stored is not None:
        return Outcome(encounter, membership, stored, actor, repeated=True)
    command_access.require_command_permission(membership, encounter, command)
    if locked.waits_for_cards and physical_draws.handle_pending_draw(encounter, command, key, fingerprint):
        return Outcome(encounter, membership, encounter.number, actor, repeated=True)
    names_hidden = command_access.names_hidden_participant(membership, encounter, command)
    try:
        result = _act(encounter, locked.number, locked.state, command, seen, names_hidden=names_hidden)
    except rules.Needed as needed:
        physical_draws.ask_for_cards(encounter, locked.secret, by, command, needed, key=key, fingerprint=fingerprint)
        return Outcome(encounter, membership, encounter.number, actor)
    events = storage.store_command(locked, by, command, result, key, fingerprint)
    if events is None:
        return Outcome(encounter, membership, encounter.number, actor)
    return Outcome(encounter, membership, encounter.number, actor, written=StoredResult(result["state"], events))


def undo(*, encounter: Encounter, by: User, to: int, seen: int | None = None, key: str | None = None) -> Outcome:
    """Goes back to the state after command `to` (0: after the deal); later commands stay visible, marked as undone.

    If no undone command had revealed anything, the rest of the pile stays; otherwise it is shuffled again under new
    commitments. Undone commands can be given again. For GMs, and for every player of an encounter without a dealer.
    """
    membership = require_table_runner(membership_for(by, encounter), encounter)
    fingerprint = storage.request_fingerprint("undo", {"to": to})

    def write() -> tuple[int, bool]:
        locked = storage.lock_encounter(encounter)
        stored = storage.find_repeated_command(locked, by, key, fingerprint)
        if stored is not None:
            return stored, True
        if seen is not None and seen < locked.number:
            raise StaleCommand(locked.number)
        physical_draws.discard_pending_draw(locked)
        undoing.undo_commands(locked, storage.get_secret(locked), by, to, key, fingerprint)
        return locked.number, False

    number, repeated = storage.run_in_transaction(write)
    return _outcome_of(encounter, membership, number, repeated)


def join(*, encounter: Encounter, by: User, group: EncounterGroup, actor: str = GM, key: str | None = None) -> Outcome:
    """Lets the monster or character of an unsaved preparation group join a running encounter under a new id.

    `actor` brings it: the GM, or a participant if the game lets participants bring others (an appearance). Only the GM
    can bring somebody who is hidden at first. Raises `Refused` for a character who is at the table already.
    """
    membership = membership_for(by, encounter)
    if actor == GM:
        require_table_runner(membership, encounter)
    else:
        group.hidden = False
    fields = [group.group, group.names, group.side, group.hidden]
    newcomer = {"of": [group.monster_id, group.character_id], "by": actor, "as": fields}
    fingerprint = storage.request_fingerprint("join", newcomer)

    def write() -> tuple[int, bool]:
        locked = storage.lock_encounter(encounter)
        stored = storage.find_repeated_command(locked, by, key, fingerprint)
        if stored is not None:
            return stored, True
        secret = storage.get_secret(locked)
        # The id is chosen under the lock, so that two newcomers of the same name get different ids.
        seating = setups.seat_newcomer(locked, group, secret.state)
        command = {**_join_command(locked, secret, actor), "participant": seating.setup}
        command_access.require_command_permission(membership, locked, command)
        if physical_draws.handle_pending_draw(locked, command, key, fingerprint):
            return locked.number, True
        try:
            result = _act(locked, secret.number, secret.state, command, None)
        except rules.Needed as needed:
            physical_draws.ask_for_cards(
                locked, secret, by, command, needed, key=key, fingerprint=fingerprint, seat=seating.row
            )
            return locked.number, False
        seating.row.save()
        storage.append_command(locked, secret, by, command, result, key, fingerprint)
        return locked.number, False

    number, repeated = storage.run_in_transaction(write)
    return _outcome_of(encounter, membership, number, repeated)


def may_join(encounter: Encounter) -> bool:
    """Whether the GM can add a participant now; False while play waits for an answer."""
    return _find_join_offer(encounter, storage.get_secret(encounter), GM) is not None


def join_help(encounter: Encounter, actor: str = GM) -> str:
    """When a newcomer acts, in the words of the game; empty while `actor` cannot bring anybody."""
    offer = _find_join_offer(encounter, storage.get_secret(encounter), actor)
    return str(offer.get("help") or "") if offer else ""


def _join_command(encounter: Encounter, secret: EncounterSecret, actor: str) -> dict[str, Any]:
    """The command with which `actor` can bring a participant now, without the participant."""
    offer = _find_join_offer(encounter, secret, actor)
    if offer is None:
        raise Refused("join.closed", _("Nobody can join right now. Wait until all questions are answered."))
    return {"type": offer["type"], "actor": actor, **offer["fixed"]}


def _find_join_offer(encounter: Encounter, secret: EncounterSecret, actor: str) -> rules.Offer | None:
    offers = rules.offers(encounter.campaign.system, secret.state, actor)
    return next((offer for offer in offers if "participant" in offer["choices"]), None)


def _act(
    encounter: Encounter,
    number: int,
    state: dict[str, Any],
    command: Any,
    seen: int | None,
    *,
    names_hidden: bool = False,
) -> rules.ActResult:
    """Applies the command and returns the result; raises `Refused` or `StaleCommand`.

    `names_hidden` says that the actor is hidden from the person: the refusal is then the same as for an actor who does
    not exist.
    """
    require_plain_command(command)
    if seen is not None and seen > number:  # the number no longer exists, because a backup was restored
        raise StaleCommand(number)
    stale = seen is not None and seen < number and _played_since(encounter, seen)
    system = encounter.campaign.system
    if stale and seen is not None and decisions.is_already_given(encounter, command, seen):
        raise StaleCommand(number)
    is_gm_order = command_access.actor_of(command) == GM
    answers_unseen_question = stale and not is_gm_order and rules.view(system, state, OBSERVER).get("pending")
    if answers_unseen_question:
        # The answer was meant for another question.
        raise StaleCommand(number)
    try:
        if names_hidden:
            # Without the hidden participants the engine refuses as for an unknown actor. The line below is for an
            # engine that accepts the command.
            rules.act(system, rules.without_hidden(system, state), command)
            raise PermissionDenied(_("You do not play this participant. Ask your GM to hand them over to you."))
        return rules.act(system, state, command)
    except Refused:
        if stale:
            raise StaleCommand(number) from None
        raise


def _played_since(encounter: Encounter, seen: int) -> bool:
    """Whether anything was played that the person had not seen; hand-overs change nothing in play."""
    rows = Command.objects.filter(encounter=encounter, number__gt=seen)
    return rows.exclude(type=replay.CONTROL).exists()


def _outcome_of(encounter: Encounter, membership: Member, number: int, repeated: bool) -> Outcome:
    """The outcome as the member's first seat sees it, read after the commit."""
    outcome = Outcome(encounter, membership, number, None, repeated=repeated)
    encounter.number = outcome.reading.number
    return outcome
