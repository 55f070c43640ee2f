"""The Fortune System behind the Game interface."""

from collections.abc import Mapping
from typing import Any

from rules.engine import codec
from rules.engine.account import Account, Event
from rules.engine.chance import key_from_seed
from rules.engine.offers import Offer
from rules.engine.refusals import refuse
from rules.engine.simulation import Progress
from rules.games.fortune_system import (
    aftermath,
    aside,
    audit,
    bestiary,
    checks,
    edits,
    entering,
    moves,
    odds,
    offers,
    opening,
    policy,
    sheet,
    steps,
    tables,
    taking,
    unsteps,
    view,
    warnings,
)
from rules.games.fortune_system.rulebook import RULEBOOK
from rules.games.fortune_system.scene import Scene
from rules.games.fortune_system.state import VERSION, State


class FortuneSystem:
    """The game: see `rules.engine.game.Game` for what each method promises."""

    slug = tables.SLUG
    version = VERSION
    upgrades: Mapping[int, Any] = {}

    @property
    def description(self) -> dict[str, Any]:
        return {
            "slug": self.slug,
            "name": "Fortune System",
            "gm": "GM",
            "chance": "dice",
            "die": tables.SIDES,
            "options": {
                "slots": {
                    "default": tables.SLOTS,
                    "min": 1,
                    "max": tables.MOST_SLOTS,
                    "label": "Fortune slots a character: four; five in parties up to four, three in parties above six",
                    "rule": "FOS-01",
                },
                "equal_passes": {
                    "default": False,
                    "choices": [False, True],
                    "label": "A die equal to the chance of success passes",
                    "rule": "FOS-03",
                },
                "xp_per_level": {
                    "default": tables.XP_PER_LEVEL,
                    "min": 1,
                    "max": 9999,
                    "label": "Experience points a level",
                    "rule": "FOS-23",
                    "creation": True,
                },
            },
            # Nobody stands against the characters in a scene: monsters take trigger damage at most (FOS-27).
            "monsters": False,
            "commands": list(moves.MOVES),
            "checks": list(checks.KINDS),
            "sheet_checks": [*aside.KINDS, "pools", "talents", "harm"],
            "rows": ["talent", "skill", "group"],
            "experience": {
                "units": [
                    {"key": "xp", "one": "experience point", "many": "experience points", "most": 9999},
                    {"key": "levels", "one": "level", "many": "levels", "most": tables.HIGHEST_LEVEL - 1},
                ],
                "per_encounter": None,
            },
            "simulates": False,
        }

    @property
    def rulebook(self) -> list[dict[str, Any]]:
        return [dict(rule) for rule in RULEBOOK]

    def load(self, state: dict[str, Any]) -> State:
        return codec.decode(state, State, "state")

    def dump(self, state: State) -> dict[str, Any]:
        plain: dict[str, Any] = codec.encode(state)
        return plain

    def audit(self, state: State) -> None:
        audit.audit(state)

    def check(self, kind: object, inputs: object, seed: object) -> dict[str, Any]:
        return checks.check(kind, inputs, seed)

    def start(self, setup: object, seed: object) -> State:
        return opening.start(setup, seed)

    def warnings(self, state: State) -> list[dict[str, Any]]:
        return warnings.warnings(state)

    def opening(self, state: State) -> list[Event]:
        return opening.tell(state)

    def actors(self, state: State) -> list[str]:
        return view.actors(state)

    def offers(self, state: State, actor: object) -> list[Offer]:
        return offers.offers(Scene(state), actor)

    def act(self, state: State, command: object) -> Account:
        scene = Scene(state)
        moves.act(scene, command)
        return scene

    def view(self, state: State, viewer: object) -> dict[str, Any]:
        return view.view(state, viewer)

    def redeal(self, state: State, seed: object) -> Account:
        """Begin another series of sealed dice; supplied dice stay."""
        scene = Scene(state)
        state.fresh = None
        state.dice.redeal(key_from_seed(seed), scene)
        return scene

    def aftermath(self, state: State) -> dict[str, Any]:
        return aftermath.aftermath(state)

    def new_sheet(self) -> dict[str, Any]:
        return sheet.blank()

    def sheet(self, given: object, progress: object, house: object, before: object) -> dict[str, Any]:
        return edits.sheet(given, progress, house, before)

    def steps(self, given: object, progress: object, house: object) -> list[dict[str, Any]]:
        return steps.steps(given, progress, house)

    def step(self, given: object, progress: object, step: object, house: object) -> dict[str, Any]:
        return taking.step(given, progress, step, house)

    def unstep(self, given: object, progress: object, step: object, house: object) -> dict[str, Any]:
        return unsteps.unstep(given, progress, step, house)

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> dict[str, Any]:
        return edits.touch(given, progress, pool, change, to, house)

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> dict[str, Any]:
        return aside.sheet_check(given, progress, kind, inputs, seed, house)

    def chance(self, kind: object, inputs: object) -> dict[str, Any] | None:
        return checks.chance(kind, inputs)

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> dict[str, Any]:
        return entering.participant(given, progress, id=id, name=name, house=house)

    def monster(self, stats: object) -> dict[str, Any]:
        return bestiary.stats(stats)

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> dict[str, Any]:
        bestiary.participant(stats)

    def odds(self, state: State, viewer: object, command: object) -> dict[str, Any] | None:
        return odds.odds(state, viewer, command)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> dict[str, Any]:
        text = "The Fortune System has neither victory nor defeat to count, so there is nothing to simulate."
        refuse("simulation.none", text)

    def policy(self, state: State, actor: object) -> dict[str, Any] | None:
        return policy.command(state, actor)


GAME = FortuneSystem()
