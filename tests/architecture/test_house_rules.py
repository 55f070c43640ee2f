"""House rules that a machine can hold; each failure says what to do instead."""

import ast
import re

import pytest

from rules import play
from tests.architecture.source import PACKAGES, ROOT, files, imports, modules

# The tables that hold every card and every seed, and the modules that may touch them.
SECRET_TABLES = ("EncounterSecret", "EncounterSeed")
SECRET_KEEPERS = (
    "campaigns/encounters/play/",
    "campaigns/archive/encryption.py",
    # The tables themselves, the list of all models, and the archive's list of what is encrypted instead of copied.
    "campaigns/encounters/models.py",
    "campaigns/models.py",
    "campaigns/archive/entities.py",
)


def secret_tables(tree: ast.Module) -> list[tuple[str, int]]:
    """The secret tables that a file names, with the line: imported, or as an attribute of a module."""
    names = [(name.rpartition(".")[2], line) for name, line in imports(tree)]
    names += [(node.attr, node.lineno) for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return [(name, line) for name, line in names if name in SECRET_TABLES]


def test_secrets_are_read_by_the_write_path_and_the_encryption_alone():
    faults = [
        f"{path}:{line} uses {name}: call campaigns.encounters.play instead."
        for path, tree in modules(*PACKAGES)
        if not str(path).startswith(SECRET_KEEPERS)
        for name, line in secret_tables(tree)
    ]
    assert not faults, "\n".join(faults)


def test_a_secret_table_is_found():
    tree = ast.parse("from campaigns.models import EncounterSecret\nmodels.EncounterSeed.objects.get()")
    assert secret_tables(tree) == [("EncounterSecret", 1), ("EncounterSeed", 2)]


def bare_queries(tree: ast.Module) -> list[int]:
    """Lines that reach for `.objects`."""
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "objects"]


def test_pages_and_endpoints_reach_rows_through_a_door():
    thin = re.compile(r"(^|/)(views|api|serializers)(/|\.py$)")
    faults = [
        f"{path}:{line} has a bare query: use a door of access.py, or a function of queries or actions."
        for path, tree in modules(*PACKAGES)
        if thin.search(str(path))
        for line in bare_queries(tree)
    ]
    assert not faults, "\n".join(faults)


def test_a_bare_query_is_seen():
    assert bare_queries(ast.parse("Campaign.objects.all()")) == [1]


def test_outside_its_folder_nothing_asks_which_game_it_is():
    faults = []
    for path, tree in modules(*PACKAGES):
        # Data and the demo name games; deciding by name is what is not done.
        if "games" in path.parts:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare | ast.Match):
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and part.value in play.SYSTEMS:
                        faults.append(f"{path}:{node.lineno} asks for {part.value}: put the difference into the game.")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        (r"\|\s*safe\b", "let Django escape, or use |markdown"),
        (r"<script(?![^>]*(src=|type=\"application/json\"))", "put the script into static/js"),
        (r"<style\b|\sstyle=", "put the rule into static/css"),
        (r"\s[\w-]+=\{\{", "quote the attribute"),
        (
            r"https?://(?!127\.0\.0\.1|www\.w3\.org|creativecommons\.org|seedrpg)",
            "no page asks another host for anything",
        ),
    ],
)
def test_templates_hold_nothing_active_and_nothing_foreign(pattern, instead):
    faults = [
        f"{path.relative_to(ROOT)}: {match.group(0)!r}: {instead}."
        for path in files("templates/**/*.html")
        for text in [path.read_text()]
        for match in re.finditer(pattern, text)
        if not (match[0].startswith("http") and "<a " in text[max(0, match.start() - 200) : match.start()])
    ]
    assert not faults, "\n".join(faults)


def inline_handlers(text: str) -> list[str]:
    """The event handlers written into the HTML; the variables of a template tag are none."""
    return re.findall(r"\son[a-z]+\s*=", re.sub(r"{%.*?%}", "", text))


def test_templates_hold_no_inline_handler():
    faults = [
        f"{path.relative_to(ROOT)}: {found!r}: listen in static/js."
        for path in files("templates/**/*.html")
        for found in inline_handlers(path.read_text())
    ]
    assert not faults, "\n".join(faults)


def test_an_inline_handler_is_seen_and_a_template_variable_is_not_one():
    assert inline_handlers('<a href="/" {% if x > 1 %}class="on"{% endif %} onclick="go()">') == [" onclick="]
    assert not inline_handlers("<b>{% with one=field.label %}{{ one }}{% endwith %}</b>")


def test_no_file_names_a_package_registry():
    hosts = re.compile(
        "|".join(["pypi" + r"\.org", "python" + r"hosted", "npm" + r"js\.(org|com)", "deb" + r"ian\.org"])
    )
    faults = [
        str(path.relative_to(ROOT))
        for path in files("*.py", "*.txt", "*.toml", "*.md", "*.html", "*.js", "*.sh", "*.yaml", "*.json", "Makefile")
        if hosts.search(path.read_text(errors="replace"))
    ]
    assert not faults, f"these name a registry; name packages only: {faults}"


def test_game_code_takes_chance_from_its_own_generator():
    faults = [
        f"{path}:{line} imports {name}: take chance from rules.engine.chance."
        for path, tree in modules(*[name for name in PACKAGES if name != "config"])
        for name, line in imports(tree)
        if name.split(".")[0] in {"random", "numpy"}
    ]
    assert not faults, "\n".join(faults)


# A string in JSON: its group fails only where the whole string does.
POSSESSIVE_GROUPS = {"common/strict_json.py": 1}


def possessive_groups(text: str) -> list[str]:
    """The ends of groups that give back nothing, in regular expressions of a file."""
    return re.findall(r"(?<!\()\)[?*+]\+", text)


def test_no_group_of_a_regular_expression_is_possessive():
    """Before Python 3.11.5 such a group keeps what it had read when it fails in its middle (gh-106052)."""
    found = {
        str(path.relative_to(ROOT)): len(groups)
        for path in files(*(f"{name}/**/*.py" for name in PACKAGES))
        if (groups := possessive_groups(path.read_text()))
    }
    assert found == POSSESSIVE_GROUPS


def test_a_possessive_group_is_seen_and_a_possessive_character_is_not():
    assert possessive_groups(r"a(?:b{1,4})?+ [0-9]++ (x)*+") == [")?+", ")*+"]
