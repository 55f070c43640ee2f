"""Forms of the log: its filters, a note, a correction."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns import access
from campaigns.models import LogEntry, Member, Session
from campaigns.queries import log as queries


def offer_sessions(form: forms.Form, own: Member, chosen: str = "") -> list[Session]:
    """The newest evenings in the form's list, and the one chosen; any of the campaign's is accepted."""
    field: Any = form.fields["session"]
    field.queryset = access.sessions(own)
    rows = queries.offered_sessions(own, chosen)
    field.widget.choices = [("", field.empty_label), *[(row.pk, str(row)) for row in rows]]
    return rows


class FilterForm(forms.Form):
    """What of the log to show; rows offered are the member's own."""

    text = forms.CharField(label=_("Contains"), max_length=200, required=False)
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[("", _("every kind")), *LogEntry.Kind.choices])
    session: Any = forms.ModelChoiceField(
        label=_("Session"), queryset=None, required=False, empty_label=_("every session")
    )
    character: Any = forms.ModelChoiceField(
        label=_("Character"), queryset=None, required=False, empty_label=_("everybody")
    )

    def __init__(self, *args: Any, own: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_sessions(self, own, str(self.data.get("session", "")))
        self.fields["character"].queryset = queries.characters(own)  # type: ignore[attr-defined]

    @property
    def filters(self) -> dict[str, Any]:
        """The filters that were understood; a broken one filters nothing."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class NoteForm(forms.Form):
    """A line for the log; only GMs choose who sees it."""

    text = forms.CharField(label=_("Note"), max_length=8000, widget=forms.Textarea(attrs={"rows": 3}))
    session: Any = forms.ModelChoiceField(label=_("Session"), queryset=None, required=False, empty_label=_("none"))
    character: Any = forms.ModelChoiceField(label=_("About"), queryset=None, required=False, empty_label=_("nobody"))
    audience = forms.ChoiceField(
        label=_("Who sees it"), choices=LogEntry.Audience.choices, initial=LogEntry.Audience.ALL
    )

    def __init__(self, *args: Any, own: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["session"] = next((row for row in offer_sessions(self, own) if row.on), None)
        self.fields["character"].queryset = queries.characters(own)  # type: ignore[attr-defined]
        if not own.runs:
            del self.fields["audience"]


class CorrectionForm(forms.Form):
    """The words that take an old line's place; the old line stays readable."""

    text = forms.CharField(label=_("Correction"), max_length=8000, widget=forms.Textarea(attrs={"rows": 4}))
