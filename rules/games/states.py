"""The part of `rules.play` that reads stored states: comparing them, counting hands, checking fairness.

What `rules.play` says of `system` and `state` holds here too.
"""

from collections.abc import Callable, Iterable
from typing import Any

from rules.engine import cards, codec, fairness, hidden, real_hands
from rules.engine.game import AnyGame, HasControllers
from rules.engine.json_types import Awaited, PlainState, VerifyReport
from rules.engine.open_state import OpenState, Roster, roster_of
from rules.engine.refusals import refuse
from rules.games import registry

MOST_DECKS = 100


def open_state(system: object, state: object) -> OpenState:
    """The same state, which the functions of `rules.play` decode once instead of at every call."""
    return OpenState(registry.upgrade_to_current(registry.game(system), state))


def roster(system: object, state: object) -> Roster | None:
    """Everyone in an encounter, including hidden participants, as tuples of the fields that the site stores in rows.

    Returns (id, hidden, name, group, side, controller) each, or None in a game without participants. A command that
    leaves the roster equal has changed nobody's row.
    """
    return roster_of(registry.load_state(registry.game(system), state))


def same(system: object, one: object, other: object) -> bool:
    """Whether two states of one encounter are equal once both have today's version (`rules.engine.upgrades`)."""
    game = registry.game(system)
    return registry.comparable_bytes(game, one) == registry.comparable_bytes(game, other)


def awaited(system: object, state: object) -> Awaited:
    """Whom play waits for, as everyone at the table may know it.

    Returns `{"phase", "who"}`: the game's word for what is asked, and ids of participants; `["gm"]` when the game
    master decides how to continue, `[]` after the end. Play never waits for a hidden participant.
    """
    game = registry.game(system)
    loaded = registry.load_state(game, state)
    with registry.blame_damaged_state(game, loaded):
        # Not isinstance, which would inspect the protocol again in every command.
        ask: Callable[[Any], tuple[str, list[str]]] | None = getattr(game, "awaited", None)
        phase, who = _awaited_in_view(game, loaded) if ask is None else ask(loaded)
    return {"phase": phase, "who": [] if phase == "over" else who or [hidden.GM]}


def _awaited_in_view(game: AnyGame, loaded: object) -> tuple[str, list[str]]:
    visible = game.view(loaded, "observer")
    return str(visible.get("phase", "")), list(visible["waiting"] if "waiting" in visible else visible.get("turn", []))


def without_hidden(system: object, state: object) -> PlainState:
    """The state without its hidden participants, for viewers who know of none. It must not be played on."""
    game = registry.game(system)
    loaded = game.load(registry.upgrade_to_current(game, state))
    hidden.remove_all(loaded)
    return game.dump(loaded)


def released(system: object, state: object, who: Iterable[str]) -> Any:
    """A copy of the state in which nobody else controls these participants; only for reading, never to play on.

    `who`: participants' ids; unknown ones are ignored. Not read in a game in which nobody controls others.

    Returns the state unchanged in such a game (see GOB-97 for the one that has this), and if `who` is empty.
    """
    game = registry.game(system)
    if not isinstance(game, HasControllers):
        return state
    controlled = codec.plain_ids(who, "ids")
    if not controlled:
        return state
    loaded = game.load(registry.upgrade_to_current(game, state))
    with registry.blame_damaged_state(game, loaded):
        game.release_control(loaded, controlled)
    return game.dump(loaded)


def hand_sizes(system: object, state: object) -> dict[str, int]:
    """The number of cards in every hand that is not empty, by participant; "gm" has the common hand of the dealer."""
    game = registry.game(system)
    loaded = game.load(registry.upgrade_to_current(game, state))
    return {owner: len(hand) for owner, hand in real_hands.hands_of(loaded).items()}


def names_in_deck(decks: int) -> list[str]:
    """The names of all cards of a deck, such as "TD".

    `decks`: 0 for one deck of 52 cards without jokers, else the number of decks, each with two jokers ("XX"), up to
    100. Refused: another number.
    """
    if type(decks) is not int or not 0 <= decks <= MOST_DECKS:
        refuse("shape.invalid", f"decks: must be a whole number from 0 to {MOST_DECKS}.")
    return [*cards.NAMES] * (decks or 1) + [cards.JOKER] * (2 * decks)


def rest_of_pile(system: object, state: object) -> list[dict[str, object]]:
    """The openings `{"card", "shuffle", "position", "salt"}` of the cards left in the draw pile, top first.

    Only show them when the encounter is over and no closed card is left in a hand: they tell every hidden card.
    Returns `[]` for dice and for a deck of real cards.
    """
    game = registry.game(system)
    deck = getattr(game.load(registry.upgrade_to_current(game, state)), "deck", None)
    return deck.openings_of(deck.draw) if deck is not None else []


def verify(events: Iterable[object]) -> VerifyReport:
    """Check that public events were dealt and rolled as they were sealed (docs/decisions/chance-and-fairness.md).

    `events`: the events of an encounter that everyone may see, in order; anything else in it is reported as a fault.
    Anything but a list is Refused.

    Returns figures and one sentence for each fault. `rules.engine.verify_fairness` lists what is checked; it also
    runs without the site.
    """
    return fairness.verify(codec.plain_list(events, "events"))
