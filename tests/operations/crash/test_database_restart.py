"""The database server restarts while people play: no stream stays silent, nothing is lost or doubled, no fault."""

import http.client
import json
import threading
import time
import uuid
from collections import Counter

import pytest

from tests.campaigns.encounters.play.serving import Phone
from tests.operations.crash.cluster import cluster, migrated
from tests.operations.crash.driving import House

RESTARTS = (("fast", 0.0), ("immediate", 0.0), ("fast", 1.5))
PHONES = 3
ALL_BACK = 15.0


@pytest.fixture(scope="module")
def site():
    """A site on a database server of its own, with a running table."""
    with cluster() as server:
        house = House(migrated(server))
        try:
            house.cluster, house.table = server, house.do("prepare", games=1)
            yield house
        finally:
            house.end()


class Traffic:
    """Threads that play with keys, and that read, until they are told to stop; every status is counted."""

    def __init__(self, site):
        self.site, self.over, self.statuses = site, threading.Event(), Counter()
        self.accepted = {}
        self.threads = [threading.Thread(target=self._play, args=(number,)) for number in range(2)]
        self.threads += [threading.Thread(target=self._read) for _ in range(2)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_fault):
        self.over.set()
        for thread in self.threads:
            thread.join(60)

    def ask(self, method, path, body=None, key=None):
        """(status, JSON) of one request."""
        line = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=30)
        heads = {"Authorization": f"Token {self.site.table['secret']}", "Content-Type": "application/json"}
        heads |= {"Idempotency-Key": key} if key else {}
        try:
            line.request(method, f"/api/v1/{path}", json.dumps(body) if body else None, heads)
            answer = line.getresponse()
            told = answer.read()
            self.statuses[answer.status] += 1
            assert answer.status != 503 or answer.headers["Retry-After"]
            return answer.status, json.loads(told)
        finally:
            line.close()

    def _play(self, number):
        path = f"encounters/{self.site.table['running'][0]}/commands/"
        turn = 0
        while not self.over.is_set():
            turn += 1
            order = {"type": "set-range", "actor": "gm", "a": "mara", "b": f"bandit-{number + 1}"}
            key, status = uuid.uuid4().hex, 503
            while status == 503:
                body = {"command": order | {"range": ("near", "far")[turn % 2]}}
                status, told = self.ask("POST", path, body, key)
            assert status == 200, told
            self.accepted[key] = told["number"]

    def _read(self):
        while not self.over.is_set():
            self.ask("GET", f"encounters/{self.site.table['running'][0]}/")
            time.sleep(0.02)


def test_a_restart_of_the_database_server_is_hardly_noticed(site):
    encounter, serving = site.table["running"][0], site.serve()
    heads = {"Authorization": f"Token {site.table['secret']}"}
    try:
        phones = [Phone(("127.0.0.1", site.port), encounter, heads) for _ in range(PHONES)]
        assert [phone.status for phone in phones] == [200] * PHONES
        with Traffic(site) as traffic:
            for how, away in RESTARTS:
                time.sleep(1.0)
                site.cluster.control("stop", "-m", how)
                time.sleep(away)
                site.cluster.control("start")
            time.sleep(3.0)
        last = max(traffic.accepted.values())
        assert all(phone.heard(last, within=ALL_BACK) for phone in phones), "a stream stayed silent"
        quiet_restart(site, phones)
        assert set(traffic.statuses) <= {200, 503}, traffic.statuses
        assert traffic.statuses[503] <= len(traffic.threads) * len(RESTARTS), traffic.statuses
        numbers = sorted(traffic.accepted.values())
        assert numbers == list(range(1, last + 1)), "a command was lost or doubled"
    finally:
        for phone in phones:
            phone.hang_up()
        site.stop(serving)
    site.do("check", encounter=encounter)


def quiet_restart(site, phones):
    """A restart while nobody plays: every stream is told to look again, though nothing seems new."""
    before = [len(phone.said) for phone in phones]
    site.cluster.control("restart", "-m", "fast")
    end = time.monotonic() + ALL_BACK
    while time.monotonic() < end and any(len(phone.said) == said for phone, said in zip(phones, before, strict=True)):
        time.sleep(0.05)
    assert all(len(phone.said) > said for phone, said in zip(phones, before, strict=True))
