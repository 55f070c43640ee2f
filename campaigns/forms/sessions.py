"""Forms of an evening: its plan and notes, and who came."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Member, Session


class SessionForm(forms.ModelForm):
    """Title, start, agenda and both kinds of notes."""

    class Meta:
        model = Session
        fields = ["title", "starts", "agenda", "notes", "gm_notes"]
        widgets = {
            "starts": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            "agenda": forms.Textarea(attrs={"rows": 6}),
            "notes": forms.Textarea(attrs={"rows": 8}),
            "gm_notes": forms.Textarea(attrs={"rows": 5}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = timezone.get_current_timezone_name().replace("_", " ")
        self.fields["starts"].help_text = _("In your time zone: %(zone)s.") % {"zone": zone}

    def _post_clean(self) -> None:
        """The action checks and saves."""


class AttendanceForm(forms.Form):
    """Who came."""

    attendance = forms.ModelMultipleChoiceField(
        label=_("Who came"), queryset=Member._default_manager.none(), required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip

    def __init__(self, *args: Any, members: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["attendance"].queryset = members  # type: ignore[attr-defined]


class RecapForm(forms.Form):
    """The words of a recap."""

    text = forms.CharField(
        label=_("Recap"), max_length=65536, widget=forms.Textarea(attrs={"rows": 20}),
        help_text=_("Markdown; [[names]] are linked as far as the reader may follow them."),
    )  # fmt: skip
