"""Copper Dice behind the interface of `rules.engine.game.Game`."""

from collections.abc import Mapping
from typing import Any

from rules.engine import codec
from rules.engine.chance import key_from_seed
from rules.engine.event_list import EventList
from rules.engine.json_types import (
    Aftermath,
    ChangedSheet,
    CheckedSheet,
    CheckResult,
    Command,
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
from rules.engine.refusals import refuse
from rules.engine.schemas import GameShapes
from rules.engine.simulation import Progress, choose_policy, run_games
from tests.fifth_game import moves, offers, sheet, tables
from tests.fifth_game import state as states
from tests.fifth_game.outputs import EVENTS, BrawlView
from tests.fifth_game.rulebook import RULEBOOK
from tests.fifth_game.shapes import Entry, Setup, Stats
from tests.fifth_game.state import VERSION, Scene, State

DESCRIPTION: dict[str, Any] = {
    "slug": tables.SLUG,
    "name": "Copper Dice",
    "gm": "Innkeeper",
    "chance": "dice",
    "die": tables.SIDES,
    "options": {"hits_at": {"default": 8, "min": 4, "max": 12, "label": "A feat succeeds at", "rule": "CPD-03"}},
    "commands": list(moves.MOVES),
    "checks": ["feat"],
    "experience": {
        "units": [{"key": "pennies", "one": "penny", "many": "pennies", "most": 999}],
        "per_encounter": {"unit": "pennies", "amount": 1},
    },
    "simulates": True,
    "opponents": True,
    "credit": {
        "words": "Brawls in an inn, with two dice and little patience.",
        "maker": "the Fatekeeper project",
        "licence": "CC0 1.0",
    },
}


class CopperDice:
    """The game."""

    slug = tables.SLUG
    version = VERSION
    upgrades: Mapping[int, Any] = {}
    description = DESCRIPTION
    rulebook = RULEBOOK
    shapes = GameShapes(
        commands={name: move[0] for name, move in moves.MOVES.items()},
        checks={"feat": sheet.Feat},
        setup=Setup,
        sheet=sheet.Sheet,
        monster=Stats,
        events=EVENTS,
        view=BrawlView,
    )

    def load(self, state: PlainState) -> State:
        return codec.decode(state, State, "state")

    def dump(self, state: State) -> PlainState:
        plain: PlainState = codec.encode(state)
        return plain

    def audit(self, state: State) -> None:
        if len({participant.id for participant in state.participants}) < len(state.participants):
            refuse("state.participants", "participants: someone is named twice.")

    def start(self, setup: object, seed: object) -> State:
        return states.start(setup, seed)

    def warnings(self, state: State) -> list[SetupWarning]:
        one_side = len(states.sides_left(state)) < 2
        return [{"text": "Only one side takes part.", "rules": ["CPD-05"]}] if one_side else []

    def opening(self, state: State) -> list[Event]:
        scene = Scene(state)
        state.dice.announce_seals(scene, 0, state.dice.sealed)
        names = ", then ".join(participant.name for participant in state.participants)
        scene.add_event(
            "order", f"Order: {names}.", ("CPD-04",), order=[participant.id for participant in state.participants]
        )
        return scene.events

    def actors(self, state: State) -> list[str]:
        if state.outcome is not None:
            return []
        participant = states.on_turn(state)
        return [tables.GM] if participant is None else [participant.id, tables.GM]

    def offers(self, state: State, actor: object) -> list[dict[str, Any]]:
        return offers.offers(state, actor)

    def act(self, state: State, command: object) -> EventList:
        scene = Scene(state)
        moves.act(scene, command)
        return scene

    def view(self, state: State, viewer: object) -> View:
        return offers.view(state, viewer)

    def redeal(self, state: State, seed: object) -> EventList:
        scene = Scene(state)
        state.dice.redeal(key_from_seed(seed), scene)
        return scene

    def aftermath(self, state: State) -> Aftermath:
        if state.outcome is None:
            refuse("encounter.running", "The brawl is not over yet; end it first.")
        everyone = [*state.participants, *state.gone]
        left = {
            participant.id: {"survived": True, "sheet": {"grit": min(participant.grit, tables.GRIT)}}
            for participant in everyone
        }
        return {"outcome": state.outcome, "counts": True, "participants": left}

    def odds(self, state: State, viewer: object, command: object) -> Odds | None:
        return offers.odds(state, command)

    def policy(self, state: State, actor: object) -> Command | None:
        return offers.policy(state, actor)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> SimulationReport:
        choose = choose_policy({"simple": offers.policy}, policy)
        side = states.start(setup, 0).participants[0].side

        def play_one(key: str) -> dict[str, float]:
            state = states.start(setup, key)
            while len(states.sides_left(state)) > 1 and state.round <= tables.LONGEST:
                participant = states.on_turn(state)
                assert participant is not None
                moves.act(Scene(state), choose(state, participant.id))
            mine = [participant for participant in state.participants if participant.side == side]
            return {
                "victory": float(states.sides_left(state) == {side}),
                "defeat": float(side not in states.sides_left(state)),
                "rounds": float(state.round),
                "hp_left": sum(participant.grit / participant.max_grit for participant in mine) / len(mine),
                "deaths": 0.0,
            }

        return run_games(play_one, seed=seed, games=games, progress=progress)

    def check(self, kind: object, inputs: object, seed: object) -> CheckResult:
        return sheet.check(kind, inputs, seed)

    def chance(self, kind: object, inputs: object) -> Odds | None:
        return sheet.chance_of(kind, inputs)

    def new_sheet(self) -> PlainSheet:
        plain: dict[str, Any] = codec.encode(sheet.Sheet())
        return plain

    def sheet(self, given: object, progress: object, house: object, before: object) -> CheckedSheet:
        read, pennies = sheet.read(given, progress)
        if isinstance(before, dict) and before.get("finished") and before.get("level") != read.level:
            refuse("sheet.priced", "level: it is raised step by step.", "CPD-02")
        return {"sheet": codec.encode(read), "figures": sheet.figures(read, pennies)}

    def steps(self, given: object, progress: object, house: object) -> list[StepOffer]:
        return sheet.steps(given, progress)

    def step(self, given: object, progress: object, step: object, house: object) -> StepResult:
        return sheet.step(given, progress, step)

    def unstep(self, given: object, progress: object, step: object, house: object) -> ChangedSheet:
        return sheet.unstep(given, progress, step)

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> ChangedSheet:
        return sheet.touch(given, progress, pool, change, to)

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> SheetCheckResult:
        return sheet.sheet_check(given, progress, kind, inputs, seed)

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> SetupEntry:
        read, _pennies = sheet.read(given, progress)
        entry = {"id": id, "name": name, "side": side or "players", "level": read.level, "grit": read.grit}
        return self._entry({**entry, "max_grit": tables.GRIT})

    def monster(self, stats: object) -> MonsterStats:
        given = codec.plain_object(stats, "stats")
        checked = self._entry({"id": "someone", "name": "Someone", "side": "monsters", **given})
        return {name: checked[name] for name in given}

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> SetupEntry:
        return self._entry({**self.monster(stats), "id": id, "name": name, "side": side or "monsters"})

    def _entry(self, given: dict[str, Any]) -> dict[str, Any]:
        entry = codec.decode(given, Entry, "participant")
        states.enter(entry, "participant")
        return {**given, **codec.encode(entry)}


GAME = CopperDice()
