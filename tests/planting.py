"""Plants faults for the tests that must find them."""

import sys
from collections.abc import Callable

import pytest

from tests.architecture.source import PACKAGES


def replace_everywhere(monkeypatch: pytest.MonkeyPatch, function: Callable, replacement: Callable) -> None:
    """Replaces a function in its own module and in every module of the project that imported it by name."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in PACKAGES and getattr(module, function.__name__, None) is function:
            monkeypatch.setattr(module, function.__name__, replacement)
