"""Fairness: a commitment to every position of a shuffled pile, its opening, and the check of a whole account.

The recipe, for anybody with nothing but SHA-256:

* At every shuffle a public event `{"type": "shuffled", "shuffle": N, "commitments": [C0, C1, ...]}` is told
  before a card of that pile is dealt. C0 belongs to the top card, C1 to the next, and so on.
* A commitment is the SHA-256, in lower-case hex, of the ASCII text `N:POSITION:CARD:SALT`: the shuffle's
  number, the position counted from 0 at the top, the card in the ledgers' notation, and a salt of 32 hex
  digits (128 bits).
* When a card becomes public, the event carries `"opened": [{"card", "shuffle", "position", "salt"}]`.
  `printf '1:0:KD:SALT' | sha256sum` must give the commitment that was told for that position.
* A card that never became public is never opened, so a folded hand stays secret for good.
* A game that plays with jokers (XX) or several decks says so in the event: `"decks"` and `"jokers"` tell how
  often a card and a joker may lie in that pile.

The salts of a shuffle are SHA-256 over a secret of that shuffle and the position, cut to 128 bits; the
secret is derived from the generator's key, so that nothing is stored a card.

Dice are sealed before they are rolled in the same way; their recipe stands in `rules.engine.dice`.
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from rules.engine.cards import COPIES, JOKER, NAME
from rules.engine.codec import Struct

_HEX = re.compile(r"\A[0-9a-f]{64}\Z")


class Shuffle(Struct, array_like=True, gc=False):
    """One shuffle that still has closed cards: its number, the pile's order then, and the salts' secret."""

    number: int
    order: str
    secret: str


def secret_of(key: str, counter: int, number: int) -> str:
    """The secret from which a shuffle's salts come; the key cannot be found from it."""
    return sha256(f"salts:{number}:{counter}:{key}".encode()).hexdigest()


def salt(secret: str, position: int) -> str:
    """The salt of one position: 32 hex digits."""
    return sha256(f"{secret}:{position}".encode()).hexdigest()[:32]


def commitment(shuffle: int, position: int, card: str, salted: str) -> str:
    """What is published for one position; `card` in the ledgers' notation."""
    return sha256(f"{shuffle}:{position}:{card}:{salted}".encode()).hexdigest()


def commitments(shuffle: Shuffle) -> list[str]:
    """The commitments of a whole pile, top first."""
    number, secret = shuffle.number, shuffle.secret
    return [
        commitment(number, position, NAME[card], salt(secret, position)) for position, card in enumerate(shuffle.order)
    ]


def seal(series: int, number: int, block: str) -> str:
    """What is published for one die before it is rolled."""
    return sha256(f"{series}:{number}:{block}".encode()).hexdigest()


def face(block: str, sides: int) -> int:
    """The face, 1 to `sides` (at most 2**32), that a die's block of 64 hex digits decides."""
    limit = 0x100000000 - 0x100000000 % sides
    while True:
        for at in range(0, 64, 8):
            word = int(block[at : at + 8], 16)
            if word < limit:
                return word % sides + 1
        block = sha256(bytes.fromhex(block)).hexdigest()


def verify(events: Iterable[object]) -> dict[str, Any]:
    """Check an account of public events: `{"ok", "shuffles", "seals", "opened", "faults": [sentences]}`.

    Every opening must match what was published before it, no position may be opened as two cards, no card may
    lie at more positions of one shuffle than the deck has it, and no die may be rolled twice.
    """
    ledger = _Ledger()
    for event in events:
        if isinstance(event, dict):
            ledger.read(event)
    return {
        "ok": not ledger.faults,
        "shuffles": len(ledger.published),
        "seals": len(ledger.seals),
        "opened": len(ledger.positions) + len(ledger.dice),
        "faults": ledger.faults,
    }


