"""The protocol by which a bounded child gets a job, asks questions and answers."""

import json
import signal
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.module_loading import import_string

from common.bounded.limits import Limits

Ask = Callable[[str, Any], Any]
Task = Callable[[Any, bytes, Ask], Any]


def load_tasks() -> dict[str, Task]:
    """The tasks by name, from the place in the host's settings."""
    tasks: dict[str, Task] = import_string(settings.BOUNDED_TASKS)  # type: ignore[misc]
    return tasks


def serve(connection: Connection, tasks: dict[str, Task]) -> int:
    """Does the job of this process and returns the exit status."""
    send(connection, {"started": True})
    job = receive(connection)
    data = connection.recv_bytes()
    limits = Limits(**job["limits"])
    signal.alarm(limits.clock)
    limits.apply()

    def ask(question: str, about: Any) -> Any:
        send(connection, {"ask": question, "about": about})
        return receive(connection)

    try:
        with translation.override(job["language"]):
            answer = {"result": tasks[job["task"]](job["about"], data, ask)}
    except MemoryError:
        return 1
    except Exception:
        answer = {"fault": traceback.format_exc()[-4000:]}
    send(connection, answer)
    return 0


def send(connection: Connection, value: Any) -> None:
    """Sends one JSON value."""
    connection.send_bytes(json.dumps(value).encode())


def receive(connection: Connection) -> Any:
    """Receives one JSON value."""
    return json.loads(connection.recv_bytes())
