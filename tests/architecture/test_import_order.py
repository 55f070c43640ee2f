"""Imports run one way: between the packages, between the subjects of `campaigns`, and inside `rules`.

The packages, high to low: fatekeeper, config, operations, campaigns, characters, people, rules, common
(`source.PACKAGES`).
The subjects of `campaigns`: archive, overview, sessions, modules, encounters, world, log, webhooks (`source.SUBJECTS`).
"""

import ast
import graphlib
from pathlib import Path

import pytest

from tests.architecture.known_violations import UPWARD_IMPORTS, UPWARD_PACKAGES
from tests.architecture.source import (
    PACKAGES,
    ROOT,
    SUBJECTS,
    Import,
    imports,
    imports_of_file,
    module_name,
    modules,
    project_imports,
)

PURE = ("rules/engine", "rules/games", "rules/play.py", "rules/sheets.py")
BEHIND_PLAY = ("rules.engine", "rules.games", "rules.sheets")
OUTSIDE_THE_ENGINE = {"django", "rest_framework", "os", "time", "datetime", "random", *PACKAGES} - {"rules"}


def is_upward(arrow: Import) -> bool:
    """Whether a package imports one above it."""
    return PACKAGES.index(arrow.target.split(".")[0]) < PACKAGES.index(arrow.source.split(".")[0])


def is_upward_subject(one: Import) -> bool:
    """Whether a subject of `campaigns` imports one above it."""
    source, target = one.source.split("."), one.target.split(".")
    if source[0] != "campaigns" or target[0] != "campaigns" or "models" in (source[1], target[1]):
        return False
    return SUBJECTS.index(target[1]) < SUBJECTS.index(source[1])


@pytest.mark.parametrize("package", PACKAGES)
def test_no_package_imports_one_above_it(package):
    below = ", ".join(PACKAGES[PACKAGES.index(package) + 1 :]) or "no other package of the project"
    faults = [
        f"{arrow.path}:{arrow.line} imports {arrow.target}: {package} may import only {below}. "
        f"Move the code down, or let {arrow.target.split('.')[0]} call this instead."
        for arrow in project_imports()
        if arrow.source.split(".")[0] == package and is_upward(arrow) and arrow.pair not in UPWARD_PACKAGES
    ]
    assert not faults, "\n".join(faults)


def test_no_subject_imports_one_above_it():
    faults = [
        f"{arrow.path}:{arrow.line} imports {arrow.target}: "
        f"the order of subjects is {', '.join(SUBJECTS)}, high to low. "
        "Move the code down, or let the higher subject call this instead."
        for arrow in project_imports()
        if is_upward_subject(arrow) and arrow.pair not in UPWARD_IMPORTS
    ]
    assert not faults, "\n".join(faults)


def test_the_list_of_known_violations_only_shrinks():
    pairs = {arrow.pair for arrow in project_imports() if is_upward_subject(arrow) or is_upward(arrow)}
    gone = sorted({*UPWARD_IMPORTS, *UPWARD_PACKAGES} - pairs)
    assert not gone, f"these are mended: take them out of known_violations.py: {gone}"


def test_every_folder_of_campaigns_has_its_place_in_the_order():
    found = {path.parent.name for path in (ROOT / "campaigns").glob("*/__init__.py")} - {"migrations"}
    assert found == set(SUBJECTS), "write a new subject into source.SUBJECTS, above everything that it imports"


def test_no_modules_import_each_other_in_a_circle():
    cycle = find_cycle(project_imports())
    assert not cycle, f"move what both need into a third module: {' -> '.join(cycle)}"


def find_cycle(arrows):
    """The modules of one circle of imports, [] when there is none."""
    graph = {}
    for arrow in arrows:
        graph.setdefault(arrow.source, set()).add(arrow.target)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []


def test_the_engine_and_the_games_know_nothing_of_the_site():
    faults = [
        f"{path}:{line} imports {name}: the engine is pure. Pass the value in, or move the code above rules.play."
        for path, tree in modules(*PURE)
        for name, line in imports(tree)
        if name.split(".")[0] in OUTSIDE_THE_ENGINE
    ]
    assert not faults, "\n".join(faults)


def test_no_game_imports_another_one():
    faults = [
        f"{arrow.path}:{arrow.line} imports {arrow.target}: put what two games share into rules/engine."
        for arrow in project_imports()
        if (own := game_of(arrow.source)) and (other := game_of(arrow.target)) and own != other
    ]
    assert not faults, "\n".join(faults)


def game_of(name: str) -> str:
    """The folder of the game that a module belongs to, "" for all others; the registry is no game."""
    parts = name.split(".")
    is_game = parts[:2] == ["rules", "games"] and len(parts) > 2 and (ROOT / "rules/games" / parts[2]).is_dir()
    return parts[2] if is_game else ""


def test_the_engine_imports_no_game_and_no_game_what_is_above_it():
    above = {
        "rules.engine": ("rules.games", "rules.play", "rules.sheets"),
        "rules.games": ("rules.play", "rules.sheets"),
    }
    faults = [
        f"{arrow.path}:{arrow.line} imports {arrow.target}: {low} is below it. Pass the value in."
        for arrow in project_imports()
        for low, high in above.items()
        if arrow.source.startswith(low) and arrow.target.startswith(high)
    ]
    faults += [
        f"{arrow.path}:{arrow.line} imports {arrow.target}: a game is found by the registry, never the other way round."
        for arrow in project_imports()
        if game_of(arrow.source) and arrow.target == "rules.games.registry"
    ]
    assert not faults, "\n".join(faults)


def test_the_site_reaches_the_rules_through_play_alone():
    site = [name for name in PACKAGES if name != "rules"]
    faults = [
        f"{arrow.path}:{arrow.line} imports {arrow.target}: ask rules.play instead."
        for arrow in project_imports()
        if arrow.source.split(".")[0] in site and arrow.target.startswith(BEHIND_PLAY)
    ]
    assert not faults, "\n".join(faults)


def planted(path: str, source: str, *names: str) -> list[Import]:
    """The imports of a file that does not exist."""
    return imports_of_file(Path(path), ast.parse(source), {module_name(Path(path)), *names})


def test_an_import_of_something_higher_is_found():
    for source in ("from people.models import User", "def late():\n    import people.models"):
        (found,) = planted("rules/pages/views.py", source, "people.models")
        assert is_upward(found)
    (found,) = planted("campaigns/log/access.py", "from campaigns.sessions import access", "campaigns.sessions.access")
    assert is_upward_subject(found)
    assert found.pair == "campaigns.log.access -> campaigns.sessions.access"


def test_a_cycle_is_found():
    arrows = planted("rules/a.py", "from rules import b", "rules.b") + planted(
        "rules/b.py", "import rules.c", "rules.c"
    )
    assert find_cycle(arrows) == []
    arrows += planted("rules/c.py", "def late():\n    from rules.a import one", "rules.a")
    assert set(find_cycle(arrows)) == {"rules.a", "rules.b", "rules.c"}


def test_a_cycle_with_an_import_for_types_is_found():
    for_types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rules import b\n"
    arrows = planted("rules/a.py", for_types, "rules.b")
    assert find_cycle(arrows) == []
    arrows += planted("rules/b.py", "from rules.a import one", "rules.a")
    assert set(find_cycle(arrows)) == {"rules.a", "rules.b"}
