"""The site as a process of its own, on a database of its own, made to be killed.

Started once, it loads everything and touches nothing; each job and each server is a fork, which may die. The socket
outlives them, so that clients wait for the next server as phones do. Run by driving.py, which speaks JSON with it:
{"serve": point or null, "nth", "plants"} -> {"pid"}; {"wait": pid} -> {"killed"}; {"job": name, "with": {...},
"point", "nth"} -> {"result"} or {"killed"}. A job or plant of another module is named "module:function".
"""

import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import uvicorn
from django.urls import get_resolver

from config.asgi import application
from tests.operations.crash import jobs, plants
from tests.operations.crash.points import Point


def main() -> None:
    """Answers until its input ends."""
    get_resolver().url_patterns  # noqa: B018 (loads every page)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(128)
    tell({"port": listening.getsockname()[1]})
    serving: set[int] = set()
    for line in sys.stdin:
        asked = json.loads(line)
        if "serve" in asked:
            serving.add(pid := forked(serve, asked, listening))
            tell({"pid": pid})
        elif "wait" in asked:
            tell({"killed": ended(asked["wait"])})
            serving.discard(asked["wait"])
        else:
            tell(done(asked))
    for pid in serving:  # the driver is gone, or has failed
        os.kill(pid, signal.SIGKILL)


def tell(answer: dict) -> None:
    """One line to the driver."""
    sys.stdout.write(json.dumps(answer, default=str) + "\n")
    sys.stdout.flush()


def forked(work, *args) -> int:
    """The id of a new process that does the work and ends."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(2, 1)  # what a job prints is no answer
        work(*args)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def ended(pid: int) -> bool:
    """Whether the process was killed at its point; waits for its end."""
    _pid, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def hung(asked: dict, name: str) -> Point | None:
    """The plants of a job, and its point, in place."""
    for plant in asked.get("plants", []):
        function_named(plant, plants)()
    if not asked.get(name):
        return None
    point = Point(asked[name], asked.get("nth", 1))
    point.hang()
    return point


def function_named(name: str, usual: ModuleType) -> Callable[..., Any]:
    """A function of the usual module, or of another one: "module:function"."""
    module, colon, function = name.rpartition(":")
    found: Callable[..., Any] = getattr(import_module(module) if colon else usual, function)
    return found


def serve(asked: dict, listening: socket.socket) -> None:
    """The site under uvicorn, until it is killed or told to end."""
    point = hung(asked, "serve")
    site = point.around(application) if point else application
    config = uvicorn.Config(site, log_level="error", lifespan="off", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[listening])


def done(asked: dict) -> dict:
    """A job's result."""
    reading, writing = os.pipe()
    pid = forked(job, asked, writing)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    killed = ended(pid)
    return {"killed": killed, "result": json.loads(told) if told else None}


def job(asked: dict, writing: int) -> None:
    """Does one job, and tells what came of it."""
    hung(asked, "point")
    told = function_named(asked["job"], jobs)(**asked.get("with", {}))
    with os.fdopen(writing, "w") as pipe:
        pipe.write(json.dumps({"done": told}, default=str))


if __name__ == "__main__":
    main()
