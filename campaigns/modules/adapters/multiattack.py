"""Reads the prose of a multiattack: its alternatives, and how often each attack is made in each of them."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from campaigns.modules.adapters.prose import COUNT_WORD, NUMBERS, number, on_one_line, strip_emphasis

LONGEST: Final = 4000  # no multiattack is longer; what follows is not read
MOST_WAYS: Final = 60
REPEATS: Final = {"once": 1, "twice": 2, "thrice": 3}
TIMES: Final = r"(once|twice|thrice|(?:two|three|four|five|six|\d) times)"
OWN: Final = r"(?: (?:its|his|her|their|the|both|either|either its))?"
COUNT: Final = rf"(?:{'|'.join(NUMBERS)}|\d{{1,2}})\b"
# The alternatives: sentences, and what follows “or” with a number, a verb or a new subject.
ALTERNATIVES: Final = re.compile(
    rf"\.(?:\s|$)|;(?! {COUNT})|\balternatively\b|\botherwise\b|,(?=[^.,]{{0,60}}, or one of each\b)"
    rf"|(?:,? |--)or (?={COUNT}"
    r"|(?:it|he|she|they) (?:can |may )?[a-z]|the [a-z]|(?:makes|throws|uses|attacks|hurls|shoots) )"
)
# What stands after these words is not made beside the other attacks, or is not a count.
REPLACED: Final = re.compile(r"\b(?:in place of|instead of|rather than|(?:can|may) (?:also )?replaces?)\b")
# Sentences that add attacks to those before them: “it can also make a bite attack”, “If that attack hits, …”.
ADDS: Final = re.compile(r"\balso (?:make|use|attack)s?\b")
# They do not add what is made instead of other attacks, or in the turn of somebody else.
ADDS_NOT: Final = re.compile(rf"{REPLACED.pattern}|\b(?:instead|reaction)\b")
AFTER_HIT: Final = re.compile(r"\s*if (?:[a-z'’-]+ ){1,4}hits?\b[^,.]{0,60},")
# “It can replace one attack with a bite attack.”
REPLACES: Final = re.compile(
    r"\b(?:can|may) (?:also )?replaces? (?:one|any|any one|an?|one of (?:its|the|these)) attacks? with "
    r"(?:an? |one |its )?"
)
# “It can use its claws in place of one other attack”: the words before and after the name.
USES: Final = re.compile(rf"\b(?:can|may) (?:also )?(?:use|make)(?: an?| one)?{OWN} $")
IN_PLACE: Final = re.compile(
    r"(?: attacks?)? (?:in place of|instead of|rather than) (?:any|one|any one|an?|one of (?:its|the|these|those))"
    r"(?: other)?(?: (?:melee|ranged|weapon))* attacks?\b"
)
UNCOUNTED: Final = re.compile(
    r"\bas many|\bper head\b|\bwith each of (?:its|his|her|their)\b|attacks? for each\b", re.I
)
# “Two attacks, only one of which can be a bite attack”: the others are made with something else.
LIMITED: Final = re.compile(
    rf"\b{COUNT_WORD} (?:[a-z'’-]+ ){{0,2}}attacks?,? (?:only )?{COUNT_WORD} of which (can|may|must) be\b"
)
KINDS: Final = r"(?: (?:other|melee|ranged|weapon|spell|natural|additional))*"
COUNTED: Final = re.compile(
    rf"\b{COUNT_WORD}(?: times)?{KINDS}(?: or ranged)?(?: weapon)?(?: attacks?)?"
    rf"(?:,? (?:with|using|to|of|in))?(?: any combination of)?{OWN}(?: ([a-z'’-]+))? $"
)
REPEATED: Final = re.compile(rf"\b{TIMES}(?:,? (?:with|using))?{OWN} $")
REPEATED_AFTER: Final = re.compile(rf"(?: attacks?)? {TIMES}\b")
ARTICLE: Final = re.compile(r"\ban? $")
ATTACK_AFTER: Final = re.compile(r" (?:melee |ranged )?attack\b")
ONCE: Final = re.compile(rf"\b(?:attacks(?: [a-z-]+){{0,4}} with|(?:and|then|also) uses?){OWN} $")
COMBINED: Final = re.compile(r"\bany combination\b")
OR: Final = re.compile(rf"(?: attacks?)?,? or(?: with)?(?: an?)?{OWN} $")
AND: Final = re.compile(rf"(?: attacks?)?,? and(?: then)?(?: with)?{OWN} $")
COMMA: Final = re.compile(rf"(?: attacks?)?,{OWN} $")
# A word between a number and a name that ends what the number counts.
NO_ADJECTIVE: Final = {"and", "or", "with", "to", "of", "then", "use", "uses", "using", "a", "an", "attack", "attacks"}
# Attacks without a name of the list: “three melee or ranged attacks”, “attacks twice”, “makes two sweeping attacks”.
ANY: Final = re.compile(
    rf"(?:^|\bmakes?(?: up to)?(?: any)?(?: combination of)? |^any ){COUNT_WORD} "
    r"(?:(?:melee|ranged|weapon|spell|or|and|natural|different) ){0,4}attacks?\b"
    rf"|\bmakes?(?: up to)? {COUNT_WORD} (?:[a-z'’-]+ ){{0,3}}attacks?\b"
    rf"|\battacks? {TIMES}\b(?! with)"
)
UNKNOWN: Final = re.compile(rf"^{COUNT_WORD} (?:[a-z'’-]+ ){{0,3}}attacks?\b")
PLURAL: Final = re.compile(r"(?<=sh|ch|ss)es$|(?<=x)es$|(?<=[^s])s$")
COMMON: Final = {"attack", "weapon", "form", "strike"}


@dataclass(slots=True)
class _Mention:
    """A place that names an attack, or several of which one is meant."""

    names: tuple[str, ...]
    before: str
    after: str


@dataclass(slots=True)
class _Count:
    """How often one of some attacks is made; `implied` if the text has no number for it."""

    names: list[str]
    times: int
    implied: bool


def read_alternatives(prose: str, names: list[str]) -> list[dict[str, int]]:
    """The alternatives in a Multiattack's prose.

    `names` are those of the creature's attacks. Each alternative says how often each named attack is made; "*" is the
    best one. Empty if nothing was understood."""
    words = on_one_line(strip_emphasis(prose[:LONGEST])).lower().strip()
    spelling = _Spelling(names)
    ways: list[dict[str, int]] = []
    for part, is_sentence in _parts(words):
        if part and len(ways) < MOST_WAYS:
            after_hit = AFTER_HIT.match(part)
            own = list(itertools.islice(_ways(_counted_words(part, after_hit), spelling), MOST_WAYS))
            adds = is_sentence and (after_hit or ADDS.search(part)) and not ADDS_NOT.search(part)
            ways += _sums(ways, own) if adds and ways else own
            ways += _with_replacement(part, ways, spelling)
    unknown = UNKNOWN.search(words)
    return ways[:MOST_WAYS] or ([{"*": number(unknown[1])}] if unknown else [])


def _parts(words: str) -> Iterator[tuple[str, bool]]:
    """The alternatives of a text, and whether each is a sentence of its own: what follows “or” adds nothing."""
    begin, is_sentence = 0, True
    for separator in ALTERNATIVES.finditer(words):
        yield words[begin : separator.start()], is_sentence
        begin, is_sentence = separator.end(), separator[0][0] in ".;"
    yield words[begin:], is_sentence


def _counted_words(part: str, after_hit: re.Match[str] | None) -> str:
    """The words of an alternative that say which attacks are made, without those about a hit or a replaced attack."""
    return REPLACED.split(part[after_hit.end() :] if after_hit else part, maxsplit=1)[0]


def _sums(ways: list[dict[str, int]], more: list[dict[str, int]]) -> list[dict[str, int]]:
    """The ways before, each with the attacks that a sentence adds to them."""
    pairs = itertools.islice(itertools.product(ways, more), MOST_WAYS)
    return [way | {name: way.get(name, 0) + times for name, times in added.items()} for way, added in pairs]


def lacks_number(prose: str) -> bool:
    """Whether a Multiattack makes as many attacks as something else says: “as many bite attacks as it has heads”."""
    return UNCOUNTED.search(prose[:LONGEST]) is not None


class _Spelling:
    """How a text may write the names of attacks: in the plural, or by their last word if no attack has that name."""

    def __init__(self, names: list[str]) -> None:
        self.all = list(dict.fromkeys(names))
        self.names: dict[str, tuple[str, ...]] = {}
        whole = {name: re.sub(r"\s*(?:\(.*\)|\+\d)$", "", name).lower() for name in dict.fromkeys(names)}
        for name, words in whole.items():
            self._add(words, name)
        full = set(self.names)
        for name, words in whole.items():
            last = words.partition(" of ")[0].rpartition(" ")[2]
            if last not in COMMON and len(last) > 2 and _pattern(last) not in full and last != words:
                self._add(last, name)
        patterns = sorted(self.names, key=len, reverse=True)
        self.keys = patterns
        self.regex = re.compile("|".join(rf"\b({pattern})(?![a-z])" for pattern in patterns)) if patterns else None

    def _add(self, words: str, name: str) -> None:
        if words:
            pattern = _pattern(words)
            self.names[pattern] = (*self.names.get(pattern, ()), name)

    def mentions(self, part: str) -> Iterator[_Mention]:
        """The places of a text that name an attack, with the text since the place before and the text after."""
        end = 0
        for match in self.regex.finditer(part) if self.regex else ():
            names = self.names[self.keys[(match.lastindex or 1) - 1]]
            yield _Mention(names, part[end : match.start()], part[match.end() : match.end() + 64])
            end = match.end()


def _pattern(words: str) -> str:
    """A pattern for a name in the singular and the plural."""
    if words.endswith("ves"):
        return re.escape(words[:-3]) + "(?:ves|fe?)"
    return re.escape(PLURAL.sub("", words)) + "(?:e?s)?"


def _ways(part: str, spelling: _Spelling) -> Iterator[dict[str, int]]:
    """The ways of one alternative: one for each choice between attacks."""
    mentions = list(spelling.mentions(part))
    limited = LIMITED.search(part)
    if limited and mentions:
        yield from _limited(limited, mentions[0].names, spelling.all)
        return
    counts = _counts(part, mentions)
    if not counts:
        match = ANY.search(part)
        if match:
            yield {"*": _times(match[3]) if match[3] else number(match[1] or match[2])}
        return
    for chosen in itertools.islice(itertools.product(*(count.names for count in counts)), MOST_WAYS):
        way: dict[str, int] = {}
        for name, count in zip(chosen, counts, strict=True):
            way[name] = max(way.get(name, 0), count.times) if count.implied else way.get(name, 0) + count.times
        yield way


def _with_replacement(part: str, ways: list[dict[str, int]], spelling: _Spelling) -> list[dict[str, int]]:
    """The ways before, each with one attack replaced by the attack that the text names for that."""
    return [
        _change(_change(way, name, -1), other, 1)
        for other in _replacements(part, spelling)
        for way in ways[:MOST_WAYS]
        for name, times in way.items()
        if times
    ]


def _replacements(part: str, spelling: _Spelling) -> tuple[str, ...]:
    """The attacks of which a text says that one may be made in place of any other attack."""
    match = REPLACES.search(part)
    first = next(spelling.mentions(part[match.end() :]), None) if match else None
    if first is not None and not first.before and ATTACK_AFTER.match(first.after):
        return first.names
    for mention in spelling.mentions(part):
        if USES.search(mention.before[-100:]) and IN_PLACE.match(mention.after):
            return mention.names
    return ()


def _change(way: dict[str, int], name: str, by: int) -> dict[str, int]:
    return way | {name: way.get(name, 0) + by}


def _limited(match: re.Match[str], limited: tuple[str, ...], names: list[str]) -> Iterator[dict[str, int]]:
    """The ways to make as many limited attacks as are allowed, or none if they may be left out, and others besides."""
    total, most = number(match[1]), number(match[2])
    for other in names:
        if other not in limited:
            yield from ({name: min(most, total), other: max(total - most, 0)} for name in limited)
            yield from ({other: total} for _name in limited[:1] if match[3] != "must")


def _counts(part: str, mentions: list[_Mention]) -> list[_Count]:
    counts: list[_Count] = []
    last: _Count | None = None
    combined = COMBINED.search(part) is not None
    for place, mention in enumerate(mentions):
        if last is not None and _is_choice(mentions, place, combined):
            last.names += mention.names
            continue
        times, implied = _count(mention, last)
        last = _Count(list(mention.names), times, implied) if times else None
        counts += [last] if last else []
    return counts


def _is_choice(mentions: list[_Mention], place: int, combined: bool) -> bool:
    """Whether a mention is a choice beside the one before: “bite or claw”, “bite, claw, or tail”."""
    for mention in mentions[place:]:
        if OR.fullmatch(mention.before) or (combined and AND.fullmatch(mention.before)):
            return True
        if not COMMA.fullmatch(mention.before):
            return False
    return False


def _count(mention: _Mention, last: _Count | None) -> tuple[int, bool]:
    """How often a mentioned attack is made, 0 if the text does not say that it is made; and whether that is implied."""
    before = mention.before[-100:]
    counted = COUNTED.search(before)
    if counted and (counted[2] is None or counted[2] not in NO_ADJECTIVE):
        return number(counted[1]), False
    repeated = REPEATED.search(before) or REPEATED_AFTER.match(mention.after)
    if repeated:
        return _times(repeated[1]), False
    if ARTICLE.search(before) and ATTACK_AFTER.match(mention.after):
        return 1, True
    if ONCE.search(before) or (
        last is not None and last.implied and (AND.fullmatch(before) or COMMA.fullmatch(before))
    ):
        return 1, True
    return 0, False


def _times(words: str) -> int:
    return REPEATS.get(words) or number(words.partition(" ")[0])
