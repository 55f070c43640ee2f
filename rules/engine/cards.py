"""Cards: the ledgers' notation ("TD"), and the single characters that stand for cards inside a state."""

from string import ascii_letters

from rules.engine.refusals import Refused, quoted

RANKS = "23456789TJQKA"
SUITS = "CDHS"
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)

# One character a card keeps a pile one short string, which is quick to copy, search and compare.
DECK = ascii_letters[: len(NAMES)]
CODE: dict[str, str] = dict(zip(NAMES, DECK, strict=True))
RANK: dict[str, str] = {code: name[0] for name, code in CODE.items()}
SUIT: dict[str, str] = {code: name[1] for name, code in CODE.items()}
ORDER: dict[str, int] = {code: RANKS.index(name[0]) for name, code in CODE.items()}

# A second deck and jokers: every card on the table has a character of its own, equal cards the same name.
JOKER = "XX"
SECOND = "".join([chr(0xC0 + place) for place in range(len(NAMES))])
JOKERS = "".join([chr(0xC0 + len(NAMES) + place) for place in range(4)])
NAME: dict[str, str] = dict(zip(DECK, NAMES, strict=True)) | dict(zip(SECOND, NAMES, strict=True))
NAME |= dict.fromkeys(JOKERS, JOKER)
COPIES: dict[str, str] = {name: DECK[place] + SECOND[place] for place, name in enumerate(NAMES)} | {JOKER: JOKERS}


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


def chosen(names: list[str], path: str, whole: str) -> str:
    """Cards named by somebody out of `whole`, which may hold a card more than once; else `Refused`."""
    pile = ""
    for index, name in enumerate(names):
        pile += copy_of(name, f"{path}[{index}]", whole, pile)
    return pile


def copy_of(name: str, path: str, whole: str, others: str = "") -> str:
    """The first copy of a named card in `whole` that is not among `others`; else `Refused`, naming `path`."""
    copies = [card for card in COPIES.get(name, "") if card in whole]
    if not copies:
        raise Refused("card.unknown", f"{path}: {quoted(name)} is no card of this deck; write a card as KD or TC.")
    for card in copies:
        if card not in others:
            return card
    raise Refused("card.twice", f"{path}: {name} is named more often than the deck has it ({len(copies)}).")
