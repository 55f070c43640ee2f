"""The form for a vault."""

from django import forms
from django.utils.translation import gettext_lazy as _


class VaultForm(forms.Form):
    """A vault as an archive."""

    file = forms.FileField(
        label=_("Vault"),
        help_text=_("A ZIP file with Markdown notes and pictures, at most 100 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )
