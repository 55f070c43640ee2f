#!/usr/bin/env python3
"""Runs the tests that a change is likely to break: those of the folders it touches, and the architecture tests.

Most tests are in folders of the same names as the code, so a change to campaigns/log/ runs tests/campaigns/log/; PLACES
lists the others. Scripts and styles have browser tests only, and a template runs the test of every page. What counts as
changed is everything since the commit named by the first argument (default: the commit before the last), uncommitted
files included. No browser, no PostgreSQL, and no folder whose tests mostly wait for processes, unless the change is to
such a test itself; `make test` runs everything.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALWAYS = ["tests/architecture", "tests/rules/engine"]
# Run only if one of their own files changed: they start, kill, install or upgrade processes.
SLOW = (
    "tests/installed/",
    "tests/operations/crash/",
    "tests/operations/releases/",
    "tests/operations/test_older_backups.py",
    "tests/soak/",
)
ELSEWHERE = ("tests/browser/", "tests/clients/", "tests/load/")  # never here: a browser, a network, a quiet machine
PLACES = {
    "rules/games": "tests/rules",
    "rules/engine": "tests/rules/engine",
    "campaigns/log/calendar": "tests/campaigns/calendar",
    "campaigns/overview/timeline": "tests/campaigns/calendar",
    "config": "tests/site/server",
    "config/api": "tests/site/api",
    "config/accounts": "tests/people",
    "fatekeeper": "tests/operations/installation",
    "templates": "tests/site/test_pages.py",
    "common": "tests/common",
}


def changed_files(base: str) -> list[str]:
    """The files that differ from `base`, those that git does not track yet included."""
    commands = (["git", "diff", "--name-only", base], ["git", "ls-files", "--others", "--exclude-standard"])
    outputs = [subprocess.run(one, cwd=ROOT, capture_output=True, text=True, check=True).stdout for one in commands]
    return sorted({line for output in outputs for line in output.splitlines()})


def tests_of(file: str) -> str | None:
    """The narrowest folder of tests that belongs to a file; None for a file without tests of its own."""
    if file.startswith("tests/"):
        return file if not file.startswith(ELSEWHERE) and Path(file).name.startswith("test_") else None
    for folder in Path(file).parents:
        name = folder.as_posix()
        for code, tests in PLACES.items():
            if name == code:
                game = file.removeprefix(f"{code}/").partition("/")[0]
                return f"{tests}/{game}" if code == "rules/games" else tests
        if (ROOT / "tests" / name).is_dir() and name not in {".", "campaigns"}:
            return f"tests/{name}"
    return None


def suites_of_every_game(files: list[str]) -> set[str]:
    """The suites that ask the same of every game, if a game changed."""
    if not any(file.startswith("rules/games/") for file in files):
        return set()
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/rules").glob("test_*.py")}


def main() -> int:
    """Prints what it runs; the exit status is pytest's, and 0 when there is nothing to run."""
    files = changed_files(sys.argv[1] if len(sys.argv) > 1 else "HEAD~1")
    wanted = sorted({found for found in map(tests_of, files) if found} | set(ALWAYS) | suites_of_every_game(files))
    wanted = [one for one in wanted if (ROOT / one).exists()]
    print("Tests of the change:", " ".join(wanted), flush=True)
    slow = [f"--ignore={one}" for one in SLOW if not any(test.startswith(one) for test in wanted)]
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-q", *slow, *wanted]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
