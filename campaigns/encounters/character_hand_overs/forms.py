"""The form that hands a character over."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from characters.sheets.forms import HandOverForm


class HandOverWithSeatForm(HandOverForm):
    """The new player of the character, and whether its seats at running encounters go along."""

    seats = forms.BooleanField(
        label=_("Also hand over the seat at the running encounter"),
        required=False,
        initial=True,
        help_text=_("The current player loses sight of the hand immediately, and everyone at the table is notified."),
    )

    def __init__(self, *args: Any, tables: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if tables:
            self.fields["seats"].label = _("Also hand over the seat at “%(tables)s”") % {"tables": tables}
        else:
            del self.fields["seats"]
