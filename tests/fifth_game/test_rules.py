"""Copper Dice by the laws of docs/engine-contract.md, and rule by rule."""

import pytest

from rules import play
from tests.fifth_game.tables import SLUG

ANN = {"id": "ann", "name": "Ann", "side": "players", "level": 1}
RAT = {"id": "rat", "name": "Rat", "side": "monsters", "max_grit": 3}


def begun(*, dice=(), options=None):
    """Ann against the rat, with these dice."""
    return play.start(SLUG, {"participants": [ANN, RAT], "dice": [*dice], "options": options or {}}, seed=1)


def attack(state, actor, target, **more):
    """The result of an attack."""
    return play.act(SLUG, state, {"type": "attack", "actor": actor, "target": target, **more})


@pytest.mark.parametrize("seed", range(10))
def test_random_play_keeps_the_laws(seed):
    """Every offer's example is accepted, random play ends, and the replay gives the same state."""
    start = state = play.start(SLUG, {"participants": [ANN, RAT]}, seed=seed)
    commands = []
    while actors := play.actors(SLUG, state):
        for actor in actors:
            for offer in play.offers(SLUG, state, actor):
                play.act(SLUG, state, offer["example"])
        chosen = play.sample(SLUG, state, actors[len(commands) % len(actors)], seed=len(commands))
        commands.append(chosen)
        state = play.act(SLUG, state, chosen)["state"]
        assert all(
            0 <= participant["grit"] <= participant["max_grit"]
            for participant in play.view(SLUG, state, "gm")["participants"].values()
        )
    assert play.canonical(play.replay(SLUG, start, commands)["state"]) == play.canonical(state)
    assert play.aftermath(SLUG, state)["outcome"]


@pytest.mark.parametrize(("dice", "left"), [((3, 3), 3), ((3, 4), 2), ((6, 4), 1), ((6, 6), 1)])
def test_an_attack_costs_more_grit_the_further_it_goes_beyond_the_figure(dice, left):
    """CPD-03, CPD-05."""
    result = attack(begun(dice=dice), "ann", "rat")
    assert play.view(SLUG, result["state"], "ann")["participants"]["rat"]["grit"] == left
    assert {"CPD-03", "CPD-05"} <= set(result["events"][0]["rules"])


def test_an_option_changes_the_figure():
    """CPD-03."""
    result = attack(begun(dice=(6, 6), options={"hits_at": 14}), "ann", "rat")
    assert result["events"][0]["success"] is False


def test_turns_go_round_and_somebody_without_grit_is_out():
    """CPD-04, CPD-06."""
    state = begun(dice=(6, 6, 1, 1, 6, 6))
    with pytest.raises(play.Refused, match="not the turn") as refused:
        attack(state, "rat", "ann")
    assert refused.value.rule == "CPD-04"
    state = attack(attack(state, "ann", "rat")["state"], "rat", "ann")["state"]
    assert play.view(SLUG, state, "gm")["round"] == 2
    state = attack(state, "ann", "rat")["state"]
    assert play.view(SLUG, state, "gm")["participants"]["rat"]["out"]
    assert play.policy(SLUG, state, "gm")["outcome"] == "players win."


def test_the_innkeeper_corrects_and_people_come_and_go():
    """CPD-01, CPD-07, CPD-08."""
    orders = [
        {"type": "adjust", "actor": "gm", "target": "ann", "grit": 2, "reason": "a fall"},
        {"type": "join", "actor": "gm", "participant": {"id": "bob", "name": "Bob", "side": "players"}},
        {"type": "leave", "actor": "gm", "target": "rat"},
    ]
    seen = play.view(SLUG, play.replay(SLUG, begun(), orders)["state"], "observer")
    assert {who: participant["grit"] for who, participant in seen["participants"].items()} == {"ann": 2, "bob": 6}
    with pytest.raises(play.Refused):
        play.act(SLUG, begun(), {**orders[0], "grit": 7})


def test_dice_of_the_table_are_marked_and_its_public_log_is_proved():
    """CPD-03, and the seals of docs/decisions/chance-and-fairness.md."""
    state = begun()
    events = play.opening(SLUG, state)
    result = attack(state, "ann", "rat", rolls=[6, 5])
    assert result["events"][0]["supplied"]
    events += attack(state, "ann", "rat")["events"]
    assert play.verify(events)["ok"]


def test_a_level_costs_its_number_in_pennies_and_sleep_restores_grit():
    """CPD-02, CPD-09."""
    sheet = play.step(SLUG, play.new_sheet(SLUG), {}, {"type": "finish"})["sheet"]
    with pytest.raises(play.Refused):
        play.step(SLUG, sheet, {}, {"type": "level"})
    taken = play.step(SLUG, sheet, {"pennies": 1}, {"type": "level"})
    assert (taken["price"], taken["sheet"]["level"]) == (1, 1)
    assert play.unstep(SLUG, taken["sheet"], {}, {"type": "level"})["sheet"] == sheet
    assert play.touch(SLUG, {**sheet, "grit": 1}, {}, "grit")["sheet"]["grit"] == 6


def test_a_setup_with_one_side_has_a_warning_that_names_the_rule():
    setup = {"participants": [ANN]}
    assert play.warnings(SLUG, setup) == [{"text": "Only one side takes part.", "rules": ["CPD-05"]}]
