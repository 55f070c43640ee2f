"""The other end of house.py: a site on a database of its own, and clients that repeat what was not answered."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.architecture.source import ROOT
from tests.campaigns.archive.elsewhere import migrated_database

WAIT = 10
TRIES = 50


class House:
    """The running process; every method is one line to it and one back."""

    def __init__(self, url):
        environment = {**os.environ, "DATABASE_URL": url, "FATEKEEPER_MODE": "test", "LOG_LEVEL": "ERROR"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.operations.crash.house"],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.url = url
        self.port = json.loads(self.process.stdout.readline())["port"]

    def ask(self, **asked):
        """One answer."""
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the house has ended"
        return json.loads(line)

    def do(self, job, **with_):
        """What a job came to, in a process of its own that lives to its end."""
        answer = self.ask(job=job, **{"with": with_})
        assert not answer["killed"]
        assert answer["result"] is not None, f"the job {job} failed; its traceback is on the standard error"
        return answer["result"]["done"]

    def killed(self, job, point, nth=1, **with_):
        """Does a job that is killed at its point."""
        answer = self.ask(job=job, point=point, nth=nth, **{"with": with_})
        assert answer["killed"], f"{job} never came by {point!r}"

    def serve(self, point=None, nth=1, plants=()):
        """The id of a new server, which dies at its point."""
        return self.ask(serve=point, nth=nth, plants=list(plants))["pid"]

    def died(self, pid):
        """Whether the server was killed by its point; one that never comes by is ended after a while."""
        late = threading.Timer(WAIT, os.kill, (pid, signal.SIGTERM))
        late.start()
        try:
            return self.ask(wait=pid)["killed"]
        finally:
            late.cancel()

    def stop(self, pid):
        """Tells a server to end, and waits for it."""
        os.kill(pid, signal.SIGTERM)
        self.ask(wait=pid)

    def end(self):
        """Lets the process go."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)


@contextmanager
def house():
    """A house on a new database of the kind that the tests run on; the database is gone afterwards."""
    with migrated_database() as url:
        made = House(url)
        try:
            yield made
        finally:
            made.end()


@dataclass
class Client:
    """One phone: `accepted` {key: number}, `refused` {key}; sends a request again until it is answered."""

    port: int
    secret: str
    accepted: dict = field(default_factory=dict)
    refused: dict = field(default_factory=dict)
    again: int = 0

    @property
    def answered(self):
        """How many requests were accepted or refused."""
        return len(self.accepted) + len(self.refused)

    def post(self, path, body, key=None):
        """(status, JSON) of one attempt, or None when nothing came back."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        heads = {"Authorization": f"Token {self.secret}", "Content-Type": "application/json"}
        try:
            line.request("POST", f"/api/v1/{path}", json.dumps(body), heads | ({"Idempotency-Key": key} if key else {}))
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            line.close()

    def send(self, path, body):
        """Gives a command until it is answered."""
        key = uuid.uuid4().hex
        for _attempt in range(TRIES):
            answer = self.post(path, body, key)
            if answer is None:
                self.again += 1
                continue
            status, told = answer
            if status == 200:
                self.accepted[key] = told["number"]
            else:
                self.refused[key] = told
                assert status in (409, 422), (status, told)
            return
        raise AssertionError("never answered")
