"""What is written elsewhere than in the log: evenings' notes, recaps and pages of the world, found by their words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access, access_world, wiki
from campaigns.models import Member

MOST, AROUND = 12, 90
MARKS = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?|\]\]|[*_#>`]+|^:::.*$", re.MULTILINE)


@dataclass(frozen=True)
class Found:
    """A text that holds the words: its title, kind and address, and the words with what stands around them."""

    title: str
    kind: str
    address: str
    excerpt: str


def elsewhere(own: Member, text: str) -> list[Found]:
    """The texts whose title and readable words hold every word of `text`, newest evenings first; twelve at most.

    What a secret block hides from the member is not searched, so that a search cannot tell what it holds."""
    asked = wiki.folded(text).split()
    if not asked:
        return []
    found = list[Found]()
    for title, kind, address, written in _texts(own):
        whole = wiki.told(written, runs=own.runs)
        folded = wiki.folded(f"{title}\n{whole}")
        if all(word in folded for word in asked):
            found.append(Found(title, kind, address, _excerpt(whole, asked)))
            if len(found) == MOST:
                break
    return found


def _texts(own: Member) -> Iterator[tuple[str, str, str, str]]:
    """Title, kind, address and text of everything written that the member may open."""
    for session in access.sessions(own).order_by("-number").iterator():
        texts = (session.notes, session.gm_notes, session.agenda) if own.runs else (session.notes,)
        yield str(session), _("session"), reverse("session", args=[session.pk]), "\n\n".join(texts)
    for recap in access_world.recaps(own).select_related("session").order_by("-session__number", "pk").iterator():
        address = reverse("session-recap", args=[recap.session_id])
        chosen = recap.audience if recap.character_id is None else recap.character_id
        yield str(recap.session), _("recap"), f"{address}?for={chosen}", recap.text
    for entry in access_world.entries(own).order_by("name", "pk").iterator():
        yield entry.name, entry.get_kind_display(), entry.get_absolute_url(), entry.text


def _excerpt(text: str, asked: list[str]) -> str:
    """The words around the first of those asked for that stands in the text, without the signs of Markdown."""
    plain = " ".join(MARKS.sub("", text).split())
    folded = plain.casefold()
    places = [place for word in asked if (place := folded.find(word)) >= 0]
    begin = max(min(places, default=0) - AROUND, 0)
    piece = plain[begin : begin + 2 * AROUND].strip()
    return ("… " if begin else "") + piece + (" …" if begin + 2 * AROUND < len(plain) else "")
