"""The names that a writer is offered after `[[` or `@`: pages and characters that the writer knows."""

from typing import Final, TypedDict

from django.db.models import Case, Value, When
from django.db.models.functions import Length

from campaigns.world.access import visible_entries
from campaigns.world.models import WorldEntry
from campaigns.world.wiki_links import fold_name
from characters.access import known_characters
from characters.models import Character
from people.models import Member

MOST_NAMES: Final = 8
# Read from the database, the likeliest first: names that begin with the text, then shorter ones.
MOST_READ: Final = 60


class LinkName(TypedDict):
    """A name that a link may have, and the word for what it names."""

    name: str
    kind: str


def suggest_names(membership: Member, text: str) -> list[LinkName]:
    """At most eight names with this text in them, the likeliest first; none for an empty text."""
    folded = fold_name(text)
    if not folded:
        return []
    pages = visible_entries(membership).filter(archived__isnull=True, folded__contains=folded)
    begins = Case(When(folded__startswith=folded, then=Value(0)), default=Value(1))
    pages = pages.order_by(begins, Length("folded"), "folded", "pk").only("name", "kind")
    kinds, words = dict(WorldEntry.Kind.choices), dict(Character.Kind.choices)
    suggestions = [LinkName(name=row.name, kind=str(kinds[row.kind])) for row in pages[:MOST_READ]]
    people = known_characters(membership).values_list("name", "kind")
    suggestions += [LinkName(name=name, kind=str(words[kind])) for name, kind in people if folded in fold_name(name)]
    by_name = {fold_name(suggestion["name"]): suggestion for suggestion in suggestions}
    ranked = sorted(by_name, key=lambda name: (not name.startswith(folded), len(name), name))
    return [by_name[name] for name in ranked[:MOST_NAMES]]
