"""Upgrades of stored states: how a state of an older version becomes one of today's, and how two are compared.

A site keeps the start state, the commands and the last state of every encounter for years, and today's code must be
able to continue and to replay them. These are the rules for a change of a game's state:

1. Every change of the shape of a state (a field, a type, a limit) comes with a new version: raise `VERSION` in the
   game's `state.py`, add an `Upgrade` from the version before to the game's `upgrades.py`, and store the new shape
   with `python -m tests.golden.shapes`. `tests/golden/test_shapes.py` fails otherwise. A version of which no release
   in `tests/golden/releases` holds a state may still be changed: store its shape again.
2. A new field is optional and has a default that means what older states meant, and it is left out of the stored
   state while it has that default (`omit_defaults=True`). Then the upgrade has nothing to add.
3. A field that the new code fills for a command of an older log too (as `gone` was, which older code did not fill)
   is named in the upgrade's `unrecorded`: it is not compared for encounters that began before.
4. A change of a rule that would refuse or decide otherwise what an older log holds asks `began_before`: an encounter
   continues under the rules under which it began. `began` is 0 (and not stored) for an encounter that began in the
   state's own version, else the version in which it began.
5. A field that only gets a better name in the code keeps its stored name (`STORED_NAMES` in `rules/engine/codec.py`).
6. An event is stored with its text and never made again, so texts may change freely. Code that reads stored events
   (the pages, `fairness.verify`) must be able to read those of every release.

The logs in `tests/golden/releases` hold encounters of every release; `tests/golden/test_releases.py` replays them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Plain = dict[str, Any]


class HasBegin(Protocol):
    """A state that knows in which version its encounter began, as rule 4 says."""

    began: int


def began_before(state: HasBegin, version: int) -> bool:
    """Whether the encounter began in an older version than this one, and continues under the rules of that time."""
    return 0 < state.began < version


def keep_shape(state: Plain) -> Plain:
    """The state as it is, for an upgrade that changes nothing in older states."""
    return state


@dataclass(frozen=True)
class Upgrade:
    """The step from `version` to the next one.

    `change` returns the new state and leaves the one passed in as it is. `unrecorded` names the fields of today's
    state that encounters begun in this version or before it do not hold reliably.
    """

    version: int
    change: Callable[[Plain], Plain] = keep_shape
    unrecorded: tuple[str, ...] = ()

    def __call__(self, state: Plain) -> Plain:
        """The state in the next version's shape, with the version in which its encounter began."""
        return {**self.change(state), "began": state.get("began", self.version)}


def chain(*steps: Upgrade) -> Mapping[int, Upgrade]:
    """The upgrades of a game by the version that each one starts from: 1, 2, 3 and so on without a gap."""
    versions = [step.version for step in steps]
    if versions != list(range(1, len(steps) + 1)):
        raise ValueError(f"Upgrades start from the versions 1, 2, 3 and so on; these start from {versions}.")
    return {step.version: step for step in steps}


def comparable_part(state: Plain, upgrades: Mapping[int, Any]) -> Plain:
    """The part of a state that can be compared: the fields that every version since its encounter began recorded."""
    began = state.get("began") or state["version"]
    unrecorded = {
        name for version, step in upgrades.items() if version >= began for name in getattr(step, "unrecorded", ())
    }
    return {name: value for name, value in state.items() if name not in unrecorded}
