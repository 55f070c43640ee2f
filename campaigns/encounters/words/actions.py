"""Writes for the words from which an encounter is dealt: a GM asks for them, and players give them."""

import secrets
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.encounters.access import require_table_runner
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import seeds, storage
from people.access import require_player
from people.models import Member
from rules import play as rules
from rules.pages import fairness
from rules.pages.plain_text import require_plain_text

LONGEST_WORD = 60


def ask(*, membership: Member, encounter: Encounter, stop: bool = False) -> None:
    """Ask the players for a word each for the deal of a prepared encounter, or `stop` asking.

    For GMs, and for every player of an encounter without a dealer."""
    require_table_runner(membership, encounter)

    def write() -> None:
        row = _lock_prepared(encounter)
        seed = seeds.seed_row(row)
        seed.asked = not stop
        seed.save(update_fields=["asked"])

    storage.run_in_transaction(write)


def give(*, membership: Member, encounter: Encounter, word: str) -> dict[str, Any]:
    """Stores the member's word for the deal in place of an earlier one, and returns word, salt and seal."""
    require_player(membership)
    word = word.strip()
    if not 1 <= len(word) <= LONGEST_WORD:
        raise ValidationError({"word": _("Enter a word or a few, up to %(most)s characters.") % {"most": LONGEST_WORD}})
    require_plain_text(word=word)
    salt = secrets.token_hex(16)
    seal = fairness.word_seal(word, salt)
    entry = {"member": membership.pk, "who": membership.user.username, "word": word, "salt": salt, "seal": seal}

    def write() -> None:
        seed = seeds.seed_row(_lock_prepared(encounter))
        seed.words = [word for word in seed.words if word["member"] != membership.pk] + [entry]
        seed.save(update_fields=["words"])

    storage.run_in_transaction(write)
    return entry


def _lock_prepared(encounter: Encounter) -> Encounter:
    row = storage.lock_encounter(encounter)
    if row.status != Encounter.Status.PREPARED:
        raise rules.Refused("encounter.begun", _("This encounter has already begun."))
    return row
