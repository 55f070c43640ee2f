"""A Game of Bastards behind the Game interface."""

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
    PlainState,
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
from rules.games.game_of_bastards import (
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
    sheet_shape,
    simulation,
    steps,
    tables,
    view,
    warnings,
)
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.event_types import EVENTS
from rules.games.game_of_bastards.ready_made import READY_MADE
from rules.games.game_of_bastards.rulebook import RULEBOOK
from rules.games.game_of_bastards.shapes import Setup
from rules.games.game_of_bastards.state import VERSION, Participant, State
from rules.games.game_of_bastards.upgrades import UPGRADES
from rules.games.game_of_bastards.view_types import BastardsView, ParticipantView


class GameOfBastards(BaseGame[State]):
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
        sheet=sheet_shape.Sheet,
        monster=bestiary.Stats,
        events=EVENTS,
        sentences=sentences_of(moves.MOVES),
        view=BastardsView,
    )

    @property
    def description(self) -> Description:
        return description.describe()

    def load(self, state: PlainState) -> State:
        """The typed state; all cards of its decks are there, each once."""
        loaded = super().load(state)
        audit.audit_cards(loaded)
        return loaded

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
        """Those whom play waits for, then everyone who is in: a wildcard and giving up are possible at any time."""
        fight = Fight(state)
        phase, turn = view.current_phase(fight)
        if phase == "over":
            return []
        others = [participant.id for participant in fight.remaining_participants() if participant.id not in turn]
        return [*turn, *others, tables.DEALER]

    def awaited(self, state: State) -> tuple[str, list[str]]:
        """See `rules.engine.game.SaysWhomItAwaits`."""
        return view.current_phase(Fight(state))

    def offers(self, state: State, actor: object) -> list[Offer]:
        return offers.offers(Fight(state), actor)

    def act(self, state: State, command: object) -> EventList:
        fight = Fight(state)
        moves.act(fight, command)
        return fight

    def view(self, state: State, viewer: object) -> View:
        return view.view(state, viewer)

    def release_control(self, state: State, who: frozenset[str]) -> None:
        """See `rules.engine.game.HasControllers` (GOB-97)."""
        for participant in [*state.participants, *state.hidden]:
            if participant.id in who:
                participant.controller = participant.id

    def hidden_view(self, state: State, participant: Participant) -> ParticipantView:
        return view.participant_view(Fight(state), participant)

    def hidden_extras(self, state: State, viewer: object) -> dict[str, Any]:
        """None: a hidden participant draws its hand when it is revealed (GOB-98)."""
        return {}

    def hidden_may_act(self, state: State, participant: Participant) -> bool:
        return hidden.may_act(Fight(state), participant)

    def hidden_offers(self, state: State, participant: Participant) -> list[Offer]:
        return hidden.offers(state, participant)

    def redeal(self, state: State, seed: object) -> EventList:
        fight = Fight(state)
        state.deck.redeal(key_from_seed(seed), fight)
        return fight

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
        return sheet.sheet(given, progress, house, before)

    def steps(self, given: object, progress: object, house: object) -> list[StepOffer]:
        return steps.steps(given, progress, house)

    def step(self, given: object, progress: object, step: object, house: object) -> StepResult:
        return steps.step(given, progress, step, house)

    def unstep(self, given: object, progress: object, step: object, house: object) -> ChangedSheet:
        return steps.unstep(given, progress, step, house)

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> ChangedSheet:
        return pools.touch(given, progress, pool, change=change, to=to, house=house)

    def end_session(self, given: object, house: object) -> ChangedSheet | None:
        """See `rules.engine.game.HasSessionEnd`."""
        return pools.end_session(given, house)

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> SheetCheckResult:
        return sheet_checks.sheet_check(given, progress, kind, inputs, seed=seed, house=house, check=checks.check)

    def chance(self, kind: object, inputs: object) -> Odds | None:
        return odds.chance(kind, inputs)

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> SetupEntry:
        return sheet.participant(given, progress, id=id, name=name, group=group, side=side, house=house)

    def monster(self, stats: object) -> MonsterStats:
        return bestiary.stats(stats)

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> SetupEntry:
        return bestiary.participant(stats, id=id, name=name, group=group, side=side)

    def odds(self, state: State, viewer: object, command: object) -> Odds | None:
        return odds.odds(state, viewer, command)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> SimulationReport:
        return simulation.simulate(setup, seed=seed, games=games, policy_name=policy, progress=progress)

    def policy(self, state: State, actor: object) -> Command | None:
        return policy.command(state, actor)


GAME = GameOfBastards()
