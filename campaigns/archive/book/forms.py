"""The form of the book's page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.archive.book.audiences import BookAudience
from people.models import Member


class BookForm(forms.Form):
    """For whom the book is made."""

    audience = forms.ChoiceField(label=_("Contents"), widget=forms.RadioSelect, initial=BookAudience.PARTY)

    def __init__(self, *args: Any, membership: Member, **more: Any) -> None:
        super().__init__(*args, **more)
        own_choice = (
            (BookAudience.GM, _("Everything (for GMs only)"))
            if membership.is_gm
            else (BookAudience.ME, _("What I know"))
        )
        choices = [(BookAudience.PARTY.value, _("What the whole party knows")), (own_choice[0].value, own_choice[1])]
        self.fields["audience"].choices = choices  # type: ignore[attr-defined]
