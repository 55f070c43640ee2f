"""Seeds that follow from a name, so that the same cards are dealt every time."""

import itertools
import os
import secrets
from collections.abc import Callable
from hashlib import sha256

# Other deals are asked for by another value.
LUCK = os.environ.get("FATEKEEPER_LUCK", "")
SEED = 32  # the bytes of a seed; other secrets are shorter


def seeds_of(name: str) -> Callable[[int | None], str]:
    """A replacement of `secrets.token_hex` that makes seeds from the name and `FATEKEEPER_LUCK`."""
    drawn = itertools.count()
    system = secrets.token_hex

    def token_hex(size: int | None = None) -> str:
        if size != SEED:
            return system(size)
        return sha256(f"{LUCK}/{name}/{next(drawn)}".encode()).hexdigest()

    return token_hex
