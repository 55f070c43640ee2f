"""Opponents: the game has no figures for them, so their stats are a note for the GM (FOS-27)."""

from typing import Annotated, Any, NoReturn

from rules.engine import codec
from rules.engine.codec import Meta, Struct
from rules.engine.refusals import refuse
from rules.games.fortune_system import tables


class Stats(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A note: the level makes the tier that harm goes by, `hp` is what trigger damage is held against."""

    level: tables.Level | None = None
    hp: Annotated[int, Meta(ge=1, le=9_999_999)] | None = None
    text: Annotated[str, Meta(max_length=20000)] | None = None


def stats(given: object) -> dict[str, Any]:
    """Checked stats, without the fields that are null; `Refused` names the faulty field's path."""
    checked = codec.decode(given, Stats, "stats")
    codec.check_text(given, "stats")
    plain: dict[str, Any] = codec.encode(checked)
    return plain


def participant(given: object) -> NoReturn:
    """Always `Refused`: opponents make no checks here."""
    stats(given)
    text = "Only characters take part in a scene of the Fortune System: leave opponents out, note what happens to them."
    refuse("monster.none", text, "FOS-27")
