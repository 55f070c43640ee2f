"""Undoing commands: which are undone, the state before them, and the event that tells the table."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.models import Command, Encounter, EncounterSecret, Event
from campaigns.encounters.play import participant_rows, replay, seeds, settlement, setups, storage
from campaigns.encounters.play.replay import StoredCommand
from campaigns.encounters.play.visibility import GM
from people.credentials.naming_sentences import NamingSentence
from people.models import User
from rules import play as rules
from rules.play import Refused

UNDID_PLAY = NamingSentence(gettext_lazy("%(who)s undid the last play."), "who", rest=" .*")
UNDID_PLAYS = NamingSentence(gettext_lazy("%(who)s undid the last %(n)s plays."), "who", rest=" .*")


def undo_commands(
    encounter: Encounter, secret: EncounterSecret, by: User, to: int, key: str | None, fingerprint: str
) -> None:
    """Undoes the commands after number `to` and stores the state before them under the next number.

    Raises `Refused` if there is nothing to undo. The caller holds the encounter's lock."""
    commands = replay.stored_commands(encounter)
    undone = _commands_to_undo(commands, secret.number, to)
    revealed = any(command.reveals for command in undone)
    number = secret.number + 1
    seed, seed_events = seeds.next_seed(encounter, number) if revealed else (None, [])
    state = replay.replay_to(encounter.campaign.system, secret.start, commands, to)
    events = [_undo_event(encounter, by, [command.number for command in undone], revealed), *seed_events]
    if seed is not None:
        redealt = rules.redeal(encounter.campaign.system, state, seed=seed)
        state, events = redealt["state"], [*events, *redealt["events"]]
    _mark_as_undone(encounter, undone, number)
    Command.objects.create(
        encounter=encounter,
        number=number,
        by=by,
        actor=GM,
        type=replay.UNDO,
        body={"to": to, "seed": seed},
        key=key,
        fingerprint=fingerprint,
        reveals=revealed,
    )
    storage.store_events(encounter, number, [*events, *_store_state(encounter, secret, state, number, by)])


def _commands_to_undo(commands: dict[int, StoredCommand], current: int, to: int) -> list[StoredCommand]:
    branch = replay.commands_leading_to(commands, current)
    undone = [command for command in branch if command.number > to and command.type != replay.CONTROL]
    if not undone or (to and to not in {command.number for command in branch}):
        raise Refused("undo.nothing", _("There is nothing to undo from that line on."))
    return undone


def _mark_as_undone(encounter: Encounter, undone: list[StoredCommand], number: int) -> None:
    numbers = [command.number for command in undone]
    Command.objects.filter(encounter=encounter, number__in=numbers).update(struck_by=number)
    Event.objects.filter(encounter=encounter, number__in=numbers).update(struck=True)


def _store_state(
    encounter: Encounter, secret: EncounterSecret, state: dict[str, Any], number: int, by: User
) -> list[dict[str, Any]]:
    """Stores the earlier state. Returns an event for the GM about what stays as it is, such as awards already spent."""
    before, secret.state = secret.state, state
    participant_rows.sync_participants(encounter, before, state, after_undo=True)
    not_restored = storage.store_state(encounter, secret, number, by)
    if not_restored:
        return [{"type": "kept", "text": settlement.kept_sentence(not_restored), "rules": [], "visible_to": [GM]}]
    return []


def _what_follows(encounter: Encounter, revealed: bool) -> str:
    """What the undo means for the cards or dice; only the table itself can move the cards of its own deck."""
    if setups.has_physical_deck(encounter):
        return _("Put each card back into the hand or pile from which it came.")
    if not revealed:
        return _("Nothing new had been revealed.")
    if rules.SYSTEMS[encounter.campaign.system]["chance"] == "cards":
        return _("Everything that was not revealed is dealt again.")
    return _("New dice are rolled from here on.")


def _undo_event(encounter: Encounter, by: User, undone: list[int], revealed: bool) -> dict[str, Any]:
    sentence = UNDID_PLAY if len(undone) == 1 else UNDID_PLAYS
    details = _what_follows(encounter, revealed)
    return {
        "type": "rewound",
        "strikes": undone,
        "text": f"{sentence.write(who=by, n=len(undone))} {details}",
        "rules": [],
        "visible_to": "all",
    }
