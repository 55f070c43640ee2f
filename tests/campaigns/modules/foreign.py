"""The real third-party files beside the project, as inputs; tests skip where they are not there."""

import functools
import json
from pathlib import Path
from typing import Any

import pytest

from tests.campaigns.modules.samples import DATA

FIVE_E_BITS = DATA / "5e-bits-srd-2014" / "5e-SRD-Monsters.json"
OPEN5E = DATA / "open5e-v2-srd-2014"
FOUNDRY = DATA / "foundry-dnd5e-source" / "packs" / "_source" / "monsters"
NIGHT_BLADE = DATA / "lazy-gm-night-blade" / "37-thenightblade.md"


def text(path: Path) -> str:
    """The text of a file; skips where it is not there."""
    if not path.exists():
        pytest.skip(f"{path.name} is not beside this project.")
    return path.read_text(encoding="utf-8")


@functools.cache
def _parsed(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def loaded(path: Path) -> Any:
    """The JSON of a file, parsed once; leave it as it is."""
    if not path.exists():
        pytest.skip(f"{path.name} is not beside this project.")
    return _parsed(path)


def open5e() -> list[Any]:
    """The rows of all four fixtures in one list."""
    names = ("Creature", "CreatureAction", "CreatureActionAttack", "CreatureTrait")
    return [row for name in names for row in loaded(OPEN5E / f"{name}.json")]
