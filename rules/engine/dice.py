"""Dice: rolled by the state's own chance and sealed before the roll, or supplied by who rolled them by hand.

The seals, for anybody with nothing but SHA-256:

* Every die that the site will roll has a series, a number in it counted from 0, and a secret block of 64 hex
  digits. Before it is rolled, a public event `{"type": "sealed", "series": S, "first": N, "seals": [H0, ...]}`
  tells the SHA-256, in lower-case hex, of the ASCII text `S:NUMBER:BLOCK`; H0 belongs to number N.
* The block alone decides the face: its 32 bytes are eight numbers of four bytes, most significant first; the
  first one below the largest multiple of the die's sides, modulo the sides, plus 1, is the value.
  (Were all eight too high, which happens less than once in 2**170 dice, the block's own SHA-256 would be next.)
* The event that tells a roll carries `"opened": [{"series", "die", "sides", "value", "block"}]`.

A block is a SHA-256 over the generator's key, the series and the number: the key cannot be found from it.
"""

from hashlib import sha256
from typing import Annotated, Any

from rules.engine import fairness
from rules.engine.account import Account
from rules.engine.codec import Meta, Struct
from rules.engine.refusals import refuse

AHEAD = 32  # How many dice are sealed at a time,
LOW = 16  # and how few may be left sealed after a command.

Key = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Dice(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The dice of an encounter: `rolled` counts those of this series, `supplied` holds the setup's, next first."""

    key: Key
    rolled: Count = 0
    sealed: Count = 0
    series: Count = 1
    supplied: list[int] = []

    def seal(self, account: Account, count: int = AHEAD) -> None:
        """Publish the seals of `count` further dice."""
        first, self.sealed = self.sealed, self.sealed + count
        self.tell_seals(account, first, count)

    def tell_seals(self, account: Account, first: int, count: int) -> None:
        """Tell the seals of the dice numbered from `first`."""
        seals = [fairness.seal(self.series, number, self.block(number)) for number in range(first, first + count)]
        text = f"{count} dice are sealed before they are rolled."
        account.tell("sealed", text, account.shuffle_rules, series=self.series, first=first, seals=seals)

    def block(self, number: int) -> str:
        """The secret block of a die of this series."""
        return sha256(f"die:{self.series}:{number}:{self.key}".encode()).hexdigest()

    def redeal(self, key: str, account: Account) -> None:
        """Begin another series under a new key: no die sealed before is rolled any more."""
        self.key, self.series, self.rolled, self.sealed = key, self.series + 1, 0, 0
        account.reveals = True
        self.seal(account)


class Cup:
    """The dice of one command: those typed in with it, else the setup's, else the site's own.

    `rolls` are the values that came with the command, or None; given, they must be exactly the dice it rolls.
    """

    __slots__ = ("_account", "_dice", "_given", "_opened", "_sides", "_supplied")

    def __init__(self, dice: Dice, sides: int, account: Account, rolls: list[int] | None = None) -> None:
        self._dice, self._sides, self._account = dice, sides, account
        self._given = None if rolls is None else list(rolls)
        self._opened: list[dict[str, Any]] = []
        self._supplied = False
        if rolls is not None:
            check_values(rolls, sides, "rolls")

    def roll(self, count: int = 1) -> list[int]:
        """The next `count` dice; `Refused` ("dice.few") when too few were typed in."""
        return [self._next() for _ in range(count)]

    def marks(self) -> dict[str, Any]:
        """What the event that tells the dice rolled since the last call must carry: `opened`, `supplied`."""
        marks: dict[str, Any] = {}
        if self._opened:
            marks["opened"], self._opened = self._opened, []
        if self._supplied:
            marks["supplied"], self._supplied = True, False
        return marks

    def close(self) -> None:
        """End the command: no typed die may be left over ("dice.many"), and the next dice are sealed in time."""
        if self._given:
            many = len(self._given)
            refuse("dice.many", f"rolls: {many} more than this command rolls; leave the last {many} out.")
        if self._dice.sealed - self._dice.rolled < LOW:
            self._dice.seal(self._account)

    def _next(self) -> int:
        self._account.reveals = True
        if self._given is not None:
            if not self._given:
                refuse("dice.few", "rolls: too few; type in every die that this command rolls, in order.")
            self._supplied = True
            return self._given.pop(0)
        dice = self._dice
        if dice.supplied:
            self._supplied = True
            return dice.supplied.pop(0)
        number = dice.rolled
        if number >= dice.sealed:
            dice.seal(self._account)
        dice.rolled += 1
        block = dice.block(number)
        value = fairness.face(block, self._sides)
        opening = {"series": dice.series, "die": number, "sides": self._sides, "value": value, "block": block}
        self._opened.append(opening)
        return value


def check_values(values: list[int], sides: int, what: str) -> None:
    """Refuse ("dice.range") a supplied value that a die with so many sides does not have."""
    for place, value in enumerate(values):
        if not 1 <= value <= sides:
            refuse("dice.range", f"{what}[{place}]: a die shows 1 to {sides}.")
