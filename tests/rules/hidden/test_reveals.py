"""Who hides is revealed by the GM, or by a command of its own; and play keeps its laws with someone hidden."""

import json
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent
from tests.rules.fortune_system.participants import who as character
from tests.rules.hidden.worlds import LURKERS, SETUPS, SYSTEMS, lurker, viewers, with_lurker
from tests.rules.random_play import accept_offers, ends_by_samples, replays_byte_for_byte

CASES = [(system, number) for system in SYSTEMS for number in range(len(LURKERS[system]))]


def reveal(who: str) -> dict[str, Any]:
    return {"type": "reveal", "actor": "gm", "target": who}


@pytest.mark.parametrize(("system", "number"), CASES)
def test_the_gm_sees_who_hides_and_reveals_it_once(system: str, number: int) -> None:
    who, state = lurker(system, number), play.start(system, with_lurker(system, number), seed=3)
    assert play.view(system, state, "gm")["participants"][who]["hidden"] is True
    assert play.view(system, state, who)["participants"][who]["hidden"] is True
    assert any(made["example"] == reveal(who) for made in play.offers(system, state, "gm"))
    done = play.act(system, state, reveal(who))
    assert done["reveals"]
    told = [event for event in done["events"] if event["type"] == "revealed"]
    assert [(event["target"], event["visible_to"]) for event in told] == [(who, "all")]
    for viewer in [*viewers(system, state), "gm"]:
        assert "hidden" not in play.view(system, done["state"], viewer)["participants"][who]
    with pytest.raises(play.Refused, match="not hidden"):
        play.act(system, done["state"], reveal(who))
    with pytest.raises(play.Refused, match="not in this encounter"):
        play.act(system, done["state"], reveal("nobody"))


@pytest.mark.parametrize(("system", "number"), CASES)
def test_a_newcomer_joins_hidden_and_leaves_unseen(system: str, number: int) -> None:
    who, state = lurker(system, number), play.start(system, SETUPS[system], seed=3)
    joined = play.act(
        system, state, {"type": "join", "actor": "gm", "participant": {**LURKERS[system][number], "hidden": True}}
    )
    left = play.act(system, joined["state"], {"type": "leave", "actor": "gm", "target": who})
    for done in (joined, left):
        assert [event["visible_to"] for event in done["events"]] in ([["gm", who]], [["gm", who, "gm"]])
    for viewer in viewers(system, state):
        assert play.view(system, joined["state"], viewer) == play.view(system, state, viewer)
        assert play.view(system, left["state"], viewer) == play.view(system, state, viewer)
    again = {**LURKERS[system][number], "hidden": True}
    with pytest.raises(play.Refused, match="already"):
        play.act(system, joined["state"], {"type": "join", "actor": "gm", "participant": again})


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_may_act_is_told_to_everyone_in_the_encounter_and_to_nobody_else(system: str) -> None:
    state = play.start(system, with_lurker(system, 0), seed=3)
    over = play.act(system, state, {"type": "end", "actor": "gm", "outcome": "other"})["state"]
    for viewer in (None, "gm", "observer", "ana", lurker(system, 0)):
        assert play.actors(system, state, viewer=viewer)[-1] == "gm"
        assert play.actors(system, over, viewer=viewer) == []
    for stranger in ("nobody", "", 1, [], {}):
        for where in (state, over):
            with pytest.raises(play.Refused) as caught:
                play.actors(system, where, viewer=stranger)
            assert caught.value.code == "viewer.unknown"


@pytest.mark.parametrize(("system", "number"), CASES)
def test_a_command_of_its_own_reveals_it_first(system: str, number: int) -> None:
    who, state = lurker(system, number), ready(system, number)
    assert who in play.actors(system, state)
    assert who not in play.actors(system, state, viewer="ana")
    made = next(offer for offer in play.offers(system, state, who) if offer["type"] != "pass")
    done = play.act(system, state, made["example"])
    public = [event["type"] for event in done["events"] if event["visible_to"] == "all"]
    assert public[0] == "revealed"
    assert len(public) > 1
    for viewer in viewers(system, done["state"]):
        assert who in play.view(system, done["state"], viewer)["participants"]


