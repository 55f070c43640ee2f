"""All games by their slugs, and loading a stored state for its game. Only `rules.play` and its helpers use it."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rules import games
from rules.engine import codec, upgrades
from rules.engine.game import AnyGame
from rules.engine.json_types import PlainState
from rules.engine.open_state import OpenState
from rules.engine.refusals import Refused, quote, refuse
from rules.engine.schemas import HasShapes

# By slug: the game's description, its rules, and the game itself.
SYSTEMS: dict[str, dict[str, Any]] = {}
RULES: dict[str, list[dict[str, Any]]] = {}
GAMES: dict[str, AnyGame] = {}


def _add(game: AnyGame) -> None:
    GAMES[game.slug] = game
    SYSTEMS[game.slug] = game.description
    RULES[game.slug] = game.rulebook


def _find_games() -> None:
    """Register every folder of `rules.games` with a `GAME` in its `game.py`."""
    for folder in pkgutil.iter_modules(games.__path__):
        if folder.ispkg and importlib.util.find_spec(f"{games.__name__}.{folder.name}.game"):
            _add(importlib.import_module(f"{games.__name__}.{folder.name}.game").GAME)


_find_games()


@contextmanager
def register(game: AnyGame) -> Iterator[None]:
    """Add a game from outside `rules.games` until the context ends."""
    _add(game)
    try:
        yield
    finally:
        for index in (GAMES, SYSTEMS, RULES):
            index.pop(game.slug, None)


def game(system: object) -> AnyGame:
    """The game of that slug, else `Refused` ("system.unknown")."""
    found = GAMES.get(system) if isinstance(system, str) else None
    if found is None:
        refuse("system.unknown", f"{quote(system)} is not a game here; choose one of {', '.join(SYSTEMS)}.")
    return found


def upgrade_to_current(game: AnyGame, state: object) -> PlainState:
    """The plain state in the shape of today's version, upgraded step by step; the argument does not change.

    Refused: "state.system" for a state of another game, "state.version" for one of a newer version.
    """
    found = dict(state) if isinstance(state, OpenState) else codec.plain_object(state, "state")
    if found.get("system") != game.slug:
        refuse("state.system", f"system: this is not a state of {game.slug}.")
    version = found.get("version")
    if version == game.version and type(version) is int:
        return found
    while type(version) is int and version in game.upgrades and version < game.version:
        found = game.upgrades[version](found)
        version = version + 1
        found = {**found, "version": version}
    if type(version) is not int or version != game.version:
        refuse("state.version", f"version: this engine knows states up to version {game.version}.")
    return found


def load_state(game: AnyGame, state: object) -> Any:
    """The typed state, for callers that do not change it; an `OpenState` is decoded only the first time."""
    if not isinstance(state, OpenState):
        return game.load(upgrade_to_current(game, state))
    if state.typed is None:
        state.typed = game.load(upgrade_to_current(game, state))
    return state.typed


def comparable_bytes(game: AnyGame, state: object) -> bytes:
    """The bytes by which two states of one encounter are compared, whatever versions stored them."""
    plain = game.dump(game.load(upgrade_to_current(game, state)))
    return codec.canonical(upgrades.comparable_part(plain, game.upgrades))


@contextmanager
def blame_damaged_state(game: AnyGame, state: Any) -> Iterator[None]:
    """If the work inside fails, refuses the typed state if its audit finds a fault; otherwise the failure is a bug."""
    try:
        yield
    except Refused:
        raise
    except Exception:
        game.audit(state)
        raise


@contextmanager
def blame_damaged_plain_state(game: AnyGame, state: object) -> Iterator[None]:
    """As `blame_damaged_state`, for work that changes the typed state: audits the plain state from before."""
    try:
        yield
    except Refused:
        raise
    except Exception:
        game.audit(game.load(upgrade_to_current(game, state)))
        raise


@contextmanager
def blame_malformed_events(game: AnyGame, events: Sequence[dict[str, Any]]) -> Iterator[None]:
    """If the work inside fails, refuses the first event that lacks a field of its type; otherwise it is a bug."""
    try:
        yield
    except Refused:
        raise
    except Exception:
        shapes: Mapping[str, Any] = game.shapes.events if isinstance(game, HasShapes) else {}
        for index, event in enumerate(events):
            kind = event.get("type")
            if not isinstance(kind, str):
                refuse("shape.invalid", f"events[{index}].type: must be the type of an event, not {quote(kind)}.")
            if kind in shapes:
                codec.decode(event, shapes[kind], f"event {index}")
        raise
