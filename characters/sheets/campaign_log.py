"""What characters tell the campaign's log. The log is in an app above this one, which says how an entry is written."""

from typing import Any, Protocol

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
) -> None:
    """Writes an entry about characters into the campaign's log, for everyone or for GMs only."""
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
    )
