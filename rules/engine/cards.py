"""Cards: their names such as "TD" (docs/engine-contract.md), and the single characters that stand for them in a state.

A pile is a string with one such character for each card.
"""

from string import ascii_letters

from rules.engine.refusals import Refused, quote

RANKS = "23456789TJQKA"
SUITS = "CDHS"
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)

# With one character for each card a pile is a short string, which is quick to copy, search and compare.
DECK = ascii_letters[: len(NAMES)]
CODE: dict[str, str] = dict(zip(NAMES, DECK, strict=True))
RANK: dict[str, str] = {code: name[0] for name, code in CODE.items()}
SUIT: dict[str, str] = {code: name[1] for name, code in CODE.items()}
ORDER: dict[str, int] = {code: RANKS.index(name[0]) for name, code in CODE.items()}

# A second deck and jokers: every card on the table has a different character, and equal cards have the same name.
JOKER = "XX"
SECOND = "".join([chr(0xC0 + place) for place in range(len(NAMES))])
JOKERS = "".join([chr(0xC0 + len(NAMES) + place) for place in range(4)])
NAME: dict[str, str] = dict(zip(DECK, NAMES, strict=True)) | dict(zip(SECOND, NAMES, strict=True))
NAME |= dict.fromkeys(JOKERS, JOKER)
COPIES: dict[str, str] = {name: DECK[place] + SECOND[place] for place, name in enumerate(NAMES)} | {JOKER: JOKERS}


def names_of(cards: str) -> list[str]:
    """The names of the cards in a pile, such as "TD", in its order."""
    return [NAME[card] for card in cards]


def join_names(cards: str) -> str:
    """A pile for a sentence: "KD 9C"."""
    return " ".join([NAME[card] for card in cards])


def count_cards(number: int) -> str:
    """ "1 card", "52 cards"."""
    return "1 card" if number == 1 else f"{number} cards"


def parse_cards(names: list[str], path: str) -> str:
    """The pile of the named cards of one deck of 52; `path` is the field in the refusal's sentence.

    Refused: "card.unknown" for a name that the deck does not have, "card.twice" for a card that is named twice.
    """
    pile = ""
    for index, name in enumerate(names):
        pile += parse_card(name, f"{path}[{index}]", pile)
    return pile


def parse_card(name: str, path: str, others: str = "") -> str:
    """One named card of a deck of 52, which must not be in the pile `others`; else `Refused` as by `parse_cards`."""
    card = CODE.get(name)
    if card is None:
        raise Refused("card.unknown", f"{path}: {quote(name)} is not a card of this deck; write a card as KD or TC.")
    if card in others:
        raise Refused("card.twice", f"{path}: {name} is named twice; the deck has it once.")
    return card


def parse_cards_of(names: list[str], path: str, all_cards: str) -> str:
    """The pile of the named cards out of `all_cards`, which may have a card more than once; else `Refused`."""
    pile = ""
    for index, name in enumerate(names):
        pile += parse_card_of(name, f"{path}[{index}]", all_cards, pile)
    return pile


def parse_card_of(name: str, path: str, all_cards: str, others: str = "") -> str:
    """The first copy of a named card in `all_cards` that is not in the pile `others`; else `Refused`."""
    copies = [card for card in COPIES.get(name, "") if card in all_cards]
    if not copies:
        raise Refused("card.unknown", f"{path}: {quote(name)} is not a card of this deck; write a card as KD or TC.")
    for card in copies:
        if card not in others:
            return card
    times = "once" if len(copies) == 1 else f"{len(copies)} times"
    raise Refused("card.twice", f"{path}: the deck has {name} only {times}; name another card.")
