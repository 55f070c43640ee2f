"""Fairness: a commitment to every position of a shuffled pile, its opening, and the check of all public events.

How to check the commitments with nothing but SHA-256:

* At every shuffle a public event `{"type": "shuffled", "shuffle": N, "commitments": [C0, C1, ...]}` comes
  before any card of that pile is dealt. C0 belongs to the top card, C1 to the next, and so on.
* A commitment is the SHA-256, in lower-case hex, of the ASCII text `N:POSITION:CARD:SALT`: the shuffle's
  number, the position counted from 0 at the top, the name of the card ("TD"), and a salt of 32 hex
  digits (128 bits).
* When a card becomes public, the event carries `"opened": [{"card", "shuffle", "position", "salt"}]`.
  `printf '1:0:KD:SALT' | sha256sum` must give the commitment that was published for that position.
* Cards leave the pile from the top, without a gap: an event that deals cards into a hand names their `positions`.
* A card that never became public is never opened, so a folded hand stays secret for good. The rest of the pile is
  opened only when no closed card is left in a hand at the end.
* A game that plays with jokers (XX) or several decks says so in the event: `"decks"` and `"jokers"` are how
  often a card and a joker may be in that pile.

The salts of a shuffle are SHA-256 over a secret of that shuffle and the position, cut to 128 bits; the
secret is derived from the generator's key, so that nothing has to be stored for each card.

A commitment to a die, or to a word that a player gives, is called its seal, as in the events (`rules.engine.dice`).
The check itself is `rules.engine.verify_fairness`, a single file that also runs without the site.
"""

from collections.abc import Iterable
from hashlib import sha256

from rules.engine.cards import NAME
from rules.engine.codec import Struct
from rules.engine.json_types import VerifyReport
from rules.engine.verify_fairness import commitment, examine, face, seal

__all__ = ["Shuffle", "commitment", "commitments", "face", "salt", "seal", "secret_of", "verify"]


class Shuffle(Struct, array_like=True, gc=False):
    """One shuffle that still has closed cards: its number, the order of the pile, and the secret of the salts."""

    number: int
    order: str
    secret: str


def secret_of(key: str, counter: int, number: int) -> str:
    """The secret from which a shuffle's salts come; the key cannot be found from it."""
    return sha256(f"salts:{number}:{counter}:{key}".encode()).hexdigest()


def salt(secret: str, position: int) -> str:
    """The salt of one position: 32 hex digits."""
    return sha256(f"{secret}:{position}".encode()).hexdigest()[:32]


def commitments(shuffle: Shuffle) -> list[str]:
    """The commitments to all cards of a pile, top first."""
    number, secret = shuffle.number, shuffle.secret
    return [
        commitment(number, position, NAME[card], salt(secret, position)) for position, card in enumerate(shuffle.order)
    ]


def verify(events: Iterable[object]) -> VerifyReport:
    """Check public events; `opened` counts cards and dice. `rules.engine.verify_fairness` lists what is checked."""
    report = examine(list(events), strict=False)
    return {
        "ok": report["ok"],
        "shuffles": report["shuffles"],
        "seals": report["seals"],
        "opened": report["opened"] + report["rolled"],
        "faults": report["faults"],
    }
