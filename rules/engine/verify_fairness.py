#!/usr/bin/env python3
"""Verify the fairness log of an encounter, without the site.

    python3 verify_fairness.py LOG.json [--receipt CODE ...]

LOG.json is what the fairness page of an encounter downloads. This file needs nothing but Python's standard library, and
the site itself uses this very file. It stays one file, although it is long, so that anyone can download, read and run
it. The exit status is 0 for a log without faults, 1 for faults, 2 for a file that cannot be read.

The log is {"events": [...], "names": [...], ...}. What is checked:

* A `shuffled` event publishes a commitment for every position of a pile, top first: SHA-256, in lower-case hex, of the
  ASCII text `SHUFFLE:POSITION:CARD:SALT`. Shuffles are numbered without a gap, and the first is of the stated deck.
* Cards leave a pile from the top, without a gap: `positions` names those that go into a hand, `opened` those shown.
* Every card that a public event shows has an opening `{"card", "shuffle", "position", "salt"}` in that event, which
  matches the commitment, the card shown and the card named in the sentence. No card is there more often than in the
  deck.
* A `sealed` event publishes SHA-256 of `SERIES:NUMBER:BLOCK` for dice to come. Dice are rolled in that order, without
  a gap; `opened` holds `{"series", "die", "sides", "value", "block"}`, and the block decides the value (see `face`).
* A `rewound` event strikes events. Play goes on from the event before them; if they had shown something, it goes on
  with a new shuffle or a new series of dice.
* A `promised` event publishes SHA-256 of `secret:SECRET` before the players' words are taken. A `word` event has
  SHA-256 of `word:SALT:WORD` as its `seal`. The seed of a deal is SHA-256 of `seed:NUMBER:SECRET:SEAL,SEAL,...`
  (NUMBER is that of the `rewound` event, 0 at the start). A `secret-opened` event follows the end of an encounter
  that leaves no closed card in a hand: with it the first shuffle, and every die, can be computed again.
* `unseen` events tell which positions left the pile, or which dice were rolled, for something that players do not see.
* The receipt of a shuffle is SHA-256 of `receipt:` and all its commitments, joined by commas; of sealed dice, of their
  seals. `--receipt` takes the whole of it, or its first eight characters or more.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

Event = dict[str, Any]
Spot = tuple[int, int]

RANKS, SUITS, JOKER = "23456789TJQKA", "CDHS", "XX"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
NAMES = {*CARDS, JOKER}
HEX = re.compile(r"\A[0-9a-f]{64}\Z")
TOKEN = re.compile(r"(?<![\w-])(?:[2-9TJQKA][CDHS]|XX)(?![\w-])")
CARD_FIELDS = ("cards", "hand", "dealer_hand", "discarded")
PROOFS = {"opened", "positions", "commitments", "seals", "text", "rules", "visible_to", *CARD_FIELDS}
# Lines of the site itself, whose sentences hold what people wrote.
SITE_LINES = {"control", "drawing", "rewound", "word", "promised", "secret-opened", "closing", "unseen"}
# Sentences that name people and no card: a participant may be called "KD".
NAMING_LINES = {"dealt", "drew", "turn", "order", "joined", "left"}


def digest(text: str) -> str:
    """Return SHA-256 of a text, in lower-case hex."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def commitment(shuffle: int, position: int, card: str, salt: str) -> str:
    """Return what is published for one position of a shuffle."""
    return digest(f"{shuffle}:{position}:{card}:{salt}")


def seal(series: int, number: int, block: str) -> str:
    """Return what is published for one die before it is rolled."""
    return digest(f"{series}:{number}:{block}")


def face(block: str, sides: int) -> int:
    """Return the face, 1 to `sides` (at most 2**32), that a die's block of 64 hex digits decides.

    Its 32 bytes are eight numbers of four bytes; the first one below the largest multiple of `sides`, modulo `sides`,
    plus 1, is the face. If all eight are too high, the block's own SHA-256 is next.
    """
    limit = 0x100000000 - 0x100000000 % sides
    while True:
        for at in range(0, 64, 8):
            word = int(block[at : at + 8], 16)
            if word < limit:
                return word % sides + 1
        block = sha256(bytes.fromhex(block)).hexdigest()


