"""Forms for preparing encounters and for letting newcomers join."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.encounters.models import Encounter
from campaigns.encounters.preparing.validation import MAX_PARTICIPANTS
from campaigns.encounters.queries import has_initiative_groups
from campaigns.overview.forms import OPTION, option_text
from campaigns.sessions.models import Session
from characters.models import Character, Monster
from common.form_widgets import PlainSelect
from common.secret_blocks import has_secret
from people.models import Campaign
from rules import play


def encounter_option_field(about: dict[str, Any], usual: Any, chosen: Any) -> forms.Field:
    """The field for one option of the game; if it is empty, the campaign's option applies."""
    label = str(about.get("label", ""))
    as_usual = _("as in the campaign: %(usual)s") % {"usual": option_text(usual, about)}
    choices = about.get("choices") or ([True, False] if isinstance(about["default"], bool) else None)
    if choices is None:
        return forms.IntegerField(
            label=label,
            required=False,
            initial=chosen,
            min_value=about.get("min"),
            max_value=about.get("max"),
            help_text=as_usual,
        )
    by_text = {str(choice): choice for choice in choices}
    return forms.TypedChoiceField(
        label=label,
        required=False,
        initial="" if chosen is None else str(chosen),
        coerce=by_text.__getitem__,
        choices=[("", as_usual), *[(text, option_text(choice, about)) for text, choice in by_text.items()]],
        empty_value=None,
    )


def physical_chance_field(campaign: Campaign, chosen: bool | None) -> forms.Field:
    """The choice between the site's and the group's own cards or dice; if empty, the campaign's setting applies."""
    cards = play.SYSTEMS[campaign.system]["chance"] == "cards"
    real = _("our own deck: everyone enters their cards") if cards else _("our own dice: everyone enters their rolls")
    site = _("the site shuffles and deals") if cards else _("the site rolls")
    usual = _("as in the campaign: %(usual)s") % {"usual": real if campaign.real_cards else site}
    return forms.TypedChoiceField(
        label=_("Cards") if cards else _("Dice"),
        required=False,
        coerce=lambda text: text == "real",
        empty_value=None,
        choices=[("", usual), ("site", site), ("real", real)],
        initial="" if chosen is None else "real" if chosen else "site",
    )


