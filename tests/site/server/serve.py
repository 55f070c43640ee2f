"""The site under uvicorn in a process of its own, with short time limits; prints its port. Nobody is signed in."""

import os
import socket

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import uvicorn

from config import asgi
from config.server import connection_limits, request_bodies

connection_limits.HEADER_SECONDS = 1.0
connection_limits.WRITE_SECONDS = 1.0
request_bodies.SECONDS = 1.0

if __name__ == "__main__":
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(
        asgi.application, log_level="warning", lifespan="off", timeout_graceful_shutdown=1, timeout_keep_alive=1
    )
    uvicorn.Server(config).run(sockets=[listening])