def receipt(event: Event) -> str:
    """Return the receipt of a `shuffled` or `sealed` event, which a player keeps to compare later."""
    published = event.get("commitments") or event.get("seals") or []
    return digest("receipt:" + ",".join(map(str, published)))


def has_receipt(report: Event, kept: str) -> bool:
    """Tell whether a receipt, or the first eight of its characters or more, belongs to a log."""
    return len(kept) >= 8 and any(receipt.startswith(kept) for receipt in report["receipts"])


def promise_of(secret: str) -> str:
    """Return what is published about the site's secret before the players' words are taken."""
    return digest(f"secret:{secret}")


def word_seal(word: str, salt: str) -> str:
    """Return what is published about a player's word before it is opened."""
    return digest(f"word:{salt}:{word}")


def seed_of(number: int, secret: str, seals: list[str]) -> str:
    """Return the seed of the deal that belongs to a line: the site's secret and every player's word are in it."""
    return digest(f"seed:{number}:{secret}:{','.join(seals)}")


def key_of(seed: str) -> str:
    """Return the generator's key that a seed stands for."""
    return digest(f"fatekeeper seed:text:{seed}")


class Generator:
    """The site's random numbers: SHA-256 of the key and a counter of eight bytes, eight words of four bytes each."""

    def __init__(self, key: str) -> None:
        self.key, self.counter, self.words = bytes.fromhex(key), 0, list[int]()

    def below(self, size: int) -> int:
        limit = 0x100000000 - 0x100000000 % size
        while True:
            if not self.words:
                block = sha256(self.key + self.counter.to_bytes(8, "big")).digest()
                self.counter += 1
                self.words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
            word = self.words.pop()
            if word < limit:
                return word % size

    def shuffle(self, cards: list[str]) -> list[str]:
        pile = list(cards)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        self.words = []
        return pile


def first_shuffle(key: str, decks: int) -> list[str]:
    """Return the commitments of the first shuffle of a whole deck; `decks` is 0 for 52 cards without jokers."""
    generator = Generator(key)
    order = generator.shuffle(CARDS * max(decks, 1) + [JOKER] * (2 * decks))
    secret = digest(f"salts:1:{generator.counter}:{key}")
    return [commitment(1, at, card, digest(f"{secret}:{at}")[:32]) for at, card in enumerate(order)]


