"""An opposition played out by a policy: who is left, how long it takes, what is left of the pools (GOB-49)."""

from typing import Any

from rules.engine.simulation import Progress, chosen, run
from rules.games.game_of_bastards import harm, moves, opening, policy, tables, view
from rules.games.game_of_bastards.fight import Fight
from rules.games.game_of_bastards.state import Person, State

POLICIES = {"simple": policy.choose}
LONGEST = 60
HEROES = "players"


def simulate(
    setup: object, *, seed: object, games: object, policy_name: object, progress: Progress | None
) -> dict[str, Any]:
    """Shares of victory and defeat of the players' side, mean rounds, the share of its pools left, who is out."""
    choose = chosen(POLICIES, policy_name)

    def play_one(key: str) -> dict[str, float]:
        state = opening.start(setup, key)
        side = heroes(state)
        while not decided(state):
            fight = Fight(state)
            command = choose(fight)
            if command is None:
                break
            moves.act(fight, command)
        return tally(state, side)

    return run(play_one, seed=seed, games=games, progress=progress)


def heroes(state: State) -> str:
    """The side whose victory is counted: the players', else that of the first participant."""
    sides = [person.side for person in state.people]
    return HEROES if HEROES in sides else sides[0]


def decided(state: State) -> bool:
    """At most one side has somebody in, and nothing is pending; or it has taken too long."""
    if state.questions or state.play is not None or state.queue:
        return False
    return view.proposal(state) is not None or state.round > LONGEST


def tally(state: State, side: str) -> dict[str, float]:
    """The figures of one opposition; one that took too long is neither a victory nor a defeat."""
    own = [person for person in state.people if person.side == side]
    outcome = view.proposal(state)
    most = sum([strength(person, True) for person in own])
    return {
        "victory": float(outcome == side),
        "defeat": float(outcome is not None and outcome != side),
        "rounds": float(state.round),
        "hp_left": sum([strength(person, False) for person in own]) / most if most else 0.0,
        "out": float(sum([person.out is not None for person in own])),
    }


def strength(person: Person, whole: bool) -> int:
    """The points of all pools, or the members of a group, now or as they can be at most."""
    if person.kind == "extras":
        return tables.GROUP if whole else person.members
    if whole:
        return sum([harm.maximum(person, place) for place in range(len(person.pools))])
    return sum(person.pools)


def command(state: State, actor: object) -> dict[str, Any] | None:
    """What the simple policy has `actor` do now, the Dealer's end too; None while others are asked."""
    if state.outcome is not None:
        return None
    fight = Fight(state)
    over = decided(state) or not view.now(fight)[1]
    if over != (actor == tables.DEALER) or actor is None:
        return None
    if over:
        return {"type": "end", "actor": tables.DEALER, "outcome": view.proposal(state) or "other"}
    return policy.choose(fight, actor)
