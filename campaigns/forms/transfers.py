"""Forms of exports and restores."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import Role


class ArchiveForm(forms.Form):
    """An archive to restore."""

    file = forms.FileField(
        label=_("Archive"), allow_empty_file=True, help_text=_("The ZIP file of an export, at most 500 MiB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )  # fmt: skip


class ConfirmForm(forms.Form):
    """Who gets a place back, and what happens to encounters whose cards stay sealed."""

    people = forms.MultipleChoiceField(
        label=_("Give these accounts their places back"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("Tick only whom you know to be the same person here. Everybody else's place waits for them."),
    )  # fmt: skip
    leave_shut = forms.BooleanField(
        label=_("Leave out the encounters whose cards do not open here"), required=False,
        initial=True,
        help_text=_(
            "Otherwise nothing can be restored here. Their lines in the log are restored; their account stays readable "
            "in the archive."
        ),
    )  # fmt: skip

    def __init__(self, *args: Any, about: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        here = [one for one in about.get("people", []) if not one["left"]]
        roles = dict(Role.choices)
        told = [(one["name"], f"{one['name']} ({roles.get(one['role'], one['role'])})") for one in here]
        self.fields["people"].choices = told  # type: ignore[attr-defined]
        if not here:
            del self.fields["people"]
        if not about.get("shut"):
            del self.fields["leave_shut"]

    @property
    def answer(self) -> dict[str, Any]:
        """What was said, in the words of the action."""
        given = self.cleaned_data
        return {"names": given.get("people", []), "leave_shut": given.get("leave_shut", False)}
