"""People who act at the same moment: two phones of one person, two GMs who edit, joining and undoing during play."""

import threading
import uuid
from functools import partial

import pytest

from tests.soak.conclusion import compare, conclude
from tests.soak.figures import Figures
from tests.soak.load import Load, Phone
from tests.soak.sizes import sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty

RACES = sized(20, 2000)
EDITS = sized(2, 50)
RANGES = ("near", "far")
JOINS = sized(4, 150)


def at_once(*tasks):
    """Runs the tasks at the same moment; what they returned."""
    gate, results = threading.Barrier(len(tasks)), [None] * len(tasks)

    def run(place, task):
        gate.wait(10)
        results[place] = task()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def race(phones, path, order, number):
    """Both phones give the same order after the same number; the statuses and the number afterwards."""
    body, keys = {"command": order, "seen": number}, [uuid.uuid4().hex for _phone in phones]
    tasks = [partial(phone.insist, "POST", path, body, key) for phone, key in zip(phones, keys, strict=True)]
    answers = at_once(*tasks)
    for phone, key, (status, answer) in zip(phones, keys, answers, strict=True):
        if status == 200:
            phone.accepted[key] = number = answer["number"]
        else:
            assert status == 409, answer
            phone.refused.add(key)
    return [status for status, _answer in answers], number


def test_two_phones_give_the_same_decision(site, record):
    table = site.job("prepare", name="Two phones")
    phones, number, wins = [Phone(site.port, table["secret"]) for _phone in range(2)], 0, []
    path = f"encounters/{table['running'][0]}/commands/"
    with site.serving():
        for turn in range(RACES):
            order = {"type": "set-range", "actor": "gm", "a": "mara", "b": "bandit-1", "range": RANGES[turn % 2]}
            statuses, number = race(phones, path, order, number)
            wins.append(statuses.count(200))
    found = site.job("audit", campaign=table["campaign"])
    lost, doubled = compare(phones, found)
    errors = [error for phone in phones for error in phone.errors]
    lost, doubled = lost + wins.count(0), doubled + wins.count(2)
    done = len(phones[0].accepted) + len(phones[1].accepted)
    record(Figures("two phones", str(RACES), 0.0, done, lost, doubled, len(errors), len(found["faults"])))
    assert done == RACES == number


class JoiningLoad(Load):
    """One phone plays, one undoes, one lets monsters and players' phones in."""

    def play(self, phone, place):
        """By its place: 0 plays, 1 rewinds, others bring newcomers."""
        encounter = self.table["running"][0]
        if place == 0:
            super().play(phone, place)
        while not self.over.is_set():
            if place == 1:
                number = self.phones[0].ask("GET", f"encounters/{encounter}/")[1]["number"]
                phone.command(f"encounters/{encounter}/undo/", {"to": max(0, number - 2)})
            else:
                body = {"monster": self.table["monster"], "group": f"wolves-{place}"}
                phone.command(f"encounters/{encounter}/arrivals/", body)


def test_join_with_undo_with_play(site, record):
    table = site.job("prepare", name="Joining")
    with site.serving():
        with JoiningLoad(site, table, phones=4) as load:
            load.wait_for(4 * JOINS)
        figures = conclude("join, undo, play", 4 * JOINS, load)
    assert all(phone.accepted for phone in load.phones), "each kind of work was accepted at least once"
    record(figures)
