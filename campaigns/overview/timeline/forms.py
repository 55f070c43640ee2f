"""Forms of the timeline: its filters, and a date of a thing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.log.calendar.date_fields import InWorldDateField, offer_date
from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.log.calendar.reckoning.notation import parse_date
from campaigns.log.calendar.reckoning.spans import Span
from campaigns.overview.timeline.queries import TimelineFilter, page_choices, person_choices
from campaigns.world import access as world_access
from characters import access as character_access
from common.form_widgets import PlainSelect
from common.parsing import parse_id
from people.models import Member

ORDERS = [("newest", _("newest first")), ("oldest", _("oldest first"))]


class TimelineForm(forms.Form):
    """The filters of the timeline; the choices are what the member may see."""

    since = InWorldDateField(label=_("From"), required=False)
    until = InWorldDateField(label=_("Until"), required=False)
    kind = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        widget=PlainSelect,
        choices=[("", _("every kind")), *InWorldDate.Kind.choices],
    )
    character = forms.CharField(label=_("Person"), required=False, max_length=20, widget=PlainSelect)
    page = forms.CharField(label=_("Place, faction, item or thread"), required=False, max_length=20, widget=PlainSelect)
    order = forms.ChoiceField(label=_("Order"), required=False, widget=PlainSelect, choices=ORDERS)

    def __init__(self, *args: Any, membership: Member, calendar: Calendar, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.membership, self.calendar = membership, calendar
        for name in ("since", "until"):
            self.fields[name].help_text = " "
            offer_date(self, name, calendar, now=False)
            self.fields[name].help_text = ""
        widgets: Any = {name: self.fields[name].widget for name in ("character", "page")}
        widgets["character"].choices = person_choices(membership)
        widgets["page"].choices = page_choices(membership)

    def read(self) -> TimelineFilter:
        """The filters that were understood; a person or page that the member may not see filters nothing."""
        self.is_valid()
        cleaned = self.cleaned_data
        people = character_access.known_characters(self.membership)
        pages = world_access.visible_entries(self.membership).filter(archived__isnull=True)
        character, page = parse_id(cleaned.get("character", "")), parse_id(cleaned.get("page", ""))
        return TimelineFilter(
            character=people.filter(pk=character).first() if character else None,
            page=pages.filter(pk=page).first() if page else None,
            kind=cleaned.get("kind", ""),
            since=self._span(cleaned.get("since", "")),
            until=self._span(cleaned.get("until", "")),
        )

    def _span(self, text: str) -> Span | None:
        return parse_date(self.calendar.reckoning, text) if text else None

    @property
    def oldest_first(self) -> bool:
        """Whether the timeline goes from old to new."""
        return bool(self.cleaned_data.get("order") == "oldest")


class DateForm(forms.Form):
    """A date of a thing."""

    kind = forms.ChoiceField(label=_("What"), widget=PlainSelect)
    date = InWorldDateField(label=_("Date in the world"))
    label = forms.CharField(
        label=_("What happened"),
        max_length=80,
        required=False,
        help_text=_("Such as “founded” or “burned down”. Optional."),
    )
    gm_only = forms.BooleanField(label=_("Only GMs see this date"), required=False)

    def __init__(self, *args: Any, membership: Member, calendar: Calendar, what: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_date(self, "date", calendar)
        if what == "character":
            kinds: Any = self.fields["kind"]
            kinds.choices = [choice for choice in InWorldDate.Kind.choices if choice[0] in ("birth", "death")]
        else:
            del self.fields["kind"]
        if what != "page":
            del self.fields["label"]
        if not membership.is_gm:
            del self.fields["gm_only"]
