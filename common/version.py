"""The version of the site, from the project file alone."""

import importlib.metadata
import tomllib
from pathlib import Path
from typing import Final

PROJECT_FILE: Final = Path(__file__).resolve().parents[1] / "pyproject.toml"


def read_version() -> str:
    """The version of this checkout, or of the installed package."""
    if PROJECT_FILE.exists():
        project: dict[str, str] = tomllib.loads(PROJECT_FILE.read_text(encoding="utf-8"))["project"]
        return project["version"]
    return importlib.metadata.version("fatekeeper")


VERSION: Final = read_version()
# The program that an operator calls for a management command; only a checkout has a project file.
PROGRAM: Final = "manage.py" if PROJECT_FILE.exists() else "fatekeeper"
