"""Where the project's files are, for the tests of the documents."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("fatekeeper", "common", "rules", "people", "characters", "campaigns", "operations", "config", "tools")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")


def python_files(*folders: str) -> Iterator[Path]:
    """The project's Python files in these folders, or in all; migrations are left out."""
    for folder in folders or (*APPS, "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def documents() -> Iterator[Path]:
    """The project's documents."""
    yield from (ROOT / name for name in DOCUMENTS if (ROOT / name).exists())
    yield from sorted((ROOT / "docs").rglob("*.md"))
