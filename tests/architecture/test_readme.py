"""What README promises is there: commands, targets, variables, paths."""

import re
import tomllib

import pytest
from django.core.management import get_commands

from rules import play
from tests.architecture.source import PACKAGES, ROOT

README = (ROOT / "README.md").read_text()
SETTINGS_PAGE = (ROOT / "docs/operators/settings.md").read_text()


def test_every_make_target_that_readme_names_stands_in_the_makefile():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"\bmake ([a-z]+)\b", README)) - {"sure"}
    assert named, "README names no target any more"
    assert named <= targets, f"README names {sorted(named - targets)}; the Makefile has {sorted(targets)}"


# What the command line of the package adds to the management commands.
ADDED = {"serve", "init", "restore"}


def test_every_management_command_that_the_documents_name_exists():
    pages = [README, *(path.read_text() for path in (ROOT / "docs/operators").glob("*.md"))]
    text = "\n".join(pages)
    named = set(re.findall(r"manage\.py ([a-z_]+)", text))
    named |= set(re.findall(r"(?<!/)(?:`|^)fatekeeper ([a-z_]+)", text, re.M)) - ADDED
    assert {"doctor", "nightly", "upgrade"} <= named
    listed = set(re.findall(r"^\| `([a-z_]+)(?: [^`|]*)?`", pages_of("README"), re.M)) - ADDED
    assert "replay" in listed
    assert named | listed <= set(get_commands()), f"no commands: {sorted((named | listed) - set(get_commands()))}"


def pages_of(name):
    """A page for operators."""
    return (ROOT / "docs/operators" / f"{name}.md").read_text()


def test_the_page_of_dependencies_lists_every_one_and_no_other():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["sentry"]]
    names = {re.match(r"[\w-]+", requirement)[0] for requirement in wanted}
    assert set(re.findall(r"^\| `([\w-]+)` \|", pages_of("dependencies"), re.M)) == names


def test_the_documents_name_the_versions_of_python_that_an_installation_accepts():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    first, end = map(int, re.fullmatch(r">=3\.(\d+),<3\.(\d+)", project["requires-python"]).groups())
    classifiers = [f"Programming Language :: Python :: 3.{minor}" for minor in range(first, end)]
    assert [line for line in project["classifiers"] if "Python" in line] == classifiers
    for page in (README, (ROOT / "CONTRIBUTING.md").read_text(), pages_of("install")):
        assert set(re.findall(r"Python (3\.\d+ .*?3\.\d+|3\.\d+)", page)) == {f"3.{first} to 3.{end - 1}"}


def test_the_page_of_monitoring_installs_the_versions_of_the_optional_package_that_fit():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (requirement,) = project["optional-dependencies"]["sentry"]
    named = re.findall(r"'(sentry-sdk[^']*)'", pages_of("monitoring"))
    assert len(named) == 4, "one command for each installation"
    assert set(named) == {requirement}


def test_the_settings_page_lists_every_variable_the_settings_read_and_no_other():
    source = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "env.py"))
    read = set(re.findall(r'(?:text|flag|number|names|origins|mail_addresses)\("([A-Z_]+)"', source)) | {"DATABASE_URL"}
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", SETTINGS_PAGE, re.M)
    listed = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert listed == read, (
        f"missing in docs/operators/settings.md: {sorted(read - listed)}; only there: {sorted(listed - read)}"
    )


def test_the_map_in_readme_names_folders_that_exist():
    for folder in (*PACKAGES, "templates", "static", "tests"):
        assert f"{folder}/" in README, f"say in README's map what {folder}/ holds"
        assert (ROOT / folder).is_dir()


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_every_game_is_credited(system):
    assert play.SYSTEMS[system]["name"] in README, f"name the game {system} and its licence in README"


def test_the_licence_of_the_games_is_named():
    assert "CC BY-SA 3.0" in README
