"""`Scene`, the context of a command: the state, its participants, its dice, and the events."""

from typing import Any

from rules.engine.dice import CommandDice
from rules.engine.event_list import EncounterContext
from rules.engine.refusals import refuse
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.state import Participant, State


class Scene(EncounterContext[Participant]):
    """A state that a command changes in place, and the events that it adds."""

    __slots__ = ("state",)
    shuffle_rules = ("FNP-10",)

    def __init__(self, state: State, *, silent: bool = False) -> None:
        super().__init__(state.participants, tables.PRESENCE_RULES, silent=silent)
        self.state = state

    def roll(self, count: int, rolls: list[int] | None) -> tuple[list[int], dict[str, Any]]:
        """All the dice that this command rolls, and the marks that their event carries."""
        command_dice = CommandDice(self.state.dice, tables.SIDES, self, rolls)
        rolled = command_dice.roll(count)
        command_dice.close()
        return rolled, command_dice.marks()

    def number(self, marginal: bool) -> int:
        """The number of the next check, attack or contest, noted when it is marginal (FNP-16)."""
        state = self.state
        state.numbered += 1
        if marginal:
            state.marginal.append(state.numbered)
        return state.numbered

    def pay(self, participant: Participant, points: int, path: str = "fortune") -> None:
        """Fortune spent by a command, else `Refused` (FNP-06)."""
        if not points:
            return
        if not self.state.options.has_fortune:
            refuse("fortune.forbidden", f"{path}: there is no fortune in this campaign; leave it out.", "FNP-06")
        if points > participant.fortune:
            text = f"{path}: {participant.name} has {participant.fortune} fortune left; this takes {points}."
            refuse("fortune.short", text, "FNP-06")
        participant.fortune -= points
