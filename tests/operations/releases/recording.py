"""Records the database of the version that runs it: `python -m tests.operations.releases.recording`.

It has the demo without its years: people, campaigns, and a running encounter of every game. A file that stands is not
written over, unless `--again` is said: a released version is recorded once.
"""

import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
SEED = """
from operations.demo import campaign, other_games
campaign.create_demo(str)
other_games.create_other_demos(str)
"""


def manage(data: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a management command with its SQLite database in the folder `data`."""
    environment = {
        "PATH": os.environ["PATH"],
        "FATEKEEPER_MODE": "development",
        "FATEKEEPER_DATA": str(data),
        "LOG_LEVEL": "WARNING",
    }
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, input=stdin, capture_output=True, text=True, check=False)


def record(target: Path) -> None:
    """Writes the database of this code."""
    with tempfile.TemporaryDirectory(prefix="fatekeeper-") as folder:
        data = Path(folder)
        for words, stdin in ((["prepare"], ""), (["shell", "--no-imports"], SEED)):
            done = manage(data, *words, stdin=stdin)
            if done.returncode:
                raise SystemExit(done.stderr)
        small = data / "small.db"
        with sqlite3.connect(data / "fatekeeper.sqlite3") as database:
            database.execute("VACUUM INTO ?", [str(small)])
        target.write_bytes(gzip.compress(small.read_bytes(), mtime=0))


if __name__ == "__main__":
    from common.version import VERSION

    file = FOLDER / f"{VERSION}.db.gz"
    if file.exists() and "--again" not in sys.argv:
        raise SystemExit(f"{file.name} stands. A released version is recorded once; --again writes it again.")
    record(file)
    print(f"{file.name}: {file.stat().st_size} bytes")
