"""Many phones at once: each command exactly once, one winner where only one can win, nobody left waiting."""

import threading

import pytest
from django.db import connection, connections

from campaigns.encounters import play
from campaigns.encounters.models import Command
from campaigns.encounters.play import storage
from tests.campaigns.encounters.play.test_submit import ATTACK

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*tasks):
    """Runs the tasks at the same moment, each in its own thread; what each returned or raised, in order."""
    gate, results = threading.Barrier(len(tasks)), [None] * len(tasks)

    def run(place, task):
        try:
            gate.wait(5)
            results[place] = task()
        except Exception as error:  # the test looks at it
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, task)) for place, task in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    return results


def test_of_two_phones_that_answer_the_same_defence_one_wins_and_the_other_is_told(fight, ana, ben, gm):
    strike = {"type": "attack", "actor": "bandit-1", "target": "mara", "cards": None, "weapon": "melee"}
    for actor, user in (("mara", ana), ("oskar", ben)):
        play.submit(encounter=fight, by=user, command={"type": "pass", "actor": actor})
    hand = play.view(fight, fight.campaign.members.get(user=gm), "gm")["hand"]
    play.submit(encounter=fight, by=gm, command=strike | {"cards": hand[:1]})
    answers = [{"type": "defend", "actor": "mara", "cards": cards} for cards in ([], ["9C"])]
    results = at_once(
        *[
            lambda command=command, key=key: play.submit(encounter=fight, by=ana, command=command, seen=3, key=key)
            for key, command in enumerate(answers, start=1)
            for key in [f"phone-{key}"]
        ]
    )
    assert sorted(type(result).__name__ for result in results) == ["Outcome", "StaleCommand"]
    stale = next(result for result in results if isinstance(result, play.StaleCommand))
    assert stale.number == 4
    assert Command.objects.filter(encounter=fight, type="defend").count() == 1


def test_eight_phones_that_send_everything_twice_are_counted_once(fight, gm):
    places = fight.campaign.members.get(user=gm)
    start = play.view(fight, places, "gm")["participants"]["bandit-1"]["hp"]
    assert start == 3

    def phone(name):
        def send():
            numbers = []
            for turn in range(6):
                order = {
                    "type": "set-range",
                    "actor": "gm",
                    "a": "mara",
                    "b": "bandit-1",
                    "range": ["near", "far"][turn % 2],
                }
                key = f"{name}-{turn}"
                first = play.submit(encounter=fight, by=gm, command=order, key=key)
                second = play.submit(encounter=fight, by=gm, command=order, key=key)
                assert second.repeated
                assert second.number == first.number
                numbers.append(first.number)
            return numbers

        return send

    results = at_once(*[phone(f"phone-{number}") for number in range(8)])
    assert all(isinstance(result, list) for result in results), results
    given = sorted(number for result in results for number in result)
    assert given == list(range(1, 49))


def test_the_same_tap_from_two_threads_counts_once(fight, ana):
    results = at_once(*[lambda: play.submit(encounter=fight, by=ana, command=ATTACK, seen=0, key="tap")] * 4)
    assert all(isinstance(result, play.Outcome) for result in results), results
    assert sorted(result.repeated for result in results) == [False, True, True, True]
    assert Command.objects.filter(encounter=fight).count() == 1


def test_a_key_looked_up_before_the_lock_is_caught(fight, gm, monkeypatch):
    """The fault this suite must see: the key is checked outside the transaction, so all pass the check."""
    honest, gate = storage.run_in_transaction, threading.Barrier(4)

    def careless(row, by, key, fingerprint):
        return None

    def late(write):
        gate.wait(5)
        return honest(write)

    monkeypatch.setattr(storage, "find_repeated_command", careless)
    monkeypatch.setattr(storage, "run_in_transaction", late)
    order = {"type": "set-range", "actor": "gm", "a": "mara", "b": "bandit-1", "range": "near"}
    results = at_once(*[lambda: play.submit(encounter=fight, by=gm, command=order, key="tap")] * 4)
    # The unique constraint holds where the check does not: nothing is doubled even then.
    assert sum(isinstance(result, play.Outcome) for result in results) == 1
    assert Command.objects.filter(encounter=fight).count() == 1


def test_both_databases_lock(fight):
    assert connection.vendor in {"sqlite", "postgresql"}
    if connection.vendor == "sqlite":
        assert connection.transaction_mode == "IMMEDIATE"


ORDER = {"type": "set-range", "actor": "gm", "a": "mara", "b": "bandit-1", "range": "near"}
RACES = 15


def test_two_phones_that_send_the_same_decision_count_once(fight, gm):
    """Each phone has a key of its own, and both looked at the same number."""
    for turn in range(RACES):
        order = ORDER | {"range": ("near", "far")[turn % 2]}
        results = at_once(
            *[
                lambda order=order, key=key, turn=turn: play.submit(
                    encounter=fight, by=gm, command=order, seen=turn, key=key
                )
                for key in (f"first-{turn}", f"second-{turn}")
            ]
        )
        assert sorted(type(result).__name__ for result in results) == ["Outcome", "StaleCommand"], results
    assert Command.objects.filter(encounter=fight).count() == RACES


def test_two_equal_actions_of_somebody_who_saw_the_newer_number_both_count(fight, gm):
    for seen in range(3):
        assert play.submit(encounter=fight, by=gm, command=ORDER, seen=seen).number == seen + 1
    with pytest.raises(play.StaleCommand):
        play.submit(encounter=fight, by=gm, command=ORDER, seen=2)
    assert play.submit(encounter=fight, by=gm, command=ORDER | {"range": "far"}, seen=2).number == 4


def test_empty_fields_of_a_decision_do_not_make_it_another_decision(fight, gm):
    play.submit(encounter=fight, by=gm, command=ORDER, seen=0)
    with pytest.raises(play.StaleCommand):
        play.submit(encounter=fight, by=gm, command=dict(reversed(ORDER.items())) | {"weapon": None}, seen=0)


def test_a_decision_that_was_undone_is_given_again_only_by_somebody_who_saw_that(fight, gm):
    play.submit(encounter=fight, by=gm, command=ORDER, seen=0)
    play.undo(encounter=fight, by=gm, to=0, seen=1)
    with pytest.raises(play.StaleCommand):
        play.submit(encounter=fight, by=gm, command=ORDER, seen=0)
    assert play.submit(encounter=fight, by=gm, command=ORDER, seen=2).number == 3
