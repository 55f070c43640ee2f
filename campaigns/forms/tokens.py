"""Forms of one's own account: name, time zone, API tokens."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.campaigns import zone_choices
from campaigns.models import User


class AccountForm(forms.Form):
    """The name others see and the zone times are shown in."""

    username = forms.CharField(
        label=_("Name"), max_length=150, validators=[User.username_validator],
        help_text=_("What others see, and what you sign in with. Letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )  # fmt: skip
    zone = forms.ChoiceField(label=_("Time zone"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].choices = [("", _("as the browser says, or the site's own")), *zone_choices()]  # type: ignore[attr-defined]


class TokenForm(forms.Form):
    """What a new token is for and how far it reaches."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("Such as “log reader on my server”."))
    can_write = forms.TypedChoiceField(
        label=_("May"), coerce=lambda text: text == "write", initial="read", widget=forms.RadioSelect,
        choices=[("read", _("read only")), ("write", _("read and write"))],
    )  # fmt: skip
    area = forms.ChoiceField(
        label=_("For"),
        required=False,
        choices=[("", _("everything I may do")), ("modules", _("modules and imports only"))],
    )
    campaign: Any = forms.ModelChoiceField(
        label=_("Reaches"), queryset=None, required=False, empty_label=_("all my campaigns")
    )
    days = forms.TypedChoiceField(
        label=_("Ends after"), coerce=int, empty_value=None, required=False, initial=90,
        choices=[
            (7, _("a week")), (30, _("a month")), (90, _("three months")), (365, _("a year")),
            ("", _("never")),
        ],
    )  # fmt: skip

    def __init__(self, *args: Any, campaigns: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["campaign"].queryset = campaigns  # type: ignore[attr-defined]
