"""Rate limits count every caller, cannot be evicted, and know where a request really comes from."""

import threading

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, connections
from django.test import RequestFactory
from rest_framework.test import APIRequestFactory

from campaigns.encounters import demo_visitors
from common.client_address import UNKNOWN, client_address, client_network
from common.rate_counts import count_one
from config.accounts import AccountAdapter
from config.api.limits import AnonymousThrottle

TABLE = "counters_of_this_test"


@pytest.fixture
def counters(settings, transactional_db):
    """The cache of a real site, in a table of its own."""
    settings.CACHES = {"default": {"BACKEND": "config.counters.CounterCache", "LOCATION": TABLE}}
    call_command("createcachetable", verbosity=0)
    yield caches["default"]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {TABLE}")


def test_no_number_of_rows_evicts_a_counter(counters):
    counters.set("guesses", [1.5, 2.5], 900)
    for number in range(700):
        counters.set(f"filler-{number}", number, 900)
    assert counters.get("guesses") == [1.5, 2.5]
    assert counters.get("filler-0") == 0


def test_the_cache_does_what_a_cache_does(counters):
    assert counters.add("one", 5, 60)
    assert not counters.add("one", 6, 60)
    assert counters.incr("one", 2) == 7
    assert counters.get("one") == 7
    assert counters.has_key("one")
    counters.set("gone", 1, -1)
    assert counters.get("gone", "default") == "default"
    assert counters.add("gone", 2, 60), "an expired row is no row"
    assert counters.touch("gone", -1)
    assert not counters.touch("gone", 60)
    with pytest.raises(ValueError, match="not found"):
        counters.incr("gone")
    counters.sweep()
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {TABLE}")
        assert cursor.fetchone()[0] == 1
    assert counters.delete("one")
    assert not counters.delete("one")
    counters.set("for-good", "x", None)
    assert counters.get("for-good") == "x"
    counters.clear()
    assert counters.get("for-good") is None


def at_once(work, callers=6):
    """Does something in several threads at the same time; what came of each."""
    gate, found = threading.Barrier(callers), []

    def run():
        try:
            gate.wait()
            found.append(work())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_parallel_callers_are_all_counted(counters):
    counted = at_once(lambda: [count_one("parallel", seconds=36000) for _ in range(10)])
    assert sorted(number for numbers in counted for number in numbers) == list(range(1, 61))
    assert sum(at_once(lambda: counters.add("lock", True, 60))) == 1


def test_parallel_requests_of_strangers_do_not_slip_through_the_ceiling(counters, monkeypatch):
    monkeypatch.setattr(AnonymousThrottle, "THROTTLE_RATES", {"anon": "20/day"})

    def ask():
        request = APIRequestFactory().get("/", REMOTE_ADDR="192.0.2.1")
        request.user = type("Stranger", (), {"is_authenticated": False})()
        return [AnonymousThrottle().allow_request(request, None) for _ in range(6)]

    assert sum(map(sum, at_once(ask))) == 20


def test_a_refused_network_uses_up_nobody_elses_demo_tables(counters, settings):
    settings.DEMO_TABLES_AN_ADDRESS, settings.DEMO_TABLES_AN_HOUR = 2, 3
    for _ in range(2):
        demo_visitors.count_table("192.0.2.1")
    for _ in range(5):
        with pytest.raises(demo_visitors.TooManyTables):
            demo_visitors.count_table("192.0.2.1")
    demo_visitors.count_table("192.0.2.2")
    with pytest.raises(demo_visitors.TooManyTables):
        demo_visitors.count_table("192.0.2.3")


def request_of(peer, forwarded=None):
    """A request as the server hands it over."""
    more = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    return RequestFactory().get("/", REMOTE_ADDR=peer, **more)


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address"),
    [
        (0, "192.0.2.1", None, "192.0.2.1"),
        (0, "192.0.2.1", "203.0.113.9", "192.0.2.1"),
        # uvicorn took the address from the header although no proxy is trusted
        (0, "203.0.113.9", "203.0.113.9", UNKNOWN),
        (0, "203.0.113.9", "198.51.100.4, 203.0.113.9:4711", UNKNOWN),
        (0, "", None, UNKNOWN),
        (1, "10.0.0.1", "203.0.113.9", "203.0.113.9"),
        (1, "10.0.0.1", "spoofed, 198.51.100.4, 203.0.113.9", "203.0.113.9"),
        (2, "10.0.0.1", "198.51.100.4, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "10.0.0.1", "203.0.113.9", "10.0.0.1"),
        (1, "10.0.0.1", "nonsense", "10.0.0.1"),
        (1, "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        (1, "10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        (1, "10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_the_visitors_address_is_one_that_somebody_trusted_vouches_for(settings, proxies, peer, forwarded, address):
    settings.TRUSTED_PROXIES = proxies
    request = request_of(peer, forwarded)
    assert client_address(request) == address
    assert AccountAdapter().get_client_ip(request) == address


def test_every_counter_asks_the_same_function(settings):
    settings.TRUSTED_PROXIES = 0
    request = request_of("2001:db8::1:2", "203.0.113.9")
    request.user = type("Stranger", (), {"is_authenticated": False})()
    assert client_network(request) == "2001:db8::/64"
    assert "2001:db8::/64" in AnonymousThrottle().get_cache_key(request, None)


@pytest.mark.django_db
def test_a_made_up_header_gives_no_more_guesses(client, ana, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/15m/ip"}
    caches["default"].clear()
    for number in range(5):
        answer = client.post(
            "/accounts/login/",
            {"login": f"ana{number}", "password": "guess"},
            HTTP_X_FORWARDED_FOR=f"203.0.113.{number}",
        )
    assert b"Too many failed" in answer.content
    caches["default"].clear()
