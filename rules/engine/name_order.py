"""The order of names that a state stores as the keys of an object, because a state keeps no order of keys."""

from collections.abc import Callable, Iterable


def by_list(listed: Iterable[str]) -> Callable[[str], tuple[int, str]]:
    """The key for `sorted` that puts names in the order of a list, and others after them by name."""
    positions = {name: index for index, name in enumerate(listed)}
    return lambda name: (positions.get(name, len(positions)), name)