class Ledger:
    """What one line of play has published, dealt and opened so far; `faults` is shared with lines that were struck."""

    def __init__(self, faults: list[str], names: set[str], strict: bool = False) -> None:
        self.faults, self.names, self.strict = faults, names, strict
        self.published: dict[int, list[str]] = {}
        self.decks: dict[int, int] = {}
        self.next: dict[int, int] = {}
        self.taken: set[Spot] = set()
        self.cards: dict[Spot, str] = {}
        self.told: dict[Spot, str] = {}
        self.copies: Counter[tuple[int, str]] = Counter()
        self.jokers: dict[int, int] = {}
        self.current, self.late, self.joker_debt = 0, False, 0
        self.seals: dict[Spot, str] = {}
        self.series: dict[int, int] = {}
        self.rolled: dict[Spot, int] = {}
        self.by_hand = False
        self.supplied = self.unseen = 0
        self.promise: str | None = None
        self.word_seals: list[str] = []
        self.secret: str | None = None
        self.line = 0
        # Which line dealt a series of dice (0 for the first shuffle of cards), and under which promise.
        self.dealt: dict[int, tuple[int, str | None]] = {}
        self.last: Event = {}

    def fault(self, text: str) -> None:
        if text not in self.faults:
            self.faults.append(text)

    # Reading

    def read(self, event: Event) -> None:
        """Check one event against everything before it."""
        kind = event.get("type")
        reader = {
            "shuffled": self.read_shuffle,
            "sealed": self.read_seals,
            "promised": self.read_promise,
            "word": self.read_word,
            "secret-opened": self.read_secret,
            "unseen": self.read_unseen,
        }.get(kind if isinstance(kind, str) else "")
        self.by_hand = self.by_hand or kind == "mixed"
        if reader is not None:
            reader(event)
        openings = event.get("opened")
        openings = openings if isinstance(openings, list) else []
        cards = [opening for opening in openings if not (isinstance(opening, dict) and "die" in opening)]
        dice = [opening for opening in openings if isinstance(opening, dict) and "die" in opening]
        if isinstance(kind, str) and reader is None:
            self.read_positions(event, cards)
        for card in cards:
            self.open_card(card)
        for die in dice:
            self.open_die(die)
        if isinstance(kind, str) and reader is None:
            self.compare_cards(event, [card["card"] for card in cards if isinstance(card, dict) and "card" in card])
            self.compare_dice(event, [die.get("value") for die in dice])
            self.last = event
        elif self.strict and not isinstance(kind, str):
            self.fault("A line of the log has no type.")

    # Cards

    def read_shuffle(self, event: Event) -> None:
        number, hashes = event.get("shuffle"), event.get("commitments")
        if type(number) is not int or not isinstance(hashes, list):
            self.fault("A shuffle was published without its number or its commitments.")
            return
        if number in self.published:
            self.fault(f"Shuffle {number} was published twice.")
            return
        decks, jokers = event.get("decks"), event.get("jokers")
        known = type(decks) is int and decks > 0
        self.finish_shuffle()
        if number != self.current + 1:
            self.fault(f"Shuffle {number} was published, but shuffle {self.current + 1} is the next one.")
        if len(set(map(str, hashes))) < len(hashes) or not all(
            isinstance(digest_text, str) and HEX.match(digest_text) for digest_text in hashes
        ):
            self.fault(f"Shuffle {number}: its commitments are not all different hashes.")
        if event.get("cards", len(hashes)) != len(hashes):
            self.fault(f"Shuffle {number}: the number of cards differs from the number of commitments.")
        self.check_size(number, len(hashes), 54 * decks if known else 52, jokers if known else 0)  # type: ignore[operator]
        self.current, self.late = number, False
        self.published[number], self.next[number] = hashes, 0
        self.decks[number] = decks if known else 0  # type: ignore[assignment]
        self.jokers[number] = jokers if type(jokers) is int else 0
        self.supplied += bool(event.get("supplied"))
        if number == 1 and not event.get("supplied"):
            self.dealt[0] = (self.line, self.promise)

    def check_size(self, number: int, size: int, deck: int, jokers: Any) -> None:
        if number == 1 and size != deck:
            self.fault(f"Shuffle 1 has {size} cards; the deck has {deck}.")
        elif size > deck:
            self.fault(f"Shuffle {number} has {size} cards, more than the deck ({deck}).")
        if deck != 52 and jokers != deck // 27:
            self.fault(f"Shuffle {number} has {jokers} jokers; the deck has {deck // 27}.")

    def finish_shuffle(self) -> None:
        """When a shuffle is followed by its first card, or by another one: what became of the pile before it."""
        before = self.current - 1
        if before not in self.published or self.current not in self.published or self.next[self.current]:
            return
        left = len(self.published[before]) - self.next[before]
        if self.late and left:
            self.fault(f"Shuffle {before} was not dealt to its end: {left} cards were skipped.")
        elif not self.late and len(self.published[self.current]) < left and not self.by_hand:
            self.fault(f"Shuffle {self.current} has fewer cards than were left in the pile ({left}).")

    def read_positions(self, event: Event, openings: list[Any]) -> None:
        """Cards leave the pile in order: those told as `positions`, else those opened that were still in it."""
        if self.by_hand:
            return
        positions = event.get("positions")
        if positions is None:
            spots = [
                (opening.get("shuffle"), opening.get("position")) for opening in openings if isinstance(opening, dict)
            ]
            self.take([spot for spot in spots if spot not in self.taken])
            return
        spots = (
            [tuple(position) if isinstance(position, list) else position for position in positions]
            if isinstance(positions, list)
            else []
        )
        if event.get("count", len(spots)) != len(spots) and event.get("visible_to") == "all":
            self.fault(f"“{event.get('text')}” names {len(spots)} positions.")
        self.take(spots)

    def take(self, spots: Iterable[Any]) -> None:
        for spot in spots:
            if not (isinstance(spot, tuple) and len(spot) == 2 and all(type(coordinate) is int for coordinate in spot)):
                self.fault("A card was dealt without its shuffle and its position.")
                continue
            number, position = spot
            where = f"Position {position} of shuffle {number}"
            if number not in self.published:
                self.fault(f"{where} was dealt, but that shuffle had not been published.")
            elif spot in self.taken:
                self.fault(f"{where} was dealt twice.")
            elif not 0 <= position < len(self.published[number]):
                self.fault(f"{where} was dealt, but that shuffle has {len(self.published[number])} positions.")
            else:
                self.take_next(number, position, where)

    def take_next(self, number: int, position: int, where: str) -> None:
        if number == self.current:
            self.finish_shuffle()
        elif number == self.current - 1 and not self.next[self.current]:
            self.late = True
        else:
            self.fault(f"{where} was dealt after shuffle {number + 1} had taken its place.")
        if position != self.next[number]:
            self.fault(f"{where} was dealt, but position {self.next[number]} was the next one.")
        self.taken.add((number, position))
        self.next[number] = max(self.next[number], position + 1)

    def open_card(self, opening: object) -> None:
        fields = opening if isinstance(opening, dict) else {}
        card, number, position = fields.get("card"), fields.get("shuffle"), fields.get("position")
        if not isinstance(card, str) or card not in NAMES or type(number) is not int or type(position) is not int:
            self.fault("An opening names no card, shuffle or position.")
            return
        where, spot = f"{card} at position {position} of shuffle {number}", (number, position)
        hashes = self.published.get(number)
        if hashes is None:
            self.fault(f"{where} was opened, but that shuffle had not been published.")
        elif not 0 <= position < len(hashes):
            self.fault(f"{where} was opened, but that shuffle has {len(hashes)} positions.")
        elif commitment(number, position, card, str(fields.get("salt"))) != hashes[position]:
            self.fault(f"{where} does not match what was published before.")
        elif self.cards.get(spot, card) != card:
            self.fault(f"{where}: the position was opened as another card before.")
        elif self.told.get(spot, card) != card:
            self.fault(f"{where}: its owner was told {self.told[spot]}.")
        elif spot not in self.cards:
            self.cards[spot] = card
            self.copies[number, card] += 1
            most = self.jokers[number] if card == JOKER else max(self.decks[number], 1)
            if self.copies[number, card] > most:
                self.fault(f"{where}: the card was opened at another position before.")

    def compare_cards(self, event: Event, opened: list[str]) -> None:
        """Every card that an event shows has its opening there, and the sentence names the same."""
        shown = card_list(event.get("cards"))
        others = [card for field in CARD_FIELDS[1:] for card in card_list(event.get(field))]
        sides = event.get("sides")
        others += [
            card
            for side in (sides if isinstance(sides, list) else [])
            if isinstance(side, dict)
            for card in card_list(side.get("cards"))
        ]
        if event.get("visible_to", "all") != "all":
            self.remember_told(event, shown)
            return
        if self.by_hand:
            self.supplied += len(shown) + len(others)
            return
        if shown and Counter(shown) != Counter(opened):
            self.fault(f"“{event.get('text')}” shows {' '.join(shown)}, but opens {' '.join(opened) or 'no card'}.")
        lying = Counter(self.cards.values())
        missing = [card for card in others if card not in opened and not lying[card]]
        if missing:
            self.fault(f"“{event.get('text')}” shows {' '.join(missing)} without an opening.")
        if others and not shown and Counter(opened) - Counter(others):
            self.fault(f"“{event.get('text')}” opens cards that it does not show.")
        self.check_jokers(event, opened)
        self.compare_sentence(event, shown, opened)

    def check_jokers(self, event: Event, opened: list[str]) -> None:
        if event.get("type") != "joker" or type(event.get("count")) is not int:
            return
        before = self.last.get("opened") if self.last.get("type") == "fate-draw" else None
        found = opened or [str(card.get("card")) for card in before or [] if isinstance(card, dict)]
        if found.count(JOKER) < event["count"]:
            self.fault(f"“{event.get('text')}” opens no joker.")

    def remember_told(self, event: Event, shown: list[str]) -> None:
        """The event that tells the owner of a hand its cards follows the public event with their positions."""
        spots = self.last.get("positions")
        if isinstance(spots, list) and len(spots) == len(shown) and self.last.get("target") == event.get("target"):
            for spot, card in zip(spots, shown, strict=True):
                if isinstance(spot, list) and len(spot) == 2:
                    self.told[spot[0], spot[1]] = card

    def compare_sentence(self, event: Event, shown: list[str], opened: list[str]) -> None:
        text = event.get("text")
        if not isinstance(text, str) or not self.published or event.get("type") in SITE_LINES:
            return
        if event.get("type") in NAMING_LINES:
            self.names.update(TOKEN.findall(text))
        spare = {*self.names, *TOKEN.findall(" ".join(strings(event)))}
        rest = text
        if shown:
            if " ".join(shown) not in text and TOKEN.search(text):
                self.fault(f"“{text}” names other cards than {' '.join(shown)}.")
                return
            rest = text.replace(" ".join(shown), "", 1)
        strange = [card for card in TOKEN.findall(rest) if card not in spare and (shown or card not in opened)]
        if strange:
            self.fault(f"“{text}” names {' '.join(strange)}, which it does not open.")

    # Dice

    def read_seals(self, event: Event) -> None:
        series, first, seals = event.get("series"), event.get("first"), event.get("seals")
        if type(series) is not int or type(first) is not int or not isinstance(seals, list):
            self.fault("Dice were sealed without a series, a number or seals.")
            return
        known = sum(1 for die_key in self.seals if die_key[0] == series)
        for number, sealed in enumerate(seals, first):
            if (series, number) in self.seals:
                self.fault(f"Die {number} of series {series} was sealed twice.")
            self.seals.setdefault((series, number), str(sealed))
        if first > known:
            self.fault(f"Die {first} of series {series} was sealed, but die {known} is the next one.")
        if series not in self.series:
            if series != max(self.series, default=0) + 1:
                self.fault(f"Series {series} was sealed, but series {max(self.series, default=0) + 1} is the next one.")
            self.series[series] = 0
            self.dealt[series] = (self.line, self.promise)

    def open_die(self, fields: Event) -> None:
        series, number, block = fields.get("series"), fields.get("die"), fields.get("block")
        if type(series) is not int or type(number) is not int or not isinstance(block, str) or not HEX.match(block):
            self.fault("A roll names no die, series or block.")
            return
        where, sides, value = f"Die {number} of series {series}", fields.get("sides"), fields.get("value")
        if (series, number) not in self.seals:
            self.fault(f"{where} was rolled, but it had not been sealed.")
        elif seal(series, number, block) != self.seals[series, number]:
            self.fault(f"{where} does not match its seal.")
        elif type(sides) is not int or not 2 <= sides <= 1000 or face(block, sides) != value:
            self.fault(f"{where} was published with a value that does not follow from its block.")
        elif (series, number) in self.rolled:
            self.fault(f"{where} was rolled twice.")
        else:
            self.roll_next(series, number, value)

    def roll_next(self, series: int, number: int, value: int) -> None:
        where = f"Die {number} of series {series}"
        if series != max(self.series):
            self.fault(f"{where} was rolled after another series had taken its place.")
        if number != self.series[series]:
            self.fault(f"{where} was rolled, but die {self.series[series]} was the next one.")
        self.series[series] = max(self.series[series], number + 1)
        self.rolled[series, number] = value

    def compare_dice(self, event: Event, values: list[Any]) -> None:
        """The dice that an event shows are those that it opens; typed dice come before the site's own."""
        if not self.series or event.get("visible_to", "all") != "all":
            return
        shown = event.get("rolls", event.get("rolled"))
        typed = bool(event.get("supplied"))
        if isinstance(shown, list):
            self.supplied += typed * (len(shown) - len(values))
            if (shown[len(shown) - len(values) :] if typed else shown) != values:
                self.fault(f"“{event.get('text')}” shows the dice {shown}, but opens {values}.")
            return
        slots = event.get("slots")
        facts = [slot for slot in slots if isinstance(slot, dict)] if isinstance(slots, list) else []
        # A slot that had no value before got it from a die, however that is called.
        fresh = [fact.get("value") for fact in facts if is_reroll(fact)]
        missing = Counter(fresh) - Counter(values)
        if missing and typed:
            self.supplied += missing.total()
        elif missing:
            self.fault(f"“{event.get('text')}” shows dice without an opening: {sorted(missing.elements(), key=str)}.")

    # What players do not see, and the seed

    def read_unseen(self, event: Event) -> None:
        spots, dice = event.get("positions") or [], event.get("dice") or []
        self.unseen += len(spots) + len(dice)
        known = [tuple(spot) if isinstance(spot, list) else spot for spot in spots]
        self.take([seen_card for seen_card in known if seen_card not in self.taken])
        for die in dice:
            if isinstance(die, list) and len(die) == 2 and tuple(die) in self.seals and die[0] in self.series:
                self.roll_next(die[0], die[1], 0)
            else:
                self.fault("A hidden die was rolled that had not been sealed.")

    def read_promise(self, event: Event) -> None:
        if not isinstance(event.get("promise"), str) or not HEX.match(event["promise"]):
            self.fault("The site committed to a secret without publishing its hash.")
            return
        self.promise, self.secret = event["promise"], None

    def read_word(self, event: Event) -> None:
        word, salt, sealed = event.get("word"), event.get("salt"), event.get("seal")
        if self.promise is None or self.published or self.seals:
            self.fault(f"The word of {event.get('who')} was not entered between the site's commitment and the deal.")
        if word_seal(str(word), str(salt)) != sealed:
            self.fault(f"The word of {event.get('who')} does not match its seal.")
        self.word_seals.append(str(sealed))

    def read_secret(self, event: Event) -> None:
        secret = str(event.get("secret"))
        if promise_of(secret) != self.promise:
            self.fault("The site's secret does not match its commitment.")
            return
        self.secret = secret
        for series, (line, promise) in self.dealt.items():
            if promise == self.promise:
                self.compute_again(series, key_of(seed_of(line, secret, self.word_seals)))

    def compute_again(self, series: int, key: str) -> None:
        """With the secret opened, the first shuffle and every die can be computed again."""
        if not series and first_shuffle(key, self.decks.get(1, 0)) != self.published.get(1):
            self.fault("Shuffle 1 does not follow from the secret and the words.")
        for (sealed, die), published in self.seals.items():
            if sealed == series and seal(series, die, digest(f"die:{series}:{die}:{key}")) != published:
                self.fault(f"Die {die} of series {series} does not follow from the secret and the words.")
                break

    # The report

    @property
    def closed(self) -> int:
        """How many positions of the last shuffle were never opened, by it or by an opened secret."""
        if self.current not in self.published:
            return 0
        return len(self.published[self.current]) - sum(1 for spot in self.cards if spot[0] == self.current)

    @property
    def promised(self) -> bool:
        """Whether every deal came after a promise of the site's secret."""
        return bool(self.dealt) and all(promise is not None for _line, promise in self.dealt.values())

    @property
    def folded(self) -> int:
        """How many cards left a pile into a hand, or out of sight, and were never opened."""
        return len(self.taken - self.cards.keys())


