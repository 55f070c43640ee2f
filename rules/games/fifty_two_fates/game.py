"""52 Fates behind the Game interface."""

from collections.abc import Mapping
from typing import Any

from rules.engine import cards, codec
from rules.engine.account import Account, Event
from rules.engine.chance import key_from_seed
from rules.engine.offers import Offer
from rules.engine.refusals import refuse
from rules.engine.simulation import Progress
from rules.games.fifty_two_fates import (
    aftermath,
    aside,
    bestiary,
    checks,
    moves,
    odds,
    offers,
    opening,
    sheet,
    simulation,
    tables,
    view,
    warnings,
)
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.rulebook import RULEBOOK
from rules.games.fifty_two_fates.state import VERSION, State

WHOLE = set(cards.DECK)


class FiftyTwoFates:
    """The game: see `rules.engine.game.Game` for what each method promises."""

    slug = tables.SLUG
    version = VERSION
    upgrades: Mapping[int, Any] = {}

    @property
    def description(self) -> dict[str, Any]:
        return {
            "slug": self.slug,
            "name": "52 Fates",
            "gm": "Fate Dealer",
            "chance": "cards",
            "classes": ["warrior", "wizard"],
            "options": {
                "fd_hand": {
                    "default": "level",
                    "choices": ["level", "hand"],
                    "words": {"level": "the highest level", "hand": "the highest level + 2"},
                    "label": "Cards in the Fate Dealer's hand",
                    "rule": "F52-11",
                },
                "fd_extra_cards": {
                    "default": 0,
                    "min": 0,
                    "max": 10,
                    "label": "More cards for the Fate Dealer's hand",
                    "rule": "F52-11",
                },
            },
            "commands": list(moves.MOVES),
            "checks": list(checks.KINDS),
            "experience": {
                "units": [{"key": "encounters", "one": "encounter", "many": "encounters", "most": 245}],
                "per_encounter": {"unit": "encounters", "amount": 1},
            },
            "simulates": True,
            "opponents": True,
            "groups": True,
        }

    @property
    def rulebook(self) -> list[dict[str, Any]]:
        return [dict(rule) for rule in RULEBOOK]

    def load(self, state: dict[str, Any]) -> State:
        """The typed state; its 52 cards are all there, each once."""
        loaded = codec.decode(state, State, "state")
        deck = loaded.deck
        everywhere = deck.draw + deck.discard + deck.played + loaded.fd
        everywhere += "".join([person.hand for person in loaded.people])
        if len(everywhere) != len(cards.DECK) or set(everywhere) != WHOLE:
            refuse("state.cards", "deck: the cards of this state are not one whole deck.", "F52-01")
        return loaded

    def dump(self, state: State) -> dict[str, Any]:
        plain: dict[str, Any] = codec.encode(state)
        return plain

    def audit(self, state: State) -> None:
        """Refuse a state whose parts do not fit each other."""
        known = {person.id for person in state.people}
        pending = state.pending
        if pending is not None and not known.issuperset((pending.actor, pending.target)):
            refuse("state.pending", "pending: names somebody who is not in the encounter.")
        if pending is not None and not set(pending.cards) <= set(state.deck.played):
            refuse("state.pending", "pending: names cards that were not played.")
        if any(not known.issuperset(pair.split(" ")) or pair.count(" ") != 1 for pair in state.ranges):
            refuse("state.ranges", "ranges: names somebody who is not in the encounter.")
        if any(group.card not in WHOLE and group.card != "" for group in state.initiative):
            refuse("state.initiative", "initiative: names a card that the deck lacks.")
        covered = set("".join([shuffle.order for shuffle in state.deck.shuffles]))
        if covered != WHOLE or len(state.deck.key) != 64 or set(state.deck.key) - set("0123456789abcdef"):
            refuse("state.deck", "deck: its shuffles or its key are damaged.")

    def check(self, kind: object, inputs: object, seed: object) -> dict[str, Any]:
        return checks.check(kind, inputs, seed)

    def start(self, setup: object, seed: object) -> State:
        return opening.start(setup, seed)

    def warnings(self, state: State) -> list[dict[str, Any]]:
        return warnings.warnings(state)

    def opening(self, state: State) -> list[Event]:
        return opening.tell(state)

    def actors(self, state: State) -> list[str]:
        phase, turn, _ = view.now(Fight(state))
        return [] if phase == "over" else [*turn, tables.FD]

    def offers(self, state: State, actor: object) -> list[Offer]:
        return offers.offers(Fight(state), actor)

    def act(self, state: State, command: object) -> Account:
        fight = Fight(state)
        moves.act(fight, command)
        return fight

    def view(self, state: State, viewer: object) -> dict[str, Any]:
        return view.view(state, viewer)

    def aftermath(self, state: State) -> dict[str, Any]:
        return aftermath.aftermath(state)

    def new_sheet(self) -> dict[str, Any]:
        return sheet.blank()

    def sheet(self, given: object, progress: object, house: object, before: object) -> dict[str, Any]:
        return sheet.sheet(given, progress)

    def steps(self, given: object, progress: object, house: object) -> list[dict[str, Any]]:
        """None: a level comes by itself with every fifth encounter survived (F52-90)."""
        sheet.read(given, progress)
        return []

    def step(self, given: object, progress: object, step: object, house: object) -> dict[str, Any]:
        refuse("step.none", "Nothing is bought in 52 Fates: levels come with encounters survived.", "F52-90")

    def unstep(self, given: object, progress: object, step: object, house: object) -> dict[str, Any]:
        refuse("step.none", "Nothing is bought in 52 Fates, so nothing can be taken back.", "F52-90")

    def touch(
        self, given: object, progress: object, pool: object, *, change: object, to: object, house: object
    ) -> dict[str, Any]:
        return aside.touch(given, progress, pool, change, to)

    def sheet_check(
        self, given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
    ) -> dict[str, Any]:
        return aside.sheet_check(given, progress, kind, inputs, seed)

    def chance(self, kind: object, inputs: object) -> dict[str, Any] | None:
        return aside.chance(kind, inputs)

    def participant(
        self, given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
    ) -> dict[str, Any]:
        enemy = side == tables.MONSTERS or (side is None and group not in (None, tables.PLAYERS))
        return sheet.participant(
            given, progress, id=id, name=name, group=group, side="monsters" if enemy else "players"
        )

    def monster(self, stats: object) -> dict[str, Any]:
        return bestiary.stats(stats)

    def monster_participant(
        self, stats: object, *, id: object, name: object, group: object, side: object
    ) -> dict[str, Any]:
        return bestiary.participant(stats, id=id, name=name, group=group)

    def odds(self, state: State, viewer: object, command: object) -> dict[str, Any] | None:
        return odds.odds(state, viewer, command)

    def simulate(
        self, setup: object, *, seed: object, games: object, policy: object, progress: Progress | None
    ) -> dict[str, Any]:
        return simulation.simulate(setup, seed=seed, games=games, policy_name=policy, progress=progress)

    def policy(self, state: State, actor: object) -> dict[str, Any] | None:
        return simulation.command(state, actor)

    def redeal(self, state: State, seed: object) -> Account:
        fight = Fight(state)
        state.deck.redeal(key_from_seed(seed), fight)
        return fight


GAME = FiftyTwoFates()
