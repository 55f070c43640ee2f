"""People who play while something breaks: phones that send again until they are answered, and streams that listen."""

import http.client
import itertools
import json
import threading
import time
import uuid
from collections import Counter
from contextlib import suppress

TIMEOUT = 10
LONGEST = 120.0
REFUSED = {409, 422}
OUTAGES = {503, 507}
HEARD_WITHIN = 20.0


class Phone:
    """One client: `accepted` {key: number}, `notes` {text}, `refused` {key}, and every status it got."""

    def __init__(self, port, secret):
        self.port, self.secret, self.statuses = port, secret, Counter()
        self.accepted, self.refused, self.notes, self.errors = {}, set(), [], []

    def ask(self, method, path, body=None, key=None):
        """(status, JSON) of one attempt; (0, None) when no answer came."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        headers = {"Authorization": f"Token {self.secret}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        try:
            line.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            status, text = answer.status, answer.read()
            self.statuses[status] += 1
            if status >= 500 and status not in OUTAGES:
                self.errors.append((method, path, status))
            return status, json.loads(text) if text else None
        except (OSError, http.client.HTTPException, ValueError):
            return 0, None
        finally:
            line.close()

    def insist(self, method, path, body, key):
        """The first answer that is no outage, asked for with the same key again and again."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            status, answer = self.ask(method, path, body, key)
            if status and status < 500:
                return status, answer
            time.sleep(0.05)
        raise AssertionError(f"{method} {path} was never answered; {self.statuses}")

    def command(self, path, body):
        """Gives a command (or an undo, or an arrival) until it is answered."""
        key = uuid.uuid4().hex
        status, answer = self.insist("POST", path, body, key)
        if status == 200:
            self.accepted[key] = answer["number"]
            return answer["number"]
        assert status in REFUSED, (path, body, status, answer)
        self.refused.add(key)
        return None

    def note(self, campaign):
        """Writes a line into the log until it is answered."""
        key = uuid.uuid4().hex
        status, answer = self.insist("POST", f"campaigns/{campaign}/log/", {"text": key + " " + "x" * 2000}, key)
        assert status == 201, (status, answer)
        self.notes.append(key)

    def range_order(self, encounter, pair, near):
        """The order that every scenario may give at any time."""
        body = {"type": "set-range", "actor": "gm", "a": pair[0], "b": pair[1], "range": "near" if near else "far"}
        return self.command(f"encounters/{encounter}/commands/", {"command": body})


class Listener(threading.Thread):
    """A stream that is opened again whenever it ends, as a browser does."""

    def __init__(self, port, secret, encounter):
        super().__init__(daemon=True)
        self.port, self.secret, self.encounter = port, secret, encounter
        self.over, self.number, self.statuses = threading.Event(), -1, Counter()
        self.start()

    def run(self):
        """Listens until it is told to stop."""
        while not self.over.is_set():
            with suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
                self._listen()
            time.sleep(0.1)

    def _listen(self):
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Authorization": f"Token {self.secret}"}
        try:
            self.line.request("GET", f"/api/v1/encounters/{self.encounter}/stream/", headers=headers)
            answer = self.line.getresponse()
            self.statuses[answer.status] += 1
            for line in answer if answer.status == 200 else ():
                if line.startswith(b"data: "):
                    self.number = json.loads(line[6:])["number"]
                if self.over.is_set():
                    return
        finally:
            self.line.close()

    def hears(self, number):
        """Whether it hears of this number in time."""
        end = time.monotonic() + HEARD_WITHIN
        while time.monotonic() < end and self.number < number:
            time.sleep(0.02)
        return self.number >= number


class Load:
    """Phones and streams at the tables of one campaign while a scenario goes on."""

    def __init__(self, site, table, phones=3, streams=2, notes=True):
        self.site, self.table, self.over, self.notes = site, table, threading.Event(), notes
        self.phones = [Phone(site.port, table["secret"]) for _phone in range(phones)]
        tokens = itertools.islice(itertools.cycle(table["tokens"]), streams)
        tables = itertools.cycle(table["running"])
        self.listeners = [Listener(site.port, token, next(tables)) for token in tokens]
        self.faults = []
        self.threads = [threading.Thread(target=self._play, args=(place,), daemon=True) for place in range(phones)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_fault):
        self.over.set()
        for thread in self.threads:
            thread.join(LONGEST + TIMEOUT)
        assert not self.faults, self.faults

    def _play(self, place):
        try:
            self.play(self.phones[place], place)
        except BaseException as fault:
            self.faults.append(fault)

    def play(self, phone, place):
        """One phone: orders, undos and notes, until it is over."""
        encounter = self.table["running"][place % len(self.table["running"])]
        for turn in itertools.count():
            if self.over.is_set():
                return
            if turn % 7 == 6 and phone.accepted:
                phone.command(f"encounters/{encounter}/undo/", {"to": max(phone.accepted.values()) - 1})
            elif turn % 5 == 4 and self.notes:
                phone.note(self.table["campaign"])
            else:
                phone.range_order(encounter, ("mara", f"bandit-{place % 3 + 1}"), turn % 2)

    def wait_for(self, more):
        """Until so many further commands are acknowledged."""
        wanted, end = self.acknowledged + more, time.monotonic() + LONGEST
        while self.acknowledged < wanted and not self.faults:
            assert time.monotonic() < end, f"play has stopped at {self.acknowledged}: {self.statuses}"
            time.sleep(0.01)

    @property
    def acknowledged(self):
        """How much was acknowledged so far."""
        return sum(len(phone.accepted) + len(phone.notes) for phone in self.phones)

    @property
    def statuses(self):
        """How often each status was answered."""
        return sum((phone.statuses for phone in self.phones), Counter())

    def close(self):
        """Ends the streams."""
        for listener in self.listeners:
            listener.over.set()
