"""The campaign at a glance: where the party is, who is near, what is open, and what was learned last."""

from dataclasses import dataclass

from django.db.models import Q

from campaigns.world import access as world_access
from campaigns.world.models import Reveal, WorldEntry
from campaigns.world.queries import get_journal, open_threads
from campaigns.world.quests.queries import Quest, quests_of
from campaigns.world.thumbnails.queries import mark_pictures
from campaigns.world.ties.models import Tie
from campaigns.world.ties.queries import with_ends
from characters.models import Character
from people.models import Member

MOST_NEAR, MOST_OPEN, MOST_LEARNED = 8, 6, 5


@dataclass(frozen=True)
class Glance:
    """What the first page of a world shows at the top."""

    place: WorldEntry | None
    near: list[Character]
    threads: list[tuple[WorldEntry, Quest]]
    learned: list[Reveal]

    def __bool__(self) -> bool:
        return bool(self.place or self.threads or self.learned)


def current_place(membership: Member) -> WorldEntry | None:
    """Where the party is, as far as the member knows: the visible place to which it came last."""
    rows = world_access.visible_entries(membership).filter(archived__isnull=True, here__isnull=False)
    return rows.select_related("parent").defer("text", "parent__text").order_by("-here", "-pk").first()


def people_near(membership: Member, place: WorldEntry) -> list[Character]:
    """The NPCs who live in the place or in one inside it, as far as the member knows of that."""
    at = Q(to_page=place) | Q(to_page__parent=place)
    rows = world_access.visible_ties(membership).filter(at, kind=Tie.Kind.LIVES, until="")
    rows = rows.filter(from_person__kind=Character.Kind.NPC).exclude(from_person__status=Character.Status.DEAD)
    people: dict[int, Character] = {}
    for row in with_ends(rows).order_by("from_person__name", "pk")[: MOST_NEAR * 3]:
        if row.from_person is not None:
            people.setdefault(row.from_person.pk, row.from_person)
    return list(people.values())[:MOST_NEAR]


def get_glance(membership: Member) -> Glance:
    """The campaign at a glance as the member may see it; six queries."""
    place = current_place(membership)
    mark_pictures([place])
    threads = list(open_threads(membership).defer("text")[:MOST_OPEN])
    quests = quests_of(membership, threads)
    return Glance(
        place=place,
        near=people_near(membership, place) if place else [],
        threads=[(row, quests[row.pk]) for row in threads],
        learned=list(get_journal(membership).filter(shown=True)[:MOST_LEARNED]),
    )
