"""Cards: the ledgers' notation ("TD"), and the single characters that stand for cards inside a state."""

from string import ascii_letters

from rules.engine.refusals import Refused, quoted

RANKS = "23456789TJQKA"
SUITS = "CDHS"
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)

# One character a card keeps a pile one short string, which is quick to copy, search and compare.
DECK = ascii_letters[: len(NAMES)]
NAME: dict[str, str] = dict(zip(DECK, NAMES, strict=True))
CODE: dict[str, str] = dict(zip(NAMES, DECK, strict=True))
RANK: dict[str, str] = {code: name[0] for code, name in NAME.items()}
SUIT: dict[str, str] = {code: name[1] for code, name in NAME.items()}
ORDER: dict[str, int] = {code: RANKS.index(name[0]) for code, name in NAME.items()}


def named(cards: str) -> list[str]:
    """A pile in the ledgers' notation."""
    return [NAME[card] for card in cards]


def written(cards: str) -> str:
    """A pile as it stands in a sentence: "KD 9C"."""
    return " ".join([NAME[card] for card in cards])


def coded(names: list[str], path: str) -> str:
    """Cards named by somebody, as a pile; `Refused` for a card that the deck lacks or that is named twice."""
    pile = ""
    for index, name in enumerate(names):
        pile += single(name, f"{path}[{index}]", pile)
    return pile


def single(name: str, path: str, others: str = "") -> str:
    """One named card, not among `others`; else `Refused`, naming `path`."""
    card = CODE.get(name)
    if card is None:
        raise Refused("card.unknown", f"{path}: {quoted(name)} is no card of this deck; write a card as KD or TC.")
    if card in others:
        raise Refused("card.twice", f"{path}: {name} is named twice; the deck has it once.")
    return card
