"""Forms of a person's own account: name, time zone, API tokens."""

import zoneinfo
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from people.credentials.scopes import SCOPES
from people.models import User


def zone_choices() -> list[tuple[str, str]]:
    """The names of the time zones that this installation knows."""
    return [
        (name, name.replace("_", " "))
        for name in sorted(zoneinfo.available_timezones())
        if "/" in name or name == "UTC"
    ]


class AccountForm(forms.Form):
    """The user name, and the time zone of displayed times."""

    username = forms.CharField(
        label=_("Name"),
        max_length=150,
        validators=[User.username_validator],
        help_text=_(
            "Other people see it, and you sign in with it. Letters, digits and @ . + - _, but no email address"
        ),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    zone = forms.ChoiceField(label=_("Time zone"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].choices = [("", _("automatic (from your browser or the site)")), *zone_choices()]  # type: ignore[attr-defined]


class TokenForm(forms.Form):
    """Name, permissions and validity of a new token."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("For example “log reader on my server”."))
    reach = forms.ChoiceField(
        label=_("This token may"),
        initial="chosen",
        widget=forms.RadioSelect,
        choices=[
            ("chosen", _("do only what I tick here")),
            ("read", _("read everything I may read")),
            ("write", _("do everything I may do")),
        ],
    )
    scopes = forms.MultipleChoiceField(
        label=_("Selected permissions (changing includes reading)"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=list(SCOPES.items()),
    )
    campaign: Any = forms.ModelChoiceField(
        label=_("Campaigns"), queryset=None, required=False, empty_label=_("all my campaigns")
    )
    days = forms.TypedChoiceField(
        label=_("Expires after"),
        coerce=int,
        empty_value=None,
        required=False,
        initial=90,
        choices=[
            (7, _("a week")),
            (30, _("30 days")),
            (90, _("90 days")),
            (365, _("a year")),
            ("", _("never")),
        ],
    )

    def __init__(self, *args: Any, campaigns: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["campaign"].queryset = campaigns  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Refuses contradictory choices, so that no token may do more than its owner intended."""
        values = super().clean() or self.cleaned_data
        reach, scopes = values.pop("reach", ""), values.get("scopes")
        if reach == "chosen" and not scopes and "scopes" not in self.errors:
            self.add_error("scopes", _("Choose at least one permission."))
        if reach in {"read", "write"} and scopes:
            self.add_error("scopes", _("Remove these ticks, or choose “do only what I tick here” above."))
        return values | {"can_write": reach == "write"}
