"""Gives participants of a running encounter to other players, under the lock of the encounter as every write."""

from collections.abc import Callable
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.access import require_table_runner
from campaigns.encounters.models import Encounter, EncounterSecret, Participant
from campaigns.encounters.play import (
    command_access,
    physical_draws,
    replay,
    storage,
    waits,
)
from campaigns.encounters.play.visibility import GM
from people.access import membership_for
from people.credentials.naming_sentences import NamingSentence
from people.models import Member, User
from rules import play as rules
from rules.pages.plain_text import require_plain_text
from rules.play import Refused

HANDED_OVER = NamingSentence(gettext_lazy("%(who)s now plays %(name)s and sees the hand."), "who", rest="(?: .*)?")


def hand_over_participant(
    *, encounter: Encounter, by: User, participant: str, controller: Member | None, reason: str = ""
) -> Participant:
    """Hands a participant (its id at the table) to a member, or with None to the GM, and notifies the table.

    Raises `Refused` for an unknown participant, and ValidationError for a member who cannot play.
    """
    membership = require_table_runner(membership_for(by, encounter), encounter)
    require_plain_text(reason=reason)
    check = partial(command_access.require_hand_over_permission, membership, encounter)
    return hand_over_unchecked(
        encounter=encounter, by=by, participant=participant, controller=controller, reason=reason, check=check
    )


def hand_over_unchecked(
    *,
    encounter: Encounter,
    by: User,
    participant: str,
    controller: Member | None,
    reason: str = "",
    check: Callable[[Participant], None] = lambda _target: None,
) -> Participant:
    """Hands a participant over as `hand_over_participant` does; the caller decides who may, before or with `check`."""
    if controller is not None:
        _require_player(encounter, controller)

    def write() -> Participant:
        locked = storage.lock_encounter(encounter)
        secret = storage.get_secret(locked)
        target = Participant.objects.filter(encounter=locked, key=participant, present=True).first()
        if target is None:
            raise Refused("participant.unknown", _("No participant at this table has that id."))
        check(target)
        if controller is not None and target.controller != controller:
            # The new player has been asked only now: the days after which the site passes begin again.
            locked.awaited = waits.without_actor(locked.awaited, target.key)
        target.controller = controller
        target.save(update_fields=["controller"])
        _store_hand_over(locked, secret, by, target, reason.strip())
        return target

    return storage.run_in_transaction(write)


def _require_player(encounter: Encounter, controller: Member) -> None:
    """Refuses a member who cannot play in the campaign of the encounter."""
    if controller.campaign_id != encounter.campaign_id or not command_access.plays_now(controller):
        raise ValidationError({"controller": _("Choose a player of this campaign. Observers cannot play.")})


def _store_hand_over(encounter: Encounter, secret: EncounterSecret, by: User, target: Participant, reason: str) -> None:
    """Stores the hand-over as a command that leaves the state as it is, with its event."""
    text = _hand_over_sentence(target, encounter.dealerless)
    text += f" {reason}" if reason else ""
    # Only GMs and the new player may hear about a hidden participant.
    visible_to = [GM, target.key] if target.hidden else "all"
    event = {"type": replay.CONTROL, "target": target.key, "text": text, "rules": [], "visible_to": visible_to}
    command = {"type": replay.CONTROL, "actor": GM, "participant": target.key}
    result: rules.ActResult = {"state": secret.state, "events": [event], "reveals": False}
    before = encounter.awaited
    storage.append_command(encounter, secret, by, command, result, None, "")
    physical_draws.renew_waits_for_cards(encounter, before)


def _hand_over_sentence(target: Participant, dealerless: bool) -> str:
    if target.controller:
        return HANDED_OVER.write(who=target.controller.user, name=target.name)
    if dealerless:
        return _("Nobody plays %(name)s now. The hand stays hidden.") % {"name": target.name}
    return _("The GM now plays %(name)s and sees the hand.") % {"name": target.name}
