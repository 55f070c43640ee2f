"""What the end of a session takes from sheets, if the game has something that lasts for one session."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import Character
from characters.sheets.campaign_log import log_change
from characters.sheets.saving import lock_characters, save_next_revision
from people.models import Campaign, User
from rules import play
from rules.catalogue.queries import house_of


@transaction.atomic
def end_session_on_sheets(*, campaign: Campaign, by: User, session: Any, at_tables: Collection[int]) -> None:
    """Takes from the campaign's characters what lasts for one session, each with an entry in the log.

    `at_tables`: the ids of characters in running encounters, who keep it: the end of the encounter writes their sheets.
    """
    if not play.SYSTEMS[campaign.system].get("session_end"):
        return
    house = house_of(campaign)
    active = Character.objects.filter(campaign=campaign, status=Character.Status.ACTIVE).exclude(pk__in=at_tables)
    for row in lock_characters(active.values_list("pk", flat=True)).values():
        ended = play.end_session(campaign.system, row.sheet, house=house)
        if ended is not None:
            row.sheet = ended["sheet"]
            save_next_revision(row, by, _("the end of “%(title)s”") % {"title": session})
            _log(row, by, session, ended)


def _log(character: Character, by: User, session: Any, ended: play.ChangedSheet) -> None:
    """Logs what is gone: for everyone if they see the player character, else for GMs."""
    words = {"name": character.name, "what": ended["text"]}
    log_change(
        character.campaign,
        kind="character",
        text=_("The session has ended. %(name)s loses %(what)s.") % words,
        by=by,
        for_everyone=character.visible and character.kind == Character.Kind.PC,
        character=character,
        session=session,
        rules=ended["rules"],
    )
