"""The commands of the Fortune System: one shape each, listed in docs/rules/fortune-system.md."""

from typing import Annotated

from rules.engine.codec import Figure, Meta, Struct, Text
from rules.games.fortune_system import tables
from rules.games.fortune_system.shapes import Entry
from rules.games.fortune_system.tables import Gm

Rolls = Annotated[list[int], Meta(max_length=2000)]
Indexes = Annotated[list[int], Meta(max_length=tables.MOST_SLOTS_IN_ALL)]


class CallCheck(Struct, forbid_unknown_fields=True, tag_field="type", tag="call-check"):
    actor: Gm
    participants: Annotated[list[str], Meta(max_length=tables.MOST_PARTICIPANTS)]
    skill: Text
    group: Text
    cos: tables.Cos
    task: Text
    on_failure: tables.Degree | None = None
    selection: tables.Selection | None = None
    aids: str | None = None
    trigger_damage: Figure | None = None


class Attempt(Struct, forbid_unknown_fields=True, tag_field="type", tag="attempt"):
    actor: str
    task: str
    dice: Indexes
    reduce: dict[str, int | None] | None = None
    talent: tables.Whole | None = None
    mend: int | None = None
    exemplar: str | None = None
    flair: bool | None = None
    wingman: bool | None = None
    rolls: Rolls | None = None


class Choose(Struct, forbid_unknown_fields=True, tag_field="type", tag="choose"):
    actor: str
    slot: int | None = None
    value: int | None = None
    use: bool | None = None
    rolls: Rolls | None = None


class Hardship(Struct, forbid_unknown_fields=True, tag_field="type", tag="hardship"):
    actor: Gm
    target: str
    degree: tables.Degree
    selection: tables.Selection


class Rest(Struct, forbid_unknown_fields=True, tag_field="type", tag="rest"):
    actor: Gm
    full: bool
    rolls: Rolls | None = None


class CouldntSleep(Struct, forbid_unknown_fields=True, tag_field="type", tag="couldnt-sleep"):
    actor: str
    dice: Indexes
    rolls: Rolls | None = None


class Mulligan(Struct, forbid_unknown_fields=True, tag_field="type", tag="mulligan"):
    actor: str
    rolls: Rolls | None = None


class Defeat(Struct, forbid_unknown_fields=True, tag_field="type", tag="defeat"):
    actor: Gm
    rolls: Rolls | None = None


class SetFree(Struct, forbid_unknown_fields=True, tag_field="type", tag="set-free"):
    actor: str
    key: Text
    focus: Text | None = None


class CloseTask(Struct, forbid_unknown_fields=True, tag_field="type", tag="close-task"):
    actor: Gm
    task: str


class Join(Struct, forbid_unknown_fields=True, tag_field="type", tag="join"):
    actor: Gm
    participant: Entry
    rolls: Rolls | None = None


class Leave(Struct, forbid_unknown_fields=True, tag_field="type", tag="leave"):
    actor: Gm
    target: str
    rolls: Rolls | None = None


class End(Struct, forbid_unknown_fields=True, tag_field="type", tag="end"):
    actor: Gm
    outcome: Text