class _Ledger:
    """What was published and opened so far, and what is wrong with it."""

    def __init__(self) -> None:
        self.published: dict[int, list[Any]] = {}
        self.positions: dict[tuple[int, int], str] = {}
        self.copies: dict[int, tuple[int, int]] = {}
        self.cards: dict[tuple[int, str], set[int]] = {}
        self.seals: dict[tuple[int, int], object] = {}
        self.dice: set[tuple[int, int]] = set()
        self.faults: list[str] = []

    def read(self, event: dict[Any, Any]) -> None:
        if event.get("type") == "shuffled":
            self._publish(event.get("shuffle"), event.get("commitments"), event.get("decks"), event.get("jokers"))
        elif event.get("type") == "sealed":
            self._seal(event.get("series"), event.get("first"), event.get("seals"))
        opened = event.get("opened")
        for opening in opened if isinstance(opened, list) else []:
            if isinstance(opening, dict) and "die" in opening:
                self._roll(opening)
            else:
                self._open(opening)

    def _seal(self, series: object, first: object, seals: object) -> None:
        if type(series) is not int or type(first) is not int or not isinstance(seals, list):
            self.faults.append("Dice were sealed without a series, a number or seals.")
            return
        for number, sealed in enumerate(seals, first):
            if (series, number) in self.seals:
                self.faults.append(f"Die {number} of series {series} was sealed twice.")
            self.seals.setdefault((series, number), sealed)

    def _roll(self, fields: dict[Any, Any]) -> None:
        series, number, sides, block = fields.get("series"), fields.get("die"), fields.get("sides"), fields.get("block")
        if type(series) is not int or type(number) is not int or not isinstance(block, str) or not _HEX.match(block):
            self.faults.append("A roll names no die, series or block.")
            return
        where = f"Die {number} of series {series}"
        if (series, number) not in self.seals:
            self.faults.append(f"{where} was rolled, but it had not been sealed.")
        elif seal(series, number, block) != self.seals[series, number]:
            self.faults.append(f"{where} does not match its seal.")
        elif type(sides) is not int or not 2 <= sides <= 1000 or face(block, sides) != fields.get("value"):
            self.faults.append(f"{where} was told with a value that its block does not give.")
        elif (series, number) in self.dice:
            self.faults.append(f"{where} was rolled twice.")
        else:
            self.dice.add((series, number))

    def _publish(self, number: object, hashes: object, decks: object, jokers: object) -> None:
        if type(number) is not int or not isinstance(hashes, list):
            self.faults.append("A shuffle was told without its number or its commitments.")
        elif number in self.published:
            self.faults.append(f"Shuffle {number} was published twice.")
        else:
            self.published[number] = hashes
            self.copies[number] = (decks if type(decks) is int else 1, jokers if type(jokers) is int else 0)

    def _open(self, opening: object) -> None:
        fields = opening if isinstance(opening, dict) else {}
        card, number, position = fields.get("card"), fields.get("shuffle"), fields.get("position")
        salted = fields.get("salt")
        if not isinstance(card, str) or card not in COPIES or type(number) is not int or type(position) is not int:
            self.faults.append("An opening names no card, shuffle or position.")
            return
        where = f"{card} at position {position} of shuffle {number}"
        hashes = self.published.get(number)
        if hashes is None:
            self.faults.append(f"{where} was opened, but that shuffle had not been published.")
        elif not 0 <= position < len(hashes):
            self.faults.append(f"{where} was opened, but that shuffle has {len(hashes)} positions.")
        elif commitment(number, position, card, str(salted)) != hashes[position]:
            self.faults.append(f"{where} does not match what was published before.")
        elif self.positions.setdefault((number, position), card) != card:
            self.faults.append(f"{where}: the position was opened as another card before.")
        else:
            places = self.cards.setdefault((number, card), set())
            places.add(position)
            if len(places) > self.copies[number][card == JOKER]:
                self.faults.append(f"{where}: the card was opened at another position before.")