def ready(system: str, number: int) -> Any:
    """A state in which who hides may act."""
    who, state = lurker(system, number), play.start(system, with_lurker(system, number), seed=3)
    if system == "fortune-system":
        call = {"participants": [who], "skill": "Stealth", "group": "Physical", "cos": 70, "task": "Creep"}
        return play.act(system, state, {"type": "call-check", "actor": "gm", **call})["state"]
    while play.view(system, state, "gm")["phase"] == "initiative":
        actor = play.actors(system, state)[0]
        offer = next(candidate for candidate in play.offers(system, state, actor) if candidate["type"] == "initiative")
        state = play.act(system, state, offer["example"])["state"]
    return state


@pytest.mark.parametrize("system", ["fifty-two-fates", "game-of-bastards", "fortune-and-power"])
def test_somebody_hidden_passes_unnoticed_and_once_a_round(system: str) -> None:
    who, state = lurker(system, 0), ready(system, 0)
    done = play.act(system, state, {"type": "pass", "actor": who})
    assert all("ana" not in event["visible_to"] and event["visible_to"] != "all" for event in done["events"])
    assert who not in play.actors(system, done["state"])
    assert play.view(system, done["state"], "ana") == play.view(system, state, "ana")
    with pytest.raises(play.Refused, match="hidden and cannot act now"):
        play.act(system, done["state"], {"type": "pass", "actor": who})


@pytest.mark.parametrize(
    ("system", "number", "hurt", "order", "healed"),
    [
        ("fortune-and-power", 0, {"wounds": 3, "shocks": 1}, {"type": "rest", "weeks": 2}, {"wounds": 1, "shocks": 0}),
        ("game-of-bastards", 1, {"pools": {"power": 1}}, {"type": "rest"}, {"pools": {"power": [25, 25]}}),
        (
            "fortune-system",
            0,
            {"slots": [{"value": 30, "condition": "damaged"}, {"value": None, "condition": "blown"}]},
            {"type": "rest", "full": True},
            {"conditions": ["sound", "sound"]},
        ),
    ],
)
def test_a_rest_heals_somebody_hidden_too_and_nobody_notices(
    system: str, number: int, hurt: dict[str, Any], order: dict[str, Any], healed: dict[str, Any]
) -> None:
    who = {**LURKERS[system][number], **hurt, "hidden": True}
    state = play.start(system, {**SETUPS[system], "participants": [*SETUPS[system]["participants"], who]}, seed=2)
    done = play.act(system, state, {**order, "actor": "gm"})
    seen = play.view(system, done["state"], "gm")["participants"][who["id"]]
    now = seen | {"conditions": [slot["condition"] for slot in seen.get("slots", [])]}
    assert {name: now[name] for name in healed} == healed
    assert not any(who["id"] in json.dumps(event) for event in done["events"])
    without = play.act(system, play.start(system, SETUPS[system], seed=2), {**order, "actor": "gm"})
    assert [event["text"] for event in done["events"]] == [event["text"] for event in without["events"]]


def test_in_an_encounter_that_began_before_a_rest_passes_over_hidden_participants_gob_53() -> None:
    system = "game-of-bastards"
    who = {**LURKERS[system][1], "pools": {"power": 1}, "hidden": True}
    state = play.start(system, {**SETUPS[system], "participants": [*SETUPS[system]["participants"], who]}, seed=2)
    done = play.act(system, {**state, "version": 2}, {"type": "rest", "actor": "gm"})
    assert play.view(system, done["state"], "gm")["participants"][who["id"]]["pools"]["power"][0] == 1


@pytest.mark.parametrize("called_for_the_hidden_one", [False, True])
@pytest.mark.parametrize(("version", "refused"), [(3, True), (2, False)])
def test_a_call_ends_the_sleepless_night_of_a_hidden_character_fos_42(
    called_for_the_hidden_one: bool, version: int, refused: bool
) -> None:
    system = "fortune-system"
    sleepless = character("h", "60 80", talent("couldnt-sleep", None)) | {"hidden": True}
    state = play.start(system, {"participants": [character("a", "60 80"), sleepless]}, seed=2) | {"version": version}
    state = play.act(system, state, {"type": "rest", "actor": "gm", "full": False})["state"]
    night = {"type": "couldnt-sleep", "actor": "h", "dice": [0, 1], "rolls": [3, 90]}
    assert play.act(system, state, night)
    participants = ["a", "h"] if called_for_the_hidden_one else ["a"]
    call = {"type": "call-check", "actor": "gm", "skill": "Swimming", "group": "Physical", "cos": 50, "task": "t"}
    state = play.act(system, state, {**call, "participants": participants})["state"]
    if refused:
        with pytest.raises(play.Refused) as refusal:
            play.act(system, state, night)
        assert refusal.value.code == "night.none"
    else:
        assert play.act(system, state, night)


