"""Forms of the world: a page, its audience, and its picture."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.world import access
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.tags import read_tags
from common.form_widgets import LinkingTextarea, PlainSelect
from common.kept_choices import keep_unoffered_choice
from common.pictures import LARGEST
from people.models import Member


class TagsField(forms.CharField):
    """Tags with commas between them."""

    def __init__(self, **kwargs: Any) -> None:
        usual: dict[str, Any] = {"label": _("Tags"), "max_length": 800, "required": False}
        usual["help_text"] = _("For example: harbour, secret society. Everyone who sees the page sees them.")
        super().__init__(**usual | kwargs)

    def clean(self, value: Any) -> list[str]:
        """The list of tags; the action checks them."""
        return read_tags(super().clean(value))


class EntryForm(forms.ModelForm):
    """Name, parent and text of a page; a new page also asks for its kind and audience. Players write notes."""

    shown = forms.BooleanField(
        label=_("Show it to everyone immediately"),
        required=False,
        help_text=_("Otherwise only GMs can see it until you show it."),
    )

    shared = forms.BooleanField(
        label=_("In the party notebook"),
        required=False,
        help_text=_("Every player can read and change it. GMs can read it too."),
    )
    tags = TagsField()

    field_order = ["kind", "name", "parent", "text", "tags"]

    class Meta:
        model = WorldEntry
        fields = ["kind", "name", "parent", "text"]
        widgets = {"text": LinkingTextarea(rows=14), "parent": PlainSelect}

    def __init__(self, *args: Any, membership: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        places = access.visible_entries(membership).filter(kind=WorldEntry.Kind.LOCATION, archived__isnull=True)
        parent: Any = self.fields["parent"]
        parent.queryset = places.exclude(pk=self.instance.pk).only("name", "kind", "campaign").order_by("name")
        parent.empty_label = _("no location")
        if not membership.is_gm:
            self.fields["text"].help_text = _("Markdown. GMs can read all of it.")
            self.fields["shown"].label = _("Let everyone read it")
            self.fields["shown"].help_text = _("Otherwise only you and the GMs can see it until you show it.")
        if self.instance.pk:
            self.initial["tags"] = ", ".join(self.instance.tag_names)
            del self.fields["shown"]
        if self.instance.pk or not membership.is_gm:
            del self.fields["kind"]
        if self.instance.pk or membership.is_gm:
            del self.fields["shared"]

    def clean_parent(self) -> WorldEntry | None:
        """The chosen location; a stored one that is not offered stays."""
        chosen: WorldEntry | None = keep_unoffered_choice(self, "parent", self.instance.parent)
        return chosen

    def _post_clean(self) -> None:
        """The action checks and saves."""


class ShowForm(forms.Form):
    """The members to show a page to, and how they learn of it."""

    members: Any = forms.ModelMultipleChoiceField(
        label=_("Players"), queryset=None, required=False, widget=forms.CheckboxSelectMultiple
    )
    how = forms.CharField(
        label=_("How"),
        max_length=200,
        required=False,
        help_text=_(
            "For example: found in the chest. The players who learn it read this under “What I learned”. Optional."
        ),
    )

    def __init__(self, *args: Any, members: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["members"].queryset = members  # type: ignore[attr-defined]


class PictureForm(forms.ModelForm):
    """A picture and its description."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG or WebP, up to 10 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )

    field_order = ["picture", "described"]

    class Meta:
        model = WorldPicture
        fields = ["described"]

    def clean_picture(self) -> bytes:
        """The uploaded bytes; refuses a file that is too large without reading it."""
        sent = self.cleaned_data["picture"]
        if sent.size > LARGEST:
            raise ValidationError(_("The picture is larger than 10 MB. Make it smaller and try again."))
        data: bytes = sent.read()
        return data

    def _post_clean(self) -> None:
        """The action checks and saves."""
