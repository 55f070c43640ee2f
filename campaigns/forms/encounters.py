"""Forms of preparing an encounter: what it is, who takes part, and under which names."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.forms.campaigns import OPTION, said
from campaigns.models import Campaign, Encounter, Session
from characters.models import Character, Monster
from rules import play

MOST_COPIES = 40


def encounter_option(about: dict[str, Any], usual: Any, chosen: Any) -> forms.Field:
    """The field of one option of the game; left empty, the campaign's own holds."""
    label = str(about.get("label", ""))
    as_usual = _("as in the campaign: %(usual)s") % {"usual": said(usual, about)}
    choices = about.get("choices") or ([True, False] if isinstance(about["default"], bool) else None)
    if choices is None:
        return forms.IntegerField(
            label=label, required=False, initial=chosen, min_value=about.get("min"), max_value=about.get("max"),
            help_text=as_usual,
        )  # fmt: skip
    by_text = {str(choice): choice for choice in choices}
    return forms.TypedChoiceField(
        label=label, required=False, initial="" if chosen is None else str(chosen), coerce=by_text.__getitem__,
        choices=[("", as_usual), *[(text, said(choice, about)) for text, choice in by_text.items()]], empty_value=None,
    )  # fmt: skip


def hands_on(campaign: Campaign, chosen: bool | None) -> forms.Field:
    """Whose cards or dice this encounter is played with; left empty, the campaign's habit holds."""
    cards = play.SYSTEMS[campaign.system]["chance"] == "cards"
    real = _("our own deck: the site asks who drew what") if cards else _("our own dice: the site asks what they show")
    site = _("the site shuffles and deals") if cards else _("the site rolls")
    usual = _("as in the campaign: %(usual)s") % {"usual": real if campaign.real_cards else site}
    return forms.TypedChoiceField(
        label=_("Cards") if cards else _("Dice"), required=False, coerce=lambda text: text == "real", empty_value=None,
        choices=[("", usual), ("site", site), ("real", real)],
        initial="" if chosen is None else "real" if chosen else "site",
    )  # fmt: skip


class EncounterForm(forms.ModelForm):
    """Title, evening, notes of the GM, and whether it counts."""

    class Meta:
        model = Encounter
        fields = ["title", "session", "notes", "counts", "real_cards"]
        widgets = {"notes": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, sessions: QuerySet[Session], campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["session"].queryset = sessions  # type: ignore[attr-defined]
        self.fields["session"].empty_label = _("no particular evening")  # type: ignore[attr-defined]
        if play.SYSTEMS[campaign.system]["experience"]["per_encounter"] is None:
            del self.fields["counts"]  # nothing follows from it: experience is awarded by hand
        self.fields["real_cards"] = hands_on(campaign, self.instance.real_cards)
        for name, about in play.SYSTEMS[campaign.system]["options"].items():
            if about.get("creation"):
                continue  # of making and paying for characters: nothing in an encounter asks for it
            usual = campaign.options.get(name, about["default"])
            self.fields[OPTION + name] = encounter_option(about, usual, self.instance.options.get(name))

    @property
    def house(self) -> dict[str, Any]:
        """The house rules' fields, and whether one of them is set or wrong: `{"fields", "open"}`."""
        fields = [field for field in self if field.name.startswith(OPTION)]
        return {"fields": fields, "open": any(field.errors or field.value() not in (None, "") for field in fields)}

    @property
    def words(self) -> list[forms.BoundField]:
        """The fields that every encounter has."""
        return [field for field in self if not field.name.startswith(OPTION)]

    def clean(self) -> dict[str, Any]:
        """The words of the encounter, and under `options` the house rules that differ from the campaign's."""
        cleaned = super().clean() or {}
        given = {name: cleaned.pop(name) for name in list(cleaned) if name.startswith(OPTION)}
        chosen = {name[len(OPTION) :]: value for name, value in given.items() if value not in (None, "")}
        return {**cleaned, "options": chosen}

    def _post_clean(self) -> None:
        """The action checks and saves."""


def drop_groups(form: forms.Form, system: str) -> None:
    """Leave out the initiative group where the game has none."""
    if not play.SYSTEMS[system].get("groups"):
        del form.fields["group"]


class MonstersForm(forms.Form):
    """So many of one monster."""

    monster = forms.ModelChoiceField(
        label=_("Monster"), queryset=Monster._default_manager.none(), empty_label=_("choose a monster")
    )
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST_COPIES, initial=1)
    group = forms.CharField(
        label=_("Initiative group"), max_length=64, required=False,
        help_text=_("Those of one group act together. Empty: all monsters are one group."),
    )  # fmt: skip
    names = forms.CharField(
        label=_("Names"), max_length=1000, required=False,
        help_text=_("Separated by commas; the rest are numbered."),
    )  # fmt: skip

    def __init__(self, *args: Any, system: str, monsters: QuerySet[Monster], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["monster"].queryset = monsters  # type: ignore[attr-defined]
        drop_groups(self, system)

    def clean_names(self) -> list[str]:
        """The names as a list."""
        return [name.strip() for name in self.cleaned_data["names"].split(",") if name.strip()]


class CharactersForm(forms.Form):
    """Characters who take part, on one side."""

    characters = forms.ModelMultipleChoiceField(
        label=_("Characters"), queryset=Character._default_manager.none(), widget=forms.CheckboxSelectMultiple
    )
    side = forms.ChoiceField(
        label=_("Side"), choices=[("players", _("with the players")), ("monsters", _("against them"))],
        initial="players",
    )  # fmt: skip

    def __init__(self, *args: Any, characters: QuerySet[Character], sides: bool = True, **kwargs: Any) -> None:
        """Without `sides` everybody is with the players: the game's scenes have no other."""
        super().__init__(*args, **kwargs)
        self.fields["characters"].queryset = characters  # type: ignore[attr-defined]
        if not sides:
            del self.fields["side"]


class JoinForm(forms.Form):
    """Somebody who joins a running encounter: a monster, or a character who is not there yet."""

    monster = forms.ModelChoiceField(label=_("A monster"), queryset=Monster._default_manager.none(), required=False)
    character = forms.ModelChoiceField(
        label=_("or a character"), queryset=Character._default_manager.none(), required=False
    )
    name = forms.CharField(label=_("Name"), max_length=120, required=False)
    group = forms.CharField(label=_("Initiative group"), max_length=64, required=False)

    def __init__(
        self, *args: Any, system: str, monsters: QuerySet[Monster] | None, characters: QuerySet[Character],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        """Without `monsters` only a character can be chosen: somebody enters in person."""
        super().__init__(*args, **kwargs)
        if monsters is None:
            for name in ("monster", "name"):
                del self.fields[name]
            self.fields["character"].label = _("Which character")
        else:
            self.fields["monster"].queryset = monsters  # type: ignore[attr-defined]
        self.fields["character"].queryset = characters  # type: ignore[attr-defined]
        drop_groups(self, system)

    def clean(self) -> dict[str, Any]:
        """Exactly one of the two."""
        cleaned = super().clean() or {}
        if bool(cleaned.get("monster")) == bool(cleaned.get("character")):
            raise forms.ValidationError(_("Choose a monster or a character."))
        return cleaned
