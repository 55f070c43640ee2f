"""Temporary folders below the data folder: on the disk of the site's data, because /tmp may be in memory."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings

try:
    import fcntl
except ImportError:  # not on this system: then leftovers are known by their age alone
    fcntl = None  # type: ignore[assignment]

PREFIX: Final = "fatekeeper-"
LOCK: Final = "in-use"
# Seconds in which a new folder gets its lock.
NEW: Final = 60
# Seconds after which nobody uses something, if no lock says so: nothing temporary is needed for that long.
OLD: Final = 24 * 60 * 60


def temporary_root() -> Path:
    """The folder for everything temporary; it is created if it is not there."""
    root: Path = settings.DATA_DIR / "tmp"
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    return root


@contextmanager
def temporary_folder(root: Path | None = None) -> Iterator[Path]:
    """An empty folder, deleted afterwards. First deletes those of processes that were killed.

    It is in `root`, a folder that belongs to the site alone; by default in the one for everything temporary.
    """
    root = root or temporary_root()
    delete_leftovers(root)
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=root, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with (folder / LOCK).open("w") as lock:
            with suppress(OSError):  # a file system without locks
                _lock(lock)
            yield folder


def temporary_file() -> IO[bytes]:
    """A file without a name, which ends with its process."""
    return tempfile.TemporaryFile(prefix=PREFIX, dir=temporary_root())


def delete_leftovers(root: Path) -> None:
    """Deletes what killed processes left: folders that nobody has locked, old uploads (with TMPDIR), and
    unfinished backups of version 1.1."""
    for folder in root.glob(f"{PREFIX}*"):
        if folder.is_dir() and not folder.is_symlink() and _is_abandoned(folder):
            shutil.rmtree(folder, ignore_errors=True)
    for file in (*root.glob("tmp*.upload*"), *root.glob("*.part")):
        with suppress(OSError):
            if _age(file) > OLD:
                file.unlink()


def _lock(lock: IO[Any]) -> None:
    if fcntl is None:
        raise OSError("no locks")
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_abandoned(folder: Path) -> bool:
    """Whether no process has the folder locked; where there is no lock, its age decides."""
    age = 0.0
    try:
        age = _age(folder)
        if age < NEW:
            return False
        with (folder / LOCK).open("r+") as lock:
            _lock(lock)
            return True
    except BlockingIOError:
        return False
    except OSError:
        return age > OLD


def _age(path: Path) -> float:
    """The seconds since the path or something in it was changed."""
    paths = [path, *path.iterdir()] if path.is_dir() else [path]
    return time.time() - max(each.stat().st_mtime for each in paths)
