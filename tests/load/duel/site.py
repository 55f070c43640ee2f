"""This site in production mode, and a stock Django page on the same database."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from tests.architecture.source import ROOT
from tests.load.duel import processes


class Site:
    """A site with its own folder and database; `tables` are what seed.py printed."""

    def __init__(self, folder: Path, database: str, tables: int):
        self.environment = {
            **os.environ,
            "FATEKEEPER_MODE": "production",
            "FATEKEEPER_DATA": str(folder),
            "DATABASE_URL": database,
            "SECRET_KEY": "measured " * 10,
            "ALLOWED_HOSTS": "127.0.0.1",
            "HTTPS": "0",
            "BACKUPS_KEPT": "0",
            "LOG_LEVEL": "ERROR",
        }
        self.run("-m", "fatekeeper", "prepare", "--port", "8000")
        self.tables = json.loads(self.run("-m", "tests.load.duel.seed", str(tables)))

    def run(self, *arguments: str) -> str:
        """What a Python program prints in the site's environment."""
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, check=True, text=True)
        return done.stdout

    @contextmanager
    def serving(self, workers: int = 1):
        """The site under uvicorn, as `fatekeeper serve` starts it."""
        port = processes.free_port()
        command = [sys.executable, "-m", "fatekeeper", "web", "--port", str(port), "--workers", str(workers)]
        with processes.serving(command, port, cwd=ROOT, env=self.environment | {"FATEKEEPER_PREPARED": "1"}) as server:
            yield server

    @contextmanager
    def serving_stock_page(self):
        """A list of 20 rows behind a sign-in, with Django's own handler and middleware."""
        port = processes.free_port()
        command = [sys.executable, "-m", "uvicorn", "tests.load.duel.stock:application", "--port", str(port)]
        command += ["--lifespan", "off", "--no-access-log", "--log-level", "error"]
        with processes.serving(command, port, cwd=ROOT, env=self.environment) as server:
            yield server
