"""Licences: every file has one, and the pages, README and REUSE.toml agree about what comes from SeeD."""

import re
import tomllib
from pathlib import PurePosixPath

import pytest

from rules.pages.credits import credited_game
from tests.docs.source import ROOT

ENTRIES = tomllib.loads((ROOT / "REUSE.toml").read_text())["annotations"]
SEED, ART, CODE = "CC-BY-SA-3.0", "CC-BY-4.0", "AGPL-3.0-or-later"


def patterns(entry):
    """The paths of an entry."""
    return [entry["path"]] if isinstance(entry["path"], str) else entry["path"]


def matches(path, pattern):
    """Whether a path is one of a pattern's; "**" stands for any folders."""
    words = {"**": ".*", "*": "[^/]*"}
    regex = "".join(words.get(part, re.escape(part)) for part in re.split(r"(\*\*|\*)", pattern))
    return re.fullmatch(regex, str(PurePosixPath(path))) is not None


def licence_of(path):
    """The licence of a file: the last entry that names it."""
    return [
        entry["SPDX-License-Identifier"]
        for entry in ENTRIES
        if any(matches(path, pattern) for pattern in patterns(entry))
    ][-1]


@pytest.mark.parametrize("pattern", [path for entry in ENTRIES for path in patterns(entry) if path != "**"])
def test_every_path_of_the_list_exists(pattern):
    assert any(ROOT.glob(pattern)), f"REUSE.toml names {pattern}, which is gone"


@pytest.mark.parametrize(
    ("path", "licence"),
    [
        ("config/settings.py", CODE),
        ("rules/games/fortune_system/moves.py", CODE),
        ("rules/games/fortune_system/rulebook.py", SEED),
        ("rules/catalogue/fortune-system.toml", SEED),
        ("rules/catalogue/fifty-two-fates.toml", ART),
        ("docs/rules/fortune-system.md", SEED),
        ("campaigns/modules/shipped/the-drowned-bell.satchel.json", ART),
        ("static/img/icon.svg", ART),
    ],
)
def test_a_file_has_the_licence_that_the_decision_names(path, licence):
    assert (ROOT / path).exists()
    assert licence_of(path) == licence


@pytest.mark.parametrize("licence", ["AGPL-3.0-or-later", SEED, ART])
def test_the_text_of_each_licence_is_there(licence):
    assert len((ROOT / "LICENSES" / f"{licence}.txt").read_text()) > 10_000


def test_the_licence_of_the_code_is_unmodified():
    text = (ROOT / "LICENSE").read_text()
    assert (ROOT / "LICENSES" / "AGPL-3.0-or-later.txt").read_text() == text
    words = text.split()
    assert words[:5] == ["GNU", "AFFERO", "GENERAL", "PUBLIC", "LICENSE"]
    assert len(words) > 5500
    assert "13. Remote Network Interaction" in " ".join(words)


def test_the_package_names_every_licence():
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["license"]
    assert set(named.split(" AND ")) == {entry["SPDX-License-Identifier"] for entry in ENTRIES}


def test_files_that_derive_from_seed_are_named_where_people_look():
    decision = (ROOT / "docs/decisions/licences.md").read_text()
    (entry,) = [candidate for candidate in ENTRIES if candidate["SPDX-License-Identifier"] == SEED]
    assert [path for path in patterns(entry) if path not in decision] == []
    assert "CC BY-SA 3.0" in credited_game("fortune-system").licence
    assert "(LICENSES/CC-BY-SA-3.0.txt)" in (ROOT / "README.md").read_text()