def test_the_controller_of_a_hidden_participant_sees_it() -> None:
    system = "game-of-bastards"
    participants = [*SETUPS[system]["participants"], {**LURKERS[system][0], "hidden": True, "controller": "ana"}]
    state = play.start(system, {**SETUPS[system], "participants": participants}, seed=2)
    assert play.view(system, state, "ana")["participants"]["group-1"]["hidden"] is True
    assert "group-1" not in json.dumps(play.view(system, state, "ben"))


def test_nobody_visible_is_controlled_by_somebody_hidden() -> None:
    system = "game-of-bastards"
    boss = {**LURKERS[system][2], "hidden": True}
    participants = [*SETUPS[system]["participants"], boss, {**LURKERS[system][0], "controller": boss["id"]}]
    with pytest.raises(play.Refused, match="not a fated participant"):
        play.start(system, {"participants": participants}, seed=2)


def test_somebody_hidden_may_prepare_and_is_offered_it_fos_02_fos_22_fos_42() -> None:
    """What is offered is accepted and reveals it; nothing is offered after the end."""
    system = "fortune-system"
    slots = [{"value": 5, "condition": "sound"}, {"value": 6, "condition": "sound"}]
    talents = [{"key": "couldnt-sleep", "focus": None}]
    who = {"id": "lurker", "name": "Lurker", "level": 45, "slots": slots, "talents": talents, "hidden": True}
    setup = {**SETUPS[system], "participants": [*SETUPS[system]["participants"], who]}
    state = play.act(system, play.start(system, setup, seed=1), {"type": "rest", "actor": "gm", "full": False})["state"]
    offers = play.offers(system, state, "lurker")
    assert {"mulligan", "couldnt-sleep", "set-free"} <= {offer["type"] for offer in offers}
    assert "lurker" in play.actors(system, state)
    for offer in offers:
        assert play.act(system, state, offer["example"])["events"][0]["text"] == "Lurker appears."
    over = play.act(system, state, {"type": "end", "actor": "gm", "outcome": "won"})["state"]
    assert play.offers(system, over, "lurker") == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_order_for_somebody_hidden_asks_to_reveal_it_first(system: str) -> None:
    who, state = lurker(system, 0), play.start(system, with_lurker(system, 0), seed=3)
    orders = {
        "fifty-two-fates": {"type": "fall", "feet": 60},
        "game-of-bastards": {"type": "rest"},
        "fortune-and-power": {"type": "adjust", "wounds": 1, "reason": "cold"},
        "fortune-system": {"type": "hardship", "degree": "damaged", "selection": "choice"},
    }
    with pytest.raises(play.Refused, match="reveal them first"):
        play.act(system, state, {**orders[system], "actor": "gm", "target": who})


@pytest.mark.parametrize(("system", "number"), CASES)
def test_random_play_with_somebody_hidden_keeps_the_laws(system: str, number: int) -> None:
    setup = with_lurker(system, number, 1)
    ends_by_samples(system, setup, number)
    for seed in range(2):
        first = state = play.start(system, setup, seed=seed)
        done: list[dict[str, Any]] = []
        for step in range(25):
            actors = play.actors(system, state)
            if not actors:
                break
            accept_offers(system, state)
            command = play.sample(system, state, actors[(step + seed) % len(actors)], seed=step)
            assert command is not None
            state = play.act(system, state, command)["state"]
            done.append(command)
        replays_byte_for_byte(system, first, done, state)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_simulation_and_a_policy_count_who_hides(system: str) -> None:
    setup = with_lurker(system, 0)
    state = play.start(system, setup, seed=3)
    plain = {**setup, "participants": [{**participant} for participant in setup["participants"]]}
    plain["participants"][-1].pop("hidden")
    if play.SYSTEMS[system]["simulates"]:
        assert play.simulate(system, setup, seed=1, games=2) == play.simulate(system, plain, seed=1, games=2)
    assert play.warnings(system, setup) == play.warnings(system, plain)
    assert play.policy(system, state, lurker(system, 0)) is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_participant_who_was_never_revealed_leaves_nothing_behind(system: str) -> None:
    who, state = lurker(system, 0), play.start(system, with_lurker(system, 0), seed=3)
    state = play.act(system, state, {"type": "end", "actor": "gm", "outcome": "other"})["state"]
    assert play.actors(system, state) == []
    assert who not in play.aftermath(system, state)["participants"]
    assert who not in play.view(system, state, "ana")["participants"]
    assert play.view(system, state, "gm")["participants"][who]["hidden"] is True


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_mark_that_is_no_yes_or_no_is_refused(system: str) -> None:
    participants = [*SETUPS[system]["participants"], {**LURKERS[system][0], "hidden": "yes"}]
    with pytest.raises(play.Refused, match=r"participants\[\d\]\.hidden"):
        play.start(system, {**SETUPS[system], "participants": participants}, seed=1)


