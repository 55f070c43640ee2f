"""Forms of the log: its filters, a note, a correction."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns import access
from campaigns.models import LogEntry, Member
from campaigns.queries import log as queries


def _offer(form: forms.Form, own: Member, offered: queries.Offered) -> None:
    """Lists what is offered without asking for it again; any evening and anybody of the member's own is accepted."""
    choices = {"session": [(row.pk, str(row)) for row in offered.sessions], "character": list(offered.people.items())}
    rows = {"session": access.sessions(own), "character": queries.characters(own)}
    for name, listed in choices.items():
        field: Any = form.fields[name]
        field.queryset = rows[name]
        field.widget.choices = [("", field.empty_label), *listed]


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

    def __init__(self, *args: Any, own: Member, offered: queries.Offered, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, own, offered)

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

    def __init__(self, *args: Any, own: Member, offered: queries.Offered, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, own, offered)
        self.initial["session"] = next((row for row in offered.sessions if row.on), None)
        if not own.runs:
            del self.fields["audience"]


class CorrectionForm(forms.Form):
    """The words that take an old line's place; the old line stays readable."""

    text = forms.CharField(label=_("Correction"), max_length=8000, widget=forms.Textarea(attrs={"rows": 4}))
