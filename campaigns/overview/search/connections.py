"""Which pages, people, ties and maps a search with filters finds: those connected with its days, session or person.

Each function takes rows that the member may see, and uses only what the member may know of the connection."""

from django.db.models import Q, QuerySet

from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.queries import filter_characters
from campaigns.overview.search.filters import SearchFilters
from campaigns.sessions.models import Session
from campaigns.world import queries as world_queries
from campaigns.world import wiki_links
from campaigns.world.access import visible_reveals, visible_ties
from campaigns.world.maps.access import visible_visits
from campaigns.world.maps.models import WorldMap
from campaigns.world.models import Reveal, WorldEntry
from campaigns.world.readable_text import Reader
from campaigns.world.ties.models import Tie
from campaigns.world.ties.queries import touching
from characters.models import Character
from people.models import Member

Kind = InWorldDate.Kind


def limit_pages(membership: Member, filters: SearchFilters, rows: QuerySet[WorldEntry]) -> QuerySet[WorldEntry]:
    """Pages that were written or revealed on the days; that the session revealed, visited or names in its notes; that
    link to the character or are tied to it; that have a date in the world in the range."""
    if filters.period:
        rows = rows.filter(_created_in(filters) | Q(pk__in=_revealed_on_days(membership, filters).values("entry")))
    if filters.session is not None:
        visits = visible_visits(membership).filter(session=filters.session)
        rows = rows.filter(
            Q(pk__in=_revealed_in(membership, filters.session).values("entry"))
            | Q(pk__in=visits.order_by().values("pin__page"))
            | Q(folded__in=_names_in_notes(membership, filters.session))
        )
    if filters.character is not None:
        links = world_queries.links_to(membership, wiki_links.fold_name(filters.character.name))
        linked = [link.entry_id for link in links if link.entry_id is not None]
        rows = rows.filter(Q(pk__in=linked) | _tied_to(membership, filters.character, "page"))
    if filters.in_world:
        rows = rows.filter(pk__in=filters.ids_with_date(membership, Kind.PAGE, "page"))
    return rows


def limit_people(membership: Member, filters: SearchFilters, rows: QuerySet[Character]) -> QuerySet[Character]:
    """Characters that were made or revealed on the days; that the session revealed or its log is about; the character
    itself and those tied to it; those whose birth or death lies in the range.

    For players the day on which an NPC was made is no connection: it may have been hidden then."""
    if filters.period:
        made = _created_in(filters)
        if not membership.runs:
            made &= Q(kind=Character.Kind.PC)
        rows = rows.filter(made | Q(pk__in=_revealed_on_days(membership, filters).values("character")))
    if filters.session is not None:
        about = visible_log_entries(membership).filter(
            session=filters.session, character__in=filter_characters(membership).order_by().values("pk")
        )
        rows = rows.filter(
            Q(pk__in=_revealed_in(membership, filters.session).values("character"))
            | Q(pk__in=about.order_by().values("character"))
        )
    if filters.character is not None:
        rows = rows.filter(Q(pk=filters.character.pk) | _tied_to(membership, filters.character, "person"))
    if filters.in_world:
        born = filters.ids_with_date(membership, Kind.BIRTH, "character")
        died = filters.ids_with_date(membership, Kind.DEATH, "character")
        rows = rows.filter(Q(pk__in=born) | Q(pk__in=died))
    return rows


def limit_ties(membership: Member, filters: SearchFilters, rows: QuerySet[Tie]) -> QuerySet[Tie]:
    """Ties that were written or revealed on the days; that the session revealed; of the character. Their times are
    words, so that dates in the world leave none."""
    if filters.in_world:
        return rows.none()
    if filters.period:
        made = _created_in(filters)
        if not membership.runs:
            made &= Q(author=membership.pk)
        rows = rows.filter(made | Q(pk__in=_revealed_on_days(membership, filters).values("tie")))
    if filters.session is not None:
        rows = rows.filter(pk__in=_revealed_in(membership, filters.session).values("tie"))
    return rows if filters.character is None else touching(rows, filters.character)


def limit_maps(membership: Member, filters: SearchFilters, rows: QuerySet[WorldMap]) -> QuerySet[WorldMap]:
    """Maps that were revealed on the days, or for GMs made then; that the session revealed or visited. Maps have
    neither people nor dates in the world."""
    if filters.in_world or filters.character is not None:
        return rows.none()
    if filters.period:
        made = _created_in(filters) if membership.runs else Q(pk__in=[])
        rows = rows.filter(made | Q(pk__in=_revealed_on_days(membership, filters).values("map")))
    if filters.session is not None:
        visits = visible_visits(membership).filter(session=filters.session)
        rows = rows.filter(
            Q(pk__in=_revealed_in(membership, filters.session).values("map"))
            | Q(pk__in=visits.order_by().values("pin__map"))
        )
    return rows


def sessions_with(membership: Member, character: Character, rows: QuerySet[Session]) -> QuerySet[Session]:
    """The sessions whose log is about a character, or whose notes link to it."""
    links = world_queries.links_to(membership, wiki_links.fold_name(character.name))
    linked = [link.session_id for link in links if link.session_id is not None]
    about = visible_log_entries(membership).filter(character=character, session__isnull=False)
    return rows.filter(Q(pk__in=linked) | Q(pk__in=about.order_by().values("session")))


def _created_in(filters: SearchFilters) -> Q:
    condition = Q()
    if filters.period.start is not None:
        condition &= Q(created__gte=filters.period.start)
    return condition if filters.period.end is None else condition & Q(created__lt=filters.period.end)


def _revealed_on_days(membership: Member, filters: SearchFilters) -> QuerySet[Reveal]:
    return visible_reveals(membership).filter(_created_in(filters), shown=True).order_by()


def _revealed_in(membership: Member, session: Session) -> QuerySet[Reveal]:
    return visible_reveals(membership).filter(session=session, shown=True).order_by()


def _names_in_notes(membership: Member, session: Session) -> list[str]:
    """The names to which the texts of the session link, as far as the member reads them."""
    texts = [session.notes, *([session.agenda, session.gm_notes] if membership.runs else [])]
    reader = Reader(membership)
    return sorted({name for text in texts for name in wiki_links.linked_names(reader.text(text))})


def _tied_to(membership: Member, character: Character, end: str) -> Q:
    """The condition for the "page" or "person" at the other end of a tie of the character."""
    ties = touching(visible_ties(membership), character).order_by()
    return Q(pk__in=ties.values(f"from_{end}")) | Q(pk__in=ties.values(f"to_{end}"))
