"""Fortune and Power behind the Game interface."""

from collections.abc import Mapping
from typing import Any

from rules.engine import codec
from rules.engine.account import Account, Event
from rules.engine.chance import key_from_seed
from rules.engine.offers import Offer
from rules.engine.refusals import refuse
from rules.engine.simulation import Progress
from rules.games.fortune_and_power import (
    about,
    aftermath,
    bestiary,
    checks,
    figures,
    moves,
    odds,
    offers,
    opening,
    policy,
    pools,
    sheet,
    sheet_checks,
    simulation,
    steps,
    tables,
    turns,
    view,
    warnings,
)
from rules.games.fortune_and_power.house import read as ruling
from rules.games.fortune_and_power.rulebook import RULEBOOK
from rules.games.fortune_and_power.scene import Scene
from rules.games.fortune_and_power.state import VERSION, State


class FortuneAndPower:
    """The game: see `rules.engine.game.Game` for what each method promises."""

    slug = tables.SLUG
    version = VERSION
    upgrades: Mapping[int, Any] = {}

    @property
    def description(self) -> dict[str, Any]:
        return about.description()

    @property
    def rulebook(self) -> list[dict[str, Any]]:
        return [dict(rule) for rule in RULEBOOK]

    def load(self, state: dict[str, Any]) -> State:
        return codec.decode(state, State, "state")

    def dump(self, state: State) -> dict[str, Any]:
        plain: dict[str, Any] = codec.encode(state)
        return plain

    def audit(self, state: State) -> None:
        """Refuse a state whose parts do not fit each other."""
        known = [person.id for person in state.people]
        if len(set(known)) != len(known) or sorted(known) != sorted(state.order):
            refuse("state.order", "order: does not name every participant exactly once.", "FNP-32")
        pending = state.pending
        if pending is not None and not {pending.by, pending.target} <= set(known):
            refuse("state.pending", "pending: names somebody who is not in the encounter.", "FNP-06")

    def check(self, kind: object, inputs: object, seed: object) -> dict[str, Any]:
        return checks.check(kind, inputs, seed)

    def chance(self, kind: object, inputs: object) -> dict[str, Any] | None:
        return odds.chance(kind, inputs)

    def start(self, setup: object, seed: object) -> State:
        return opening.start(setup, seed)

    def warnings(self, state: State) -> list[dict[str, Any]]:
        return warnings.warnings(state)

    def opening(self, state: State) -> list[Event]:
        return opening.tell(state)

    def actors(self, state: State) -> list[str]:
        if state.outcome is not None:
            return []
        if state.pending is not None:
            return [state.pending.target, tables.GM] if state.pending.kind == "blow" else [tables.GM]
        person = turns.on_turn(Scene(state))
        return [tables.GM] if person is None else [person.id, tables.GM]

    def offers(self, state: State, actor: object) -> list[Offer]:
        return offers.offers(Scene(state), actor)

    def act(self, state: State, command: object) -> Account:
        scene = Scene(state)
        moves.act(scene, command)
        return scene

    def view(self, state: State, viewer: object) -> dict[str, Any]:
        return view.view(state, viewer)

    def redeal(self, state: State, seed: object) -> Account:
        """The dice not rolled yet are thrown away and others sealed; typed in ones stay."""
        scene = Scene(state)
        state.dice.redeal(key_from_seed(seed), scene)
        return scene

    def aftermath(self, state: State) -> dict[str, Any]:
        return aftermath.aftermath(state)

    def new_sheet(self) -> dict[str, Any]:
        return sheet.blank()

    def sheet(self, given: object, progress: object, house: object = None, before: object = None) -> dict[str, Any]:
        ruled = ruling(house)
        checked, available = sheet.read(given, progress, ruled)
        if before is not None:
            sheet.check_priced(checked, before)
        return {"sheet": sheet.plain(checked), "figures": figures.figures(checked, available, ruled)}

    def steps(self, given: object, progress: object, house: object = None) -> list[dict[str, Any]]:
        return steps.steps(given, progress, house)

    def step(self, given: object, progress: object, step: object, house: object = None) -> dict[str, Any]:
        return steps.step(given, progress, step, house)

    def unstep(self, given: object, progress: object, step: object, house: object = None) -> dict[str, Any]:
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
    ) -> dict[str, Any]:
        return pools.touch(given, progress, pool, change=change, to=to, house_=house)

    def sheet_check(
        self,
        given: object,
        progress: object,
        kind: object,
        inputs: object,
        *,
        seed: object = None,
        house: object = None,
    ) -> dict[str, Any]:
        return sheet_checks.sheet_check(given, progress, kind, inputs, seed=seed, house_=house)

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
    ) -> dict[str, Any]:
        return sheet.participant(given, progress, id=id, name=name, group=group, side=side, house_=house)

    def monster(self, stats: object) -> dict[str, Any]:
        return bestiary.stats(stats)

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object = None, side: object = None
    ) -> dict[str, Any]:
        return bestiary.participant(stats, id=id, name=name, group=group, side=side)

    def odds(self, state: State, viewer: object, command: object) -> dict[str, Any] | None:
        return odds.odds(state, viewer, command)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> dict[str, Any]:
        return simulation.simulate(setup, seed=seed, games=games, policy_name=policy, progress=progress)

    def policy(self, state: State, actor: object) -> dict[str, Any] | None:
        return policy.command(Scene(state), actor)


GAME = FortuneAndPower()
