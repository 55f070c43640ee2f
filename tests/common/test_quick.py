"""`make quick` runs the tests of a change, and nothing that takes long or needs a browser."""

import subprocess
from types import SimpleNamespace

import pytest

from tools import quick


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("campaigns/log/entries.py", "tests/campaigns/log"),
        ("campaigns/log/calendar/months.py", "tests/campaigns/calendar"),
        ("config/api/codes.py", "tests/site/api"),
        ("config/settings.py", "tests/site/server"),
        ("campaigns/urls.py", None),
        ("rules/games/fortune_system/harm.py", "tests/rules/fortune_system"),
        ("templates/home.html", "tests/site/test_pages.py"),
        ("tests/people/test_tokens.py", "tests/people/test_tokens.py"),
        ("tests/factories.py", None),
        ("tests/browser/test_pages.py", None),
        ("tests/load/test_figures.py", None),
        ("tests/clients/test_more.py", None),
        ("tests/soak/test_races.py", "tests/soak/test_races.py"),
    ],
)
def test_a_file_has_the_tests_of_its_folder(file, tests):
    assert quick.tests_of(file) == tests


@pytest.fixture
def command(monkeypatch):
    """Gives what `make quick` would run for some changed files."""

    def of(*files):
        ran = []
        monkeypatch.setattr(quick, "changed_files", lambda base: list(files))
        monkeypatch.setattr(subprocess, "run", lambda words, **_: ran.append(words) or SimpleNamespace(returncode=0))
        assert quick.main() == 0
        return ran[0]

    return of


def test_folders_that_start_processes_are_left_out(command):
    words = command("operations/site_backup.py")
    assert "tests/operations" in words
    assert {f"--ignore={path}" for path in quick.SLOW} <= set(words)


def test_a_changed_test_of_such_a_folder_runs(command):
    words = command("tests/soak/test_races.py")
    assert "tests/soak/test_races.py" in words
    assert "--ignore=tests/soak/" not in words
    assert "--ignore=tests/installed/" in words


def test_a_change_of_a_game_runs_its_own_tests_and_those_of_every_game(command):
    words = command("rules/games/fortune_system/harm.py")
    assert {"tests/rules/fortune_system", "tests/rules/test_rulebook.py"} <= set(words)
    assert "tests/rules/test_rulebook.py" not in command("people/models.py")


def test_everything_that_is_named_is_there():
    assert all((quick.ROOT / path).exists() for path in (*quick.SLOW, *quick.ELSEWHERE, *quick.ALWAYS))
