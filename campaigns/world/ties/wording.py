"""The usual words of ties, each with the words that are read from the other end."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from campaigns.world.ties.models import Tie

Kind = Tie.Kind
KIND_WORDS: Final[dict[str, tuple[Promise, Promise]]] = {
    Kind.HOLDS: (gettext_lazy("holds"), gettext_lazy("held by")),
    Kind.MEMBER: (gettext_lazy("member of"), gettext_lazy("has the member")),
    Kind.LIVES: (gettext_lazy("lives in"), gettext_lazy("home of")),
}
PAIRS: Final[tuple[tuple[Promise, Promise], ...]] = (
    (gettext_lazy("parent of"), gettext_lazy("child of")),
    (gettext_lazy("sibling of"), gettext_lazy("sibling of")),
    (gettext_lazy("married to"), gettext_lazy("married to")),
    (gettext_lazy("friend of"), gettext_lazy("friend of")),
    (gettext_lazy("enemy of"), gettext_lazy("enemy of")),
    (gettext_lazy("ally of"), gettext_lazy("ally of")),
    (gettext_lazy("leads"), gettext_lazy("led by")),
    (gettext_lazy("serves"), gettext_lazy("served by")),
    (gettext_lazy("works for"), gettext_lazy("employs")),
    (gettext_lazy("teacher of"), gettext_lazy("pupil of")),
    (gettext_lazy("rival of"), gettext_lazy("rival of")),
    (gettext_lazy("owes a debt to"), gettext_lazy("is owed by")),
    (gettext_lazy("rules"), gettext_lazy("ruled by")),
    (gettext_lazy("has its seat in"), gettext_lazy("seat of")),
    (gettext_lazy("made"), gettext_lazy("made by")),
    (gettext_lazy("hunts"), gettext_lazy("hunted by")),
)
# Words whose other direction is known, but not the reverse: the child of someone can be a son or a daughter.
ONE_WAY: Final[tuple[tuple[Promise, Promise], ...]] = (
    (gettext_lazy("brother of"), gettext_lazy("sibling of")),
    (gettext_lazy("sister of"), gettext_lazy("sibling of")),
    (gettext_lazy("mother of"), gettext_lazy("child of")),
    (gettext_lazy("father of"), gettext_lazy("child of")),
    (gettext_lazy("son of"), gettext_lazy("parent of")),
    (gettext_lazy("daughter of"), gettext_lazy("parent of")),
    (gettext_lazy("in debt to"), gettext_lazy("is owed by")),
)


def suggest_words() -> list[str]:
    """The usual words in both directions, in the order of the alphabet."""
    return sorted({str(word) for pair in PAIRS for word in pair} | {str(word) for word, _back in ONE_WAY})


def complete_words(kind: str, words: str, back: str) -> tuple[str, str]:
    """Both words of a tie: what is missing is usual for the kind or the other word, or else the other word itself."""
    words, back = " ".join(words.split()), " ".join(back.split())
    if kind in KIND_WORDS:
        usual = KIND_WORDS[kind]
        return words or str(usual[0]), back or str(usual[1])
    return words or counterpart(back), back or counterpart(words)


def counterpart(words: str) -> str:
    """What is read from the other end, if `words` are usual; or else the same."""
    return usual_counterpart(words) or words


def usual_counterpart(words: str) -> str:
    """What is read from the other end, if `words` are usual; or else nothing."""
    for there, back in (*KIND_WORDS.values(), *PAIRS):
        if words.casefold() == str(there).casefold():
            return str(back)
        if words.casefold() == str(back).casefold():
            return str(there)
    for there, back in ONE_WAY:
        if words.casefold() == str(there).casefold():
            return str(back)
    return ""
