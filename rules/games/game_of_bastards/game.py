"""A Game of Bastards behind the Game interface."""

from collections.abc import Mapping
from typing import Any

from rules.engine import codec
from rules.engine.account import Account, Event
from rules.engine.chance import key_from_seed
from rules.engine.offers import Offer
from rules.engine.simulation import Progress
from rules.games.game_of_bastards import (
    aftermath,
    audit,
    bestiary,
    checks,
    moves,
    odds,
    offers,
    opening,
    sheet,
    sheet_aside,
    simulation,
    steps,
    tables,
    view,
    warnings,
)
from rules.games.game_of_bastards.fight import Fight
from rules.games.game_of_bastards.rulebook import RULEBOOK
from rules.games.game_of_bastards.state import VERSION, State


class GameOfBastards:
    """The game: see `rules.engine.game.Game` for what each method promises."""

    slug = tables.SLUG
    version = VERSION
    upgrades: Mapping[int, Any] = {}

    @property
    def description(self) -> dict[str, Any]:
        return {
            "slug": self.slug,
            "name": "A Game of Bastards",
            "gm": "Dealer",
            "chance": "cards",
            "options": {
                "decks": {
                    "default": 2,
                    "choices": [2, 1],
                    "label": "Decks that are shuffled together, each with two jokers",
                    "rule": "GOB-01",
                },
                "wildcards_last": {
                    "default": "session",
                    "choices": ["session", "scene", "campaign"],
                    "words": {"session": "for the session", "scene": "for the scene", "campaign": "for good"},
                    "label": "How long wildcards last",
                    "rule": "GOB-06",
                },
                "body_adds_to_damage": {
                    "default": True,
                    "choices": [True, False],
                    "label": "Physical damage adds the attacker's Body",
                    "rule": "GOB-46",
                },
            },
            "commands": list(moves.MOVES),
            "checks": list(checks.KINDS),
            "experience": {
                "units": [{"key": "xp", "one": "experience point", "many": "experience points", "most": 9999}],
                "per_encounter": None,
            },
            "jokers": True,
            "simulates": True,
            "opponents": True,
            "dealerless": True,
        }

    @property
    def rulebook(self) -> list[dict[str, Any]]:
        return [dict(rule) for rule in RULEBOOK]

    def load(self, state: dict[str, Any]) -> State:
        """The typed state; all cards of its decks are there, each once."""
        loaded = codec.decode(state, State, "state")
        audit.cards(loaded)
        return loaded

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
        """Those whom play waits for, then everybody who is in: a wildcard and giving up are possible at any time."""
        fight = Fight(state)
        phase, turn = view.now(fight)
        if phase == "over":
            return []
        others = [person.id for person in fight.ins() if person.id not in turn]
        return [*turn, *others, tables.DEALER]

    def offers(self, state: State, actor: object) -> list[Offer]:
        return offers.offers(Fight(state), actor)

    def act(self, state: State, command: object) -> Account:
        fight = Fight(state)
        moves.act(fight, command)
        return fight

    def view(self, state: State, viewer: object) -> dict[str, Any]:
        return view.view(state, viewer)

    def released(self, state: State, who: frozenset[str]) -> None:
        """These are seen by themselves alone (GOB-97)."""
        for person in state.people:
            if person.id in who:
                person.controller = person.id

    def redeal(self, state: State, seed: object) -> Account:
        fight = Fight(state)
        state.deck.redeal(key_from_seed(seed), fight)
        return fight

    def aftermath(self, state: State) -> dict[str, Any]:
        return aftermath.aftermath(state)

    def new_sheet(self) -> dict[str, Any]:
        return sheet.blank()

    def sheet(self, given: object, progress: object, house: object, before: object) -> dict[str, Any]:
        return sheet.sheet(given, progress, house, before)

    def steps(self, given: object, progress: object, house: object) -> list[dict[str, Any]]:
        return steps.steps(given, progress, house)

    def step(self, given: object, progress: object, step: object, house: object) -> dict[str, Any]:
        return steps.step(given, progress, step, house)

    def unstep(self, given: object, progress: object, step: object, house: object) -> dict[str, Any]:
        return steps.unstep(given, progress, step, house)

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> dict[str, Any]:
        return sheet_aside.touch(given, progress, pool, change=change, to=to, house=house)

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> dict[str, Any]:
        return sheet_aside.sheet_check(given, progress, kind, inputs, seed=seed, house=house, check=checks.check)

    def chance(self, kind: object, inputs: object) -> dict[str, Any] | None:
        return odds.chance(kind, inputs)

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> dict[str, Any]:
        return sheet.participant(given, progress, id=id, name=name, group=group, side=side, house=house)

    def monster(self, stats: object) -> dict[str, Any]:
        return bestiary.stats(stats)

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> dict[str, Any]:
        return bestiary.participant(stats, id=id, name=name, group=group, side=side)

    def odds(self, state: State, viewer: object, command: object) -> dict[str, Any] | None:
        return odds.odds(state, viewer, command)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> dict[str, Any]:
        return simulation.simulate(setup, seed=seed, games=games, policy_name=policy, progress=progress)

    def policy(self, state: State, actor: object) -> dict[str, Any] | None:
        return simulation.command(state, actor)


GAME = GameOfBastards()
