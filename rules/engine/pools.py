"""Changes of a pool of a sheet outside of an encounter: by an amount, to a value, or by a rest."""

from typing import NamedTuple

from rules.engine.refusals import refuse


class PoolChange(NamedTuple):
    """The amount by which a pool changes, or its new value; without either it is a rest."""

    change: int | None
    to: int | None

    @property
    def rests(self) -> bool:
        """Whether neither is given, which is a rest."""
        return self.change is None and self.to is None

    def after(self, before: int, most: int, *, rest: int) -> int:
        """The new value, from 0 to `most`; `rest` is the value after a rest."""
        wanted = rest if self.to is None else self.to
        if self.change is not None:
            wanted = before + self.change
        return max(0, min(most, wanted))


def parse_pool_change(change: object, to: object, bound: int = 9999) -> PoolChange:
    """The requested change; each argument must be None or an integer from -`bound` to `bound`, else `Refused`.

    Both together are refused too ("pool.both").
    """
    pool_change = PoolChange(_figure("change", change, bound), _figure("to", to, bound))
    if pool_change.change is not None and pool_change.to is not None:
        refuse("pool.both", "change, to: give one of them, not both.")
    return pool_change


def _figure(name: str, value: object, bound: int) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not -bound <= value <= bound:
        refuse("shape.invalid", f"{name}: must be a whole number from -{bound} to {bound}.")
    return value
