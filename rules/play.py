"""The one way in: everything on the site that resolves a rule comes through here (contract.md)."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rules import games
from rules.engine import codec, fairness
from rules.engine import offers as offering
from rules.engine import replay as replaying
from rules.engine.chance import Chance, key_from_seed
from rules.engine.game import Game
from rules.engine.refusals import Refused, quoted, refuse
from rules.engine.simulation import Progress

__all__ = [
    "RULES", "SYSTEMS", "Refused", "act", "actors", "aftermath", "canonical", "check", "monster",
    "monster_participant", "new_sheet", "odds", "offers", "opening", "participant", "policy", "redeal",
    "register", "replay", "sample", "sheet", "simulate", "start", "verify", "view", "warnings",
]  # fmt: skip

SAMPLE_TRIES = 40

SYSTEMS: dict[str, dict[str, Any]] = {}
RULES: dict[str, list[dict[str, Any]]] = {}
_GAMES: dict[str, Game] = {}


def _add(game: Game) -> None:
    _GAMES[game.slug] = game
    SYSTEMS[game.slug] = game.description
    RULES[game.slug] = game.rulebook


def _find_games() -> None:
    """Every folder of `rules.games` that offers a `GAME` in its `game.py` is a system."""
    for folder in pkgutil.iter_modules(games.__path__):
        if folder.ispkg:
            _add(importlib.import_module(f"{games.__name__}.{folder.name}.game").GAME)


_find_games()


@contextmanager
def register(game: Game) -> Iterator[None]:
    """Add a game that does not lie in `rules.games` for as long as the context lasts."""
    _add(game)
    try:
        yield
    finally:
        for index in (_GAMES, SYSTEMS, RULES):
            index.pop(game.slug, None)


def _game(system: object) -> Game:
    game = _GAMES.get(system) if isinstance(system, str) else None
    if game is None:
        refuse("system.unknown", f"{quoted(system)} is no system here; choose one of {', '.join(SYSTEMS)}.")
    return game


def _current(game: Game, state: object) -> dict[str, Any]:
    """A state in the shape of today's version, older ones upgraded step by step; the one passed in stays."""
    current = codec.plain_object(state, "state")
    if current.get("system") != game.slug:
        refuse("state.system", f"system: this state is not one of {game.slug}.")
    version = current.get("version")
    if version == game.version and type(version) is int:
        return current
    while type(version) is int and version in game.upgrades and version < game.version:
        current = game.upgrades[version](current)
        version = version + 1
        current = {**current, "version": version}
    if type(version) is not int or version != game.version:
        refuse("state.version", f"version: this engine knows states up to version {game.version}.")
    return current


@contextmanager
def _sound(game: Game, state: Any) -> Iterator[None]:
    """A state that breaks the engine is refused when its audit finds the fault; else it is a bug."""
    try:
        yield
    except Refused:
        raise
    except Exception:
        game.audit(state)
        raise


def canonical(value: object) -> bytes:
    """The canonical JSON of a plain value: sorted keys, no spaces; equal states have equal bytes."""
    return codec.canonical(value)


def check(system: object, kind: object, inputs: object, *, seed: object = None) -> dict[str, Any]:
    """One stateless resolution; reproducible with a `seed`, else from the operating system's randomness."""
    return _game(system).check(kind, inputs, seed)


def start(system: object, setup: object, *, seed: object) -> dict[str, Any]:
    """The state of a new encounter; `seed` is an int, a text or bytes."""
    game = _game(system)
    return game.dump(game.start(setup, seed))


def warnings(system: object, setup: object) -> list[dict[str, Any]]:
    """What the GM should know of a setup before it is played: `[{"text", "rule"}]`; `Refused` as `start` does."""
    game = _game(system)
    return game.warnings(game.start(setup, 0))


def opening(system: object, state: object) -> list[dict[str, Any]]:
    """The events of the start, told from the state that `start` returned."""
    game = _game(system)
    loaded = game.load(_current(game, state))
    with _sound(game, loaded):
        return game.opening(loaded)


def actors(system: object, state: object) -> list[str]:
    """Who may give a command now, the ones play waits for first, then "gm"; empty when it is over."""
    game = _game(system)
    loaded = game.load(_current(game, state))
    with _sound(game, loaded):
        return game.actors(loaded)


def offers(system: object, state: object, actor: object) -> list[dict[str, Any]]:
    """What `actor` may do now; [] when it is not the actor's time."""
    game = _game(system)
    loaded = game.load(_current(game, state))
    with _sound(game, loaded):
        return game.offers(loaded, actor)


