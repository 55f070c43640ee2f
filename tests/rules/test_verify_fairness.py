"""The verifier accepts honest logs of all four games, and finds every planted forgery."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules import play
from rules.engine import verify_fairness
from tests.rules.honest_logs import CARDS, DICE, SETUPS, Log, faults, numbered, played

FILE = Path(verify_fairness.__file__)
EVERY = sorted(SETUPS)


@cache
def _honest(system: str, seed: int) -> str:
    return json.dumps(played(system, seed))


def honest(system: str, seed: int = 3) -> Log:
    log: Log = json.loads(_honest(system, seed))
    return log


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("system", EVERY)
def test_an_honest_log_has_no_faults(system: str, seed: int) -> None:
    log = honest(system, seed)
    report = verify_fairness.examine({"events": log})
    assert report["ok"], report["faults"]
    assert report["rewinds"] > 0
    assert report["opened"] + report["rolled"] > 5


@pytest.mark.parametrize("system", EVERY)
def test_an_honest_log_with_private_lines_has_no_faults(system: str) -> None:
    assert not faults(played(system, 4, private=True))


def first(log: Log, test: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    return next(event for event in log if test(event))


def last_cards(log: Log, struck: bool = False) -> dict[str, Any]:
    """An event of the last line that shows cards."""
    gone = {number for event in log for number in event.get("strikes", [])}
    return first(log[::-1], lambda entry: entry.get("opened") and entry.get("cards") and entry["number"] not in gone)


def another(card: str) -> str:
    return "2C" if card != "2C" else "3C"


def withhold_one(log: Log) -> None:
    last_cards(log).pop("opened")


def withhold_all(log: Log) -> None:
    for event in log:
        event.pop("opened", None)


def drop_commitments(log: Log) -> None:
    log[:] = [event for event in log if event["type"] not in ("shuffled", "sealed")]


def name_another_card(log: Log) -> None:
    event = last_cards(log)
    event["text"] = event["text"].replace(event["cards"][-1], another(event["cards"][-1]))


def show_another_card(log: Log) -> None:
    event = last_cards(log)
    event["cards"] = [another(event["cards"][0]), *event["cards"][1:]]


def hide_one_card_everywhere(log: Log) -> None:
    shuffle = first(log, lambda entry: entry["type"] == "shuffled")
    salts = [f"{at:032x}" for at in range(shuffle["cards"])]
    hashes = [verify_fairness.commitment(1, at, "KD", salt) for at, salt in enumerate(salts)]
    shuffle["commitments"] = hashes
    for event in log:
        for opening in event.get("opened", []):
            if opening["shuffle"] == 1:
                opening["card"], opening["salt"] = "KD", salts[opening["position"]]


def deal_a_lower_card(log: Log) -> None:
    dealt = first(log, lambda entry: entry["type"] == "dealt" and entry["count"] > 1)
    for event in log:
        for spot in event.get("positions", []) if event["number"] == 0 else []:
            if spot >= dealt["positions"][1]:
                spot[1] += 1


def swap_two_hands(log: Log) -> None:
    first, other = [event for event in log if event["type"] == "dealt"][:2]
    first["positions"], other["positions"] = other["positions"], first["positions"]


def deal_a_card_twice(log: Log) -> None:
    first, other = [event for event in log if event["type"] == "dealt" and event["count"]][:2]
    other["positions"][0] = first["positions"][0]


def deal_without_positions(log: Log) -> None:
    first(log, lambda entry: entry["type"] == "dealt" and entry["count"])["positions"] = []


def drop_a_shuffle(log: Log) -> None:
    log.remove(first(log, lambda entry: entry["type"] == "shuffled" and entry["shuffle"] == 2))


def number_a_shuffle_too_high(log: Log) -> None:
    first(log[::-1], lambda entry: entry["type"] == "shuffled")["shuffle"] += 1


def shorten_the_deck(log: Log) -> None:
    shuffle = first(log, lambda entry: entry["type"] == "shuffled")
    shuffle["commitments"].pop()
    shuffle["cards"] -= 1


def repeat_a_commitment(log: Log) -> None:
    hashes = first(log, lambda entry: entry["type"] == "shuffled")["commitments"]
    hashes[-1] = hashes[-2]


def mark_as_real(log: Log) -> None:
    event = last_cards(log)
    event["opened"], event["supplied"] = [], True


def take_back_without_a_new_deal(log: Log) -> None:
    back = first(log, lambda entry: entry["type"] == "rewound")
    log[:] = [
        entry for entry in log if entry["number"] != back["number"] or entry["type"] not in ("shuffled", "sealed")
    ]


CARD_FORGERIES = [
    withhold_one,
    withhold_all,
    drop_commitments,
    name_another_card,
    show_another_card,
    hide_one_card_everywhere,
    deal_a_lower_card,
    swap_two_hands,
    deal_a_card_twice,
    deal_without_positions,
    drop_a_shuffle,
    number_a_shuffle_too_high,
    shorten_the_deck,
    repeat_a_commitment,
    mark_as_real,
    take_back_without_a_new_deal,
]


@pytest.mark.parametrize("forge", CARD_FORGERIES, ids=lambda forgery: forgery.__name__)
@pytest.mark.parametrize("system", CARDS)
def test_a_forged_log_of_cards_is_found(system: str, forge: Callable[[Log], None]) -> None:
    assert faults(forged(system, forge))


def last_roll(log: Log) -> dict[str, Any]:
    gone = {number for event in log for number in event.get("strikes", [])}
    return first(log[::-1], lambda entry: entry.get("opened") and entry["number"] not in gone)


def skip_a_die(log: Log) -> None:
    """What a site does that rolls again until it likes the die."""
    gone = {number for event in log for number in event.get("strikes", [])}
    rolls = [event for event in log if event.get("opened") and event["number"] not in gone]
    shown = rolls[-2]
    log.remove(shown)


def show_another_value(log: Log) -> None:
    roll = last_roll(log)
    roll["opened"][0]["value"] += 1


def withhold_a_roll(log: Log) -> None:
    last_roll(log).pop("opened")


def drop_seals(log: Log) -> None:
    log.remove(first(log, lambda entry: entry["type"] == "sealed"))


def skip_a_series(log: Log) -> None:
    gone = {number for event in log for number in event.get("strikes", [])}
    late = max(event["series"] for event in log if event["type"] == "sealed" and event["number"] not in gone)
    for event in log:
        if event.get("series") == late and event["number"] not in gone:
            event["series"] += 1


def forged(system: str, forge: Callable[[Log], None]) -> Log:
    """The first honest log that gives the forger something to do, after the forgery."""
    for seed in range(3, 12):
        log = honest(system, seed)
        forge(log)
        if log != honest(system, seed):
            return log
    raise AssertionError("no log has what is to be forged")


DICE_FORGERIES = [
    skip_a_die,
    show_another_value,
    withhold_a_roll,
    withhold_all,
    drop_commitments,
    drop_seals,
    skip_a_series,
    take_back_without_a_new_deal,
]


@pytest.mark.parametrize("forge", DICE_FORGERIES, ids=lambda forgery: forgery.__name__)
@pytest.mark.parametrize("system", DICE)
def test_a_forged_log_of_dice_is_found(system: str, forge: Callable[[Log], None]) -> None:
    assert faults(forged(system, forge))


@pytest.mark.parametrize("system", CARDS)
def test_a_site_that_deals_from_the_middle_of_the_pile_is_found(system: str) -> None:
    """The engine itself is honest; the stored state is changed before a draw, as a dishonest site would."""
    for cheated in (False, True):
        state = play.start(system, SETUPS[system](), seed=5)
        log = numbered(play.opening(system, state), 0)
        pile = state["deck"]["draw"]
        if cheated:
            state["deck"]["draw"] = pile[4] + pile[:4] + pile[5:]
        for number in range(1, 60):
            actors = play.actors(system, state)
            command = play.sample(system, state, actors[number % len(actors)], seed=number)
            if command is not None and command["type"] not in ("end", "concede"):
                result = play.act(system, state, command)
                state, log = result["state"], log + numbered(result["events"], number)
        found = faults([event for event in log if event["visible_to"] == "all"])
        assert bool(found) == cheated, found


@pytest.mark.parametrize("system", DICE)
def test_a_site_that_skips_sealed_dice_until_it_likes_one_is_found(system: str) -> None:
    for cheated in (False, True):
        setup = SETUPS[system]()
        setup.pop("dice", None)
        state = play.start(system, setup, seed=5)
        log = numbered(play.opening(system, state), 0)
        if cheated:
            state["dice"]["rolled"] = state["dice"].get("rolled", 0) + 2
        for number in range(1, 60):
            actors = play.actors(system, state)
            command = play.sample(system, state, actors[number % len(actors)], seed=number)
            if command is not None and command["type"] != "end":
                result = play.act(system, state, command)
                state, log = result["state"], log + numbered(result["events"], number)
        found = faults(log)
        assert bool(found) == cheated, found


def test_a_hand_that_was_told_to_its_owner_must_open_as_those_cards() -> None:
    log = played(CARDS[0], 4, private=True)
    told = first(log, lambda entry: entry["type"] == "dealt-cards")
    told["cards"] = told["cards"][::-1]
    assert any("its owner was told" in fault for fault in faults(log))


def test_positions_that_went_out_of_sight_are_no_faults_and_are_counted() -> None:
    log = honest(CARDS[0])
    dealt = first(log, lambda entry: entry["type"] == "dealt" and entry["count"])
    place = log.index(dealt)
    without = log[:place] + log[place + 1 :]
    assert faults(without), "a hand that nobody heard of leaves a gap"
    unseen = {"type": "unseen", "number": 0, "positions": dealt["positions"], "visible_to": "all"}
    report = verify_fairness.examine({"events": [*log[:place], unseen, *log[place + 1 :]]})
    assert report["ok"], report["faults"]
    assert report["unseen"] == dealt["count"]


def test_participants_may_be_called_like_a_card() -> None:
    setup = SETUPS[CARDS[0]]()
    for number, participant in enumerate(setup["participants"]):
        participant["name"] = ["KD", "AS", "2C", "TH"][number % 4]
    state = play.start(CARDS[0], setup, seed=5)
    log = play.opening(CARDS[0], state)
    for number in range(60):
        command = play.sample(CARDS[0], state, play.actors(CARDS[0], state)[0], seed=number)
        if command is not None and command["type"] != "end":
            result = play.act(CARDS[0], state, command)
            state, log = result["state"], log + result["events"]
    names = [participant["name"] for participant in setup["participants"]]
    public = [event for event in log if event["visible_to"] == "all"]
    assert not verify_fairness.examine({"events": public, "names": names})["faults"]


# The file on its own


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "check.py"
    file.write_text(FILE.read_text())
    return subprocess.run(
        [sys.executable, "-I", "-S", str(file), *arguments], capture_output=True, text=True, cwd=folder, check=False
    )


@pytest.mark.parametrize("system", EVERY)
def test_the_file_runs_on_its_own_and_agrees_with_the_site(system: str, tmp_path: Path) -> None:
    good, bad = honest(system), honest(system)
    withhold_all(bad)
    (tmp_path / "good.json").write_text(json.dumps({"events": good}))
    (tmp_path / "bad.json").write_text(json.dumps({"events": bad}))
    found = run("good.json", folder=tmp_path)
    assert (found.returncode, found.stderr) == (0, "")
    assert "agrees with what was published" in found.stdout
    assert run("bad.json", folder=tmp_path).returncode == 1
    assert play.verify(good)["ok"]
    assert not play.verify(bad)["ok"]


def test_the_file_compares_receipts_and_refuses_what_is_no_log(tmp_path: Path) -> None:
    log = honest(CARDS[0])
    (tmp_path / "log.json").write_text(json.dumps({"events": log}))
    kept = verify_fairness.receipt(first(log, lambda entry: entry["type"] == "shuffled"))
    assert run("log.json", "--receipt", kept, folder=tmp_path).returncode == 0
    wrong = run("log.json", "--receipt", "00000000", folder=tmp_path)
    assert wrong.returncode == 1
    assert "belongs to no shuffle" in wrong.stdout
    (tmp_path / "nonsense.json").write_text("{")
    assert run("nonsense.json", folder=tmp_path).returncode == 2
    (tmp_path / "empty.json").write_text("{}")
    assert run("empty.json", folder=tmp_path).returncode == 1
    assert run(folder=tmp_path).returncode == 2


@pytest.mark.parametrize("nonsense", [None, 1, "x", [], {}, [None], {"events": None}, {"events": [3, None, {}]}])
def test_nonsense_is_a_fault_and_no_exception(nonsense: Any) -> None:
    copied = copy.deepcopy(nonsense)
    verify_fairness.examine(nonsense)
    assert nonsense == copied
