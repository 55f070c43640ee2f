"""The form that confirms the deletion of an account."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from people.models import User


class DeleteForm(forms.Form):
    """The name typed once more, and the password of an account that has one."""

    username = forms.CharField(
        label=_("Your name on this site"),
        help_text=_("Type it to confirm."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_username(self) -> str:
        """Refuses another name."""
        name: str = self.cleaned_data["username"]
        if name != self.user.username:
            raise forms.ValidationError(_("This is not your name on this site."))
        return name

    def clean_password(self) -> str:
        """Refuses another password."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password
