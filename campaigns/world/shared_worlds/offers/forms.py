"""The form with which a character is offered to another campaign."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.world.shared_worlds.forms import MoveForm
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from characters.models import Character
from people.models import Campaign


class OfferForm(MoveForm):
    """The offered character, the campaign, and what its GM gets."""

    gm_part = forms.BooleanField(
        label=_("With the GM notes"),
        required=False,
        help_text=_(
            "If ticked, the secrets of this character move along. Otherwise everything that only GMs read stays here."
        ),
    )
    message = forms.CharField(
        label=_("Message to the other GM"),
        max_length=CharacterOffer._meta.get_field("message").max_length,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, *args: Any, characters: QuerySet[Character], campaigns: QuerySet[Campaign], **kwargs: Any
    ) -> None:
        super().__init__(*args, characters=characters, campaigns=campaigns, prefix="offer", **kwargs)
