"""The site is killed at named points of its work: what was acknowledged is there once, and nothing is half there."""

import itertools
import os
import threading
import time

import pytest

from tests.operations.crash.driving import WAIT, Client, house

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty
# How often each point is met.
ROUNDS = int(os.environ.get("CRASH_ROUNDS", "1"))
RANGES = ("near", "far")
PAIRS = (("mara", "bandit-1"), ("mara", "bandit-2"), ("bo", "bandit-3"))
PLAYING = (
    "a command is found legal",
    "a command is stored",
    "its events are stored",
    "the state is stored",
    "the number is stored",
    "before the commit of a command",
    "after the commit of a command",
    "before the answer",
    "in the middle of the answer",
)


PLANTS = {
    "acknowledged_before_commit": ("before the commit of a command", "acknowledged and lost"),
    "in_pieces": ("a command is stored", "gap|500"),
    "keys_forgotten": ("before the answer", "500"),
}


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """One house for all of these tests, with a table prepared in it."""
    with django_db_blocker.unblock(), house() as made:
        made.table = made.do("prepare", games=1 + len(PLANTS))
        yield made


class Table:
    """Phones that give orders at one table, until they are told to stop."""

    def __init__(self, site, encounter, phones=PAIRS):
        self.site, self.encounter, self.over = site, encounter, threading.Event()
        self.turn = itertools.count()
        self.phones = [Client(site.port, site.table["secret"]) for _pair in phones]
        self.faults = []
        self.threads = [
            threading.Thread(target=self._play, args=each, daemon=True)
            for each in zip(self.phones, phones, strict=True)
        ]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_fault):
        self.over.set()
        for thread in self.threads:
            thread.join()
        assert not self.faults, self.faults

    def _play(self, phone, pair):
        try:
            while not self.over.is_set():
                self.order(phone, pair)
        except BaseException as fault:
            self.faults.append(fault)

    def order(self, phone, pair):
        """Another order, or an undo of the last one."""
        turn = next(self.turn)
        path = f"encounters/{self.encounter}"
        if turn % 7 == 6 and phone.accepted:
            phone.send(f"{path}/undo/", {"to": max(phone.accepted.values()) - 1})
            return
        command = {"type": "set-range", "actor": "gm", "a": pair[0], "b": pair[1], "range": RANGES[turn % 2]}
        phone.send(f"{path}/commands/", {"command": command})

    def play_on(self):
        """Waits until every phone has had two more answers: what the kill left in pieces shows in the next command."""
        answered = [phone.answered + 2 for phone in self.phones]
        deadline = time.monotonic() + WAIT
        while not self.faults and any(
            phone.answered < least for phone, least in zip(self.phones, answered, strict=True)
        ):
            assert time.monotonic() < deadline, "the phones got no answer from the second server"
            time.sleep(0.01)

    @property
    def accepted(self):
        """Every acknowledged key with its number."""
        return {key: number for phone in self.phones for key, number in phone.accepted.items()}

    @property
    def refused(self):
        """Every key that was refused."""
        return {key for phone in self.phones for key in phone.refused}


def survived(site, point, nth, plants=(), phones=PAIRS, place=0):
    """A server dies at its point while phones play, another takes over; then the table is looked through."""
    table = Table(site, site.table["running"][place], phones)
    pid = site.serve(point, nth, plants)
    try:
        with table:
            killed = site.died(pid)
            pid = site.serve(plants=plants)
            table.play_on()
    finally:
        # Otherwise it would serve the next test as well, beside that one's own server.
        site.stop(pid)
    assert killed, f"nothing came by {point!r}"
    found = site.do("check", encounter=table.encounter)
    assert "fault" not in found, found
    assert_once(table, found)
    return table


def assert_once(table, found):
    """Each acknowledged command is there once under its number, no refused one is, and none has two."""
    rows = [(key, number) for _encounter, number, key, _type in found["commands"]]
    stored = dict(rows)
    assert len(stored) == len(rows), "a command was doubled"
    missing = {key: number for key, number in table.accepted.items() if stored.get(key) != number}
    assert not missing, f"acknowledged and lost: {missing}"
    assert not table.refused & set(stored), "refused, and stored all the same"
    assert table.accepted, "nothing was acknowledged, so nothing is proved"


@pytest.mark.parametrize("point", PLAYING)
def test_an_acknowledged_command_survives_a_kill_and_counts_once(site, point):
    for round_ in range(ROUNDS):
        table = survived(site, point, 3 + round_ % 9)
        assert sum(phone.again for phone in table.phones), "someone must have asked again"


@pytest.mark.parametrize("point", ["lines are struck", "a command is stored"])
def test_an_undo_is_whole_or_not_at_all(site, point):
    for round_ in range(ROUNDS):
        survived(site, point, 2 + round_ % 5)


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_seen(site, plant):
    point, seen = PLANTS[plant]
    with pytest.raises(AssertionError, match=seen):
        survived(site, point, 3, [plant], PAIRS[:1], 1 + list(PLANTS).index(plant))
