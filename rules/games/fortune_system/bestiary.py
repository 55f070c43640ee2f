"""Opponents: the game has no figures for them, so their stats are a note for the GM (FOS-27)."""

from typing import Annotated, Any, NoReturn

from rules.engine import codec
from rules.engine.codec import Meta, Struct
from rules.engine.refusals import refuse
from rules.games.fortune_system import tables


class Stats(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A note: `level` gives the tier of harm, `hp` is compared with trigger damage."""

    level: tables.Level | None = None
    hp: Annotated[int, Meta(ge=1, le=9_999_999)] | None = None
    text: Annotated[str, Meta(max_length=20000)] | None = None


def stats(given: object) -> dict[str, Any]:
    """Checked stats without empty fields; `Refused` names the path of the faulty field."""
    checked = codec.decode(given, Stats, "stats")
    codec.check_text(given, "stats")
    plain: dict[str, Any] = codec.encode(checked)
    return plain


def participant(given: object) -> NoReturn:
    """Always `Refused`: opponents do not take part in a scene."""
    stats(given)
    text = (
        "Only characters take part in a scene of the Fortune System. Leave opponents out and note what happens to them."
    )
    refuse("monster.none", text, "FOS-27")