def card_list(value: object) -> list[str]:
    """Return the cards of a field that lists cards."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def is_reroll(fact: Event) -> bool:
    """Tell whether a slot got its value from a die."""
    return fact.get("what") == "rolled" or (fact.get("what") in ("recovered", "mended") and fact.get("was") is None)


def strings(value: object) -> Iterator[str]:
    """Yield every text in an event but its sentence, its cards and its proofs."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in PROOFS:
                yield from strings(item)


class Examination:
    """A whole log: the line of play that counts, and every line that was struck."""

    def __init__(self, log: Event, strict: bool) -> None:
        names = log.get("names")
        self.names = set(TOKEN.findall(" ".join(map(str, names)))) if isinstance(names, list) else set()
        self.faults: list[str] = []
        self.strict = strict
        self.ledger = self.fresh()
        self.lines: list[tuple[object, list[Event]]] = []
        self.receipts: dict[str, str] = {}
        self.openings: set[tuple[object, ...]] = set()
        self.shuffles = self.seals = self.rewinds = self.redeals = self.restarts = 0
        self.must_redeal = False

    def fresh(self) -> Ledger:
        return Ledger(self.faults, self.names, self.strict)

    def read(self, events: Iterable[object]) -> None:
        for count, event in enumerate(events, 1):
            if isinstance(event, dict):
                number = event.get("number")
                if not self.lines or number is None or self.lines[-1][0] != number:
                    self.end_line()
                    self.lines.append((number, []))
                if event.get("type") == "rewound":
                    self.rewind(event)
                self.lines[-1][1].append(event)
                self.ledger.read(event)
                self.count(event)
            else:
                self.ledger.fault(f"Entry {count} of the log is not an object.")
        self.end_line()

    def count(self, event: Event) -> None:
        kind = event.get("type")
        published = event.get("commitments" if kind == "shuffled" else "seals")
        if kind in ("shuffled", "sealed") and isinstance(published, list) and published:
            self.shuffles += kind == "shuffled"
            self.seals += len(published) if kind == "sealed" else 0
            subject = f"shuffle {event.get('shuffle')}" if kind == "shuffled" else f"dice from {event.get('first')}"
            self.receipts.setdefault(receipt(event), subject)
        openings = event.get("opened")
        for opening in openings if isinstance(openings, list) else []:
            if isinstance(opening, dict):
                names = ("series", "die", "block") if "die" in opening else ("shuffle", "position", "salt")
                self.openings.add(("die" in opening, *(str(opening.get(name)) for name in names)))

    def rewind(self, event: Event) -> None:
        """Go back to the line before those that are struck."""
        strikes = event.get("strikes")
        struck = {strike for strike in strikes if type(strike) is int} if isinstance(strikes, list) else set()
        if not struck or min(struck) < 1:
            self.ledger.fault("Lines were undone without naming them.")
            return
        current = self.lines[-1]
        gone = [line for line in self.lines[:-1] if line[0] in struck]
        self.lines = [line for line in self.lines[:-1] if line[0] not in struck]
        if any(type(number) is int and number > min(struck) and shows_chance(events) for number, events in self.lines):
            self.ledger.fault("Lines were undone, but not the lines after them.")
        self.must_redeal = any(shows_chance(events) for _number, events in gone)
        self.rewinds += 1
        self.redeals += self.must_redeal
        self.restarts += not any(number and is_play(events) for number, events in self.lines)
        self.ledger = self.fresh()
        for _number, events in self.lines:
            for kept_event in events:
                self.ledger.read(kept_event)
        self.ledger.line = current[0] if type(current[0]) is int else 0
        self.lines.append(current)

    def end_line(self) -> None:
        """If a line undoes lines that had revealed something, it must deal again."""
        number, events = self.lines[-1] if self.lines else (None, [])
        kinds = {event.get("type") for event in events}
        if "rewound" in kinds and self.must_redeal and not kinds & {"shuffled", "sealed", "mixed"}:
            self.ledger.fault(f"Line {number} undoes something that had been revealed, but does not deal again.")

    def check_end(self) -> None:
        """When it is over and no closed card is in a hand, the site opens its secret and what is left of the pile."""
        ledger = self.ledger
        if ledger.by_hand or not ledger.promised or ledger.folded:
            return
        if ledger.secret is None:
            ledger.fault("The encounter is over and no hand is folded, but the site's secret was not opened.")
        elif ledger.closed:
            ledger.fault(f"The encounter is over and no hand is folded, but {ledger.closed} positions stay closed.")

    def report(self) -> Event:
        """Return what was found, and what is not proved."""
        ledger = self.ledger
        return {
            "ok": not self.faults,
            "faults": self.faults,
            "shuffles": self.shuffles,
            "seals": self.seals,
            "opened": sum(1 for die, *_ in self.openings if not die),
            "rolled": sum(1 for die, *_ in self.openings if die),
            "folded": ledger.folded,
            "closed": ledger.closed,
            "unseen": ledger.unseen,
            "supplied": ledger.supplied,
            "own_deck": ledger.by_hand,
            "rewinds": self.rewinds,
            "redeals": self.redeals,
            "restarts": self.restarts,
            "words": len(ledger.word_seals),
            "promised": ledger.promised,
            "secret_opened": ledger.secret is not None,
            "receipts": list(self.receipts),
        }


