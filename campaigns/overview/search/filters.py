"""The filters of a search: days, dates of the campaign's calendar, a session, a person."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from campaigns.log.calendar.access import own_dates
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.calendar.reckoning.spans import Span
from campaigns.log.periods import Period
from campaigns.sessions.models import Session
from characters.models import Character
from people.models import Member


@dataclass(frozen=True)
class SearchFilters:
    """The filters of a search; an empty one limits nothing. `since` and `until` are dates in the world."""

    period: Period = field(default_factory=Period)
    session: Session | None = None
    character: Character | None = None
    since: Span | None = None
    until: Span | None = None

    def __bool__(self) -> bool:
        return bool(self.period) or self.by_row or self.in_world

    @property
    def by_row(self) -> bool:
        """Whether a session or a person is chosen."""
        return self.session is not None or self.character is not None

    @property
    def in_world(self) -> bool:
        """Whether dates of the calendar limit the search."""
        return self.since is not None or self.until is not None

    def ids_with_date(self, membership: Member, kind: InWorldDate.Kind, column: str) -> QuerySet[InWorldDate, Any]:
        """The ids of the things of a kind whose dates the member knows and the filters let through."""
        rows = own_dates(membership).filter(kind=kind)
        if self.since is not None:
            rows = rows.filter(last__gte=self.since.first)
        if self.until is not None:
            rows = rows.filter(first__lte=self.until.last)
        return rows.values(column)


NO_FILTERS = SearchFilters()
