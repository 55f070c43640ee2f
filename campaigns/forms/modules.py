"""Forms of the module pages."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.modules.adapters import ADAPTERS

MOST_TEXT = 5 * 1024 * 1024
MOST_BYTES = 50 * 1024 * 1024


class OneOfTwo(forms.Form):
    """A file, or its text."""

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


class ModuleForm(OneOfTwo):
    """A module as a file or as pasted text."""

    file = forms.FileField(
        label=_("Module file"), required=False, allow_empty_file=True,
        help_text=_("A .satchel.json of at most 5 MiB, or a .satchel.zip with its pictures of at most 50 MiB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,.zip,application/json,application/zip"}),
    )  # fmt: skip
    text = forms.CharField(
        label=_("Or paste its JSON"), required=False, strip=False, max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
    )  # fmt: skip
    allow_missing = forms.BooleanField(
        label=_("Take it although foes are missing"), required=False,
        help_text=_("A foe with its name and the usual figures stands for each that is nowhere."),
    )  # fmt: skip


class ConvertForm(OneOfTwo):
    """A foreign file, and what kind it is."""

    kind = forms.ChoiceField(label=_("What it is"), choices=[(one.name, one.label) for one in ADAPTERS.values()])
    name = forms.CharField(
        label=_("Title of the module"), required=False, max_length=200, help_text=_("Empty: as the file says.")
    )
    file = forms.FileField(label=_("File"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=_("Or paste the text"), required=False, strip=False, max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "mono"}),
    )  # fmt: skip


class ImportForm(forms.Form):
    """The options of an import that the page offers."""

    party_size = forms.IntegerField(
        label=_("Party size"), min_value=1, max_value=10,
        help_text=_("Encounters are prepared with as many foes as suit it."),
    )  # fmt: skip
    prune = forms.BooleanField(
        label=_("Remove what left the module"), required=False,
        help_text=_("Only what nobody changed and no play used; the rest is kept and marked."),
    )  # fmt: skip
    restore_deleted = forms.BooleanField(label=_("Bring back what was deleted here"), required=False)
    reconvert = forms.BooleanField(
        label=_("Convert figures anew"), required=False, help_text=_("By the tables of conversion as they are now.")
    )
    # What the page showed: the import is refused when the campaign or the module has moved since.
    standing = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def options(self, decided: Iterable[tuple[str, str]]) -> dict[str, Any]:
        """The options as the action takes them, with what was decided for each conflict."""
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
                label=block.get("title") or labels[block["kind"]], required=False, strip=False, max_length=65_536,
                initial=block["md"], widget=forms.Textarea(attrs={"rows": 5}),
            )  # fmt: skip

    def texts(self) -> dict[str, str]:
        """The texts by the key of their block."""
        data = self.cleaned_data
        return {
            name.partition(":")[2]: str(data[name]).replace("\r\n", "\n") for name in data if name.startswith("text:")
        }
