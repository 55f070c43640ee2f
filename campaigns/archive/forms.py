"""Forms of exports and restores."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from people.models import Role


class ArchiveForm(forms.Form):
    """An archive to restore."""

    file = forms.FileField(
        label=_("Archive"),
        allow_empty_file=True,
        help_text=_("The ZIP file of an export, at most 500 MiB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )


class ConfirmForm(forms.Form):
    """The people to offer places to, and whether to leave out encounters that do not open."""

    people = forms.MultipleChoiceField(
        label=_("Offer places to these people"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "A person with an account of this name sees the offer on the home page and can accept it. You are not "
            "told whether such an account exists. You can also send a link for a place, under “Members”."
        ),
    )
    leave_shut = forms.BooleanField(
        label=_("Leave out encounters whose cards cannot be opened here"),
        required=False,
        initial=True,
        help_text=_(
            "Otherwise nothing can be restored here. Their log entries are restored, and their events can still "
            "be read in the archive."
        ),
    )

    def __init__(self, *args: Any, about: dict[str, Any], own_name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Who restores an archive gets the place of their own name without an offer.
        here = [person for person in about.get("people", []) if not person["left"] and person["name"] != own_name]
        roles = dict(Role.choices)
        choices = [
            (person["name"], f"{person['name']} ({roles.get(person['role'], person['role'])})") for person in here
        ]
        self.fields["people"].choices = choices  # type: ignore[attr-defined]
        if not here:
            del self.fields["people"]
        if not about.get("shut"):
            del self.fields["leave_shut"]

    @property
    def answer(self) -> dict[str, Any]:
        """The arguments for the action."""
        cleaned = self.cleaned_data
        return {"names": cleaned.get("people", []), "leave_shut": cleaned.get("leave_shut", False)}
