"""Rate limits that are written in batches: exact in a process, and a known bit late between processes."""

import threading

import pytest
from django.core.cache import cache

from common import rate_counts
from common.compiled_query import CompiledQuery
from common.rate_counts import BatchedCounts
from people.credentials.models import ApiToken

HOUR = 3600


@pytest.fixture(autouse=True)
def _no_counts():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def written(monkeypatch):
    """The writes to the shared cache."""
    found, honest = [], rate_counts._count
    monkeypatch.setattr(rate_counts, "_count", lambda *args: found.append(args[1]) or honest(*args))
    return found


def test_a_process_counts_every_use_and_writes_one_batch_at_a_time(written):
    counts = BatchedCounts()
    assert [counts.count_one("a", seconds=HOUR, batch=10) for _use in range(41)] == list(range(1, 42))
    assert written == [1, 10, 10, 10, 10]


def test_a_batch_of_one_writes_every_use(written):
    first, second = BatchedCounts(), BatchedCounts()
    found = [each.count_one("a", seconds=HOUR, batch=1) for _use in range(3) for each in (first, second)]
    assert found == [1, 2, 3, 4, 5, 6]
    assert written == [1] * 6


def test_two_processes_together_miss_less_than_a_batch():
    first, second, most, batch = BatchedCounts(), BatchedCounts(), 100, 10
    let_through = sum(
        each.count_one("a", seconds=HOUR, batch=batch) <= most for _use in range(200) for each in (first, second)
    )
    assert most <= let_through <= most + batch - 1


def test_a_new_window_begins_at_zero(monkeypatch):
    counts, now = BatchedCounts(), [1_000_000.0]
    monkeypatch.setattr(rate_counts.time, "time", lambda: now[0])
    assert [counts.count_one("a", seconds=60, batch=5) for _use in range(3)] == [1, 2, 3]
    now[0] += 60
    assert [counts.count_one("a", seconds=60, batch=5) for _use in range(3)] == [1, 2, 3]


def test_parallel_threads_are_all_counted():
    counts, found = BatchedCounts(), []
    threads = [
        threading.Thread(target=lambda: found.extend(counts.count_one("a", seconds=HOUR, batch=7) for _ in range(50)))
        for _thread in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 200
    assert counts.count_one("a", seconds=HOUR, batch=1) == 201


@pytest.mark.django_db
def test_a_compiled_query_gives_what_the_queryset_gives(ana, ben, campaign):
    def make(key):
        return ApiToken.objects.filter(token_key=key).select_related("user", "campaign")

    rows = [
        ApiToken.objects.create(user=user, name="script", campaign=where)[0]
        for user, where in ((ana, campaign), (ben, None))
    ]
    query = CompiledQuery(make)
    for row in rows:
        (found,) = query.rows(row.token_key)
        (wanted,) = make(row.token_key)
        assert (found, found.user, found.campaign) == (wanted, wanted.user, wanted.campaign)
        assert found.__dict__.keys() == wanted.__dict__.keys()
        plain = {name: value for name, value in wanted.__dict__.items() if name != "_state"}
        assert {name: found.__dict__[name] for name in plain} == plain
    assert query.rows("nobody") == []
