"""The shapes of a setup."""

from typing import Annotated

from rules.engine.codec import Id, Meta, Struct, Text
from tests.fifth_game import tables


class Entry(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A participant."""

    id: Id
    name: Text
    side: Text
    level: tables.Level = 0
    grit: tables.Grit | None = None
    max_grit: tables.MaxGrit = tables.GRIT


class Stats(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A monster, as a bestiary keeps it."""

    level: tables.Level = 0
    grit: tables.Grit | None = None
    max_grit: tables.MaxGrit = tables.GRIT


class Options(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The campaign options."""

    hits_at: tables.Difficulty | None = None


class Setup(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Everything that `start` needs."""

    participants: Annotated[list[Entry], Meta(min_length=1, max_length=tables.MOST_PARTICIPANTS)]
    options: Options | None = None
    dice: list[int] | None = None
