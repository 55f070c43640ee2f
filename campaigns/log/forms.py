"""Forms of the log: its filters, a note, a correction."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.log import queries
from campaigns.log.calendar.date_fields import InWorldDateField, keeps_offered_date, offer_date
from campaigns.log.calendar.models import Calendar
from campaigns.log.models import LogEntry
from campaigns.sessions.access import visible_sessions
from common.form_widgets import DayInput, LinkingTextarea, PlainSelect
from people.models import Member


class RowField(forms.ModelChoiceField):
    """A choice among rows whose queryset is built only when something was chosen."""

    rows: Callable[[], QuerySet[Any]]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(queryset=None, required=False, widget=PlainSelect, **kwargs)

    def to_python(self, value: Any) -> Any:
        """The chosen row, or None."""
        if value not in self.empty_values:
            offered = self.widget.choices
            self.queryset = self.rows()
            self.widget.choices = offered  # Django's constructor has just replaced them by a query for every row.
        return super().to_python(value)


def offer_choices(form: forms.Form, membership: Member, offered: queries.FilterChoices) -> None:
    """Lists the choices that were read already; the form accepts any session and character that the member may see."""
    session, character = cast(RowField, form.fields["session"]), cast(RowField, form.fields["character"])
    session.rows = partial(visible_sessions, membership)
    character.rows = partial(queries.filter_characters, membership)
    for field, listed in ((session, offered.session_choices), (character, list(offered.people.items()))):
        widget: Any = field.widget
        widget.choices = [("", field.empty_label), *listed]


class LogFilterForm(forms.Form):
    """The filters of the log; the choices are what the member may see."""

    text = forms.CharField(label=_("Contains"), max_length=200, required=False)
    kind = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        widget=PlainSelect,
        choices=[("", _("every kind")), *LogEntry.Kind.choices],
    )
    session = RowField(label=_("Session"), empty_label=_("every session"))
    character = RowField(label=_("Character"), empty_label=_("every character"))
    since = forms.DateField(label=_("Written from"), required=False, widget=DayInput)
    until = forms.DateField(label=_("Written until"), required=False, widget=DayInput)

    def __init__(self, *args: Any, membership: Member, offered: queries.FilterChoices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_choices(self, membership, offered)

    @property
    def filters(self) -> dict[str, Any]:
        """The valid filters; an invalid one is ignored."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class NoteForm(forms.Form):
    """An entry for the log; only GMs choose who sees it."""

    text = forms.CharField(label=_("Note"), max_length=8000, widget=LinkingTextarea(rows=3))
    session = RowField(label=_("Session"), empty_label=_("none"))
    character = RowField(label=_("Character"), empty_label=_("no character"))
    audience = forms.ChoiceField(
        label=_("Who sees it"),
        widget=PlainSelect,
        choices=LogEntry.Audience.choices,
        initial=LogEntry.Audience.ALL,
    )
    # The date that was offered is sent along, because the current date may have changed meanwhile.
    in_world = InWorldDateField(label=_("Date in the world"), required=False, show_hidden_initial=True)

    def __init__(
        self,
        *args: Any,
        membership: Member,
        offered: queries.FilterChoices,
        calendar: Calendar | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offer_date(self, "in_world", calendar)
        if calendar is not None and keeps_offered_date(self, "in_world"):
            # It is not read again: the calendar may have other names now.
            cast(InWorldDateField, self.fields["in_world"]).calendar = None
        offer_choices(self, membership, offered)
        self.initial["session"] = next((row for row in offered.sessions if row.is_running), None)
        if not membership.is_gm:
            del self.fields["audience"]

    @property
    def note(self) -> dict[str, Any]:
        """What the member wrote. The date is None if the member left it as it was offered."""
        fields = dict(self.cleaned_data)
        if fields.get("in_world") and "in_world" not in self.changed_data:
            fields["in_world"] = None
        return fields


class CorrectionForm(forms.Form):
    """The text of a correction; the old entry stays readable."""

    text = forms.CharField(label=_("Correction"), max_length=8000, widget=LinkingTextarea(rows=4))
