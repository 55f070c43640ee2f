"""What a site needs before it serves: a database with tables, the shipped catalogue, and collected static files."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection

from common.version import VERSION

MARK = "collected"


def is_new() -> bool:
    """Whether the database holds no tables yet."""
    return "django_migrations" not in connection.introspection.table_names()


def create_database(tell: Callable[[str], Any]) -> None:
    """Makes every table and loads the shipped catalogue into a new database."""
    tell("Creating the database.")
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("load_catalogue", verbosity=0)


def collect_static_files(tell: Callable[[str], Any]) -> bool:
    """Collects the static files where that was not done for just these; whether anything was to do."""
    root = Path(settings.STATIC_ROOT)
    mark, fingerprint = root / MARK, _fingerprint()
    if mark.exists() and mark.read_text() == fingerprint:
        return False
    tell("Collecting static files.")
    # Files of the version before would stay for ever, and take the time of compressing them again.
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True, exist_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(fingerprint)
    return True


def _fingerprint() -> str:
    """Which files they are, with size and time, and the version of the site."""
    digest = hashlib.sha256(VERSION.encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            digest.update(f"{name} {storage.size(name)} {storage.get_modified_time(name)}".encode())
    return digest.hexdigest()
