"""Starts bounded jobs from the site, and answers their questions."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from django.utils import translation

from common.bounded.limits import Limits, OverLimits, process_slot
from common.bounded.protocol import receive, send

PROGRAM: Final = Path(__file__).with_name("host.py")
Answers = Mapping[str, Callable[[Any], Any]]


def run(task: str, about: Any, data: bytes, answers: Answers | None = None, limits: Limits | None = None) -> Any:
    """The result of the task of this name, done by a bounded child; `answers` are functions for its questions.

    All values are JSON. Raises `OverLimits` if a limit stops the child, `NoProcessFree` if too many children run
    already, and any exception of an answer."""
    with process_slot():
        for last in (False, True):
            with _HOST.new_child() as child:
                try:
                    receive(child)
                except (EOFError, OSError):
                    if last:
                        raise
                    continue  # the host had ended and was started again
                return _converse(child, task, about, data, answers or {}, limits or Limits())
    raise OverLimits


def _converse(child: Connection, task: str, about: Any, data: bytes, answers: Answers, limits: Limits) -> Any:
    job = {"task": task, "about": about, "limits": asdict(limits), "language": translation.get_language() or "en"}
    try:
        send(child, job)
        child.send_bytes(data)
        while "ask" in (message := receive(child)):
            send(child, answers[message["ask"]](message["about"]))
    except (EOFError, OSError):
        raise OverLimits from None
    if "fault" in message:
        raise RuntimeError(f"The bounded task {task} failed:\n{message['fault']}")
    return message["result"]


class Host:
    """The host process of this web process, started on demand."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._control: socket.socket | None = None
        self._owner = 0

    def new_child(self) -> Connection:
        """A connection to a new child that waits for its job."""
        ours, theirs = socket.socketpair()
        with ours, theirs, self._lock:
            if self._control is None or self._owner != os.getpid():
                self._start()
            try:
                self._send(theirs)
            except OSError:
                self._start()
                self._send(theirs)
            return Connection(ours.detach())

    def _send(self, theirs: socket.socket) -> None:
        assert self._control is not None
        socket.send_fds(self._control, [b"job"], [theirs.fileno()])

    def _start(self) -> None:
        if self._control is not None and self._owner == os.getpid():
            with suppress(OSError):
                self._control.close()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._owner = os.getpid()
        with theirs:
            process = subprocess.Popen(  # noqa: S603 (our own program)
                [sys.executable, "-I", str(PROGRAM)], stdin=theirs.fileno(), stdout=subprocess.DEVNULL, env={}
            )
        # Waits for its end, so that no zombie process remains.
        threading.Thread(target=process.wait, daemon=True, name="bounded-host").start()


_HOST = Host()
