"""Gives participants of a running encounter to other players, under the lock of the encounter as every write."""

from collections.abc import Callable
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.access import require_table_runner
from campaigns.encounters.models import Encounter, Participant
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
    if controller is not None and (
        controller.campaign_id != encounter.campaign_id or not command_access.plays_now(controller)
    ):
        raise ValidationError({"controller": _("Choose a player of this campaign. Observers cannot play.")})

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
        text = _hand_over_sentence(target, locked.dealerless)
        text += f" {reason.strip()}" if reason.strip() else ""
        # Only GMs and the new player may hear about a hidden participant.
        visible_to = [GM, target.key] if target.hidden else "all"
        event = {"type": replay.CONTROL, "target": target.key, "text": text, "rules": [], "visible_to": visible_to}
        body = {"type": replay.CONTROL, "actor": GM, "participant": target.key}
        result: rules.ActResult = {"state": secret.state, "events": [event], "reveals": False}
        before = locked.awaited
        storage.append_command(locked, secret, by, body, result, None, "")
        physical_draws.renew_waits_for_cards(locked, before)
        return target

    return storage.run_in_transaction(write)


def _hand_over_sentence(target: Participant, dealerless: bool) -> str:
    if target.controller:
        return HANDED_OVER.write(who=target.controller.user, name=target.name)
    if dealerless:
        return _("Nobody plays %(name)s now. The hand stays hidden.") % {"name": target.name}
    return _("The GM now plays %(name)s and sees the hand.") % {"name": target.name}
