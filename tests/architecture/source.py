"""Reads the project's own source for the architecture tests."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Each package imports only from itself and from those after it.
PACKAGES = ("fatekeeper", "config", "operations", "campaigns", "characters", "people", "rules", "common")
# The same for the subjects inside `campaigns`.
SUBJECTS = ("archive", "overview", "sessions", "modules", "encounters", "world", "log", "webhooks")


@dataclass(frozen=True)
class Import:
    """One module of the project that imports another one."""

    source: str
    target: str
    path: Path
    line: int

    @property
    def pair(self) -> str:
        """The two modules, as the list of known violations names them."""
        return f"{self.source} -> {self.target}"


def modules(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    """Every Python file below the folders, parsed; migrations aside."""
    for folder in folders:
        top = ROOT / folder
        for path in [top] if top.suffix == ".py" else sorted(top.rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT), parse(path)


@cache
def parse(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(), str(path))


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement at any depth. Expressions hold no statements, and most of a tree is expressions."""
    for blocks in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(tree, blocks, ())
        for node in inner if isinstance(inner, list) else ():
            yield node
            yield from statements(node)


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every imported module with its line; `from a import b` counts as a.b too."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "write the full path of the module: imports are absolute in this project"
            yield node.module or "", node.lineno
            for name in node.names:
                yield f"{node.module}.{name.name}", node.lineno


def module_name(path: Path) -> str:
    """The dotted name of a Python file of the project."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def project_imports() -> tuple[Import, ...]:
    """Every import of one module of the project by another, also those inside functions and for types alone."""
    parsed = list(modules(*PACKAGES))
    names = {module_name(path) for path, _tree in parsed}
    return tuple(arrow for path, tree in parsed for arrow in imports_of_file(path, tree, names))


def imports_of_file(path: Path, tree: ast.Module, names: set[str]) -> list[Import]:
    """The imports of one file that lead to one of the named modules: each module once, by its deepest name."""
    source, found = module_name(path), {}
    for node in statements(tree):
        for name, line in _deepest_names(node, names):
            if name != source:
                found.setdefault(name, Import(source, name, path, line))
    return list(found.values())


def _deepest_names(node: ast.AST, names: set[str]) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Import):
        wanted = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        wanted = [f"{node.module}.{alias.name}" for alias in node.names]
    else:
        return
    for name in wanted:
        while name and name not in names:
            name = name.rpartition(".")[0]
        if name:
            yield name, node.lineno


def files(*patterns: str) -> Iterator[Path]:
    """Files of ours that match a pattern, installed and generated ones aside."""
    aside = {".venv", ".git", "var", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis"}
    for pattern in patterns:
        for path in sorted(ROOT.rglob(pattern)):
            if path.is_file() and not aside & set(path.relative_to(ROOT).parts):
                yield path
