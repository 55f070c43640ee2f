"""Chance: a generator in counter mode over SHA-256, whose whole state is a key and a number."""

import secrets
from hashlib import sha256

from rules.engine.refusals import Refused

Seed = int | str | bytes


def key_from_seed(seed: object) -> str:
    """The 256-bit key (64 hex digits) that a seed stands for; an int, a text or bytes, else `Refused`."""
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
    """Uniform draws from `key`, beginning at block `counter`; read `counter` back when done.

    Words left over in the last block are dropped, so that the counter alone says where to go on.
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
        """A number from 0 to `size` - 1 (`size` 1 to 2**32), every one equally likely (by rejection)."""
        limit = 0x100000000 - 0x100000000 % size
        while True:
            word = self._word()
            if word < limit:
                return word % size

    def shuffled(self, cards: str) -> str:
        """`cards` in an order of which every one is equally likely (Fisher-Yates)."""
        pile = list(cards)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return "".join(pile)
