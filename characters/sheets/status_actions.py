"""Retires characters, marks them as dead, brings them back, and gives them to other players."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.access import writes_as_gm
from characters.models import Character
from characters.sheets.actions import require_possible_owner, require_readable_notes
from characters.sheets.campaign_log import log_for_campaign
from characters.sheets.saving import lock_character, save_next_revision
from people.credentials.naming_sentences import NamingSentence
from people.models import User
from rules.pages.plain_text import require_plain_text

NOW_PLAYS = NamingSentence(gettext_lazy("%(player)s now plays %(name)s."), "player")


def retire_character(*, character: Character, by: User, reason: str) -> Character:
    """Retires a character: the sheet stays, and the character can be restored.

    Raises ValidationError for a dead character, unless `by` is a GM."""
    return _set_status(character, by, Character.Status.RETIRED, _("%(name)s retired: %(reason)s"), reason)


def mark_dead(*, character: Character, by: User, reason: str, session: Any = None) -> Character:
    """Marks a character as dead outside an encounter; it can be restored. Without a session, in the running one."""
    return _set_status(character, by, Character.Status.DEAD, _("%(name)s has died: %(reason)s"), reason, session)


def restore_character(*, character: Character, by: User, reason: str) -> Character:
    """Brings a retired or dead character back into play."""
    return _set_status(character, by, Character.Status.ACTIVE, _("%(name)s is back: %(reason)s"), reason)


@transaction.atomic
def hand_over_character(*, character: Character, by: User, to: User | None, reason: str = "") -> Character:
    """Gives the character to another member, or with `to` None to the GM; nothing is written for its own player."""
    current = lock_character(character)
    require_possible_owner(current.campaign, to, current.kind)
    require_plain_text(reason=reason)
    if current.owner == to:
        return current
    current.owner = to
    require_readable_notes(current, by)
    current = save_next_revision(current, by, reason or _("handed over"))
    log_for_campaign(current, by, NOW_PLAYS.write(player=to or _("the GM"), name=current.name))
    return current


@transaction.atomic
def _set_status(
    character: Character, by: User, status: str, sentence: str, reason: str, session: Any = None
) -> Character:
    if not reason.strip():
        message = _("Give a short reason. Everyone who knows the character reads it in the log.")
        raise ValidationError({"reason": message})
    current = lock_character(character)
    if current.status == status:
        return current
    retires_dead = status == Character.Status.RETIRED and current.status == Character.Status.DEAD
    if retires_dead and not writes_as_gm(by, current):
        raise ValidationError({"status": _("%(name)s is dead. Only a GM changes this.") % {"name": current.name}})
    current.status = status
    current = save_next_revision(current, by, reason)
    text = sentence % {"name": current.name, "reason": reason.strip()}
    log_for_campaign(current, by, text, died=status == Character.Status.DEAD, session=session)
    return current
