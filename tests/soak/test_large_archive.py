"""A campaign with pictures near the limit of 500 MiB is exported and restored over HTTP while others play."""

import http.client
import json
import threading
import time

import pytest

from tests.soak.conclusion import conclude
from tests.soak.load import Load, Phone
from tests.soak.sizes import sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty

MEBIBYTES = sized(8, 480)  # of pictures
LONGEST = sized(60, 1200)  # seconds for each of the steps
# Seconds without any acknowledged command; on SQLite play waits while the restored rows are inserted.
LONGEST_PAUSE = sized(10, 60)


class Owner(Phone):
    """The GM's client: waits for transfers, and sends and fetches files in pieces."""

    def transfer(self, key, status):
        """Waits until the transfer has the status; its JSON."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            code, answer = self.ask("GET", f"transfers/{key}/")
            if code == 200 and answer["status"] != "running":
                assert answer["status"] == status, json.dumps(answer)
                return answer
            time.sleep(0.2)
        raise AssertionError(f"the transfer took longer than {LONGEST} seconds")

    def stream(self, method, path, file=None, into=None):
        """Sends `file` as the body, or writes the answer's body to `into`; the answer's bytes otherwise."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        headers = {"Authorization": f"Token {self.secret}"}
        if file is not None:
            headers |= {"Content-Type": "application/zip", "Content-Length": str(file.seek(0, 2))}
            file.seek(0)
        line.request(method, f"/api/v1/{path}", file, headers)
        answer = line.getresponse()
        assert answer.status in (200, 201), (answer.status, answer.read(400))
        if into is None:
            return answer.read()
        while part := answer.read(1024 * 1024):
            into.write(part)
        return b""


class Pauses(threading.Thread):
    """Watches play, and keeps the longest time in seconds in which nothing was acknowledged."""

    def __init__(self, load):
        super().__init__(daemon=True)
        self.load, self.longest, self.over = load, 0.0, threading.Event()
        self.start()

    def run(self):
        """Watches until it is told to stop."""
        seen, since = self.load.acknowledged, time.monotonic()
        while not self.over.wait(0.02):
            if self.load.acknowledged > seen:
                seen, since = self.load.acknowledged, time.monotonic()
            self.longest = max(self.longest, time.monotonic() - since)


def test_a_campaign_near_the_limit_travels_during_play(own_site, record, tmp_path):
    site, path = own_site, tmp_path / "large.zip"
    table, large = site.job("prepare", name="Play"), site.job("prepare", name="Large")
    digests, steps = site.job("add_pictures", campaign=large["campaign"], mebibytes=MEBIBYTES), {}
    with site.serving():
        owner = Owner(site.port, large["secret"])
        with Load(site, table) as load:
            begun, pauses = time.monotonic(), Pauses(load)
            _status, started = owner.insist(
                "POST", f"campaigns/{large['campaign']}/exports/", {"whole": True}, "export"
            )
            owner.transfer(started["key"], "done")
            steps["exported"] = time.monotonic()
            with path.open("w+b") as file:
                owner.stream("GET", f"transfers/{started['key']}/file/", into=file)
                steps["fetched"] = time.monotonic()
                received = json.loads(owner.stream("POST", "restores/", file=file))
            owner.transfer(received["key"], "waiting")
            steps["sent and checked"] = time.monotonic()
            body = {"people": [], "leave_shut": True}  # the running encounter exists on this site
            owner.insist("POST", f"transfers/{received['key']}/restore/", body, "restore")
            restored = owner.transfer(received["key"], "done")["about"]["campaign"]
            steps["restored"] = time.monotonic()
            pauses.over.set()
        figures = conclude("a large archive", f"{path.stat().st_size / 2**20:.0f} MiB", load)
    figures.lost += len(set(digests) ^ set(site.job("picture_digests", campaign=restored)))
    seconds = {name: at - before for (name, at), before in zip(steps.items(), [begun, *steps.values()], strict=False)}
    figures.note = " ".join([figures.note, *(f"{name} {taken:.1f} s;" for name, taken in seconds.items())])
    figures.note += f" longest pause of play {pauses.longest:.1f} s"
    record(figures)
    assert pauses.longest < LONGEST_PAUSE
