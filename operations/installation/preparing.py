"""Prepares a site before it serves: creates tables, loads the shipped catalogue, and collects static files."""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from common.version import VERSION

MARK = "collected"


def create_database(report: Callable[[str], Any]) -> None:
    """Creates all tables in a new database and loads the shipped catalogue."""
    report("Creating the database.")
    call_command("migrate", verbosity=0)
    load_shipped_data()


def load_shipped_data() -> None:
    """Creates the table of the cache and loads the shipped catalogue and bestiary; repeated, it changes nothing."""
    call_command("createcachetable", verbosity=0)
    call_command("load_catalogue", verbosity=0)


def collect_static_files(report: Callable[[str], Any]) -> bool:
    """Collects the static files unless exactly these were collected already; returns whether there was anything to
    do."""
    root = Path(settings.STATIC_ROOT)
    mark, fingerprint = root / MARK, _fingerprint()
    if mark.exists() and mark.read_text() == fingerprint:
        return False
    report("Collecting static files.")
    # Every account may read them, because a web server may serve them itself.
    usual = os.umask(0o022)
    try:
        _replace_files(root)
    finally:
        os.umask(usual)
    mark.write_text(fingerprint)
    return True


def _replace_files(root: Path) -> None:
    # Deletes files of earlier versions, which would otherwise stay for ever and be compressed again.
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True, exist_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)


def _fingerprint() -> str:
    """A digest of the files with sizes and times, and of the version of the site."""
    digest = hashlib.sha256(VERSION.encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            digest.update(f"{name} {storage.size(name)} {storage.get_modified_time(name)}".encode())
    return digest.hexdigest()
