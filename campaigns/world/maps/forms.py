"""Forms of maps, pins, areas and stops of the party."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.world.access import known_sessions, visible_entries
from campaigns.world.forms import PictureForm
from campaigns.world.maps.access import visible_maps, visible_pins
from campaigns.world.maps.geometry import parse_corners
from campaigns.world.maps.models import MapArea, MapPin, WorldMap
from campaigns.world.models import WorldEntry
from campaigns.world.wiki_links import fold_name
from common.form_widgets import PlainSelect
from common.kept_choices import keep_unoffered_choice
from people.access import members_of
from people.models import Member, Role


class AudienceFields(forms.Form):
    """Who sees it: everyone, GMs only, or chosen players."""

    visibility = forms.ChoiceField(label=_("Who sees it"), choices=WorldEntry.Visibility.choices)
    players: Any = forms.ModelMultipleChoiceField(
        label=_("Chosen players"), queryset=None, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, membership: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.membership = membership
        chosen: Any = self.fields["players"]
        chosen.queryset = members_of(membership).exclude(role__in=[Role.GM, Role.CO_GM])


class MapForm(AudienceFields):
    """Title, place, scale and audience of a map."""

    title = forms.CharField(label=_("Title"), max_length=120)
    place: Any = forms.ModelChoiceField(
        label=_("Map of"),
        queryset=None,
        required=False,
        empty_label=_("no location"),
        widget=PlainSelect,
        help_text=WorldMap._meta.get_field("place").help_text,
    )
    described = forms.CharField(
        label=_("Description"),
        max_length=300,
        required=False,
        help_text=WorldMap._meta.get_field("described").help_text,
    )
    wide = forms.FloatField(
        label=_("Width in the world"),
        required=False,
        min_value=0.001,
        max_value=1_000_000,
        help_text=WorldMap._meta.get_field("wide").help_text,
        widget=forms.NumberInput(attrs={"step": "any", "inputmode": "decimal"}),
    )
    unit = forms.CharField(
        label=_("Unit"), max_length=20, required=False, help_text=WorldMap._meta.get_field("unit").help_text
    )
    field_order = ["title", "place", "described", "wide", "unit", "visibility", "players"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        places = visible_entries(self.membership).filter(kind=WorldEntry.Kind.LOCATION, archived__isnull=True)
        field: Any = self.fields["place"]
        field.queryset = places.only("name", "kind", "campaign").order_by("name")

    def clean_place(self) -> Any:
        """The chosen location; a stored one that is not offered stays."""
        return keep_unoffered_choice(self, "place", self.initial.get("place"))


class MapPictureForm(PictureForm):
    """The picture of a map."""

    class Meta(PictureForm.Meta):
        fields: list[str] = []


class NewMapForm(MapForm):
    """A new map with its picture."""

    picture = PictureForm.base_fields["picture"]
    clean_picture = PictureForm.clean_picture
    field_order = ["title", "picture", *MapForm.field_order[1:]]


class PercentField(forms.FloatField):
    """A place on the picture, in percent; the value is a fraction."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"step": "any", "inputmode": "decimal"}
        super().__init__(min_value=0, max_value=100, widget=forms.NumberInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Any:
        """The fraction."""
        percent = super().clean(value)
        return None if percent is None else percent / 100


class PinForm(AudienceFields):
    """A pin: where it is, where it leads, and who sees it."""

    x = PercentField(label=_("From the left, in percent"))
    y = PercentField(label=_("From the top, in percent"))
    page: Any = forms.CharField(
        label=_("Page of the world"),
        max_length=120,
        required=False,
        help_text=_("The name of a page. The pin is visible to those who may also see the page."),
        widget=forms.TextInput(attrs={"list": "page-names"}),
    )
    leads_to: Any = forms.ModelChoiceField(
        label=_("Or another map"), queryset=None, required=False, empty_label=_("no map")
    )
    label = forms.CharField(
        label=_("Label"), max_length=60, required=False, help_text=MapPin._meta.get_field("label").help_text
    )
    field_order = ["page", "leads_to", "label", "x", "y", "visibility", "players"]

    def __init__(self, *args: Any, row: WorldMap, page: WorldEntry | None = None, **kwargs: Any) -> None:
        """`page` is where the pin leads now: it stays while its name stays, also if it is archived."""
        super().__init__(*args, **kwargs)
        self.stored_page = page
        maps = visible_maps(self.membership).filter(archived__isnull=True).exclude(pk=row.pk)
        field: Any = self.fields["leads_to"]
        field.queryset = maps.order_by("title", "pk")

    def clean_leads_to(self) -> Any:
        """The chosen map; a stored one that is not offered stays."""
        return keep_unoffered_choice(self, "leads_to", self.initial.get("leads_to"))

    def clean_page(self) -> WorldEntry | None:
        """The stored page if the name is unchanged, or else the page of that name: of the GMs, or of a player."""
        folded = fold_name(self.cleaned_data["page"])
        if not folded:
            return None
        if self.stored_page is not None and fold_name(self.stored_page.name) == folded:
            return self.stored_page
        pages = visible_entries(self.membership).filter(archived__isnull=True, folded=folded)
        matching = sorted(pages, key=lambda page: (page.author_id is not None, page.pk))
        if not matching:
            raise ValidationError(_("There is no page with this name. Write the page first, or leave this empty."))
        return matching[0]


class AreaForm(forms.Form):
    """An area that is hidden: its name and its corners."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=MapArea._meta.get_field("name").help_text)
    points: Any = forms.CharField(
        label=_("Corners"),
        max_length=2000,
        help_text=_(
            "Each corner as two numbers: percent from the left and from the top, such as “10 20, 35 60”."
            " Two corners make a rectangle, three or more an area with straight sides."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "inputmode": "text"}),
    )

    def clean_points(self) -> list[list[float]]:
        """The corners, as fractions."""
        try:
            return parse_corners(self.cleaned_data["points"])
        except ValidationError as refusal:
            raise ValidationError(refusal.messages) from None


class VisitForm(forms.Form):
    """Where the party was, and in which session."""

    pin: Any = forms.ModelChoiceField(label=_("Place"), queryset=None)
    session: Any = forms.ModelChoiceField(label=_("Session"), queryset=None)

    def __init__(self, *args: Any, membership: Member, row: WorldMap, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["pin"].queryset = visible_pins(membership).filter(map=row).select_related("page", "leads_to")
        fields["session"].queryset = known_sessions(membership).order_by("-number")


class DistanceForm(forms.Form):
    """Two pins, whose distance is asked for."""

    start: Any = forms.ModelChoiceField(label=_("From"), queryset=None)
    end: Any = forms.ModelChoiceField(label=_("To"), queryset=None)

    def __init__(self, *args: Any, membership: Member, row: WorldMap, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        for name in ("start", "end"):
            fields[name].queryset = visible_pins(membership).filter(map=row).select_related("page", "leads_to")
