"""With someone hidden or without, everyone else receives the same, byte for byte, until the reveal."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from rules.engine import hidden
from rules.games.fifty_two_fates.context import Fight
from rules.games.fortune_system import skill_lists
from tests.rules.hidden.worlds import (
    LURKERS,
    SETUPS,
    SYSTEMS,
    TRACES,
    commands,
    lurker,
    received,
    same,
    secret_acts,
    viewers,
    with_lurker,
)

CASES = [(system, number) for system in SYSTEMS for number in range(len(LURKERS[system]))]
STEPS = 25


def play_both(system: str, number: int, seed: int, place: int | None = None, steps: int = STEPS) -> Any:
    """Play the same commands in both worlds and compare after each; the world with someone hidden at the end."""
    rng, who = random.Random(f"{system} {number} {seed}"), lurker(system, number)
    plain = play.start(system, SETUPS[system], seed=seed)
    other = play.start(system, with_lurker(system, number, place), seed=seed)
    same(system, plain, other, play.opening(system, plain), play.opening(system, other))
    for _ in range(steps):
        other = secret_acts(system, other, who, rng)
        command = commands(system, plain, rng, 8)
        if command is None or command.get("participant", {}).get("id") == who:
            continue
        done, also = play.act(system, plain, command), play.act(system, other, command)
        same(system, done["state"], also["state"], done["events"], also["events"])
        plain, other = done["state"], also["state"]
    return other


@pytest.mark.parametrize(("system", "number"), CASES)
@pytest.mark.parametrize("place", [None, 0])
def test_nobody_at_the_table_can_tell_that_somebody_hides(system: str, number: int, place: int | None) -> None:
    for seed in range(2):
        other = play_both(system, number, seed, place)
        hides = next(
            key
            for key, participant in play.view(system, other, "gm")["participants"].items()
            if participant.get("hidden")
        )
        order = {"type": "reveal", "actor": "gm", "target": hides}
        shown = play.act(system, other, order) if free(system, other) else None
        for viewer in viewers(system, other):
            assert not any(trace in received(system, other, [], viewer).decode().lower() for trace in TRACES)
            if shown is not None:
                assert hides in play.view(system, shown["state"], viewer)["participants"]


def free(system: str, state: Any) -> bool:
    """Whether the GM may reveal someone now."""
    return any(offer["type"] == "reveal" for offer in play.offers(system, state, "gm"))


@pytest.mark.parametrize(("system", "number"), CASES)
def test_a_command_against_somebody_hidden_is_refused_as_against_nobody(system: str, number: int) -> None:
    plain = play.start(system, SETUPS[system], seed=5)
    other = play.start(system, with_lurker(system, number), seed=5)
    who = lurker(system, number)
    for viewer in viewers(system, plain)[:-1]:
        for made in play.offers(system, plain, viewer):
            for field in ("target", "exemplar", "to"):
                if field in made["example"]:
                    command = {**made["example"], field: who}
                    assert refusal(system, plain, command) == refusal(system, other, command)


def refusal(system: str, state: Any, command: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(play.Refused) as caught:
        play.act(system, state, command)
    return caught.value.code, caught.value.message


def all_know(state: Any, viewer: object) -> list[Any]:
    return hidden.hidden_participants(state)


def everybody_watches(participant: Any) -> list[str]:
    return ["gm", "ana", "observer"]


def limit_of_all(fight: Any) -> int:
    return max([participant.level or 1 for participant in [*fight.state.participants, *fight.state.hidden]])


def every_group(scene: Any) -> list[str]:
    return [task.group for task in scene.state.tasks] or ["Physical"]


LEAKS: list[tuple[str, str, Any, str, Callable[..., Any]]] = [
    *[(system, "a view shows the hidden", hidden, "hidden_participants_known_to", all_know) for system in SYSTEMS],
    *[(system, "an event reaches everyone", hidden, "watchers", everybody_watches) for system in SYSTEMS],
    ("fifty-two-fates", "the hand counts a hidden level", Fight, "fd_limit", limit_of_all),
    ("fortune-system", "a secret task names its group", skill_lists, "groups", every_group),
]


@pytest.mark.parametrize(
    ("system", "leak", "where", "name", "fault"), LEAKS, ids=[f"{row[0]}-{row[1]}" for row in LEAKS]
)
def test_a_planted_leak_is_seen(
    monkeypatch: pytest.MonkeyPatch, system: str, leak: str, where: Any, name: str, fault: Callable[..., Any]
) -> None:
    def compare() -> None:
        for number in range(len(LURKERS[system])):
            for seed in range(3):
                play_both(system, number, seed)

    monkeypatch.setattr(where, name, fault)
    with pytest.raises((AssertionError, play.Refused)):
        compare()


def test_an_id_that_a_player_gives_is_never_taken_by_somebody_hidden() -> None:
    system = "game-of-bastards"
    worlds = [ready(play.start(system, setup, seed=4)) for setup in (SETUPS[system], with_lurker(system, 0))]
    actor = play.view(system, worlds[0], "observer")["turn"][0]
    made = {"type": "dramatic", "actor": actor, "action": "reinforce", "id": "group-1", "name": "Guards"}
    done = [play.act(system, state, made) for state in worlds]
    same(system, done[0]["state"], done[1]["state"], done[0]["events"], done[1]["events"])
    participants = play.view(system, done[1]["state"], "gm")["participants"]
    assert [key for key, participant in participants.items() if participant.get("hidden")] == ["group-1-2"]
    assert participants["group-1"]["name"] == "Guards"


def ready(state: Any) -> Any:
    """The opposition with everyone's initiative chosen, the first turn a fated one's with a wildcard."""
    system = "game-of-bastards"
    while True:
        seen = play.view(system, state, "gm")
        actor = seen["turn"][0]
        participant = seen["participants"][actor]
        if seen["phase"] == "draw" and participant["kind"] == "fated" and participant["wildcards"]:
            return state
        found = [
            offer for offer in play.offers(system, state, actor) if offer["type"] in ("initiative", "draw", "pass")
        ]
        state = play.act(system, state, found[-1]["example"])["state"]


def test_a_proposed_outcome_counts_the_hidden_for_the_fate_dealer_alone() -> None:
    participants = [SETUPS["fifty-two-fates"]["participants"][0], {**LURKERS["fifty-two-fates"][0], "hidden": True}]
    state = play.start("fifty-two-fates", {"participants": participants}, seed=1)
    assert play.view("fifty-two-fates", state, "ana")["proposed_outcome"] == "victory"
    assert "proposed_outcome" not in play.view("fifty-two-fates", state, "gm")
