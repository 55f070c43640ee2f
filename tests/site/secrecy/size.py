"""How many pairs of worlds are compared: few as a rule, as many as `SECRECY_PAIRS` says before a release.

`SECRECY_SEED` begins elsewhere, so that a long run can be cut into pieces.
"""

import os

PAIRS = "SECRECY_PAIRS"
FIRST = int(os.environ.get("SECRECY_SEED", "0"))


def pairs(small: int) -> range:
    """The seeds of the pairs that one test compares; `small` of them unless the environment says how many."""
    return range(FIRST, FIRST + int(os.environ.get(PAIRS) or small))
