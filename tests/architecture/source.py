"""Reads the project's own source for the tests of the house rules."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("config", "campaigns", "characters", "rules")


def modules(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    """Every Python file below the folders, parsed; migrations aside."""
    for folder in folders:
        top = ROOT / folder
        for path in [top] if top.suffix == ".py" else sorted(top.rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT), ast.parse(path.read_text(), str(path))


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every imported module with its line; `from a import b` counts as a.b too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute in this house"
            yield node.module or "", node.lineno
            for name in node.names:
                yield f"{node.module}.{name.name}", node.lineno


def files(*patterns: str) -> Iterator[Path]:
    """Files of ours that match a pattern, installed and generated ones aside."""
    aside = {".venv", ".git", "var", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis"}
    for pattern in patterns:
        for path in sorted(ROOT.rglob(pattern)):
            if path.is_file() and not aside & set(path.relative_to(ROOT).parts):
                yield path
