"""An encounter of 52 Fates played out by a policy: who wins, how long it takes, what is left (F52-62)."""

from typing import Any

from rules.engine.simulation import Progress, chosen, run
from rules.games.fifty_two_fates import moves, opening, policy, tables, view
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import State

POLICIES = {"simple": policy.choose}
LONGEST = 60


def simulate(
    setup: object, *, seed: object, games: object, policy_name: object, progress: Progress | None
) -> dict[str, Any]:
    """Shares of victory and defeat, mean rounds, the share of hit points left to the players, deaths a game."""
    choose = chosen(POLICIES, policy_name)

    def play_one(key: str) -> dict[str, float]:
        state = opening.start(setup, key)
        while not decided(state):
            fight = Fight(state)
            moves.act(fight, choose(fight) or {"type": "next-round", "actor": "gm"})
        return tally(state)

    return run(play_one, seed=seed, games=games, progress=progress)


def decided(state: State) -> bool:
    """An outcome is proposed, nobody is dying any more, and nothing is pending; or it has taken too long."""
    fight = Fight(state)
    if state.pending is not None or fight.surplus() is not None:
        return False
    players = [person for person in state.people if person.group == tables.PLAYERS]
    settled = view.proposal(state) is not None and not any(person.status == "dying" for person in players)
    return settled or state.round > LONGEST


def tally(state: State) -> dict[str, float]:
    """The figures of one encounter; one that took too long is neither a victory nor a defeat."""
    players = [person for person in state.people if person.group == tables.PLAYERS]
    outcome = view.proposal(state)
    return {
        "victory": float(outcome == "victory"),
        "defeat": float(outcome == "defeat"),
        "rounds": float(state.round),
        "hp_left": sum(person.hp for person in players) / sum(person.max_hp for person in players),
        "deaths": float(sum(person.status == "dead" for person in players)),
    }


def command(state: State, actor: object) -> dict[str, Any] | None:
    """What the simple policy has `actor` do now, the Fate Dealer's rounds and end too; None while others are asked."""
    if state.outcome is not None:
        return None
    chosen: dict[str, Any] | None
    if decided(state):
        chosen = {"type": "end", "actor": tables.FD, "outcome": view.proposal(state) or "other"}
    else:
        chosen = policy.choose(Fight(state)) or {"type": "next-round", "actor": tables.FD}
    return chosen if chosen["actor"] == actor else None
