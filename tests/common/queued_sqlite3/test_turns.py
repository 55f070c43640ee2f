"""Threads of a process write to SQLite in the order in which they came, and nobody keeps the turn."""

import threading
import time
from contextlib import closing

import pytest
from django.db import OperationalError, connections, transaction

from common.queued_sqlite3.base import DatabaseWrapper
from common.queued_sqlite3.turn import Turn

WRITERS, ROWS = 6, 20


@pytest.fixture
def connect(tmp_path, django_db_blocker):
    """Makes connections to one database file, each for a thread of its own."""
    made = []

    def make(timeout=5.0):
        settings = connections.configure_settings(
            {"default": {"ENGINE": "common.queued_sqlite3", "NAME": str(tmp_path / "turns.sqlite3")}}
        )["default"]
        settings["OPTIONS"] = {"timeout": timeout, "transaction_mode": "IMMEDIATE"}
        wrapper = DatabaseWrapper(settings, alias="turns")
        wrapper.inc_thread_sharing()
        made.append(wrapper)
        return wrapper

    with django_db_blocker.unblock():
        with closing(make()) as first, first.cursor() as cursor:
            cursor.execute("CREATE TABLE rows (writer INTEGER)")
        yield make
        for wrapper in made:
            wrapper.close()


def begin(wrapper):
    wrapper.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def end(wrapper, how="commit"):
    getattr(wrapper, how)()
    wrapper.set_autocommit(True)


def test_a_turn_goes_to_the_thread_that_has_waited_longest():
    turn, order, threads = Turn(), [], []
    assert turn.take(1)
    for number in range(5):
        threads.append(threading.Thread(target=lambda n=number: (turn.take(9), order.append(n), turn.pass_on())))
        threads[-1].start()
        while len(turn._waiting) <= number:
            time.sleep(0.001)
    turn.pass_on()
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_a_thread_that_gives_up_is_passed_over():
    turn = Turn()
    assert turn.take(1)
    assert not turn.take(0.01)
    turn.pass_on()
    assert turn.take(0.01)


def test_many_writers_lose_no_row(connect):
    def write(number):
        wrapper = connect()
        for _row in range(ROWS):
            begin(wrapper)
            with wrapper.cursor() as cursor:
                cursor.execute("INSERT INTO rows VALUES (%s)", [number])
            end(wrapper)

    threads = [threading.Thread(target=write, args=[number]) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with connect().cursor() as cursor:
        cursor.execute("SELECT count(*) FROM rows")
        assert cursor.fetchone() == (WRITERS * ROWS,)


def test_a_thread_that_waits_too_long_hears_that_the_database_is_locked(connect):
    writing, waiting = connect(), connect(timeout=0.05)
    begin(writing)
    with pytest.raises(OperationalError, match="database is locked"):
        begin(waiting)
    end(writing)
    begin(waiting)
    end(waiting)


@pytest.mark.parametrize("how", ["rollback", "close"])
def test_the_turn_is_passed_on_however_a_transaction_ends(connect, how):
    first, second = connect(), connect(timeout=0.5)
    begin(first)
    getattr(first, how)()
    begin(second)
    end(second)


def test_a_transaction_that_cannot_begin_keeps_no_turn(connect):
    first, second, third = connect(), connect(timeout=0.05), connect(timeout=0.5)
    with first.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")  # past the turns, as another process would
    with pytest.raises(OperationalError, match="database is locked"):
        begin(second)
    with first.cursor() as cursor:
        cursor.execute("COMMIT")
    begin(third)
    end(third)


@pytest.mark.django_db(transaction=True)
def test_the_site_writes_in_turn():
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL needs no turns")
    assert isinstance(connections["default"], DatabaseWrapper)
    with transaction.atomic():
        assert connections["default"]._turn is not None
    assert connections["default"]._turn is None
