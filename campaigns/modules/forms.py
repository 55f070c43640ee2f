"""Forms of the module pages."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.modules.adapters import ADAPTERS

MOST_TEXT = 5 * 1024 * 1024
MOST_BYTES = 50 * 1024 * 1024


class OneOfTwo(forms.Form):
    """A form with a file or its text."""

    def clean(self) -> dict[str, Any]:
        """Requires exactly one of the two."""
        data: dict[str, Any] = super().clean() or {}
        if bool(data.get("file") is not None and data.get("file")) == bool(data.get("text")):
            raise forms.ValidationError(_("Choose a file or paste the text, but not both."))
        return data

    def data_bytes(self) -> bytes:
        """The bytes of the file or text, at most one byte above the limit."""
        file = self.cleaned_data.get("file")
        if file:
            return bytes(file.read(MOST_BYTES + 1))
        return str(self.cleaned_data["text"]).encode("utf-8", "surrogatepass")


class ModuleForm(OneOfTwo):
    """A module as a file or as pasted text."""

    file = forms.FileField(
        label=_("Module file"),
        required=False,
        allow_empty_file=True,
        help_text=_("A .satchel.json of at most 5 MiB, or a .satchel.zip with its pictures of at most 50 MiB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,.zip,application/json,application/zip"}),
    )
    text = forms.CharField(
        label=_("Or paste its JSON"),
        required=False,
        strip=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
    )
    allow_missing = forms.BooleanField(
        label=_("Import even if monsters are missing"),
        required=False,
        help_text=_("Each missing monster is replaced by a placeholder with its name and default figures."),
    )


class ConvertForm(OneOfTwo):
    """A file of another system, and its kind."""

    kind = forms.ChoiceField(
        label=_("Format"), choices=[(adapter.name, adapter.label) for adapter in ADAPTERS.values()]
    )
    name = forms.CharField(
        label=_("Title of the module"),
        required=False,
        max_length=200,
        help_text=_("If empty, the title in the file is used."),
    )
    file = forms.FileField(label=_("File"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=_("Or paste the text"),
        required=False,
        strip=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "mono"}),
    )


class ImportForm(forms.Form):
    """The options of an import that the page offers."""

    party_size = forms.IntegerField(
        label=_("Party size"),
        min_value=1,
        max_value=10,
        help_text=_("The number of monsters in encounters depends on it."),
    )
    prune = forms.BooleanField(
        label=_("Remove objects that are no longer in the module"),
        required=False,
        help_text=_("Only objects that nobody changed or used in play. The rest is kept and marked."),
    )
    restore_deleted = forms.BooleanField(label=_("Restore objects that were deleted here"), required=False)
    reconvert = forms.BooleanField(
        label=_("Convert the figures again"), required=False, help_text=_("With the current conversion tables.")
    )
    # The state that the page showed: the import is refused if the campaign or the module changed since.
    fingerprint = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def options(self, decided: Iterable[tuple[str, str]]) -> dict[str, Any]:
        """The options for the action, with the decision for each conflict."""
        data = self.cleaned_data
        flags = {name: bool(data[name]) for name in ("prune", "restore_deleted", "reconvert")}
        return {"party_size": data["party_size"], **flags, "decisions": dict(decided)}


class ObjectForm(forms.Form):
    """The title and the texts of an imported object."""

    title = forms.CharField(label=_("Title"), max_length=200)

    def __init__(self, *args: Any, blocks: list[dict[str, Any]], labels: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for block in blocks:
            self.fields[f"text:{block['key']}"] = forms.CharField(
                label=block.get("title") or labels[block["kind"]],
                required=False,
                strip=False,
                max_length=65_536,
                initial=block["md"],
                widget=forms.Textarea(attrs={"rows": 5}),
            )

    def texts(self) -> dict[str, str]:
        """The texts by the key of their block."""
        data = self.cleaned_data
        return {
            name.partition(":")[2]: str(data[name]).replace("\r\n", "\n") for name in data if name.startswith("text:")
        }
