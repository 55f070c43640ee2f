"""Imports run one way: config -> campaigns -> characters -> rules; inside rules face -> play -> games -> engine."""

import ast
import pathlib

import pytest

from tests.architecture.source import PACKAGES, imports, modules

PURE = ("rules/engine", "rules/games", "rules/play.py", "rules/known.py", "rules/sheets.py")
ABOVE_GAMES = ("rules.play", "rules.known", "rules.sheets")
BEHIND_PLAY = ("rules.engine", "rules.games", "rules.known", "rules.sheets")
LOWER = {name: PACKAGES[place + 1 :] for place, name in enumerate(PACKAGES)}


def broken_arrows(path: pathlib.Path, tree: ast.Module) -> list[str]:
    """The imports of one file that point up the house."""
    own = path.parts[0]
    upward = set(PACKAGES) - {own} - set(LOWER[own])
    return [
        f"{path}:{line} imports {name}: {own} may import only {', '.join(LOWER[own]) or 'nothing of ours'}. "
        f"Move the code down, or let {name.split('.')[0]} call this instead."
        for name, line in imports(tree)
        if name.split(".")[0] in upward
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_imports_up_the_house(package):
    faults = [fault for path, tree in modules(package) for fault in broken_arrows(path, tree)]
    assert not faults, "\n".join(faults)


def test_an_arrow_up_is_seen():
    tree = ast.parse("from campaigns.models import Campaign")
    assert broken_arrows(pathlib.Path("rules/views.py"), tree)


def test_the_games_know_nothing_of_the_site():
    outside = {"django", "rest_framework", "campaigns", "characters", "config", "os", "time", "datetime", "random"}
    faults = [
        f"{path}:{line} imports {name}: the engine is pure. Pass the value in, or move the code to the Django face."
        for path, tree in modules(*PURE)
        for name, line in imports(tree)
        if name.split(".")[0] in outside
    ]
    assert not faults, "\n".join(faults)


def test_no_game_imports_another_and_the_engine_imports_no_game():
    faults = []
    for path, tree in modules(*PURE):
        own = path.parts[2] if path.parts[1] == "games" and len(path.parts) > 3 else ""
        for name, line in imports(tree):
            parts = name.split(".")
            foreign = parts[:2] == ["rules", "games"] and len(parts) > 2 and parts[2] != own
            upward = path.parts[1] in {"engine", "games"} and name.startswith(ABOVE_GAMES)
            if (foreign and path.name != "play.py") or upward:
                faults.append(f"{path}:{line} imports {name}: put what two games share into rules/engine.")
    assert not faults, "\n".join(faults)


def test_the_site_reaches_the_rules_through_play_alone():
    faults = [
        f"{path}:{line} imports {name}: ask rules.play instead."
        for path, tree in modules("config", "campaigns", "characters")
        for name, line in imports(tree)
        if name.startswith(BEHIND_PLAY)
    ]
    assert not faults, "\n".join(faults)
