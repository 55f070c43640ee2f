"""The highlights of a session's encounters, as lines of a recap."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.table.endings import Moment, find_moments_of_many
from campaigns.sessions.recaps.escaping import escape_name
from characters.models import Character
from common.card_signs import with_suit_signs

# Finding highlights reads all public events of an encounter; a session rarely has more encounters.
MOST_ENCOUNTERS: Final = 10


def list_highlights(encounters: Sequence[Encounter], system: str, character: Character | None) -> Iterable[str]:
    """A line for each highlight of the ended encounters, in the order of play; of one character if it is given.

    Highlights come from events that everyone at the table saw. At most three queries."""
    ended = [row for row in encounters if row.status == Encounter.Status.ENDED][:MOST_ENCOUNTERS]
    if not ended:
        return
    moments = find_moments_of_many(ended, system)
    own = None if character is None else _seats(ended, character)
    for row in ended:
        for moment in moments[row.pk]:
            if own is None or (row.pk, moment.key) in own:
                yield describe(moment)


def _seats(encounters: Sequence[Encounter], character: Character) -> set[tuple[int, str]]:
    """Where the character took part, and under which key: the name may have changed, and others may have it too."""
    rows = Participant.objects.filter(encounter__in=encounters, character=character)
    return set(rows.values_list("encounter", "key"))


def describe(moment: Moment) -> str:
    """A highlight in a line of Markdown, with the cards that decided it."""
    words = {"title": moment.title, "name": escape_name(moment.name), "what": escape_name(with_suit_signs(moment.text))}
    # Most sentences name whose moment it was.
    named = re.search(rf"(?<!\w){re.escape(moment.name)}(?!\w)", moment.text)
    line = (_("**%(title)s**: %(what)s") if named else _("**%(title)s** · %(name)s: %(what)s")) % words
    if not moment.cards or not moment.against:
        return line
    cards = {"cards": " ".join(moment.cards), "against": " ".join(moment.against)}
    return f"{line} {with_suit_signs(_('(%(cards)s against %(against)s)') % cards)}"