def sample(system: object, state: object, actor: object, *, seed: object) -> dict[str, Any] | None:
    """One random legal command of `actor`, drawn over all its offers and choices; None without an offer."""
    found = offers(system, state, actor)
    if not found:
        key_from_seed(seed)
        return None
    chance = Chance(key_from_seed(seed))
    for _ in range(SAMPLE_TRIES):
        command = offering.drawn(found[chance.below(len(found))], chance)
        try:
            act(system, state, command)
        except Refused:
            continue
        return command
    chosen: dict[str, Any] = found[chance.below(len(found))]["example"]
    return chosen


def act(system: object, state: object, command: object) -> dict[str, Any]:
    """Carry out a command: `{"state", "events", "reveals"}`; the state passed in is left as it was."""
    game = _game(system)
    loaded = game.load(_current(game, state))
    try:
        account = game.act(loaded, command)
    except Refused:
        raise
    except Exception:
        game.audit(game.load(_current(game, state)))
        raise
    return {"state": game.dump(loaded), "events": account.events, "reveals": account.reveals}


def replay(system: object, state: object, commands: Iterable[object]) -> dict[str, Any]:
    """The commands carried out one after the other: `{"state", "events"}`, as repeated `act` gives them."""
    game = _game(system)
    loaded = game.load(_current(game, state))
    with _sound(game, loaded):
        events = replaying.replay(game, loaded, commands)
    return {"state": game.dump(loaded), "events": events}


def view(system: object, state: object, viewer: object) -> dict[str, Any]:
    """What a participant's id, "gm" or "observer" may know."""
    game = _game(system)
    loaded = game.load(_current(game, state))
    with _sound(game, loaded):
        return game.view(loaded, viewer)


def redeal(system: object, state: object, *, seed: object) -> dict[str, Any]:
    """Shuffle the draw pile, and nothing else, under a new key: `{"state", "events"}`."""
    game = _game(system)
    loaded = game.load(_current(game, state))
    with _sound(game, loaded):
        account = game.redeal(loaded, seed)
    return {"state": game.dump(loaded), "events": account.events}


def aftermath(system: object, state: object) -> dict[str, Any]:
    """What is left: `{"outcome", "counts", "participants": {id: {"survived", "sheet"}}}`."""
    game = _game(system)
    return game.aftermath(game.load(_current(game, state)))


def new_sheet(system: object) -> dict[str, Any]:
    """The sheet of a new character."""
    return _game(system).new_sheet()


def sheet(system: object, given: object, progress: object) -> dict[str, Any]:
    """`{"sheet": checked and completed, "figures": {...}}`; `progress` holds the experience ledger's sums."""
    return _game(system).sheet(given, progress)


def participant(
    system: object,
    given: object,
    progress: object,
    *,
    id: object,
    name: object,
    group: object = None,
    side: object = None,
) -> dict[str, Any]:
    """A character's sheet as a setup's participant; `side` says on which it stands, else its group does."""
    return _game(system).participant(given, progress, id=id, name=name, group=group, side=side)


def monster(system: object, stats: object) -> dict[str, Any]:
    """A monster's stats, checked."""
    return _game(system).monster(stats)


def monster_participant(
    system: object, stats: object, *, id: object, name: object, group: object = None
) -> dict[str, Any]:
    """A monster's stats as a setup's participant."""
    return _game(system).monster_participant(stats, id=id, name=name, group=group)


def odds(system: object, state: object, viewer: object, command: object) -> dict[str, Any] | None:
    """The chance that a play succeeds, given only what `viewer` knows: `{"chance", "exact", "of"}`, or None."""
    game = _game(system)
    loaded = game.load(_current(game, state))
    with _sound(game, loaded):
        return game.odds(loaded, viewer, command)


def simulate(
    system: object,
    setup: object,
    *,
    seed: object,
    games: object,
    policy: object = "simple",
    progress: Progress | None = None,
) -> dict[str, Any]:
    """An encounter played out: `{"games", "victory", "defeat", "rounds", "hp_left", "deaths"}`.

    Shares and means over `games` (1 to 100000); `progress(done, games)` may return False to stop early.
    """
    return _game(system).simulate(setup, seed=seed, games=games, policy=policy, progress=progress)


def policy(system: object, state: object, actor: object) -> dict[str, Any] | None:
    """The command that a simple policy gives for `actor`, who may be "gm"; None while others are asked or it is over.

    It knows what the actor knows: the own hand and what lies on the table.
    """
    game = _game(system)
    loaded = game.load(_current(game, state))
    with _sound(game, loaded):
        return game.policy(loaded, actor)


def verify(events: Iterable[object]) -> dict[str, Any]:
    """Check the commitments of an account: `{"ok", "shuffles", "opened", "faults"}`."""
    return fairness.verify(events)
