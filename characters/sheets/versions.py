"""Earlier versions of a sheet: reading one, and restoring it."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from characters.access import writes_as_gm
from characters.models import Character
from characters.sheets import queries
from characters.sheets.actions import edit_character
from people.access import get_visible_row
from people.models import User
from rules import play


def get_version(character: Character, user: User, version_id: int) -> Any:
    """A version of the character that the person may see."""
    rows = queries.versions(character, is_gm=writes_as_gm(user, character))
    return get_visible_row(rows, history_id=version_id)


def restore_sheet(
    *, character: Character, by: User, version_id: int, revision: int | None, reason: str = ""
) -> Character:
    """Gives the character the sheet of an earlier version; name, notes, player and status stay.

    It is a new version: those in between stay in the history, and so does every experience entry. What was bought
    changes only when a GM restores (`play.Refused` for a player). `revision` is the one that the person saw;
    None overwrites whatever is there."""
    version = get_version(character, by, version_id)
    when = timezone.localtime(version.history_date)
    reason_text = _("sheet restored as of %(when)s") % {"when": f"{when:%Y-%m-%d %H:%M}"}
    if reason.strip():
        reason_text = f"{reason_text}: {reason.strip()}"
    sheet = {**play.new_sheet(character.campaign.system), **version.sheet}
    return edit_character(character=character, by=by, revision=revision, sheet=sheet, reason=reason_text)