class EncounterForm(forms.ModelForm):
    """Title, session, GM notes, whether the encounter counts, and its options."""

    class Meta:
        model = Encounter
        fields = ["title", "session", "notes", "counts", "real_cards", "dealerless"]
        help_texts = {"dealerless": _("Every player can then run it, and sees its notes and its participants.")}
        widgets = {"notes": forms.Textarea(attrs={"rows": 4}), "session": PlainSelect}

    def __init__(
        self,
        *args: Any,
        sessions: QuerySet[Session],
        campaign: Campaign,
        offers_dealer: bool = False,
        is_gm: bool = True,
        **kwargs: Any,
    ) -> None:
        """`offers_dealer` offers to give the encounter a dealer, or to take it away; only GMs (`is_gm`)
        change notes with secret blocks."""
        super().__init__(*args, **kwargs)
        if self.instance.dealerless if self.instance.pk else campaign.dealerless:
            self.fields["notes"].label = _("Notes")
            self.fields["notes"].help_text = _("Markdown; every player sees it.")
        if not is_gm and has_secret(self.instance.notes):
            del self.fields["notes"]
        if not offers_dealer:
            del self.fields["dealerless"]
        self.fields["session"].queryset = sessions.only("number", "title", "campaign")  # type: ignore[attr-defined]
        self.fields["session"].empty_label = _("no session")  # type: ignore[attr-defined]
        if play.SYSTEMS[campaign.system]["experience"]["per_encounter"] is None:
            del self.fields["counts"]  # it has no effect: GMs award experience themselves
        self.fields["real_cards"] = physical_chance_field(campaign, self.instance.real_cards)
        for name, about in play.SYSTEMS[campaign.system]["options"].items():
            if about.get("creation"):
                continue  # such options concern creating and advancing characters, not encounters
            usual = campaign.options.get(name, about["default"])
            self.fields[OPTION + name] = encounter_option_field(about, usual, self.instance.options.get(name))

    @property
    def options_section(self) -> dict[str, Any]:
        """The fields of the options, and whether one of them is set or invalid: `{"fields", "open"}`."""
        fields = [field for field in self if field.name.startswith(OPTION)]
        return {"fields": fields, "open": any(field.errors or field.value() not in (None, "") for field in fields)}

    @property
    def general_fields(self) -> list[forms.BoundField]:
        """The fields of every encounter, without those of options."""
        return [field for field in self if not field.name.startswith(OPTION)]

    def clean(self) -> dict[str, Any]:
        """The fields of the encounter, and under `options` those that differ from the campaign's."""
        cleaned = super().clean() or {}
        option_values = {name: cleaned.pop(name) for name in list(cleaned) if name.startswith(OPTION)}
        chosen = {name[len(OPTION) :]: value for name, value in option_values.items() if value not in (None, "")}
        # Options of the API stay that have no field here, or whose value an empty field cannot say.
        stored = self.instance.options.items()
        kept = {name: value for name, value in stored if value is None or OPTION + name not in self.fields}
        return {**cleaned, "options": kept | chosen}

    @property
    def changeable_fields(self) -> dict[str, Any]:
        """The cleaned fields, without the options once the encounter has begun, because it keeps them."""
        prepared = self.instance.status == Encounter.Status.PREPARED
        return {name: value for name, value in self.cleaned_data.items() if prepared or name != "options"}

    def _post_clean(self) -> None:
        """The action checks and saves."""


def remove_group_field(form: forms.Form, system: str) -> None:
    """Removes the field for the initiative group if the game has none."""
    if not has_initiative_groups(system):
        del form.fields["group"]


class MonsterNames(forms.models.ModelChoiceIterator):
    """The options of a select of monsters: only names are read, because a bestiary has thousands of rows.

    A monster of the campaign is marked if another one has its name."""

    def __init__(self, field: forms.ModelChoiceField) -> None:
        super().__init__(field)
        self.queryset = self.queryset.select_related(None).only("name", "campaign")

    def __iter__(self) -> Iterator[tuple[Any, str]]:
        yield "", self.field.empty_label  # type: ignore[misc]
        monsters = list(self.queryset)
        named = Counter(monster.name for monster in monsters)
        for monster in monsters:
            value, name = self.choice(monster)
            yours = monster.campaign_id and named[name] > 1
            yield value, _("%(monster)s (yours)") % {"monster": name} if yours else name


class MonsterField(forms.ModelChoiceField):
    """A select of monsters; the chosen one is read completely."""

    iterator = MonsterNames
    widget = PlainSelect


class MonstersForm(forms.Form):
    """A number of copies of one monster."""

    monster = MonsterField(
        label=_("Monster"), queryset=Monster._default_manager.none(), empty_label=_("choose a monster")
    )
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MAX_PARTICIPANTS, initial=1)
    group = forms.CharField(
        label=_("Initiative group"),
        max_length=64,
        required=False,
        help_text=_("Members of a group act together. If empty, all monsters are one group."),
    )
    names = forms.CharField(
        label=_("Names"),
        max_length=1000,
        required=False,
        help_text=_("Separated by commas. The others are numbered."),
    )
    hidden = forms.BooleanField(
        label=_("Hidden at first"),
        required=False,
        help_text=_("Players cannot see them until you reveal them or they act."),
    )

    def __init__(
        self, *args: Any, system: str, monsters: QuerySet[Monster], has_dealer: bool = True, **kwargs: Any
    ) -> None:
        """`has_dealer` is false for an encounter without a dealer, where nobody can be hidden."""
        super().__init__(*args, **kwargs)
        if not has_dealer:
            del self.fields["hidden"]
        self.fields["monster"].queryset = monsters  # type: ignore[attr-defined]
        remove_group_field(self, system)

    def clean_names(self) -> list[str]:
        """The names as a list."""
        return [name.strip() for name in self.cleaned_data["names"].split(",") if name.strip()]