def shows_chance(events: list[Event]) -> bool:
    """Tell whether a line dealt, showed or shuffled a card, or rolled a die."""
    return any(event.get("positions") or event.get("opened") or event.get("type") == "shuffled" for event in events)


def is_play(events: list[Event]) -> bool:
    """Tell whether a line is more than a note of the site."""
    return any(event.get("type") not in SITE_LINES for event in events)


def examine(log: object, strict: bool = True) -> Event:
    """Check a whole fairness log, and report on it."""
    fields = log if isinstance(log, dict) else {"events": log}
    events = fields.get("events", fields.get("results"))
    found = Examination(fields, strict)
    if not isinstance(events, list):
        found.ledger.fault("There is no list of events in this log.")
        events = []
    found.read(events)
    if strict and fields.get("over") and not found.faults:
        found.check_end()
    report = found.report()
    report["earlier"] = fields.get("earlier") or 0
    return report


def notes(report: Event) -> list[str]:
    """Return, in plain words, what the log does not prove."""
    found = []
    if report["own_deck"]:
        found.append("The cards came from a deck on the table: nothing about them is proved.")
    if report["supplied"]:
        found.append(f"Entered by people, and not proved: {report['supplied']} cards or dice.")
    if report["unseen"]:
        found.append(f"Used for something that players do not see: {report['unseen']} cards or dice.")
    if report["folded"]:
        found.append(f"Cards that left the pile and were never shown: {report['folded']}.")
    if report["closed"]:
        found.append(f"Positions of the last shuffle that were never opened: {report['closed']}.")
    if report["promised"] and not report["secret_opened"]:
        found.append(
            "The site's secret is not opened yet, so it is not proved that the players' words are part of the deal."
        )
    if not report["promised"]:
        found.append("The log has no commitment of the site, so no players' words are part of the deal.")
    if report["redeals"] or report["earlier"]:
        text = "Dealt again after something had been seen: {} times, {} of them from the start; earlier starts of the "
        text += "same encounter: {}."
        found.append(text.format(report["redeals"], report["restarts"], report["earlier"]))
    return found


def main(arguments: list[str]) -> int:
    """Check the log that the command line names, and print what was found."""
    if not arguments or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            report = examine(json.load(file))
    except (OSError, ValueError, RecursionError) as fault:
        print(f"{arguments[0]} cannot be read: {fault}")
        return 2
    kept = [argument.strip().lower() for argument in arguments[1:] if not argument.startswith("-")]
    missing = [receipt for receipt in kept if not has_receipt(report, receipt)]
    for sentence in report["faults"] + [f"Receipt {receipt} belongs to no shuffle of this log." for receipt in missing]:
        print(f"FAULT: {sentence}")
    print(f"{report['shuffles']} shuffles, {report['opened']} cards opened, {report['rolled']} dice rolled.")
    for sentence in notes(report):
        print(f"Not proved: {sentence}" if "nothing" not in sentence else sentence)
    found = report["faults"] or missing
    print("The log has faults." if found else "Everything that the log shows agrees with what was published before.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
