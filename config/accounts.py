"""The forms by which people come in, in the site's own words; whoever signs in stays so on that device."""

from typing import Any

from allauth.account.forms import LoginForm as Login
from allauth.account.forms import SignupForm as Signup
from django.utils.translation import gettext_lazy as _


class LoginForm(Login):
    """Name or e-mail address, and a password; a phone's browser that restarts does not sign anybody out."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, stay = self.fields["login"], self.fields["remember"]
        name.label = _("Name or e-mail address")
        name.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        stay.label, stay.initial = _("Stay signed in on this device"), True
        stay.help_text = _("Take the tick away on a device that others use, too.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class SignupForm(Signup):
    """A name that the table reads, and a password; the address is for a forgotten password alone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {
            "username": (_("Name"), _("The others at the table read it.")),
            "email": (_("E-mail address, if you like"), _("Only for a forgotten password. Nobody else sees it.")),
            "password2": (_("Password, once more"), None),
        }
        for name, (label, told) in words.items():
            field = self.fields[name]
            field.label, field.help_text = label, told or field.help_text
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
