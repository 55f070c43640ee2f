"""Chance: a generator in counter mode over SHA-256; its state is a key and a number."""

import secrets
from hashlib import sha256

from rules.engine.refusals import Refused

Seed = int | str | bytes


def key_from_seed(seed: object) -> str:
    """The 256-bit key (64 hex digits) of a seed: an int, a text or bytes; "seed.invalid" for anything else."""
    if isinstance(seed, bytes):
        raw = b"bytes:" + seed
    elif isinstance(seed, str):
        raw = b"text:" + seed.encode("utf-8", "surrogatepass")
    elif isinstance(seed, int) and not isinstance(seed, bool):
        raw = b"int:" + seed.to_bytes(seed.bit_length() // 8 + 1, "big", signed=True)
    else:
        raise Refused("seed.invalid", "A seed is an integer, a text or bytes.")
    return sha256(b"fatekeeper seed:" + raw).hexdigest()


def fresh_key() -> str:
    """A key drawn from the operating system's randomness."""
    return secrets.token_hex(32)


class Chance:
    """Uniform random numbers from `key` (64 hex digits), beginning at block `counter` (0 or more).

    Store `counter` afterwards: the next `Chance` continues there. Words left over in the last block are dropped.
    """

    __slots__ = ("_key", "_words", "counter")

    def __init__(self, key: str, counter: int = 0) -> None:
        self._key = bytes.fromhex(key)
        self._words: list[int] = []
        self.counter = counter

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._key + self.counter.to_bytes(8, "big")).digest()
            self.counter += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, size: int) -> int:
        """A number from 0 to `size` - 1 (`size` 1 to 2**32); all are equally likely, by rejection of the others."""
        limit = 0x100000000 - 0x100000000 % size
        while True:
            word = self._word()
            if word < limit:
                return word % size

    def shuffle(self, cards: str) -> str:
        """`cards` in a random order; all orders are equally likely (Fisher-Yates)."""
        pile, next_word = list(cards), self._word
        for last in range(len(pile) - 1, 0, -1):
            # As in `below`, without a call for each card: simulations shuffle a thousand times a second.
            size = last + 1
            limit = 0x100000000 - 0x100000000 % size
            word = next_word()
            while word >= limit:
                word = next_word()
            other = word % size
            pile[last], pile[other] = pile[other], pile[last]
        return "".join(pile)
