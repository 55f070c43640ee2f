"""Migrations must run for ever, whatever becomes of the code: they import nothing of the project."""

import ast

from tests.architecture.source import PACKAGES, ROOT, imports


def test_migrations_import_nothing_of_the_project():
    faults = [
        f"{path.relative_to(ROOT)}:{line} imports {name}: write the value out, or check in the model's clean()."
        for package in PACKAGES
        for path in (ROOT / package).glob("migrations/*.py")
        for name, line in imports(ast.parse(path.read_text()))
        if name.split(".")[0] in PACKAGES
    ]
    assert not faults, "\n".join(faults)
