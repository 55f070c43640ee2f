"""Verbs that agree with plural names: "Street toughs attack", not "attacks".

The sentences of events are written for one participant ("Ana attacks"). Where the participant's name is a plural,
`agree` changes the verbs that belong to it. A game says how careful to be:

* `is_plural` is for groups (the extras of A Game of Bastards): every name that looks like a plural is one.
* `is_surely_plural` is for everyone else: "James" and "Wolves" look alike, so a name counts as a plural only when a
  noun in lower case ends it ("Street toughs", "Two city watchmen") or it is an unmistakable word ("Guardsmen").
"""

import re
from functools import lru_cache

IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
PLURAL_WORDS = frozenset(("men", "women", "people", "folk", "children", "mice", "geese", "oxen", "police"))
SINGULAR_MEN = frozenset(("omen", "specimen", "carmen", "yemen", "ramen", "abdomen", "acumen", "semen", "stamen"))
SINGULAR_ENDINGS = ("ss", "us", "is", "as")
ADVERBS = r"(?:(?:now|also|still|already|just) )?"
SECOND_VERBS = "acts|draws|gains|plays|lays|discards|has|is|takes|drops|falls|passes|stays|regains|turns|becomes"
AND_VERB = re.compile(rf"\b((?:and|but) (?:now )?)({SECOND_VERBS})\b")


@lru_cache(maxsize=1024)
def is_plural(name: str) -> bool:
    """Whether the name of a group is a plural noun, such as "Street toughs" or "City watchmen 2"."""
    last = _last_word(name).lower()
    return _is_plural_word(last) or (len(last) > 2 and last.endswith("s") and not last.endswith(SINGULAR_ENDINGS))


@lru_cache(maxsize=1024)
def is_surely_plural(name: str) -> bool:
    """Whether the name of someone who may be a single person is a plural beyond doubt, such as "Street toughs"."""
    last = _last_word(name)
    return _is_plural_word(last.lower()) or (last.islower() and is_plural(name) and last != name)


def _last_word(name: str) -> str:
    """The noun that a name ends with: "watchmen" of "City watchmen 2", "Guards" of "Guards of the gate"."""
    words: list[str] = re.findall(r"[^\W\d_]+", name.split(" of ")[0])
    return words[-1] if words else ""


def _is_plural_word(word: str) -> bool:
    return word in PLURAL_WORDS or (word.endswith("men") and word not in SINGULAR_MEN)


def plural_verb(verb: str) -> str:
    """The plural of a verb in the third person: attack for attacks, try for tries."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") else verb


def agree(text: str, name: str) -> str:
    """The sentence `text` with its verbs in the plural where it begins with the plural `name`."""
    start = f"{name} "
    if text.startswith(f"{name}'s "):
        return f"{name}' {text[len(name) + 3 :]}"
    if not text.startswith(start):
        return text
    match = re.match(rf"({ADVERBS})([a-z]+)", text[len(start) :])
    if match is None:
        return text
    adverb, verb = match.groups()
    rest = text[len(start) + match.end() :]
    return f"{start}{adverb}{plural_verb(verb)}{AND_VERB.sub(_and_plural, rest)}"


def _and_plural(match: re.Match[str]) -> str:
    return f"{match[1]}{plural_verb(match[2])}"
