"""The highlights of a session's encounters, as lines of a recap."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter
from campaigns.encounters.table.endings import Moment, find_moments_of_many
from campaigns.sessions.recaps.escaping import escape_name
from characters.models import Character
from common.card_signs import with_suit_signs

# Finding highlights reads all public events of an encounter; a session rarely has more encounters.
MOST_ENCOUNTERS: Final = 10


def list_highlights(encounters: Sequence[Encounter], system: str, character: Character | None) -> Iterable[str]:
    """A line for each highlight of the ended encounters, in the order of play; of one character if it is given.

    Highlights come from events that everyone at the table saw. At most two queries."""
    ended = [row for row in encounters if row.status == Encounter.Status.ENDED][:MOST_ENCOUNTERS]
    if not ended:
        return
    moments = find_moments_of_many(ended, system)
    for row in ended:
        for moment in moments[row.pk]:
            if character is None or moment.name == character.name:
                yield describe(moment)


def describe(moment: Moment) -> str:
    """A highlight in a line of Markdown, with the cards that decided it."""
    words = {"title": moment.title, "name": escape_name(moment.name), "what": escape_name(with_suit_signs(moment.text))}
    # Most sentences name whose moment it was.
    line = (
        _("**%(title)s**: %(what)s") if moment.name in moment.text else _("**%(title)s** · %(name)s: %(what)s")
    ) % words
    if not moment.cards or not moment.against:
        return line
    cards = {"cards": " ".join(moment.cards), "against": " ".join(moment.against)}
    return f"{line} {with_suit_signs(_('(%(cards)s against %(against)s)') % cards)}"
