"""The pool asks PostgreSQL whether a connection works, but not before every use."""

import pytest
from psycopg_pool import ConnectionPool

from common import pool_checks


class Connection:
    """A connection that notes when it is asked, and may be broken."""

    def __init__(self):
        self.asked, self.broken, self.autocommit = 0, False, True

    def execute(self, _statement):
        self.asked += 1
        if self.broken:
            raise ConnectionError


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still; the test sets `now`."""

    class Clock:
        now = 1000.0

        def monotonic(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(pool_checks, "time", clock)
    return clock


def test_django_makes_its_pools_with_this_check():
    assert ConnectionPool.check_connection is pool_checks.check_after_pause


def test_a_connection_is_asked_when_it_is_new_and_after_a_pause(clock):
    connection = Connection()
    for _use in range(3):
        pool_checks.check_after_pause(connection)
    assert connection.asked == 1
    clock.now += pool_checks.PAUSE
    pool_checks.check_after_pause(connection)
    assert connection.asked == 2


def test_a_broken_connection_is_refused_each_time(clock):
    connection = Connection()
    pool_checks.check_after_pause(connection)
    connection.broken = True
    clock.now += pool_checks.PAUSE
    for _use in range(2):
        with pytest.raises(ConnectionError):
            pool_checks.check_after_pause(connection)
