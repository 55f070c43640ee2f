"""Three-way merge of JSON values: what was imported, what stands here now, and what the module says now.

Objects merge field by field, lists of keyed objects key by key, everything else as a whole; so Markdown merges
block by block (module-format 3.6)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from campaigns.modules.faults import at

KEEP: Final = "keep"
UPDATE: Final = "update"
CONVERGED: Final = "converged"
CONFLICT: Final = "conflict"
LOCAL: Final = "keep_local"
NEW: Final = "take_new"


class _Absent:
    """Stands where a value does not stand."""

    def __repr__(self) -> str:
        return "absent"


ABSENT: Final = _Absent()


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one place: `what` is keep, update, converged or conflict; ABSENT where nothing stands.

    `taken` is the side a conflict was decided for: keep_local or take_new."""

    pointer: str
    what: str
    base: Any
    local: Any
    new: Any
    taken: str = ""

    def as_json(self) -> dict[str, Any]:
        """The change as the API answers it; a side that has nothing there is left out."""
        told = {"pointer": self.pointer, "what": self.what}
        sides = {"base": self.base, "local": self.local, "new": self.new}
        told |= {name: value for name, value in sides.items() if value is not ABSENT}
        return told | ({"taken": self.taken} if self.taken else {})


@dataclass(slots=True)
class Merged:
    """The merged value (ABSENT when it is gone) and every place where somebody changed something."""

    value: Any
    changes: list[Change] = field(default_factory=list)

    def have(self, what: str) -> bool:
        """Whether anything of that kind happened."""
        return any(change.what == what for change in self.changes)


# Answers the pointer of a conflict with keep_local or take_new.
Decide = Callable[[str], str]


def merge(base: Any, local: Any, new: Any, decide: Decide = lambda pointer: LOCAL) -> Merged:
    """The one value that holds both sides' changes since `base`; conflicts go as `decide` says.

    None of the values passed in is changed; the result may share parts with them."""
    merger = _Merger(decide)
    value = merger.merge(base, local, new, "")
    return Merged(value, merger.changes)


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; true is not 1, but 1.0 is 1 as in canonical JSON."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool) or one is ABSENT or other is ABSENT:
        return one is other
    return bool(one == other)


def keyed(value: Any) -> bool:
    """Whether a list holds nothing but objects with keys of their own."""
    if not isinstance(value, list) or not value:
        return False
    keys = [one.get("key") if isinstance(one, dict) else None for one in value]
    return all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys)


class _Merger:
    def __init__(self, decide: Decide) -> None:
        self.decide = decide
        self.changes: list[Change] = []

    def merge(self, base: Any, local: Any, new: Any, pointer: str) -> Any:
        untouched, unchanged = same(base, local), same(base, new)
        if untouched and unchanged:
            return local
        if base is ABSENT:
            # Added on both sides: what has parts is compared part by part, as if it had been empty before.
            base = {} if isinstance(local, dict) and isinstance(new, dict) else base
            base = [] if keyed(local) and keyed(new) else base
        sides = (base, local, new)
        if all(isinstance(side, dict) for side in sides):
            return self._objects(base, local, new, pointer)
        if all(keyed(side) or side == [] for side in sides) and any(sides):
            return self._lists(base, local, new, pointer)
        return self._whole(base, local, new, pointer, untouched, unchanged)

    def _whole(self, base: Any, local: Any, new: Any, pointer: str, untouched: bool, unchanged: bool) -> Any:
        if untouched or unchanged or same(local, new):
            what = UPDATE if untouched else KEEP if unchanged else CONVERGED
            self.changes.append(Change(pointer, what, base, local, new))
            return new if untouched else local
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
        was, here, there = ({one["key"]: one for one in side} for side in (base, local, new))
        merged = {}
        for key in dict.fromkeys([*there, *here, *was]):
            sides = was.get(key, ABSENT), here.get(key, ABSENT), there.get(key, ABSENT)
            value = self.merge(*sides, f"{pointer}/{key}")
            if value is not ABSENT:
                merged[key] = value
        order = self._order(list(was), list(here), list(there), pointer)
        return [merged[key] for key in order if key in merged]

    def _order(self, base: list[str], local: list[str], new: list[str], pointer: str) -> list[str]:
        """The order of the keys: the side that moved something leads, the other's additions stay where they were."""
        common = set(base) & set(local) & set(new)
        was, here, there = ([key for key in side if key in common] for side in (base, local, new))
        if was == here or here == there:
            return _woven(new, local)
        if was == there:
            return _woven(local, new)
        taken = NEW if self.decide(f"{pointer}/-") == NEW else LOCAL
        self.changes.append(Change(f"{pointer}/-", CONFLICT, was, here, there, taken))
        return _woven(new, local) if taken == NEW else _woven(local, new)


def _woven(first: list[str], second: Iterable[str]) -> list[str]:
    """The first order with what only the second has, each behind what stood before it there."""
    order, known = list(first), set(first)
    before: str | None = None
    for key in second:
        if key not in known:
            order.insert(0 if before is None else order.index(before) + 1, key)
            known.add(key)
        before = key
    return order
