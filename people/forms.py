"""Forms of a person's own account: name, time zone, API tokens."""

import zoneinfo
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

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
        help_text=_("What others see, and what you sign in with. Letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    zone = forms.ChoiceField(label=_("Time zone"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].choices = [("", _("automatic (from your browser or the site)")), *zone_choices()]  # type: ignore[attr-defined]


class TokenForm(forms.Form):
    """Name, permissions and validity of a new token."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("For example “log reader on my server”."))
    can_write = forms.TypedChoiceField(
        label=_("Access"),
        coerce=lambda text: text == "write",
        initial="read",
        widget=forms.RadioSelect,
        choices=[("read", _("read only")), ("write", _("read and write"))],
    )
    area = forms.ChoiceField(
        label=_("Scope"),
        required=False,
        choices=[("", _("everything I may do")), ("modules", _("modules and imports only"))],
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
            (30, _("a month")),
            (90, _("three months")),
            (365, _("a year")),
            ("", _("never")),
        ],
    )

    def __init__(self, *args: Any, campaigns: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["campaign"].queryset = campaigns  # type: ignore[attr-defined]
