"""The state of an encounter of the Fortune System, and the shape in which it is stored."""

from typing import Annotated, Literal

from rules.engine.codec import STORED_NAMES, Meta, Struct
from rules.engine.dice import Dice
from rules.games.fortune_system import tables
from rules.games.fortune_system.shapes import Options

VERSION: Literal[3] = 3
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Index = Annotated[int, Meta(ge=0, le=999)]


class Slot(Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """A slot; it has a value unless it is blown (FOS-04, FOS-06).

    `group`: the focus of a slot of Lucky, which is a skill if a catalogue row says so; None for an ordinary slot.
    """

    value: tables.Value | None
    condition: tables.Condition = "sound"
    group: str | None = None


class Held(Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """A talent for a focus."""

    key: str
    focus: str | None
    ranks: tables.Ranks = 1


class Participant(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One character; `night`: Couldn't Sleep can be used (FOS-42); `redone`: no mulligan is left.

    `rested`: a rest filled its hit and magic points, which only its sheet knows (FOS-24).
    """

    id: str
    name: str
    level: tables.Level
    slots: list[Slot]
    talents: list[Held] = []
    free: Held | None = None
    night: bool = False
    redone: bool = False
    rested: bool = False

    def ranks(self, key: str, focus: str | None) -> int:
        """The ranks of a talent for a focus, including the free slot (FOS-21, FOS-22)."""
        free = self.free
        count = 1 if free is not None and free.key == key and free.focus == focus else 0
        for held in self.talents:
            if held.key == key and held.focus == focus:
                return count + held.ranks
        return count

    def unblown_slots(self) -> list[int]:
        """The slots that are not blown."""
        return [index for index, slot in enumerate(self.slots) if slot.condition != "blown"]


class Result(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The result of an attempt; `shown`: others may use its value with Exemplar (FOS-34)."""

    success: bool
    how: tables.How
    applied: int | None = None
    slots: list[Index] = []
    trigger_damage: int | None = None
    shown: bool = False


class Task(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An open task (FOS-28); `hidden` participants may attempt it too; it is `secret` when it is for them alone."""

    task: str
    skill: str
    group: str
    cos: tables.Cos
    participants: list[str]
    on_failure: tables.Degree | None = None
    selection: tables.Selection = "choice"
    aids: str | None = None
    trigger_damage: int | None = None
    results: dict[str, Result] = {}
    hidden: list[str] = []
    secret: bool = False


class Pending(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The question that waits; `degree` and `why` belong to damage, `slot` to Flair and Steady."""

    kind: tables.Question
    actor: str
    task: str | None = None
    slots: list[Index] | None = None
    values: list[tables.Value] | None = None
    degree: tables.Degree = "damaged"
    why: str = ""
    slot: Index | None = None


class Work(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An attempt that is not finished: what is left to roll and to ask (docs/rules/fortune-system.md).

    `wingman`: the slot that a discarded value would fill. `flair`: the slot that is rolled twice. `steady`: slots to
    ask about. `slick`: allies to ask.
    """

    actor: str
    task: str
    skill: str
    group: str
    dice: list[Index] = []
    stage: Literal[0, 1, 2, 3, 4, 5] = 0
    wingman: Index | None = None
    aided: str | None = None
    filled: Index | None = None
    flair: Index | None = None
    rivals: list[tables.Value] = []
    mend: Index | None = None
    steady: list[Index] = []
    slick: list[str] = []
    price: tables.Degree | None = None
    selection: tables.Selection = "choice"


class Filled(Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """The slots of one participant that the start filled, by index: those rolled and those written."""

    id: str
    rolled: list[Index]
    written: list[Index]


class State(Struct, rename=STORED_NAMES, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An encounter.

    `participants`: visible participants in setup order. `hidden`: hidden participants (`rules.engine.hidden`).
    `hidden_rows`: the rows that apply when each of them is revealed. `gone`: those who left, for the aftermath.
    `called`: the number of checks so far. `free`: free slots can be changed (FOS-22). `fresh`: slots that the start
    filled, until the first command. `talents`, `skills`, `groups`: what catalogue rows change. `began`: the version in
    which an encounter of an older version began (`rules.engine.upgrades`). `only_useful_questions`: as in the setup.
    """

    system: Literal["fortune-system"]
    version: Literal[3]
    dice: Dice
    participants: list[Participant]
    options: Options
    tasks: list[Task] = []
    pending: Pending | None = None
    work: Work | None = None
    called: Count = 0
    free: bool = True
    fresh: list[Filled] | None = None
    gone: list[Participant] = []
    hidden: list[Participant] = []
    hidden_rows: dict[str, list[tables.Row]] = {}
    talents: dict[str, tables.Talent] = {}
    skills: dict[str, str] = {}
    groups: list[str] = []
    outcome: str | None = None
    began: Count = 0
    only_useful_questions: bool = False
