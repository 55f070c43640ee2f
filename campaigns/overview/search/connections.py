"""Which pages, people, ties and maps a search with filters finds: those connected with its days, session or person."""

from collections import defaultdict
from functools import cached_property

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.queries import filter_characters
from campaigns.overview.search.filters import SearchFilters
from campaigns.sessions.models import Session
from campaigns.world import queries as world_queries
from campaigns.world import wiki_links
from campaigns.world.access import visible_reveals, visible_ties
from campaigns.world.maps.access import visible_stops
from campaigns.world.maps.models import WorldMap
from campaigns.world.models import WorldEntry
from campaigns.world.readable_text import Reader
from campaigns.world.ties.models import Tie
from campaigns.world.ties.queries import ties_at
from characters.models import Character
from people.models import Member

Kind = InWorldDate.Kind
REVEALED = ("entry", "character", "tie", "map")


class Connections:
    """The filters of a search as one member may know them, and the member's reader for the texts of all groups.

    Each `limit_…` takes rows that the member may see. What was revealed, and which texts link to the character, is read
    once for all of them."""

    def __init__(self, membership: Member, filters: SearchFilters) -> None:
        self.membership, self.filters = membership, filters
        self.reader = Reader(membership)

    def limit_pages(self, rows: QuerySet[WorldEntry]) -> QuerySet[WorldEntry]:
        """Pages that were written or revealed on the days; that the session revealed, visited or names in its notes;
        that link to the character or are tied to it; that have a date in the world in the range."""
        filters = self.filters
        if filters.period:
            rows = rows.filter(self.filters.period.condition("created") | Q(pk__in=self._revealed_then["entry"]))
        if filters.session is not None:
            rows = rows.filter(
                Q(pk__in=self._revealed_in_session["entry"])
                | Q(pk__in=self._visited["page"])
                | Q(folded__in=self._names_in_notes)
            )
        if filters.character is not None:
            rows = rows.filter(Q(pk__in=self._linking["entry"]) | self._tied("page"))
        if filters.in_world:
            rows = rows.filter(pk__in=filters.ids_with_date(self.membership, Kind.PAGE, "page"))
        return rows

    def limit_people(self, rows: QuerySet[Character]) -> QuerySet[Character]:
        """Characters that were made or revealed on the days; that the session revealed or its log is about; the
        character itself and those tied to it; those whose birth or death lies in the range.

        For players the day on which an NPC was made is no connection: it may have been hidden then."""
        filters, membership = self.filters, self.membership
        if filters.period:
            made = self.filters.period.condition("created")
            if not membership.is_gm:
                made &= Q(kind=Character.Kind.PC)
            rows = rows.filter(made | Q(pk__in=self._revealed_then["character"]))
        if filters.session is not None:
            known = filter_characters(membership).order_by().values("pk")
            about = visible_log_entries(membership).filter(session=filters.session, character__in=known)
            rows = rows.filter(
                Q(pk__in=self._revealed_in_session["character"]) | Q(pk__in=about.order_by().values("character"))
            )
        if filters.character is not None:
            rows = rows.filter(Q(pk=filters.character.pk) | self._tied("person"))
        if filters.in_world:
            born = filters.ids_with_date(membership, Kind.BIRTH, "character")
            died = filters.ids_with_date(membership, Kind.DEATH, "character")
            rows = rows.filter(Q(pk__in=born) | Q(pk__in=died))
        return rows

    def limit_ties(self, rows: QuerySet[Tie]) -> QuerySet[Tie]:
        """Ties that were written or revealed on the days; that the session revealed; of the character. Their times are
        words, so that dates in the world leave none."""
        filters = self.filters
        if filters.in_world:
            return rows.none()
        if filters.period:
            made = self.filters.period.condition("created")
            if not self.membership.is_gm:
                made &= Q(author=self.membership.pk)
            rows = rows.filter(made | Q(pk__in=self._revealed_then["tie"]))
        if filters.session is not None:
            rows = rows.filter(pk__in=self._revealed_in_session["tie"])
        return rows if filters.character is None else ties_at(rows, filters.character)

    def limit_maps(self, rows: QuerySet[WorldMap]) -> QuerySet[WorldMap]:
        """Maps that were revealed on the days, or for GMs made then; that the session revealed or visited. Maps have
        neither people nor dates in the world."""
        filters = self.filters
        if filters.in_world or filters.character is not None:
            return rows.none()
        if filters.period:
            made = self.filters.period.condition("created") if self.membership.is_gm else Q(pk__in=[])
            rows = rows.filter(made | Q(pk__in=self._revealed_then["map"]))
        if filters.session is not None:
            revealed = Q(pk__in=self._revealed_in_session["map"])
            rows = rows.filter(revealed | Q(pk__in=self._visited["map"]))
        return rows

    def limit_sessions(self, rows: QuerySet[Session]) -> QuerySet[Session]:
        """The sessions of the days, the chosen one, those with a date in the range; those whose log is about the
        character, or whose notes link to it."""
        filters = self.filters
        if filters.session is not None:
            rows = rows.filter(pk=filters.session.pk)
        if filters.in_world:
            rows = rows.filter(pk__in=filters.ids_with_date(self.membership, Kind.SESSION, "session"))
        if filters.character is not None:
            # For each session that the words left, not a list of all: a character may have a hundred thousand entries.
            about = visible_log_entries(self.membership).filter(character=filters.character, session=OuterRef("pk"))
            rows = rows.filter(Q(pk__in=self._linking["session"]) | Exists(about.order_by()))
        return rows.filter(filters.period.condition("starts"))

    @cached_property
    def _revealed_then(self) -> dict[str, set[int]]:
        return self._read_reveals(self.filters.period.condition("created"))

    @cached_property
    def _revealed_in_session(self) -> dict[str, set[int]]:
        return self._read_reveals(Q(session=self.filters.session))

    def _read_reveals(self, condition: Q) -> dict[str, set[int]]:
        """The ids of what was revealed, by kind; one query."""
        rows = visible_reveals(self.membership).filter(condition, shown=True).order_by()
        revealed: dict[str, set[int]] = defaultdict(set)
        for ids in rows.values_list(*REVEALED):
            for kind, pk in zip(REVEALED, ids, strict=True):
                if pk is not None:
                    revealed[kind].add(pk)
        return revealed

    @cached_property
    def _linking(self) -> dict[str, set[int]]:
        """The ids of the pages and sessions with a link to the character that the member may follow."""
        assert self.filters.character is not None
        links = list(world_queries.links_to(self.membership, wiki_links.fold_name(self.filters.character.name)))
        return {
            "entry": {link.entry_id for link in links if link.entry_id is not None},
            "session": {link.session_id for link in links if link.session_id is not None},
        }

    @cached_property
    def _names_in_notes(self) -> list[str]:
        """The names to which the texts of the session link, as far as the member reads them."""
        session, is_gm = self.filters.session, self.membership.is_gm
        assert session is not None
        texts = [session.notes, *([session.agenda, session.gm_notes] if is_gm else [])]
        return sorted({name for text in texts for name in wiki_links.linked_names(self.reader.text(text))})

    @cached_property
    def _visited(self) -> dict[str, set[int]]:
        """The ids of the pages and maps at which the party was in the session; one query."""
        rows = visible_stops(self.membership).filter(session=self.filters.session).order_by()
        stops = list(rows.values_list("pin__page", "pin__map"))
        return {"page": {page for page, _map in stops if page is not None}, "map": {pk for _page, pk in stops}}

    def _tied(self, end: str) -> Q:
        """The condition for the "page" or "person" at the other end of a tie of the character."""
        assert self.filters.character is not None
        ties = ties_at(visible_ties(self.membership), self.filters.character).order_by()
        return Q(pk__in=ties.values(f"from_{end}")) | Q(pk__in=ties.values(f"to_{end}"))
