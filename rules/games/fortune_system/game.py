"""The Fortune System behind the Game interface."""

from typing import Any

from rules.engine.chance import key_from_seed
from rules.engine.event_list import EventList
from rules.engine.explanations import Explanations
from rules.engine.game_base import BaseGame
from rules.engine.highlights import Highlight, PublicEvent
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
    PlainSheet,
    SetupEntry,
    SetupWarning,
    SheetCheckResult,
    SimulationReport,
    StepOffer,
    StepResult,
    View,
)
from rules.engine.offers import Offer
from rules.engine.refusals import refuse
from rules.engine.schemas import GameShapes, sentences_of
from rules.engine.simulation import Progress
from rules.games.fortune_system import (
    aftermath,
    audit,
    bestiary,
    checks,
    description,
    explanations,
    hidden,
    highlights,
    moves,
    odds,
    offers,
    opening,
    policy,
    pools,
    sheet,
    sheet_checks,
    sheet_edits,
    sheet_participant,
    step_offers,
    step_reversal,
    steps,
    tables,
    view,
    warnings,
)
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.event_types import EVENTS
from rules.games.fortune_system.ready_made import READY_MADE
from rules.games.fortune_system.rulebook import RULEBOOK
from rules.games.fortune_system.shapes import Setup
from rules.games.fortune_system.state import VERSION, Participant, State
from rules.games.fortune_system.upgrades import UPGRADES
from rules.games.fortune_system.view_types import FortuneOffer, FortuneView, ParticipantView


class FortuneSystem(BaseGame[State]):
    """The game: see `rules.engine.game.Game` for what each method promises."""

    slug = tables.SLUG
    version = VERSION
    state_type = State
    rules = RULEBOOK
    presence_rules = tables.PRESENCE_RULES
    upgrades = UPGRADES
    ready_made = READY_MADE
    shapes = GameShapes(
        commands={name: move[0] for name, move in moves.MOVES.items()},
        checks={kind: check[0] for kind, check in checks.KINDS.items()},
        setup=Setup,
        sheet=sheet.Given,
        monster=bestiary.Stats,
        events=EVENTS,
        sentences=sentences_of(moves.MOVES),
        view=FortuneView,
        offer=FortuneOffer,
    )

    @property
    def description(self) -> Description:
        return description.describe()

    def audit(self, state: State) -> None:
        audit.audit(state)

    def check(self, kind: object, inputs: object, seed: object) -> CheckResult:
        return checks.check(kind, inputs, seed)

    def start(self, setup: object, seed: object) -> State:
        return opening.start(setup, seed)

    def warnings(self, state: State) -> list[SetupWarning]:
        return warnings.warnings(state)

    def opening(self, state: State) -> list[Event]:
        return opening.opening_events(state)

    def actors(self, state: State) -> list[str]:
        return view.list_actors(state)

    def awaited(self, state: State) -> tuple[str, list[str]]:
        """See `rules.engine.game.SaysWhomItAwaits`."""
        return view.phase(state), view.turn(state)

    def offers(self, state: State, actor: object) -> list[Offer]:
        return offers.offers(Scene(state), actor)

    def act(self, state: State, command: object) -> EventList:
        scene = Scene(state)
        moves.act(scene, command)
        return scene

    def view(self, state: State, viewer: object) -> View:
        return view.view(state, viewer)

    def hidden_view(self, state: State, participant: Participant) -> ParticipantView:
        return view.participant_view(participant)

    def hidden_extras(self, state: State, viewer: object) -> dict[str, Any]:
        """The tasks with those called for someone hidden that the viewer knows of (FOS-28)."""
        return {"tasks": hidden.tasks(state, viewer)}

    def hidden_may_act(self, state: State, participant: Participant) -> bool:
        return bool(hidden.hidden_offers(state, participant))

    def hidden_offers(self, state: State, participant: Participant) -> list[Offer]:
        return hidden.hidden_offers(state, participant)

    def redeal(self, state: State, seed: object) -> EventList:
        """Begin another series of sealed dice; supplied dice stay."""
        scene = Scene(state)
        state.fresh = None
        state.dice.redeal(key_from_seed(seed), scene)
        return scene

    def aftermath(self, state: State) -> Aftermath:
        return aftermath.aftermath(state)

    @property
    def explanations(self) -> Explanations:
        return explanations.EXPLANATIONS

    def highlights(self, events: list[PublicEvent], heroes: frozenset[str]) -> list[Highlight]:
        return highlights.highlights(events, heroes)

    def new_sheet(self) -> PlainSheet:
        return sheet.new_sheet()

    def sheet(self, given: object, progress: object, house: object, before: object) -> CheckedSheet:
        return sheet_edits.sheet(given, progress, house, before)

    def steps(self, given: object, progress: object, house: object) -> list[StepOffer]:
        return step_offers.steps(given, progress, house)

    def step(self, given: object, progress: object, step: object, house: object) -> StepResult:
        return steps.step(given, progress, step, house)

    def unstep(self, given: object, progress: object, step: object, house: object) -> ChangedSheet:
        return step_reversal.unstep(given, progress, step, house)

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> ChangedSheet:
        return pools.touch(given, progress, pool, change, to, house)

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> SheetCheckResult:
        return sheet_checks.sheet_check(given, progress, kind, inputs, seed, house)

    def chance(self, kind: object, inputs: object) -> Odds | None:
        return odds.chance(kind, inputs)

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> SetupEntry:
        return sheet_participant.participant(given, progress, id=id, name=name, house=house)

    def monster(self, stats: object) -> MonsterStats:
        return bestiary.stats(stats)

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> SetupEntry:
        bestiary.participant(stats)

    def odds(self, state: State, viewer: object, command: object) -> Odds | None:
        return odds.odds(state, viewer, command)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> SimulationReport:
        text = "The Fortune System has neither victory nor defeat to count, so there is nothing to simulate."
        refuse("simulation.none", text)

    def policy(self, state: State, actor: object) -> Command | None:
        return policy.command(state, actor)

    def decline(self, state: State, actor: object) -> Command | None:
        """See `rules.engine.game.HasDecline`."""
        return policy.decline(state, actor)


GAME = FortuneSystem()
