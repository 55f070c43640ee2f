"""The one way in: everything on the site that resolves a rule comes through here (contract.md)."""

from collections.abc import Iterable
from typing import Any

from rules import known
from rules.engine import byhand, codec, fairness
from rules.engine import offers as offering
from rules.engine import replay as replaying
from rules.engine.byhand import Needed
from rules.engine.chance import Chance, key_from_seed
from rules.engine.game import Controlled
from rules.engine.refusals import Refused
from rules.engine.simulation import Progress
from rules.known import RULES, SYSTEMS, register
from rules.sheets import (
    chance,
    monster,
    monster_participant,
    new_sheet,
    participant,
    sheet,
    sheet_check,
    step,
    steps,
    touch,
    unstep,
)

__all__ = [
    "RULES", "SYSTEMS", "Needed", "Refused", "act", "actors", "aftermath", "canonical", "chance", "check", "monster",
    "monster_participant", "new_sheet", "odds", "offers", "opening", "participant", "policy", "redeal",
    "register", "released", "replay", "sample", "sheet", "sheet_check", "simulate", "start", "step", "steps", "touch",
    "unstep", "verify", "view", "warnings",
]  # fmt: skip

SAMPLE_TRIES = 40


def canonical(value: object) -> bytes:
    """The canonical JSON of a plain value: sorted keys, no spaces; equal states have equal bytes."""
    return codec.canonical(value)


def check(system: object, kind: object, inputs: object, *, seed: object = None) -> dict[str, Any]:
    """One stateless resolution; reproducible with a `seed`, else from the operating system's randomness."""
    return known.game(system).check(kind, inputs, seed)


def start(system: object, setup: object, *, seed: object) -> dict[str, Any]:
    """The state of a new encounter; `seed` is an int, a text or bytes."""
    game = known.game(system)
    started = game.start(setup, seed)
    byhand.settled(getattr(started, "deck", None))
    return game.dump(started)


def warnings(system: object, setup: object) -> list[dict[str, Any]]:
    """What the GM should know of a setup before it is played: `[{"text", "rule"}]`; `Refused` as `start` does."""
    game = known.game(system)
    return game.warnings(game.start(setup, 0))


def opening(system: object, state: object) -> list[dict[str, Any]]:
    """The events of the start, told from the state that `start` returned."""
    game = known.game(system)
    loaded = game.load(known.current(game, state))
    with known.sound(game, loaded):
        return game.opening(loaded)


def actors(system: object, state: object) -> list[str]:
    """Who may give a command now, the ones play waits for first, then "gm"; empty when it is over."""
    game = known.game(system)
    loaded = game.load(known.current(game, state))
    with known.sound(game, loaded):
        return game.actors(loaded)


def offers(system: object, state: object, actor: object) -> list[dict[str, Any]]:
    """What `actor` may do now; [] when it is not the actor's time."""
    game = known.game(system)
    loaded = game.load(known.current(game, state))
    with known.sound(game, loaded):
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
    """Carry out a command: `{"state", "events", "reveals"}`; the state passed in is left as it was.

    With a deck of real cards a command that draws takes `drawn`, else `Needed` says what to ask whom
    (`rules.engine.byhand`).
    """
    game = known.game(system)
    fed, command = byhand.fed(known.current(game, state), command)
    loaded = game.load(fed)
    try:
        account = game.act(loaded, command)
        byhand.settled(getattr(loaded, "deck", None))
    except Refused:
        raise
    except Exception:
        game.audit(game.load(known.current(game, state)))
        raise
    return {"state": game.dump(loaded), "events": account.events, "reveals": account.reveals}


def replay(system: object, state: object, commands: Iterable[object]) -> dict[str, Any]:
    """The commands carried out one after the other: `{"state", "events"}`, as repeated `act` gives them."""
    game = known.game(system)
    loaded = game.load(known.current(game, state))
    with known.sound(game, loaded):
        events = replaying.replay(game, loaded, commands)
    return {"state": game.dump(loaded), "events": events}


def view(system: object, state: object, viewer: object) -> dict[str, Any]:
    """What a participant's id, "gm" or "observer" may know."""
    game = known.game(system)
    loaded = game.load(known.current(game, state))
    with known.sound(game, loaded):
        return game.view(loaded, viewer)


def released(system: object, state: object, who: Iterable[str]) -> Any:
    """The state as it looks when nobody but themselves controls these participants; it is not for playing on.

    The same state for a game in which nobody controls others.
    """
    game = known.game(system)
    if not isinstance(game, Controlled):
        return state
    loaded = game.load(known.current(game, state))
    with known.sound(game, loaded):
        game.released(loaded, frozenset(who))
    return game.dump(loaded)


def redeal(system: object, state: object, *, seed: object) -> dict[str, Any]:
    """Shuffle the draw pile, and nothing else, under a new key: `{"state", "events"}`."""
    game = known.game(system)
    loaded = game.load(known.current(game, state))
    with known.sound(game, loaded):
        account = game.redeal(loaded, seed)
    return {"state": game.dump(loaded), "events": account.events}


def aftermath(system: object, state: object) -> dict[str, Any]:
    """What is left: `{"outcome", "counts", "participants": {id: {"survived", "sheet"}}}`."""
    game = known.game(system)
    return game.aftermath(game.load(known.current(game, state)))


def odds(system: object, state: object, viewer: object, command: object) -> dict[str, Any] | None:
    """The chance that a play succeeds, given only what `viewer` knows: `{"chance", "exact", "of"}`, or None."""
    game = known.game(system)
    loaded = game.load(known.current(game, state))
    byhand.counted(getattr(loaded, "deck", None))
    with known.sound(game, loaded):
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
    return known.game(system).simulate(setup, seed=seed, games=games, policy=policy, progress=progress)


def policy(system: object, state: object, actor: object) -> dict[str, Any] | None:
    """The command that a simple policy gives for `actor`, who may be "gm"; None while others are asked or it is over.

    It knows what the actor knows: the own hand and what lies on the table.
    """
    game = known.game(system)
    loaded = game.load(known.current(game, state))
    with known.sound(game, loaded):
        return game.policy(loaded, actor)


def verify(events: Iterable[object]) -> dict[str, Any]:
    """Check the commitments of an account: `{"ok", "shuffles", "opened", "faults"}`."""
    return fairness.verify(events)
