"""The games there are, by their slugs, and a state made ready for its game; `rules.play` alone asks here."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rules import games
from rules.engine import codec
from rules.engine.game import Game
from rules.engine.refusals import Refused, quoted, refuse

# By slug: what each game says of itself, its rules, and the game.
SYSTEMS: dict[str, dict[str, Any]] = {}
RULES: dict[str, list[dict[str, Any]]] = {}
GAMES: dict[str, Game] = {}


def _add(game: Game) -> None:
    GAMES[game.slug] = game
    SYSTEMS[game.slug] = game.description
    RULES[game.slug] = game.rulebook


def _find_games() -> None:
    """Every folder of `rules.games` that offers a `GAME` in its `game.py` is a system."""
    for folder in pkgutil.iter_modules(games.__path__):
        if folder.ispkg and importlib.util.find_spec(f"{games.__name__}.{folder.name}.game"):
            _add(importlib.import_module(f"{games.__name__}.{folder.name}.game").GAME)


_find_games()


@contextmanager
def register(game: Game) -> Iterator[None]:
    """Add a game that does not lie in `rules.games` for as long as the context lasts."""
    _add(game)
    try:
        yield
    finally:
        for index in (GAMES, SYSTEMS, RULES):
            index.pop(game.slug, None)


def game(system: object) -> Game:
    """The game of that slug, else `Refused`."""
    found = GAMES.get(system) if isinstance(system, str) else None
    if found is None:
        refuse("system.unknown", f"{quoted(system)} is no system here; choose one of {', '.join(SYSTEMS)}.")
    return found


def current(game: Game, state: object) -> dict[str, Any]:
    """A state in the shape of today's version, older ones upgraded step by step; the one passed in stays."""
    found = codec.plain_object(state, "state")
    if found.get("system") != game.slug:
        refuse("state.system", f"system: this state is not one of {game.slug}.")
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


@contextmanager
def sound(game: Game, state: Any) -> Iterator[None]:
    """A state that breaks the engine is refused when its audit finds the fault; else it is a bug."""
    try:
        yield
    except Refused:
        raise
    except Exception:
        game.audit(state)
        raise
