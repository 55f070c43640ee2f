"""The protocol `Game`: what the folder of a game offers. Only `rules.play` and its helpers use it."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

from rules.engine.event_list import EventList
from rules.engine.json_types import (
    Aftermath,
    ChangedSheet,
    CheckedSheet,
    CheckResult,
    Command,
    Description,
    Event,
    MonsterStats,
    Odds,
    Offer,
    PlainSheet,
    PlainState,
    Rule,
    SetupEntry,
    SetupWarning,
    SheetCheckResult,
    SimulationReport,
    StepOffer,
    StepResult,
    View,
)
from rules.engine.simulation import Progress
from rules.engine.upgrades import Upgrade

State = TypeVar("State")


class Game(Protocol[State]):
    """One game. `State` is its typed state; it never leaves `rules`: `load` and `dump` convert it.

    Every method raises `Refused`, and nothing else, for bad input. `rules.play` and `rules.sheets` document the
    arguments and results of the methods that have the same names there.
    """

    @property
    def slug(self) -> str:
        """The slug of the system, as in docs/rules/README.md."""

    @property
    def version(self) -> int:
        """The version of the state's shape that `load` takes; 1 or more."""

    @property
    def description(self) -> Description:
        """The game's description of itself; docs/guides/add-a-game.md lists the keys."""

    @property
    def rulebook(self) -> list[Rule]:
        """Every rule: `{"id", "area", "text"}`."""

    @property
    def upgrades(self) -> Mapping[int, Upgrade]:
        """For every older version the step from its state to the next version's (`rules.engine.upgrades`)."""

    def load(self, state: PlainState) -> State:
        """The typed state of a plain state of today's version; the two share nothing."""

    def dump(self, state: State) -> PlainState:
        """The typed state as plain JSON."""

    def audit(self, state: State) -> None:
        """Raise `Refused` when the state cannot have come from play."""

    def check(self, kind: object, inputs: object, seed: object) -> CheckResult:
        """See `rules.play.check`."""

    def chance(self, kind: object, inputs: object) -> Odds | None:
        """See `rules.play.chance`."""

    def start(self, setup: object, seed: object) -> State:
        """The typed state of a new encounter; see `rules.play.start`."""

    def warnings(self, state: State) -> list[SetupWarning]:
        """What the game master should know before playing a state that was just started."""

    def opening(self, state: State) -> list[Event]:
        """The events of the start; see `rules.play.opening`."""

    def actors(self, state: State) -> list[str]:
        """Who may give a command now, hidden participants left out; see `rules.play.actors`."""

    def offers(self, state: State, actor: object) -> list[Offer]:
        """What a visible participant or "gm" may do now; see `rules.play.offers`."""

    def act(self, state: State, command: object) -> EventList:
        """Carry out a command: change the typed state in place and return the events."""

    def view(self, state: State, viewer: object) -> View:
        """What the viewer may know, hidden participants left out; see `rules.play.view`."""

    def odds(self, state: State, viewer: object, command: object) -> Odds | None:
        """See `rules.play.odds`."""

    def policy(self, state: State, actor: object) -> Command | None:
        """The command that a simple policy gives for `actor` now; None while others must answer."""

    def redeal(self, state: State, seed: object) -> EventList:
        """Replace the unseen chance, in place; see `rules.play.redeal`."""

    def aftermath(self, state: State) -> Aftermath:
        """See `rules.play.aftermath`."""

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> SimulationReport:
        """See `rules.play.simulate`."""

    def new_sheet(self) -> PlainSheet:
        """See `rules.play.new_sheet`."""

    def sheet(self, given: object, progress: object, house: object, before: object) -> CheckedSheet:
        """See `rules.play.sheet`."""

    def steps(self, given: object, progress: object, house: object) -> list[StepOffer]:
        """See `rules.play.steps`."""

    def step(self, given: object, progress: object, step: object, house: object) -> StepResult:
        """See `rules.play.step`."""

    def unstep(self, given: object, progress: object, step: object, house: object) -> ChangedSheet:
        """See `rules.play.unstep`."""

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> ChangedSheet:
        """See `rules.play.touch`."""

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> SheetCheckResult:
        """See `rules.play.sheet_check`."""

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> SetupEntry:
        """See `rules.play.participant`."""

    def monster(self, stats: object) -> MonsterStats:
        """See `rules.play.monster`."""

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> SetupEntry:
        """See `rules.play.monster_participant`."""


AnyGame = Game[Any]


@runtime_checkable
class HasControllers(Protocol):
    """A game in which one participant may control another one and therefore sees their hand."""

    def release_control(self, state: Any, who: frozenset[str]) -> None:
        """Change the typed state so that nobody else controls these participants."""


@runtime_checkable
class HasSessionEnd(Protocol):
    """A game in which something on a sheet lasts for one session; its description has `session_end`."""

    def end_session(self, given: object, house: object) -> ChangedSheet | None:
        """See `rules.play.end_session`."""


@runtime_checkable
class HasDecline(Protocol):
    """A game in which no single offer always does as little as possible, so it compares them."""

    def decline(self, state: Any, actor: object) -> Command | None:
        """The command that does as little as possible; None where an offer marked `declines`, or the policy, does."""


class SaysWhomItAwaits(Protocol):
    """A game that says whom play waits for without building a whole view, because every command needs it."""

    def awaited(self, state: Any) -> tuple[str, list[str]]:
        """The `phase` of the view of an observer, and whom play waits for in it."""
