"""Forms of the world: a page, whom it is shown to, its picture."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns import access_world
from campaigns.models import Member, WorldEntry, WorldPicture
from campaigns.pictures import LARGEST


class EntryForm(forms.ModelForm):
    """Name, place and text; what it is and who sees it only when it is made. A player's is a note."""

    shown = forms.BooleanField(
        label=_("Show it to everybody at once"), required=False,
        help_text=_("Without this only GMs see it, until you show it."),
    )  # fmt: skip

    class Meta:
        model = WorldEntry
        fields = ["kind", "name", "parent", "text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 14})}

    def __init__(self, *args: Any, own: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        places = access_world.entries(own).filter(kind=WorldEntry.Kind.LOCATION, archived__isnull=True)
        parent: Any = self.fields["parent"]
        parent.queryset = places.exclude(pk=self.instance.pk).order_by("name")
        parent.empty_label = _("nowhere in particular")
        if not own.runs:
            self.fields["text"].help_text = _("Markdown. GMs read it whole.")
            self.fields["shown"].help_text = _("Without this only you and the GMs see it, until you show it.")
        if self.instance.pk:
            del self.fields["shown"]
        if self.instance.pk or not own.runs:
            del self.fields["kind"]

    def _post_clean(self) -> None:
        """The action checks and saves."""


class ShowForm(forms.Form):
    """Whom to show a page, and by what they learn of it."""

    members: Any = forms.ModelMultipleChoiceField(
        label=_("Whom"), queryset=None, required=False, widget=forms.CheckboxSelectMultiple
    )
    how = forms.CharField(
        label=_("By what"), max_length=200, required=False,
        help_text=_("Such as: found in the chest. It stands in the journal; may be left empty."),
    )  # fmt: skip

    def __init__(self, *args: Any, members: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["members"].queryset = members  # type: ignore[attr-defined]


class PictureForm(forms.ModelForm):
    """A picture and what it shows, for those who cannot see it."""

    picture = forms.FileField(
        label=_("Picture"), help_text=_("PNG, JPEG or WebP, up to 10 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )  # fmt: skip

    field_order = ["picture", "described"]

    class Meta:
        model = WorldPicture
        fields = ["described"]

    def clean_picture(self) -> bytes:
        """The bytes that were sent; refused unread when there are too many."""
        sent = self.cleaned_data["picture"]
        if sent.size > LARGEST:
            raise ValidationError(_("The picture is larger than 10 MB. Make it smaller and try again."))
        data: bytes = sent.read()
        return data

    def _post_clean(self) -> None:
        """The action checks and saves."""
