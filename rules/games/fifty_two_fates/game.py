"""52 Fates behind the Game interface."""

from typing import Any

from rules.engine import cards
from rules.engine import hidden as hiding
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
from rules.engine.refusals import refuse
from rules.engine.schemas import GameShapes, sentences_of
from rules.engine.simulation import Progress
from rules.games.fifty_two_fates import (
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
    simulation,
    tables,
    view,
    warnings,
)
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.event_types import EVENTS
from rules.games.fifty_two_fates.ready_made import READY_MADE
from rules.games.fifty_two_fates.rulebook import RULEBOOK
from rules.games.fifty_two_fates.shapes import Setup
from rules.games.fifty_two_fates.state import VERSION, Participant, State
from rules.games.fifty_two_fates.upgrades import UPGRADES
from rules.games.fifty_two_fates.view_types import FatesView, ParticipantView


class FiftyTwoFates(BaseGame[State]):
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
        view=FatesView,
    )

    @property
    def description(self) -> Description:
        return description.describe()

    def load(self, state: PlainState) -> State:
        """The typed state; its 52 cards are all there, each once."""
        loaded = super().load(state)
        deck = loaded.deck
        everywhere = deck.draw + deck.discard + deck.played + loaded.fd
        everywhere += "".join([participant.hand for participant in loaded.participants])
        if len(everywhere) != len(cards.DECK) or set(everywhere) != audit.FULL_DECK:
            refuse("state.cards", "deck: the cards of this state are not one whole deck.", "F52-01")
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
        phase, turn, _ = view.current_phase(Fight(state))
        return [] if phase == "over" else [*turn, tables.FD]

    def awaited(self, state: State) -> tuple[str, list[str]]:
        """See `rules.engine.game.SaysWhomItAwaits`."""
        phase, turn, _ = view.current_phase(Fight(state))
        return phase, turn

    def offers(self, state: State, actor: object) -> list[Offer]:
        return offers.offers(Fight(state), actor)

    def act(self, state: State, command: object) -> EventList:
        fight = Fight(state)
        moves.act(fight, command)
        return fight

    def view(self, state: State, viewer: object) -> View:
        return view.view(state, viewer)

    def hidden_view(self, state: State, participant: Participant) -> ParticipantView:
        return view.participant_view(state, participant)

    def hidden_extras(self, state: State, viewer: object) -> dict[str, Any]:
        """A hidden monster's hand is the FD's; a player character draws its own when it is revealed (F52-11)."""
        participant = hiding.find(state, viewer)
        return {} if participant is None else {"hand": cards.names_of(Fight(state).hand_of(participant))}

    def hidden_may_act(self, state: State, participant: Participant) -> bool:
        return hidden.may_act(Fight(state), participant)

    def hidden_offers(self, state: State, participant: Participant) -> list[Offer]:
        return hidden.offers(state, participant)

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
        return sheet.sheet(given, progress)

    def steps(self, given: object, progress: object, house: object) -> list[StepOffer]:
        """None: a level comes by itself with every fifth encounter survived (F52-90)."""
        sheet.read(given, progress)
        return []

    def step(self, given: object, progress: object, step: object, house: object) -> StepResult:
        refuse("step.none", "Nothing is bought in 52 Fates: levels come with encounters survived.", "F52-90")

    def unstep(self, given: object, progress: object, step: object, house: object) -> ChangedSheet:
        refuse("step.none", "Nothing is bought in 52 Fates, so nothing can be taken back.", "F52-90")

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> ChangedSheet:
        return pools.touch(given, progress, pool, change, to)

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> SheetCheckResult:
        return sheet_checks.sheet_check(given, progress, kind, inputs, seed)

    def chance(self, kind: object, inputs: object) -> Odds | None:
        return odds.chance(kind, inputs)

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> SetupEntry:
        sheet.check_side(side)
        enemy = side == tables.MONSTERS or (side is None and group not in (None, tables.PLAYERS))
        return sheet.participant(
            given, progress, id=id, name=name, group=group, side="monsters" if enemy else "players"
        )

    def monster(self, stats: object) -> MonsterStats:
        return bestiary.stats(stats)

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> SetupEntry:
        sheet.check_side(side)
        return bestiary.participant(stats, id=id, name=name, group=group)

    def odds(self, state: State, viewer: object, command: object) -> Odds | None:
        return odds.odds(state, viewer, command)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> SimulationReport:
        return simulation.simulate(setup, seed=seed, games=games, policy_name=policy, progress=progress)

    def policy(self, state: State, actor: object) -> Command | None:
        return policy.command(state, actor)

    def redeal(self, state: State, seed: object) -> EventList:
        fight = Fight(state)
        state.deck.redeal(key_from_seed(seed), fight)
        return fight


GAME = FiftyTwoFates()
