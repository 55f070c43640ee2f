"""Dice: rolled by the state's own chance, with a commitment (the seal) before the roll, or by hand and typed in.

How to check the seals with nothing but SHA-256:

* Every die that the site will roll has a series, a number in it counted from 0, and a secret block of 64 hex
  digits. Before it is rolled, a public event `{"type": "sealed", "series": S, "first": N, "seals": [H0, ...]}`
  publishes the SHA-256, in lower-case hex, of the ASCII text `S:NUMBER:BLOCK`; H0 belongs to number N.
* The block alone decides the face: its 32 bytes are eight numbers of four bytes, most significant first; the
  first one below the largest multiple of the die's sides, modulo the sides, plus 1, is the value.
  (Were all eight too high, which happens less than once in 2**170 dice, the block's own SHA-256 would be next.)
* The event of a roll carries `"opened": [{"series", "die", "sides", "value", "block"}]`.

A block is a SHA-256 over the generator's key, the series and the number: the key cannot be found from it.
"""

from hashlib import sha256
from typing import Annotated, Any

from rules.engine import fairness
from rules.engine.codec import Meta, Struct
from rules.engine.event_list import EventList
from rules.engine.refusals import refuse

AHEAD = 32  # How many dice are sealed at a time.
LOW = 16  # When fewer sealed dice are left after a command, more are sealed.

Key = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Dice(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The dice of an encounter.

    `rolled` and `sealed` count the dice of this series; `supplied` holds the values of the setup, next first.
    """

    key: Key
    rolled: Count = 0
    sealed: Count = 0
    series: Count = 1
    supplied: list[int] = []

    def seal(self, events: EventList, count: int = AHEAD) -> None:
        """Publish the seals of `count` further dice."""
        first, self.sealed = self.sealed, self.sealed + count
        if not events.silent:
            self.announce_seals(events, first, count)

    def announce_seals(self, events: EventList, first: int, count: int) -> None:
        """Add the event with the seals of `count` dice, numbered from `first`."""
        seals = [fairness.seal(self.series, number, self.block(number)) for number in range(first, first + count)]
        text = f"{count} dice are sealed before they are rolled."
        events.add_event("sealed", text, events.shuffle_rules, series=self.series, first=first, seals=seals)

    def block(self, number: int) -> str:
        """The secret block of a die of this series."""
        return sha256(f"die:{self.series}:{number}:{self.key}".encode()).hexdigest()

    def redeal(self, key: str, events: EventList) -> None:
        """Begin another series under a new key; the dice that were sealed before are never rolled."""
        self.key, self.series, self.rolled, self.sealed = key, self.series + 1, 0, 0
        events.reveals = True
        self.seal(events)


class CommandDice:
    """The dice of one command: those that came with it, else those of the setup, else the site's own.

    `rolls` are the values that came with the command, or None. When there are any, they must be all the dice that it
    rolls, no more and no fewer.
    """

    __slots__ = ("_dice", "_events", "_given", "_opened", "_sides", "_supplied")

    def __init__(self, dice: Dice, sides: int, events: EventList, rolls: list[int] | None = None) -> None:
        self._dice, self._sides, self._events = dice, sides, events
        self._given = None if rolls is None else list(rolls)
        self._opened: list[dict[str, Any]] = []
        self._supplied = False
        if rolls is not None:
            check_values(rolls, sides, "rolls")

    def roll(self, count: int = 1) -> list[int]:
        """The next `count` dice; `Refused` ("dice.few") when too few were typed in."""
        return [self._next() for _ in range(count)]

    def marks(self) -> dict[str, Any]:
        """The fields `opened` and `supplied` for the event of the dice that were rolled since the last call."""
        marks: dict[str, Any] = {}
        if self._opened:
            marks["opened"], self._opened = self._opened, []
        if self._supplied:
            marks["supplied"], self._supplied = True, False
        return marks

    def close(self) -> None:
        """End the command: refuse values that are left over ("dice.many"), and seal the next dice in time."""
        if self._given:
            many = len(self._given)
            last = "the last one" if many == 1 else f"the last {many}"
            refuse("dice.many", f"rolls: {many} more than this command rolls; leave out {last}.")
        if self._dice.sealed - self._dice.rolled < LOW:
            self._dice.seal(self._events)

    def _next(self) -> int:
        self._events.reveals = True
        if self._given is not None:
            if not self._given:
                refuse("dice.few", "rolls: too few; enter every die that this command rolls, in order.")
            self._supplied = True
            return self._given.pop(0)
        dice = self._dice
        if dice.supplied:
            self._supplied = True
            return dice.supplied.pop(0)
        number = dice.rolled
        if number >= dice.sealed:
            dice.seal(self._events)
        dice.rolled += 1
        block = dice.block(number)
        value = fairness.face(block, self._sides)
        if not self._events.silent:
            opening = {"series": dice.series, "die": number, "sides": self._sides, "value": value, "block": block}
            self._opened.append(opening)
        return value


def check_values(values: list[int], sides: int, what: str) -> None:
    """Refuse ("dice.range") a value that a die with so many sides cannot show; `what` names the field."""
    for place, value in enumerate(values):
        if not 1 <= value <= sides:
            refuse("dice.range", f"{what}[{place}]: a die shows 1 to {sides}.")
