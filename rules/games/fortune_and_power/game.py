"""Fortune and Power behind the Game interface."""

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
from rules.engine.schemas import GameShapes, sentences_of
from rules.engine.simulation import Progress
from rules.games.fortune_and_power import (
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
    sheet_figures,
    simulation,
    steps,
    tables,
    turns,
    view,
    warnings,
)
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.event_types import EVENTS
from rules.games.fortune_and_power.house_rules import parse_house_rules
from rules.games.fortune_and_power.ready_made import READY_MADE
from rules.games.fortune_and_power.rulebook import RULEBOOK
from rules.games.fortune_and_power.shapes import Setup
from rules.games.fortune_and_power.state import VERSION, Participant, State
from rules.games.fortune_and_power.upgrades import UPGRADES
from rules.games.fortune_and_power.view_types import ParticipantView, PowerView


class FortuneAndPower(BaseGame[State]):
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
        sheet=sheet.Sheet,
        monster=bestiary.Stats,
        events=EVENTS,
        sentences=sentences_of(moves.MOVES),
        view=PowerView,
    )

    @property
    def description(self) -> Description:
        return description.describe()

    def audit(self, state: State) -> None:
        audit.audit(state)

    def check(self, kind: object, inputs: object, seed: object) -> CheckResult:
        return checks.check(kind, inputs, seed)

    def chance(self, kind: object, inputs: object) -> Odds | None:
        return odds.chance(kind, inputs)

    def start(self, setup: object, seed: object) -> State:
        return opening.start(setup, seed)

    def warnings(self, state: State) -> list[SetupWarning]:
        return warnings.warnings(state)

    def opening(self, state: State) -> list[Event]:
        return opening.opening_events(state)

    def actors(self, state: State) -> list[str]:
        if state.outcome is not None:
            return []
        if state.pending is not None:
            return [state.pending.target, tables.GM] if state.pending.kind == "blow" else [tables.GM]
        participant = turns.on_turn(Scene(state))
        return [tables.GM] if participant is None else [participant.id, tables.GM]

    def awaited(self, state: State) -> tuple[str, list[str]]:
        """See `rules.engine.game.SaysWhomItAwaits`."""
        participant = turns.on_turn(Scene(state)) if state.outcome is None else None
        return view.phase(state), view.who_must_act(state, participant)

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
        """None: nothing else of this game is hidden."""
        return {}

    def hidden_may_act(self, state: State, participant: Participant) -> bool:
        return hidden.may_act(state, participant)

    def hidden_offers(self, state: State, participant: Participant) -> list[Offer]:
        return hidden.offers(state, participant)

    def redeal(self, state: State, seed: object) -> EventList:
        """Seal new dice instead of those that are not rolled yet; dice that were entered stay."""
        scene = Scene(state)
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

    def sheet(self, given: object, progress: object, house: object = None, before: object = None) -> CheckedSheet:
        house_rules = parse_house_rules(house)
        checked, available = sheet.read(given, progress, house_rules)
        if before is not None:
            sheet.check_bought_unchanged(checked, before)
        return {"sheet": sheet.plain_sheet(checked), "figures": sheet_figures.figures(checked, available, house_rules)}

    def steps(self, given: object, progress: object, house: object = None) -> list[StepOffer]:
        return steps.steps(given, progress, house)

    def step(self, given: object, progress: object, step: object, house: object = None) -> StepResult:
        return steps.step(given, progress, step, house)

    def unstep(self, given: object, progress: object, step: object, house: object = None) -> ChangedSheet:
        return steps.unstep(given, progress, step, house)

    def touch(
        self,
        given: object,
        progress: object,
        pool: object,
        *,
        change: object = None,
        to: object = None,
        house: object = None,
    ) -> ChangedSheet:
        return pools.touch(given, progress, pool, change=change, to=to, house=house)

    def sheet_check(
        self,
        given: object,
        progress: object,
        kind: object,
        inputs: object,
        *,
        seed: object = None,
        house: object = None,
    ) -> SheetCheckResult:
        return sheet_checks.sheet_check(given, progress, kind, inputs, seed=seed, house=house)

    def participant(
        self,
        given: object,
        progress: object,
        *,
        id: object,
        name: object,
        group: object = None,
        side: object = None,
        house: object = None,
    ) -> SetupEntry:
        return sheet.participant(given, progress, id=id, name=name, group=group, side=side, house=house)

    def monster(self, stats: object) -> MonsterStats:
        return bestiary.stats(stats)

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object = None, side: object = None
    ) -> SetupEntry:
        return bestiary.participant(stats, id=id, name=name, group=group, side=side)

    def odds(self, state: State, viewer: object, command: object) -> Odds | None:
        return odds.odds(state, viewer, command)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> SimulationReport:
        return simulation.simulate(setup, seed=seed, games=games, policy_name=policy, progress=progress)

    def policy(self, state: State, actor: object) -> Command | None:
        return policy.command(Scene(state), actor)


GAME = FortuneAndPower()
