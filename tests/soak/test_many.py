"""Much at once and much in all: 16 writers, 300 tables, 3,000 commands in one encounter."""

import time

import pytest

from tests.soak.conclusion import conclude
from tests.soak.load import Load
from tests.soak.sizes import sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty

WRITERS, WRITTEN = 16, sized(48, 1500)
TABLES, AT_TABLES = sized(5, 300), sized(15, 900)
LONG = sized(60, 3000)
CAMPAIGN_STREAMS = 9  # a person may have ten streams at a time
SLOWER = 3.0


def test_sixteen_writers(site, record):
    table = site.job("prepare", name="Writers", tables=4)
    with site.serving():
        with Load(site, table, phones=WRITERS) as load:
            load.wait_for(WRITTEN)
        figures = conclude("16 writers", WRITTEN, load)
    assert all(phone.accepted for phone in load.phones), "someone was never heard"
    record(figures)


def test_many_tables(site, record):
    table = site.job("prepare", name="Tables", tables=TABLES, streams=CAMPAIGN_STREAMS)
    with site.serving():
        with TableLoad(site, table, phones=8, streams=CAMPAIGN_STREAMS) as load:
            load.wait_for(AT_TABLES)
        figures = conclude("many tables", TABLES, load)
    record(figures)


class TableLoad(Load):
    """Every phone goes from table to table."""

    def play(self, phone, place):
        """Its tables are every eighth one, so that each table has its phone."""
        own, turn = self.table["running"][place :: len(self.phones)] or self.table["running"], 0
        while not self.over.is_set():
            encounter = own[turn % len(own)]
            phone.range_order(encounter, ("mara", "bandit-1"), turn // len(own) % 2)
            turn += 1


class LongLoad(Load):
    """One phone, one table, and the seconds of each command."""

    seconds: list[float]

    def play(self, phone, place):
        """One command after the other."""
        self.seconds, (encounter,) = [], self.table["running"]
        while not self.over.is_set() and len(self.seconds) < LONG:
            begun = time.monotonic()
            phone.range_order(encounter, ("mara", "bandit-1"), len(self.seconds) % 2)
            self.seconds.append(time.monotonic() - begun)


def test_a_long_encounter(site, record):
    table = site.job("prepare", name="Long")
    with site.serving(workers=1):
        with LongLoad(site, table, phones=1) as load:
            load.threads[0].join()
        figures = conclude("a long encounter", LONG, load)
    part = max(1, len(load.seconds) // 10)
    first, last = sorted(load.seconds[:part])[part // 2], sorted(load.seconds[-part:])[part // 2]
    figures.note += f" {first * 1000:.0f} ms a command, {last * 1000:.0f} ms in the end"
    record(figures)
    assert len(load.seconds) == LONG
    assert last < SLOWER * first + 0.02, "a command of a long encounter takes longer and longer"
