"""`BaseGame`: the base class of every game's class, with what is the same in all of them."""

from collections.abc import Mapping
from typing import Generic, TypeVar

from rules.engine import codec
from rules.engine.json_types import PlainState, Rule
from rules.engine.upgrades import Upgrade

State = TypeVar("State")


class BaseGame(Generic[State]):
    """A game whose state is a structure of `rules.engine.codec`; see `rules.engine.game.Game` for all methods.

    `state_type`: the class of its typed state. `rules`: every rule with id, area and text.
    `presence_rules`: ids of the rules by which someone comes and goes.
    """

    slug: str
    version: int
    state_type: type[State]
    rules: list[Rule]
    presence_rules: tuple[str, ...]
    upgrades: Mapping[int, Upgrade]

    @property
    def rulebook(self) -> list[Rule]:
        """A copy of every rule."""
        return [dict(rule) for rule in self.rules]

    def load(self, state: PlainState) -> State:
        """The typed state; `Refused` names the path of a malformed field."""
        return codec.decode(state, self.state_type, "state")

    def dump(self, state: State) -> PlainState:
        """The typed state as plain JSON."""
        plain: PlainState = codec.encode(state)
        return plain
