"""The Game interface: what a game's folder offers to `rules.play`, and nothing else knows of a game."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from rules.engine.account import Account, Event
from rules.engine.offers import Offer
from rules.engine.simulation import Progress


class Game(Protocol):
    """One game. `S`, its typed state, never leaves it: `load` and `dump` stand at the boundary.

    Every method raises `Refused`, and nothing else, for bad input.
    """

    @property
    def slug(self) -> str:
        """The system's slug, as in the ledgers' README."""

    @property
    def version(self) -> int:
        """The version of the state's shape that `load` takes."""

    @property
    def description(self) -> dict[str, Any]:
        """Name, what the GM is called, chance, options, commands, experience and whether it can be simulated.

        `experience`: `{"units": [{"key", "one", "many", "most"}], "per_encounter": {"unit", "amount"} or None}`.
        """

    @property
    def rulebook(self) -> list[dict[str, Any]]:
        """Every rule: id, area and text."""

    @property
    def upgrades(self) -> Mapping[int, Any]:
        """For every older version a function from its state (a dict) to the next version's."""

    def load(self, state: dict[str, Any]) -> Any:
        """The typed state, sharing nothing with the dict."""

    def dump(self, state: Any) -> dict[str, Any]:
        """The typed state as plain JSON."""

    def audit(self, state: Any) -> None:
        """Raise `Refused` when the state cannot have come from play."""

    def check(self, kind: object, inputs: object, seed: object) -> dict[str, Any]: ...

    def start(self, setup: object, seed: object) -> Any: ...

    def warnings(self, state: Any) -> list[dict[str, Any]]:
        """What to know before playing a state just started: `[{"text", "rule"}]`."""

    def opening(self, state: Any) -> list[Event]: ...

    def actors(self, state: Any) -> list[str]: ...

    def offers(self, state: Any, actor: object) -> list[Offer]: ...

    def act(self, state: Any, command: object) -> Account:
        """Change the typed state in place and return the account."""

    def view(self, state: Any, viewer: object) -> dict[str, Any]: ...

    def redeal(self, state: Any, seed: object) -> Account: ...

    def aftermath(self, state: Any) -> dict[str, Any]: ...

    def new_sheet(self) -> dict[str, Any]: ...

    def sheet(self, given: object, progress: object, house: object, before: object) -> dict[str, Any]:
        """`{"sheet": checked and completed, "figures": {...}}`; see `rules.play.sheet`."""

    def steps(self, given: object, progress: object, house: object) -> list[dict[str, Any]]: ...

    def step(self, given: object, progress: object, step: object, house: object) -> dict[str, Any]: ...

    def unstep(self, given: object, progress: object, step: object, house: object) -> dict[str, Any]: ...

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> dict[str, Any]: ...

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> dict[str, Any]: ...

    def chance(self, kind: object, inputs: object) -> dict[str, Any] | None:
        """The odds of a stateless check before it is made."""

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> dict[str, Any]: ...

    def monster(self, stats: object) -> dict[str, Any]: ...

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> dict[str, Any]: ...

    def odds(self, state: Any, viewer: object, command: object) -> dict[str, Any] | None: ...

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> dict[str, Any]: ...

    def policy(self, state: Any, actor: object) -> dict[str, Any] | None:
        """What a simple policy has `actor` do now; None while others are asked."""


@runtime_checkable
class Controlled(Protocol):
    """A game in which one participant may control another, and sees its hand by that."""

    def released(self, state: Any, who: frozenset[str]) -> None:
        """Change the typed state so that these participants are controlled by nobody but themselves."""