class MonsterGroupForm(MonstersForm):
    """What a group of monsters in a preparation can be changed to."""

    note = forms.CharField(label=_("Note"), max_length=400, required=False)

    def __init__(self, *args: Any, system: str, is_named_by_adventure: bool, **kwargs: Any) -> None:
        """`is_named_by_adventure`: the initiative group cannot be changed."""
        super().__init__(*args, system=system, monsters=Monster._default_manager.none(), has_dealer=False, **kwargs)
        del self.fields["monster"]
        if is_named_by_adventure:
            self.fields.pop("group", None)


class CharactersForm(forms.Form):
    """Characters who take part, on one side."""

    characters = forms.ModelMultipleChoiceField(
        label=_("Characters"), queryset=Character._default_manager.none(), widget=forms.CheckboxSelectMultiple
    )
    side = forms.ChoiceField(
        label=_("Side"),
        choices=[("players", _("with the players")), ("monsters", _("against the players"))],
        initial="players",
    )
    hidden = forms.BooleanField(
        label=_("Hidden at first"),
        required=False,
        help_text=_("Players cannot see them until you reveal them or they act."),
    )

    def __init__(
        self, *args: Any, characters: QuerySet[Character], sides: bool = True, has_dealer: bool = True, **kwargs: Any
    ) -> None:
        """Without `sides` everyone is on the players' side, because the game's scenes have no other.

        `has_dealer` is false for an encounter without a dealer, where nobody can be hidden."""
        super().__init__(*args, **kwargs)
        if not has_dealer:
            del self.fields["hidden"]
        self.fields["characters"].queryset = characters  # type: ignore[attr-defined]
        if not sides:
            del self.fields["side"]


class JoinForm(forms.Form):
    """A monster or a character that joins a running encounter."""

    monster = MonsterField(
        label=_("A monster"), queryset=Monster._default_manager.none(), required=False, empty_label=_("none")
    )
    character = forms.ModelChoiceField(
        label=_("or a character"), queryset=Character._default_manager.none(), required=False, empty_label=_("none")
    )
    name = forms.CharField(label=_("Name"), max_length=120, required=False)
    group = forms.CharField(
        label=_("Initiative group"),
        max_length=64,
        required=False,
        help_text=_("If empty, monsters act with the other monsters. A new name makes a group of its own."),
    )
    hidden = forms.BooleanField(
        label=_("Hidden at first"),
        required=False,
        help_text=_("Players cannot see them until you reveal them or they act."),
    )

    def __init__(
        self,
        *args: Any,
        system: str,
        monsters: QuerySet[Monster] | None,
        characters: QuerySet[Character],
        hides: bool = False,
        **kwargs: Any,
    ) -> None:
        """Without `monsters` only a character can be chosen; `hides` offers to hide the newcomer at first."""
        super().__init__(*args, **kwargs)
        if not hides:
            del self.fields["hidden"]
        if monsters is None:
            for name in ("monster", "name"):
                del self.fields[name]
            self.fields["character"].label = _("Which character")
        else:
            self.fields["monster"].queryset = monsters  # type: ignore[attr-defined]
        self.fields["character"].queryset = characters  # type: ignore[attr-defined]
        remove_group_field(self, system)

    def clean(self) -> dict[str, Any]:
        """Requires a monster or a character, and refuses both."""
        cleaned = super().clean() or {}
        if bool(cleaned.get("monster")) == bool(cleaned.get("character")):
            raise forms.ValidationError(_("Choose a monster or a character."))
        return cleaned
