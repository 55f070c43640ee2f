"""Files that must survive a power cut."""

import os
from pathlib import Path
from typing import IO


def sync_file(file: IO[bytes]) -> None:
    """Waits until the file is on the disk, because a recorded backup must survive a power cut."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on the disk, if the system can sync folders."""
    if os.name == "posix":
        known = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(known)
        finally:
            os.close(known)
