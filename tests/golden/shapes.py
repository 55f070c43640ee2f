"""The shape of each game's state, one file for each version: `python -m tests.golden.shapes` writes today's.

A shape is the JSON schema of the state without its descriptions. A version of which a release holds states is
final: its file is not written again.
"""

import importlib
import json
from pathlib import Path
from typing import Any

import msgspec

from rules import play

SHAPES = Path(__file__).parent / "shapes"
RELEASES = Path(__file__).parent / "releases"
WORDS = {"description", "title"}


def without_words(schema: Any) -> Any:
    """A schema without what only explains it; a property may have any name."""
    if isinstance(schema, list):
        return [without_words(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: {field: without_words(part) for field, part in value.items()}
        if name in {"properties", "$defs"}
        else without_words(value)
        for name, value in schema.items()
        if name not in WORDS
    }


def state_module(system: str) -> Any:
    """The module with a game's `State` and `VERSION`."""
    return importlib.import_module(f"rules.games.{system.replace('-', '_')}.state")


def shape(system: str) -> str:
    """The shape of a game's state as the code has it."""
    schema = without_words(msgspec.json.schema(state_module(system).State))
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


def stored(system: str, version: int) -> Path:
    """The file of a shape."""
    return SHAPES / f"{system}-{version}.json"


def released(system: str) -> int:
    """The newest version of which a release holds states, 0 without one."""
    logs = [json.loads(path.read_text()) for path in RELEASES.glob(f"*/{system}-*.json")]
    return max([log["state"]["version"] for log in logs], default=0)


def write() -> None:
    """Stores the shape of every game's current version; refuses to change that of a released one."""
    SHAPES.mkdir(exist_ok=True)
    for system in sorted(play.SYSTEMS):
        version = state_module(system).VERSION
        path, today = stored(system, version), shape(system)
        if version <= released(system) and path.exists() and path.read_text() != today:
            raise SystemExit(f"{system}: version {version} is released. Raise VERSION and add an upgrade.")
        path.write_text(today)


if __name__ == "__main__":
    write()
