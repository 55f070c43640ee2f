"""Small modules for the tests, and where the real ones are."""

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = ROOT / "campaigns" / "modules" / "shipped" / "the-drowned-bell.satchel.json"
DATA = Path(os.environ.get("FATEKEEPER_TEST_DATA") or ROOT.parent / "shared" / "data")
NIGHT_BLADE = DATA / "satchel" / "the-night-blade.satchel.json"
DRAFT_SCHEMA = DATA.parent / "design" / "satchel-1.0.schema.json"


def night_blade() -> dict[str, Any]:
    """The Night Blade as it stands beside the project; skips where it is not there."""
    if not NIGHT_BLADE.exists():
        pytest.skip("The Night Blade is not beside this project.")
    return json.loads(NIGHT_BLADE.read_text(encoding="utf-8"))


def bell() -> dict[str, Any]:
    """The adventure that the project ships."""
    return json.loads(SHIPPED.read_text(encoding="utf-8"))


SMALL: dict[str, Any] = {
    "format": "satchel",
    "format_version": "1.0",
    "module": {
        "key": "the-mill",
        "version": "1.0.0",
        "title": "The Mill",
        "language": "en",
        "rulesets": [{"ruleset": "fifty-two-fates", "support": "native"}],
        "party": {"min": 2, "max": 6, "designed_for": 4},
        "authors": [{"name": "Ana", "role": "author"}],
        "licence": {"spdx": "CC-BY-4.0", "attribution": "The Mill by Ana."},
    },
    "chapters": [
        {
            "key": "start",
            "title": "Start",
            "blocks": [{"key": "b", "kind": "gm", "md": "Go to [[location:mill|the mill]]."}],
            "contents": ["location:mill"],
        }
    ],
    "locations": [
        {
            "key": "mill",
            "title": "The mill",
            "blocks": [{"key": "b", "kind": "read_aloud", "md": "It turns without wind."}],
            "encounters": ["encounter:rats"],
            "checks": ["check:listen"],
        }
    ],
    "encounters": [
        {
            "key": "rats",
            "title": "Rats",
            "kind": "combat",
            "groups": [{"key": "pack", "who": "monster:rat", "count": 3}],
        }
    ],
    "monsters": [{"key": "rat", "name": "Rat", "stats": {"fifty-two-fates": {"max_hp": 2, "allowance": 1}}}],
    "npcs": [{"key": "miller", "name": "The miller", "blocks": [{"key": "b", "kind": "gm", "md": "He knows."}]}],
    "checks": [{"key": "listen", "title": "Listen", "difficulty": {"fifty-two-fates": {"value": 6}}}],
    "tables": [
        {
            "key": "finds",
            "title": "Finds",
            "method": {"roll": "1d4"},
            "rows": [
                {"key": "a", "from": 1, "to": 3, "md": "Flour"},
                {"key": "b", "from": 4, "md": "A ring"},
            ],
        }
    ],
}


def small() -> dict[str, Any]:
    """A sound module of one object in each of the usual collections."""
    return copy.deepcopy(SMALL)


def put(document: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """The document with another value at a JSON pointer; `-` appends to a list."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    place: Any = document
    for step in steps[:-1]:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        if steps[-1] == "-":
            place.append(value)
        else:
            place[int(steps[-1])] = value
    else:
        place[steps[-1]] = value
    return document


def gone(document: dict[str, Any], pointer: str) -> dict[str, Any]:
    """The document without the field at a JSON pointer."""
    steps = pointer.split("/")[1:]
    place: Any = document
    for step in steps[:-1]:
        place = place[int(step)] if isinstance(place, list) else place[step]
    del place[int(steps[-1]) if isinstance(place, list) else steps[-1]]
    return document


def codes(report: Any) -> set[tuple[str, str]]:
    """The pointers and codes of a report's errors and warnings."""
    return {(fault.pointer, fault.code) for fault in [*report.errors, *report.warnings]}
