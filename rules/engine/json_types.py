"""Names for the plain JSON values that go into and come out of `rules.play`.

Objects whose keys depend on the game (states, commands, events, views, sheets, figures) are documented aliases here.
Each game names the types of its own: commands, sheets, events, views and offers (`rules.engine.schemas.GameShapes`).
Objects with fixed keys are typed dictionaries.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

# A stored encounter: `{"system", "version", ...}`; only its game knows the rest.
PlainState = dict[str, Any]
# `{"type", "actor", ...}`, flat; see the list of commands of each game.
Command = dict[str, Any]
# `{"type", "actor"?, "target"?, ..., "text", "rules": [ids], "visible_to": "all" or [viewers]}`.
Event = dict[str, Any]
# What one viewer may know; the keys of each game are in docs/engine-contract.md.
View = dict[str, Any]
# A participant of a setup, as `participant` and `monster_participant` make it.
SetupEntry = dict[str, Any]
# A character in the words of its game, and the figures that follow from it.
PlainSheet = dict[str, Any]
Figures = dict[str, Any]
# A monster as a bestiary keeps it.
MonsterStats = dict[str, Any]
# The result of a check; every game and check has its own fields, `rules` is always among them.
CheckResult = dict[str, Any]
# What a game says of itself: see docs/guides/add-a-game.md.
Description = dict[str, Any]
# `{"id", "area", "text"}` of one rule.
Rule = dict[str, str]


class DiceCount(TypedDict):
    """How many dice of how many sides."""

    count: Annotated[int, Meta(ge=0, description="The number of dice.")]
    sides: Annotated[int, Meta(ge=2, description="The sides of each die.")]


class NumberRange(TypedDict):
    """From `min` to `max`, both included."""

    min: int
    max: int


_ChoiceFields = TypedDict(
    "_ChoiceFields",
    {
        "kind": Annotated[
            Literal["one", "some", "number", "text", "bool"],
            Meta(description="One or some of `from`, a whole number, a text, or true or false."),
        ],
        "from": NotRequired[Annotated[list[Any], Meta(description="What can be chosen; for `one` and `some`.")]],
        "min": NotRequired[
            Annotated[int, Meta(description="The lowest number, the fewest entries, or the fewest characters.")]
        ],
        "max": NotRequired[
            Annotated[int, Meta(description="The highest number, the most entries, or the most characters.")]
        ],
        "optional": NotRequired[
            Annotated[Literal[True], Meta(description="Present if the command may leave this field out.")]
        ],
        "help": NotRequired[Annotated[str, Meta(description="One sentence about the choice.")]],
    },
)


class Choice(_ChoiceFields):
    """What an actor chooses for one field of a command; `act` may check the choices together more strictly."""


class Offer(TypedDict):
    """Something that an actor may do now: the fixed fields of a command, and the choices for the others."""

    type: Annotated[str, Meta(description="The type of the command.")]
    actor: Annotated[str, Meta(description='Who may give it: the id of a participant, or "gm".')]
    label: Annotated[str, Meta(description="The words for a button.")]
    rules: Annotated[list[str], Meta(description="The ids of the rules that allow it.")]
    fixed: Annotated[dict[str, Any], Meta(description="Fields of the command that are given.")]
    choices: Annotated[dict[str, Choice], Meta(description="Fields of the command that the actor chooses.")]
    example: Annotated[Command, Meta(description="A whole command that is accepted as it is.")]
    help: NotRequired[Annotated[str, Meta(description="One sentence beside the button.")]]
    rolls: NotRequired[
        Annotated[
            DiceCount,
            Meta(description="The command may contain the results of exactly this many dice, rolled at the table."),
        ]
    ]
    rolls_up_to: NotRequired[
        Annotated[
            DiceCount,
            Meta(
                description="The command may contain the results of up to this many dice; "
                "the number depends on the other choices."
            ),
        ]
    ]
    modifiers: NotRequired[
        Annotated[NumberRange, Meta(description="The command takes named modifiers within this range.")]
    ]
    harms: NotRequired[
        Annotated[Literal[True], Meta(description="It hurts the participant that it names, so list foes first.")]
    ]
    declines: NotRequired[
        Annotated[
            Literal[True], Meta(description="It does as little as possible; the site gives it for an absent player.")
        ]
    ]


class Awaited(TypedDict):
    """Whom play waits for (ids, or `["gm"]`), and the game's word for what is asked."""

    phase: str
    who: list[str]


class ActResult(TypedDict):
    """The result of `act`; `reveals` says whether anything hidden became known to anyone."""

    state: PlainState
    events: list[Event]
    reveals: bool


class ReplayResult(TypedDict):
    """The result of `replay` and `redeal`."""

    state: PlainState
    events: list[Event]


class Odds(TypedDict):
    """The chance of an outcome: `chance` from 0 to 1, whether it is `exact`, and what it is the chance `of`."""

    chance: float
    exact: bool
    of: str


class SetupWarning(TypedDict):
    """Something that the game master should know of a setup."""

    text: str
    rules: list[str]


class ParticipantAftermath(TypedDict):
    """What an encounter leaves of one participant: the changed fields of its sheet."""

    survived: bool
    sheet: dict[str, Any]


class Aftermath(TypedDict):
    """What an encounter leaves; `counts` says whether it counts for experience."""

    outcome: str
    counts: bool
    participants: dict[str, ParticipantAftermath]


class CheckedSheet(TypedDict):
    """A sheet, checked and completed, with the figures that follow from it."""

    sheet: PlainSheet
    figures: Figures


class StepResult(TypedDict):
    """A step that was taken: the sheet afterwards, and the `price` in units of experience."""

    sheet: PlainSheet
    figures: Figures
    unit: str
    price: int
    text: str
    rules: list[str]


class ChangedSheet(TypedDict):
    """A sheet after a change, with a sentence for the log."""

    sheet: PlainSheet
    text: str
    rules: list[str]


class SheetCheckResult(TypedDict):
    """A check with a sheet: the inputs that were filled in, the result, the sheet afterwards, a sentence."""

    inputs: dict[str, Any]
    result: CheckResult
    sheet: PlainSheet
    text: str
    rules: list[str]


class VerifyReport(TypedDict):
    """The check of a list of public events: figures, and a sentence for each fault."""

    ok: bool
    shuffles: int
    seals: int
    opened: int
    faults: list[str]


# One way to advance; see `rules.play.steps`.
StepOffer = dict[str, Any]
# Means over the encounters that were played out; `games` says how many.
SimulationReport = dict[str, Any]