def test_a_participant_who_enters_in_person_does_not_hide() -> None:
    system = "game-of-bastards"
    state = ready(system, 0)
    actor = play.view(system, state, "gm")["turn"][0]
    newcomer = {"id": "late", "name": "Late", "side": "players", "kind": "fated", "hidden": True}
    command = {"type": "dramatic", "actor": actor, "action": "appearance", "participant": newcomer}
    with pytest.raises(play.Refused, match=r"who enters in person is visible|only fated characters"):
        play.act(system, state, command)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_state_without_anybody_hidden_is_what_it_was(system: str) -> None:
    state = play.start(system, SETUPS[system], seed=3)
    assert not any("hidden" in key for key in state)


def test_with_real_cards_a_reveal_asks_for_the_hand() -> None:
    system = "fifty-two-fates"
    participants = [
        SETUPS[system]["participants"][0],
        LURKERS[system][0],
        {**LURKERS[system][2], "id": "zz", "hidden": True},
    ]
    dealt = {"ana": ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "2D"], "gm": ["3D", "4D", "5D", "6D", "7D", "8D"]}
    state = play.start(system, {"participants": participants, "physical": True, "drawn": dealt}, seed=1)
    with pytest.raises(play.Needed) as caught:
        play.act(system, state, reveal("zz"))
    assert [need[:2] for need in caught.value.needs] == [("zz", 14)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_newcomer_that_the_gm_is_offered_has_no_id_of_somebody_hidden(system: str) -> None:
    first = {**LURKERS[system][0], "id": "newcomer-1", "hidden": True}
    setup = {**SETUPS[system], "participants": [*SETUPS[system]["participants"], first]}
    state = play.start(system, setup, seed=3)
    made = next(made for made in play.offers(system, state, "gm") if made["type"] == "join")
    assert {entry["id"] for entry in made["choices"]["participant"]["from"]} == {"newcomer-2"}
    assert "newcomer-2" in play.view(system, play.act(system, state, made["example"])["state"], "gm")["participants"]
    with pytest.raises(play.Refused, match="in this encounter already"):
        play.act(
            system, state, {**made["example"], "participant": {**made["example"]["participant"], "id": first["id"]}}
        )


@pytest.mark.parametrize("hidden", [True, False])
def test_the_dice_of_a_newcomer_are_exactly_those_that_are_rolled_and_are_told_as_entered(hidden: bool) -> None:
    """FOS-01, FOS-02: the slots of someone who joins with slots are not rolled, so no die may come with them."""
    system, newcomer = "fortune-system", {"id": "newcomer", "name": "Newcomer", "hidden": hidden}
    state = play.start(system, SETUPS[system], seed=3)
    filled = {**newcomer, "slots": [{"value": 5, "condition": "sound"}]}
    wrong: list[tuple[dict[str, Any], list[int]]] = [(filled, [7]), ({**newcomer, "fill": "fixed"}, [7])]
    wrong += [(newcomer, rolls) for rolls in ([], [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 0])]
    for participant, rolls in wrong:
        with pytest.raises(play.Refused) as refused:
            play.act(system, state, {"type": "join", "actor": "gm", "participant": participant, "rolls": rolls})
        assert refused.value.code in ("dice.many", "dice.few", "dice.range")
    done = play.act(system, state, {"type": "join", "actor": "gm", "participant": filled, "rolls": []})
    assert not any("supplied" in event for event in done["events"])
    done = play.act(system, state, {"type": "join", "actor": "gm", "participant": newcomer, "rolls": [1, 2, 3, 4]})
    assert [event["supplied"] for event in done["events"]] == [True]
    slots = play.view(system, done["state"], "gm")["participants"]["newcomer"]["slots"]
    assert [slot["value"] for slot in slots] == [1, 2, 3, 4]
