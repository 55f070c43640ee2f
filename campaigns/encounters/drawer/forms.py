"""The forms of a note and of an NPC that are written at the table."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.form_widgets import LinkingTextarea


class TableNoteForm(forms.Form):
    """A line for the campaign's log; a GM may keep it from the players. `key` makes a form count once."""

    text = forms.CharField(label=_("Note for the log"), max_length=8000, widget=LinkingTextarea(rows=2))
    secret = forms.BooleanField(label=_("Only for GMs"), required=False)
    key = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(self, *args: Any, is_gm: bool, **kwargs: Any) -> None:
        """`is_gm` is true for a GM, who chooses who sees the note."""
        kwargs.setdefault("auto_id", "drawer_%s")
        super().__init__(*args, **kwargs)
        self.initial.setdefault("key", secrets.token_hex(16))
        if not is_gm:
            del self.fields["secret"]


class QuickNpcForm(forms.Form):
    """An NPC whom the players have just met; the sheet can be filled in later. `key` makes a form count once."""

    name = forms.CharField(label=_("Name"), max_length=80)
    gm_notes = forms.CharField(label=_("Description in a few words, for GMs"), max_length=400, required=False)
    visible = forms.BooleanField(label=_("Players know this person"), required=False)
    key = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "drawer_npc_%s")
        super().__init__(*args, **kwargs)
        self.initial.setdefault("key", secrets.token_hex(16))
