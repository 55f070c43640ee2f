"""Forms of the module pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 5 * 1024 * 1024


class ModuleForm(forms.Form):
    """A module as a file or as pasted text."""

    file = forms.FileField(
        label=_("Module file"), required=False, allow_empty_file=True,
        help_text=_("A file that ends in .satchel.json, at most 5 MiB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )  # fmt: skip
    text = forms.CharField(
        label=_("Or paste its JSON"), required=False, strip=False, max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Asks for exactly one of the two."""
        data: dict[str, Any] = super().clean() or {}
        if bool(data.get("file") is not None and data.get("file")) == bool(data.get("text")):
            raise forms.ValidationError(_("Choose a file, or paste the text: one of the two."))
        return data

    def data_bytes(self) -> bytes:
        """What was sent, as bytes; one byte above the limit is enough to be refused."""
        file = self.cleaned_data.get("file")
        if file:
            return bytes(file.read(MOST_BYTES + 1))
        return str(self.cleaned_data["text"]).encode("utf-8", "surrogatepass")


class ImportForm(forms.Form):
    """The options of an import that the page offers."""

    party_size = forms.IntegerField(
        label=_("Party size"), min_value=1, max_value=10,
        help_text=_("Encounters are prepared with as many foes as suit it."),
    )  # fmt: skip
    # What the page showed: the import is refused when the campaign has moved since.
    plan_token = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    planned_size = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1, max_value=10)
