"""The form of the search's filters."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.log import queries as log_queries
from campaigns.log.calendar.access import find_calendar
from campaigns.log.calendar.date_fields import InWorldDateField, offer_date
from campaigns.log.calendar.reckoning.notation import parse_date
from campaigns.log.calendar.reckoning.spans import Span
from campaigns.log.forms import RowField, offer_choices
from campaigns.log.periods import Period
from campaigns.overview.search.filters import SearchFilters
from common.form_widgets import DayInput
from people.models import Member


class SearchFilterForm(forms.Form):
    """The filters of a search; one that cannot be understood limits nothing."""

    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("Until"), required=False, widget=DayInput)
    session = RowField(label=_("Session"), empty_label=_("every session"))
    character = RowField(label=_("Character"), empty_label=_("every character"))
    world_since = InWorldDateField(label=_("From, in the world"), required=False)
    world_until = InWorldDateField(label=_("Until, in the world"), required=False)

    def __init__(self, *args: Any, membership: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.calendar = find_calendar(membership)
        for name in ("world_since", "world_until"):
            self.fields[name].help_text = " "
            offer_date(self, name, self.calendar, now=False)
            if name in self.fields:
                self.fields[name].help_text = ""
        offer_choices(self, membership, log_queries.filter_choices(membership))

    @property
    def filters(self) -> SearchFilters:
        """The filters that were understood."""
        self.is_valid()
        cleaned = self.cleaned_data
        return SearchFilters(
            period=Period(cleaned.get("since"), cleaned.get("until")),
            session=cleaned.get("session"),
            character=cleaned.get("character"),
            since=self._span("world_since"),
            until=self._span("world_until"),
        )

    def _span(self, name: str) -> Span | None:
        text = self.cleaned_data.get(name)
        return parse_date(self.calendar.reckoning, text) if text and self.calendar is not None else None
