"""The shapes of the commands."""

from typing import Literal

from rules.engine.codec import Struct, Text
from tests.fifth_game import tables
from tests.fifth_game.shapes import Entry

Gm = Literal["gm"]


class Attack(Struct, forbid_unknown_fields=True, tag_field="type", tag="attack"):
    """A blow."""

    actor: str
    target: str
    rolls: tables.Rolls | None = None


class Pass(Struct, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    """Nothing."""

    actor: str


class Adjust(Struct, forbid_unknown_fields=True, tag_field="type", tag="adjust"):
    """A correction by the innkeeper."""

    actor: Gm
    target: str
    grit: tables.Grit
    reason: Text


class Join(Struct, forbid_unknown_fields=True, tag_field="type", tag="join"):
    """A newcomer."""

    actor: Gm
    participant: Entry


class Leave(Struct, forbid_unknown_fields=True, tag_field="type", tag="leave"):
    """Someone goes."""

    actor: Gm
    target: str


class End(Struct, forbid_unknown_fields=True, tag_field="type", tag="end"):
    """The end."""

    actor: Gm
    outcome: Text
