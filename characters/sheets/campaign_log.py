"""What characters tell the campaign's log. The log is in an app above this one, which says how an entry is written."""

from typing import Any, Protocol

from django.utils.translation import gettext as _

from characters.models import Character
from people.models import Campaign, User


class EntryWriter(Protocol):
    """The signature of `write_entry` in campaigns/log/entries.py, as far as characters need it."""

    def __call__(
        self,
        *,
        campaign: Campaign,
        kind: str,
        text: str,
        by: User | None,
        audience: str,
        session: Any,
        encounter_id: int | None,
        character: Character | None,
        data: dict[str, Any],
        rules: list[str],
        outside_sessions: bool,
    ) -> object: ...


_writers: list[EntryWriter] = []


def set_entry_writer(writer: EntryWriter) -> None:
    """Sets the function that writes entries; called once, when the site starts."""
    _writers[:] = [writer]


def log_change(
    campaign: Campaign,
    *,
    kind: str,
    text: str,
    by: User,
    for_everyone: bool,
    character: Character | None = None,
    session: Any = None,
    encounter_id: int | None = None,
    data: dict[str, Any] | None = None,
    rules: list[str] | None = None,
    outside_sessions: bool = False,
) -> None:
    """Writes an entry about characters into the campaign's log, for everyone or for GMs only.

    With `outside_sessions` it belongs to no session but `session`, also while one is running."""
    [write_entry] = _writers
    write_entry(
        campaign=campaign,
        kind=kind,
        text=text,
        by=by,
        audience="all" if for_everyone else "gm",
        session=session,
        encounter_id=encounter_id,
        character=character,
        data=data or {},
        rules=rules or [],
        outside_sessions=outside_sessions,
    )


def log_joined(character: Character, by: User) -> None:
    """Writes into the log that a character has joined; in games with a creation once it is finished."""
    log_for_campaign(character, by, _("%(name)s joined the campaign.") % {"name": character.name})


def log_for_campaign(
    character: Character, by: User, text: str, *, died: bool = False, encounter: Any = None, session: Any = None
) -> None:
    """Writes an entry about the character, in the session or that of the encounter; everyone reads it if everyone sees
    the character."""
    log_change(
        character.campaign,
        kind="character",
        character=character,
        encounter_id=encounter.pk if encounter else None,
        session=encounter.session if encounter else session,
        by=by,
        text=text,
        for_everyone=character.visible,
        data={"died": True} if died else {},
    )
