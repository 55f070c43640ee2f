"""The state of a brawl, how it begins, and the scene in which a command works on it."""

from typing import Any, Literal

from rules.engine import codec
from rules.engine.chance import key_from_seed
from rules.engine.codec import Struct
from rules.engine.dice import AHEAD, CommandDice, Dice, check_values
from rules.engine.event_list import EncounterContext
from rules.engine.refusals import refuse
from tests.fifth_game import tables
from tests.fifth_game.shapes import Entry, Setup

VERSION: Literal[1] = 1


class Participant(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A participant."""

    id: str
    name: str
    side: str
    level: tables.Level
    grit: tables.Grit
    max_grit: tables.MaxGrit
    acted: bool = False


class State(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A brawl; `participants` are in acting order, `gone` are those who left."""

    system: Literal["copper-dice"]
    version: Literal[1]
    dice: Dice
    participants: list[Participant]
    hits_at: tables.Difficulty = tables.HITS_AT
    round: int = 1
    outcome: str | None = None
    gone: list[Participant] = []


class Scene(EncounterContext[Participant]):
    """A state at work."""

    __slots__ = ("state",)
    shuffle_rules = ("CPD-03",)

    def __init__(self, state: State) -> None:
        super().__init__(state.participants, tables.PRESENCE_RULES)
        self.state = state

    def roll(self, rolls: list[int] | None) -> tuple[list[int], dict[str, Any]]:
        """Two dice, and the marks that their event carries."""
        command_dice = CommandDice(self.state.dice, tables.SIDES, self, rolls)
        rolled = command_dice.roll(2)
        command_dice.close()
        return rolled, command_dice.marks()


def start(setup: object, seed: object) -> State:
    """The state of a new brawl."""
    asked = codec.decode(setup, Setup, "setup")
    codec.check_text(setup, "setup")
    participants = [
        enter(participant, f"participants[{place}]") for place, participant in enumerate(asked.participants)
    ]
    if len({participant.id for participant in participants}) < len(participants):
        refuse("participant.twice", "participants: every id is used once.", "CPD-08")
    check_values(asked.dice or [], tables.SIDES, "dice")
    dice = Dice(key_from_seed(seed), sealed=AHEAD, supplied=asked.dice or [])
    hits_at = asked.options.hits_at if asked.options and asked.options.hits_at else tables.HITS_AT
    return State(tables.SLUG, VERSION, dice, participants, hits_at)


def enter(given: Entry, path: str) -> Participant:
    """A participant as it enters."""
    if given.id in (tables.GM, "observer"):
        refuse("participant.id", f"{path}.id: {given.id} is reserved.")
    grit = given.max_grit if given.grit is None else given.grit
    if grit > given.max_grit:
        refuse("participant.grit", f"{path}.grit: at most {given.max_grit}.", "CPD-01")
    return Participant(given.id, given.name, given.side, given.level, grit, given.max_grit)


def on_turn(state: State) -> Participant | None:
    """Who acts now; None when nobody can."""
    return next((participant for participant in state.participants if participant.grit and not participant.acted), None)


def sides_left(state: State) -> set[str]:
    """The sides with someone who still has grit."""
    return {participant.side for participant in state.participants if participant.grit}
