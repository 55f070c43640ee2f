"""Three-way merge of JSON values: imported value, current value here, and the module's new value.

Objects merge by field, lists of keyed objects by key, and other values as a unit; so Markdown merges by block
(docs/module-format.md)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from campaigns.modules.format.faults import at

KEEP: Final = "keep"
UPDATE: Final = "update"
CONVERGED: Final = "converged"
CONFLICT: Final = "conflict"
LOCAL: Final = "keep_local"
NEW: Final = "take_new"


class _Absent:
    """The marker for a missing value."""

    def __repr__(self) -> str:
        return "absent"


ABSENT: Final = _Absent()


@dataclass(frozen=True, slots=True)
class Change:
    """The result at one place: `what` is keep, update, converged or conflict; ABSENT for missing values.

    `taken` is the side a conflict was decided for: keep_local or take_new."""

    pointer: str
    what: str
    base: Any
    local: Any
    new: Any
    taken: str = ""

    def as_json(self) -> dict[str, Any]:
        """The change as JSON for the API, without missing values."""
        fields = {"pointer": self.pointer, "what": self.what}
        sides = {"base": self.base, "local": self.local, "new": self.new}
        fields |= {name: value for name, value in sides.items() if value is not ABSENT}
        return fields | ({"taken": self.taken} if self.taken else {})


@dataclass(slots=True)
class MergeResult:
    """The merged value (ABSENT if it was removed), and all changed places."""

    value: Any
    changes: list[Change] = field(default_factory=list)

    def have(self, what: str) -> bool:
        """Whether anything of that kind happened."""
        return any(change.what == what for change in self.changes)


# Returns keep_local or take_new for the pointer of a conflict.
Decide = Callable[[str], str]


def merge(base: Any, local: Any, new: Any, decide: Decide = lambda pointer: LOCAL) -> MergeResult:
    """The value with both sides' changes since `base`; `decide` resolves conflicts.

    Does not change its arguments; the result may share parts with them."""
    merger = _Merger(decide)
    value = merger.merge(base, local, new, "")
    return MergeResult(value, merger.changes)


def same(first: Any, other: Any) -> bool:
    """Whether two JSON values are the same; true is not 1, but 1.0 is 1 as in canonical JSON."""
    if isinstance(first, dict) and isinstance(other, dict):
        return first.keys() == other.keys() and all(same(value, other[name]) for name, value in first.items())
    if isinstance(first, list) and isinstance(other, list):
        return len(first) == len(other) and all(map(same, first, other))
    if isinstance(first, bool) or isinstance(other, bool) or first is ABSENT or other is ABSENT:
        return first is other
    return bool(first == other)


def has_keys(value: Any) -> bool:
    """Whether all values of a list are objects with different keys."""
    if not isinstance(value, list) or not value:
        return False
    keys = [item.get("key") if isinstance(item, dict) else None for item in value]
    return all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys)


class _Merger:
    def __init__(self, decide: Decide) -> None:
        self.decide = decide
        self.changes: list[Change] = []

    def merge(self, base: Any, local: Any, new: Any, pointer: str) -> Any:
        local_is_base, new_is_base = same(base, local), same(base, new)
        if local_is_base and new_is_base:
            return local
        if base is ABSENT:
            # Added on both sides: objects and lists are merged as if they had been empty before.
            base = {} if isinstance(local, dict) and isinstance(new, dict) else base
            base = [] if has_keys(local) and has_keys(new) else base
        sides = (base, local, new)
        if all(isinstance(side, dict) for side in sides):
            return self._objects(base, local, new, pointer)
        if all(has_keys(side) or side == [] for side in sides) and any(sides):
            return self._lists(base, local, new, pointer)
        return self._merge_as_one(base, local, new, pointer, local_is_base, new_is_base)

    def _merge_as_one(
        self, base: Any, local: Any, new: Any, pointer: str, local_is_base: bool, new_is_base: bool
    ) -> Any:
        if local_is_base or new_is_base or same(local, new):
            kind = UPDATE if local_is_base else KEEP if new_is_base else CONVERGED
            self.changes.append(Change(pointer, kind, base, local, new))
            return new if local_is_base else local
        taken = NEW if self.decide(pointer) == NEW else LOCAL
        self.changes.append(Change(pointer, CONFLICT, base, local, new, taken))
        return new if taken == NEW else local

    def _objects(self, base: dict[str, Any], local: dict[str, Any], new: dict[str, Any], pointer: str) -> Any:
        merged = {}
        for name in dict.fromkeys([*new, *local, *base]):
            was, here, there = (side.get(name, ABSENT) for side in (base, local, new))
            value = self.merge(was, here, there, at(pointer, name))
            if value is not ABSENT:
                merged[name] = value
        return merged

    def _lists(self, base: list[Any], local: list[Any], new: list[Any], pointer: str) -> list[Any]:
        was, here, there = ({item["key"]: item for item in side} for side in (base, local, new))
        merged = {}
        for key in dict.fromkeys([*there, *here, *was]):
            sides = was.get(key, ABSENT), here.get(key, ABSENT), there.get(key, ABSENT)
            value = self.merge(*sides, f"{pointer}/{key}")
            if value is not ABSENT:
                merged[key] = value
        order = self._order(list(was), list(here), list(there), pointer)
        return [merged[key] for key in order if key in merged]

    def _order(self, base: list[str], local: list[str], new: list[str], pointer: str) -> list[str]:
        """The order of the keys: from the side that moved something, with the other side's additions in place."""
        common = set(base) & set(local) & set(new)
        was, here, there = ([key for key in side if key in common] for side in (base, local, new))
        if was == here or here == there:
            return _interleave(new, local)
        if was == there:
            return _interleave(local, new)
        taken = NEW if self.decide(f"{pointer}/-") == NEW else LOCAL
        self.changes.append(Change(f"{pointer}/-", CONFLICT, was, here, there, taken))
        return _interleave(new, local) if taken == NEW else _interleave(local, new)


def _interleave(first: list[str], second: Iterable[str]) -> list[str]:
    """The first order with the keys that only the second has, each behind its predecessor there."""
    order, known = list(first), set(first)
    before: str | None = None
    for key in second:
        if key not in known:
            order.insert(0 if before is None else order.index(before) + 1, key)
            known.add(key)
        before = key
    return order
