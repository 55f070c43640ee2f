"""A pool of a sheet outside an encounter: a tap changes it or sets it, a rest fills it, and it stays in its range."""

from typing import NamedTuple

from rules.engine.refusals import refuse


class Tap(NamedTuple):
    """By how much a pool changes, or what it is set to; neither is a rest."""

    change: int | None
    to: int | None

    @property
    def rests(self) -> bool:
        """Whether nothing is named, which is a rest."""
        return self.change is None and self.to is None

    def after(self, before: int, most: int, *, rest: int) -> int:
        """What the pool holds then, from 0 to `most`; `rest` is what a rest leaves in it."""
        wanted = rest if self.to is None else self.to
        if self.change is not None:
            wanted = before + self.change
        return max(0, min(most, wanted))


def tap(change: object, to: object, bound: int = 9999) -> Tap:
    """The tap asked for, else `Refused`: each a whole number from -`bound` to `bound`, or None."""
    return Tap(_figure("change", change, bound), _figure("to", to, bound))


def _figure(name: str, value: object, bound: int) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not -bound <= value <= bound:
        refuse("shape.invalid", f"{name}: a whole number from -{bound} to {bound}.")
    return value
