"""The form that chooses a stand-in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from characters.models import Character
from people.models import Member


class MemberChoice(forms.ModelChoiceField):
    """A choice of members by name."""

    def label_from_instance(self, obj: Member) -> str:
        """The person's name."""
        return obj.user.username


class StandInForm(forms.Form):
    """The character, and who plays it."""

    character = forms.ModelChoiceField(
        label=_("Character"), queryset=Character._default_manager.none(), empty_label=None
    )
    member = MemberChoice(label=_("Played by"), queryset=Member._default_manager.none(), empty_label=None)

    def __init__(self, *args: Any, characters: Any, members: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["character"].queryset = characters  # type: ignore[attr-defined]
        self.fields["member"].queryset = members  # type: ignore[attr-defined]
