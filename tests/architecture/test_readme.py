"""What README promises is there: commands, targets, variables, paths."""

import re

from django.core.management import get_commands

from tests.architecture.source import ROOT

README = (ROOT / "README.md").read_text()


def test_every_make_target_that_readme_names_stands_in_the_makefile():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"\bmake ([a-z]+)\b", README)) - {"sure"}
    assert named, "README names no target any more"
    assert named <= targets, f"README names {sorted(named - targets)}; the Makefile has {sorted(targets)}"


def test_every_management_command_that_readme_names_exists():
    named = set(re.findall(r"manage\.py ([a-z_]+)", README))
    assert "replay" in named
    assert named <= set(get_commands()), f"README names {sorted(named - set(get_commands()))}"


def test_readme_lists_every_variable_the_settings_read_and_no_other():
    source = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "env.py"))
    read = set(re.findall(r'(?:text|flag|number|names)\("([A-Z_]+)"', source)) | {"DATABASE_URL"}
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", README, re.M)
    listed = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert listed == read, f"missing in README: {sorted(read - listed)}; only in README: {sorted(listed - read)}"


def test_the_map_in_readme_names_folders_that_exist():
    for folder in ("config", "rules", "characters", "campaigns", "templates", "static", "tests"):
        assert f"{folder}/" in README
        assert (ROOT / folder).is_dir()


def test_all_four_games_are_credited():
    for game in ("52 Fates", "A Game of Bastards", "Fortune and Power", "Fortune System"):
        assert game in README
    assert "CC BY-SA 3.0" in README
