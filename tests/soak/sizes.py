"""How large the scenarios are: small ones run with every test run, `SOAK=release` runs them in full."""

import os
from typing import TypeVar

SIZE = os.environ.get("SOAK", "small")
assert SIZE in ("small", "release"), "SOAK is small or release"
T = TypeVar("T")


def sized(small: T, release: T) -> T:
    """The value for the size that is asked for."""
    return release if SIZE == "release" else small


def mixed_seconds() -> float:
    """How long the mixed faults last; `SOAK_MINUTES` says otherwise."""
    return 60 * float(os.environ.get("SOAK_MINUTES") or sized(0.3, 60))
