"""Forms of ties: a new one from a page or character, and its words, times and audience."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.world.access import visible_entries
from campaigns.world.models import WorldEntry
from campaigns.world.ties.access import NOT_YOURS, may_tie
from campaigns.world.ties.models import Thing, Tie
from campaigns.world.ties.wording import usual_counterpart
from campaigns.world.wiki_links import fold_name
from characters import access as character_access
from people.access import members_of
from people.models import Member, Role

# What a tie says, read from the thing on whose page it is made; "<" turns it around.
READINGS: Final = (
    ("other", _("in words of your own")),
    ("member", _("is a member of")),
    ("member<", _("has as a member")),
    ("lives", _("lives in")),
    ("lives<", _("is the home of")),
    ("holds", _("holds (an item)")),
    ("holds<", _("is held by")),
)


def find_by_name(membership: Member, name: str) -> Thing | None:
    """What the member may see under this name: a GMs' page first, then a character, then the member's own note, then
    another player's, as links do."""
    folded = fold_name(name)
    if not folded:
        return None
    rows = visible_entries(membership).filter(archived__isnull=True, folded=folded)
    pages = sorted(rows, key=lambda page: (page.author_id != membership.pk, page.pk))
    for page in pages:
        if page.author_id is None:
            return page
    people = character_access.known_characters(membership).order_by("pk")
    named = [pk for pk, known in people.values_list("pk", "name") if fold_name(known) == folded]
    return people.get(pk=named[0]) if named else next(iter(pages), None)


class NameField(forms.CharField):
    """The name of a page or character, offered from the list `tie-names`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=120, widget=forms.TextInput(attrs={"list": "tie-names"}), **kwargs)


class TieForm(forms.Form):
    """Words, times and audience of a tie."""

    words = forms.CharField(
        label=_("Words"),
        max_length=60,
        required=False,
        help_text=_("Such as “brother of”."),
        widget=forms.TextInput(attrs={"list": "tie-words"}),
    )
    back = forms.CharField(
        label=_("Words from the other side"),
        max_length=60,
        required=False,
        help_text=_("Read from the other side, such as “sister of”. Usual words are filled in."),
        widget=forms.TextInput(attrs={"list": "tie-words"}),
    )
    since = forms.CharField(label=_("Since"), max_length=60, required=False)
    until = forms.CharField(
        label=_("Until"),
        max_length=60,
        required=False,
        help_text=_("When it ended, in any words. The tie is then a former tie."),
    )
    visibility = forms.ChoiceField(label=_("Who sees it"), choices=WorldEntry.Visibility.choices, initial="gm")
    players: Any = forms.ModelMultipleChoiceField(
        label=_("Chosen players"), queryset=None, required=False, widget=forms.CheckboxSelectMultiple
    )
    how = forms.CharField(
        label=_("How they learn it"),
        max_length=200,
        required=False,
        help_text=_("They read it under “What I learned”. Optional."),
    )

    def __init__(self, *args: Any, membership: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.membership = membership
        members = members_of(membership)
        chosen: Any = self.fields["players"]
        chosen.queryset = members.exclude(role__in=[Role.GM, Role.CO_GM]).exclude(pk=membership.pk)
        if not membership.is_gm:
            audience: Any = self.fields["visibility"]
            audience.choices = [("gm", _("you and the GMs")), *WorldEntry.Visibility.choices[1:]]


class NewTieForm(TieForm):
    """The same with what is tied, and how it is read."""

    this = NameField(label=_("Who or what"), help_text=_("A person, a faction, a place or an item."))
    reading = forms.ChoiceField(label=_("What ties them"), choices=READINGS)
    other = NameField(label=_("To whom or what"), help_text=_("The name of someone or something that exists."))
    field_order = ["this", "reading", "words", "other", "back", "since", "until", "visibility", "players", "how"]

    def __init__(self, *args: Any, thing: Thing | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.thing = thing
        if thing is not None:
            del self.fields["this"]

    def clean_this(self) -> Thing:
        """The page or character of that name."""
        return self._find("this")

    def clean_other(self) -> Thing:
        """The page or character of that name."""
        return self._find("other")

    def clean(self) -> dict[str, Any]:
        """Requires an end that the member may change, and the words for both directions, unless the site knows the
        usual opposite of one of them."""
        cleaned = super().clean() or self.cleaned_data
        start, end = cleaned.get("this", self.thing), cleaned.get("other")
        if start and end and not may_tie(self.membership, start, end):
            self.add_error("other", NOT_YOURS)
        words, back = cleaned.get("words", "").strip(), cleaned.get("back", "").strip()
        if cleaned.get("reading") == "other" and bool(words) != bool(back) and not usual_counterpart(words or back):
            self.add_error(
                "words" if back else "back",
                _("Write how it reads from the other side, such as “owed money by”. If it reads the same, repeat it."),
            )
        return cleaned

    def _find(self, field: str) -> Thing:
        thing = find_by_name(self.membership, self.cleaned_data[field])
        if thing is None:
            raise ValidationError(_("You know no person or page with this name. Write a page with this name first."))
        return thing

    def fields_of_tie(self) -> dict[str, Any]:
        """What `create_tie` takes; the words are read from the start of the tie."""
        arguments = dict(self.cleaned_data)
        reading, start, end = arguments.pop("reading"), arguments.pop("this", self.thing), arguments.pop("other")
        if reading.endswith("<"):
            start, end = end, start
            arguments["words"], arguments["back"] = arguments["back"], arguments["words"]
        return arguments | {"kind": Tie.Kind(reading.removesuffix("<")), "start": start, "end": end}
