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

The salts of a shuffle are SHA-256 over a secret of that shuffle and the position, cut to 128 bits; the
secret is derived from the generator's key, so that nothing is stored a card.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from rules.engine.cards import CODE, NAME
from rules.engine.codec import Struct


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


def verify(events: Iterable[object]) -> dict[str, Any]:
    """Check an account of public events: `{"ok", "shuffles", "opened", "faults": [sentences]}`.

    Every opening must match what was published before it, no position may be opened as two cards, and no
    card may lie at two positions of one shuffle.
    """
    ledger = _Ledger()
    for event in events:
        if isinstance(event, dict):
            ledger.read(event)
    return {
        "ok": not ledger.faults,
        "shuffles": len(ledger.published),
        "opened": len(ledger.positions),
        "faults": ledger.faults,
    }


class _Ledger:
    """What was published and opened so far, and what is wrong with it."""

    def __init__(self) -> None:
        self.published: dict[int, list[Any]] = {}
        self.positions: dict[tuple[int, int], str] = {}
        self.cards: dict[tuple[int, str], int] = {}
        self.faults: list[str] = []

    def read(self, event: dict[Any, Any]) -> None:
        if event.get("type") == "shuffled":
            self._publish(event.get("shuffle"), event.get("commitments"))
        opened = event.get("opened")
        for opening in opened if isinstance(opened, list) else []:
            self._open(opening)

    def _publish(self, number: object, hashes: object) -> None:
        if type(number) is not int or not isinstance(hashes, list):
            self.faults.append("A shuffle was told without its number or its commitments.")
        elif number in self.published:
            self.faults.append(f"Shuffle {number} was published twice.")
        else:
            self.published[number] = hashes

    def _open(self, opening: object) -> None:
        fields = opening if isinstance(opening, dict) else {}
        card, number, position = fields.get("card"), fields.get("shuffle"), fields.get("position")
        salted = fields.get("salt")
        if not isinstance(card, str) or card not in CODE or type(number) is not int or type(position) is not int:
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
        elif self.cards.setdefault((number, card), position) != position:
            self.faults.append(f"{where}: the card was opened at another position before.")
