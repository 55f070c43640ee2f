"""Forms of shared worlds."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.world.shared_worlds.models import SharedWorld
from characters.models import Character
from people.models import Campaign


class StartForm(forms.Form):
    """The name of a new shared world."""

    name = forms.CharField(
        label=_("Name of the world"), max_length=SharedWorld._meta.get_field("name").max_length, strip=True
    )


class JoinForm(forms.Form):
    """The code of an invitation."""

    code = forms.CharField(
        label=_("Code"),
        max_length=80,
        strip=True,
        help_text=_("A GM of another campaign makes it, and sends it to you."),
    )


class WorldForm(StartForm):
    """What GMs change of a shared world."""

    open_to_players = forms.BooleanField(
        label=_("Players of the other campaigns see our name, party and date"),
        required=False,
        help_text=_("Otherwise only the GMs of the world see them."),
    )


class MoveForm(forms.Form):
    """The character that moves, and where it goes."""

    character = forms.ModelChoiceField(label=_("Character"), queryset=Character.objects.none(), empty_label=None)
    campaign = forms.ModelChoiceField(label=_("To the campaign"), queryset=Campaign.objects.none(), empty_label=None)

    def __init__(
        self, *args: Any, characters: QuerySet[Character], campaigns: QuerySet[Campaign], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["character"].queryset = characters  # type: ignore[attr-defined]
        self.fields["campaign"].queryset = campaigns  # type: ignore[attr-defined]


class ShareForm(forms.Form):
    """Sharing a page: refusals are shown here."""
