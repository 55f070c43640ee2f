"""Metrics for Prometheus at /metrics: requests by route, their duration, open live streams. Only with METRICS_TOKEN.

Several processes share their metrics in the folder PROMETHEUS_MULTIPROC_DIR, which `fatekeeper serve` sets. Without it
each process has its own.
"""

import os
from contextlib import suppress
from pathlib import Path
from secrets import compare_digest
from typing import Any, Final

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from common.version import VERSION

METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

REQUESTS = Counter("fatekeeper_requests", "Requests that were answered.", ["method", "route", "status"])
TIMES = Histogram("fatekeeper_request_seconds", "Time in the middleware and the view.", ["method"], buckets=SECONDS)
STREAMS = Gauge("fatekeeper_live_streams", "Live streams that are open.", multiprocess_mode="livesum")
BUILD = Gauge("fatekeeper_build", "The version of the site.", ["version"], multiprocess_mode="livemax")
BUILD.labels(VERSION).set(1)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Counts an answered request; a method that does not exist counts as OTHER, so that nobody can invent labels."""
    method = method if method in METHODS else "OTHER"
    REQUESTS.labels(method, route, str(status)).inc()
    TIMES.labels(method).observe(seconds)


def may_read(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the request carries the token."""
    expected = f"Bearer {settings.METRICS_TOKEN}".encode()
    header = next((value for name, value in headers if name == b"authorization"), b"")
    return bool(settings.METRICS_TOKEN) and compare_digest(header, expected)


def render() -> tuple[bytes, str]:
    """The metrics of all processes, and their content type."""
    registry: Any = REGISTRY
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        _delete_gauges_of_ended(Path(folder))
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return generate_latest(registry), CONTENT_TYPE_LATEST


def _delete_gauges_of_ended(folder: Path) -> None:
    """Deletes what ended processes wrote of their open streams; a killed process cannot do this itself."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = file.stem.rpartition("_")[2]
        if pid.isdecimal() and not _is_running(int(pid)):
            with suppress(FileNotFoundError):  # another process has deleted it
                mark_process_dead(int(pid), str(folder))


def _is_running(pid: int) -> bool:
    if os.name != "posix":  # on other systems, such as Windows, this check could stop the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # a process of another account
        return True
    return True
