"""The program that forks a child for each bounded job, with the project's modules loaded but without secrets.

It has its own settings without a key or a database, reads a socket for each job from its standard input, and ends
with its parent, or after a while without jobs. It has one thread, so that forking is safe.
"""

import gc
import os
import signal
import socket
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
IDLE: Final = 15 * 60


def main() -> None:
    """Forks children until the parent ends."""
    sys.path.insert(0, str(ROOT))
    _set_up()
    from common.bounded.protocol import load_tasks, serve

    tasks = load_tasks()  # loads the modules once for all children
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    with socket.socket(fileno=os.dup(0)) as control:
        control.settimeout(IDLE)
        while True:
            try:
                message, sockets, _flags, _address = socket.recv_fds(control, 16, 1)
            except TimeoutError:
                return
            if not message:
                return
            if os.fork() == 0:
                control.close()
                os._exit(serve(Connection(sockets[0]), tasks))
            os.close(sockets[0])


def _set_up() -> None:
    import django
    from django.conf import settings

    settings.configure(
        AUTH_USER_MODEL="people.User",
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        USE_TZ=True,
        BOUNDED_TASKS="campaigns.modules.bounded_tasks.TASKS",
        LOCALE_PATHS=[ROOT / "locale"],
        KNOX_TOKEN_MODEL="people.ApiToken",  # noqa: S106 (the name of a table)
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "simple_history",
            "knox",
            "rules",
            "people",
            "characters",
            "campaigns",
        ],
    )
    django.setup(set_prefix=False)


if __name__ == "__main__":
    main()
