"""The form of the first run."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from people.credentials.user_names import require_no_address
from people.models import User


class FirstRunForm(forms.Form):
    """Name, password and address of the first administrator, and whether a demo is wanted."""

    username = forms.CharField(
        label=_("Name"), max_length=150, help_text=_("The other people at the table see this name.")
    )
    email = forms.EmailField(label=_("Email address (optional)"), required=False)
    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}), strip=False
    )
    again = forms.CharField(
        label=_("Password (again)"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}), strip=False
    )
    demo = forms.BooleanField(
        label=_("Create a demo campaign"),
        required=False,
        help_text=_("You can look around in it and archive it later."),
    )

    def clean_username(self) -> str:
        """Refuses a name that sign-up would refuse."""
        name: str = User.normalize_username(self.cleaned_data["username"])
        User._meta.get_field("username").run_validators(name)
        require_no_address(name)
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(_("This name is taken. Choose another one."))
        return name

    def clean(self) -> dict[str, Any]:
        """Requires two equal passwords that pass the site's validators."""
        cleaned = super().clean() or {}
        password = cleaned.get("password")
        if password and cleaned.get("again") and password != cleaned["again"]:
            self.add_error("again", _("The two passwords differ."))
        elif password:
            try:
                validate_password(password, User(username=cleaned.get("username", ""), email=cleaned.get("email", "")))
            except forms.ValidationError as fault:
                self.add_error("password", fault)
        return cleaned
